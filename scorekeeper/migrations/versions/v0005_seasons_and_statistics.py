"""Seasons, the league's log, and what is known of finished games: results, ratings, sums by person and by pair.

Balances too: the sums of the ledger.

`leagues` and `people` are made anew on SQLite, for a unique code and a foreign key; they have no triggers to be made
again.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
CENTS = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
STAYS = "the log of a league is only ever added to"
GAPS = "changes are numbered without gaps"
NO_GAP = "NEW.id <> 1 + coalesce((SELECT max(id) FROM changes WHERE league_id = NEW.league_id), 0)"
DERIVED = ("balances", "pair_seasons", "person_seasons", "partner_games", "plays", "results")


def upgrade() -> None:
    _leagues()
    _people()
    op.add_column("games", sa.Column("title_key", KEY, nullable=True))
    _fold_titles()
    op.create_index("ix_games_league_id_title_key_id", "games", ["league_id", "title_key", "id"])
    _seasons()
    _changes()
    _results()
    _sums()
    _balances()
    if op.get_bind().dialect.name == "sqlite":
        _guard_on_sqlite()
    else:
        _widen_on_postgresql()
        _guard_on_postgresql()


def downgrade() -> None:
    for table in (*DERIVED, "former_names", "changes", "seasons"):
        op.drop_table(table)
    op.drop_index("ix_postings_league_id_person_id_entry_id", "postings")
    op.create_index("ix_postings_league_id_person_id", "postings", ["league_id", "person_id"])
    op.drop_index("ix_games_league_id_title_key_id", "games")
    op.drop_column("games", "title_key")
    with op.batch_alter_table("people", table_kwargs={"sqlite_strict": True}) as people:
        people.drop_constraint("fk_people_league_id_merged_into_people", type_="foreignkey")
        people.drop_constraint(op.f("ck_people_guest"), type_="check")
        for column in ("erased_at", "merged_into", "guest"):
            people.drop_column(column)
    with op.batch_alter_table("leagues", table_kwargs={"sqlite_strict": True}) as leagues:
        leagues.drop_constraint("uq_leagues_code", type_="unique")
        leagues.drop_column("code")
    if op.get_bind().dialect.name == "postgresql":
        for function in ("changes_stay", "changes_are_counted"):
            op.execute(f"DROP FUNCTION {function}()")


def _leagues() -> None:
    op.add_column("leagues", sa.Column("code", sa.Text(), nullable=True))
    connection = op.get_bind()
    for league_id in connection.scalars(sa.text("SELECT id FROM leagues")).all():
        given = {"code": secrets.token_urlsafe(16), "id": league_id}
        connection.execute(sa.text("UPDATE leagues SET code = :code WHERE id = :id"), given)
    with op.batch_alter_table("leagues", table_kwargs={"sqlite_strict": True}) as leagues:
        leagues.alter_column("code", existing_type=sa.Text(), nullable=False)
        leagues.create_unique_constraint("uq_leagues_code", ["code"])


def _fold_titles() -> None:
    """As a search folds what is looked for: SQLite's own `lower` knows plain English letters alone."""
    connection = op.get_bind()
    one = sa.text("UPDATE games SET title_key = :key WHERE league_id = :league AND id = :game")
    titled = connection.execute(sa.text("SELECT league_id, id, title FROM games WHERE title IS NOT NULL")).all()
    for league_id, game_id, title in titled:
        connection.execute(one, {"key": title.casefold(), "league": league_id, "game": game_id})


def _people() -> None:
    op.add_column("people", sa.Column("guest", sa.Integer(), nullable=True))
    op.execute("UPDATE people SET guest = 0")
    with op.batch_alter_table("people", table_kwargs={"sqlite_strict": True}) as people:
        people.alter_column("guest", existing_type=sa.Integer(), nullable=False)
        people.add_column(sa.Column("merged_into", sa.Integer(), nullable=True))
        people.add_column(sa.Column("erased_at", MOMENT, nullable=True))
        people.create_check_constraint(op.f("ck_people_guest"), "guest IN (0, 1)")
        people.create_foreign_key(
            "fk_people_league_id_merged_into_people", "people", ["league_id", "merged_into"], ["league_id", "id"]
        )


def _seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("starts_on", sa.Text(), nullable=False),
        sa.Column("ends_on", sa.Text(), nullable=True),
        sa.Column("standing", sa.Text(), nullable=False),
        sa.Column("archived_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_seasons"),
        sa.CheckConstraint("id >= 1", name=op.f("ck_seasons_counted")),
        sa.CheckConstraint("starts_on <= ends_on", name=op.f("ck_seasons_forwards")),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_seasons_league_id_leagues"),
        sqlite_strict=True,
    )


def _changes() -> None:
    op.create_table(
        "changes",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("op_id", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_changes"),
        sa.UniqueConstraint("league_id", "op_id", name="uq_changes_league_id_op_id"),
        sa.CheckConstraint("id >= 1", name=op.f("ck_changes_counted")),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_changes_league_id_leagues"),
        sa.ForeignKeyConstraint(
            ["league_id", "actor_id"], ["people.league_id", "people.id"], name="fk_changes_league_id_actor_id_people"
        ),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_changes_device_id_devices"),
        sqlite_strict=True,
    )
    op.create_table(
        "former_names",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("change_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "person_id", "change_id", name="pk_former_names"),
        sa.ForeignKeyConstraint(
            ["league_id", "person_id"],
            ["people.league_id", "people.id"],
            name="fk_former_names_league_id_person_id_people",
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "change_id"],
            ["changes.league_id", "changes.id"],
            name="fk_former_names_league_id_change_id_changes",
        ),
        sqlite_strict=True,
    )


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("doc", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "game_id", name="pk_results"),
        _of_a_game("results"),
        sqlite_strict=True,
    )
    op.create_index("ix_results_league_id_day_game_id", "results", ["league_id", "day", "game_id"])
    by_season = ["league_id", "season_id", "day", "game_id"]
    op.create_index("ix_results_league_id_season_id_day_game_id", "results", by_season)
    op.create_index("ix_results_league_id_variant_day_game_id", "results", ["league_id", "variant", "day", "game_id"])
    op.create_table(
        "plays",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=True),
        sa.Column("currency", sa.Text(), nullable=True),
        sa.Column("cents", CENTS, nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("mu_before", "sigma_before", "mu", "sigma")),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("run", "longest", "drought")),
        sa.PrimaryKeyConstraint("league_id", "game_id", "person_id", name="pk_plays"),
        _of_a_game("plays"),
        _of_a_person("plays", "person_id"),
        sqlite_strict=True,
    )
    op.create_index("ix_plays_league_id_person_id_day_game_id", "plays", ["league_id", "person_id", "day", "game_id"])
    for also in ("season_id", "variant"):
        op.create_index(
            f"ix_plays_league_id_person_id_{also}_day_game_id",
            "plays",
            ["league_id", "person_id", also, "day", "game_id"],
        )
    op.create_table(
        "partner_games",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("other_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "person_id", "other_id", "day", "game_id", name="pk_partner_games"),
        _of_a_game("partner_games"),
        _of_a_person("partner_games", "person_id"),
        _of_a_person("partner_games", "other_id"),
        sqlite_strict=True,
    )
    op.create_index("ix_partner_games_league_id_game_id", "partner_games", ["league_id", "game_id"])


def _sums() -> None:
    op.create_table(
        "person_seasons",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("doc", sa.Text(), nullable=False),
        sa.Column("form", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("league_id", "season_id", "person_id", name="pk_person_seasons"),
        _of_a_person("person_seasons", "person_id"),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_person_seasons_league_id_person_id_season_id", "person_seasons", ["league_id", "person_id", "season_id"]
    )
    op.create_table(
        "pair_seasons",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("other_id", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("together", "won", "lost", "bids", "made")),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("met", "ahead", "behind")),
        sa.PrimaryKeyConstraint("league_id", "season_id", "person_id", "other_id", name="pk_pair_seasons"),
        _of_a_person("pair_seasons", "person_id"),
        _of_a_person("pair_seasons", "other_id"),
        sqlite_strict=True,
    )


def _balances() -> None:
    op.create_table(
        "balances",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("cents", CENTS, nullable=False),
        sa.Column("played", CENTS, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "currency", "person_id", name="pk_balances"),
        _of_a_person("balances", "person_id"),
        sqlite_strict=True,
    )
    op.drop_index("ix_postings_league_id_person_id", "postings")
    in_order = ["league_id", "person_id", "entry_id"]
    op.create_index("ix_postings_league_id_person_id_entry_id", "postings", in_order)
    op.execute(
        "INSERT INTO balances (league_id, currency, person_id, cents, played) "
        "SELECT entries.league_id, currency, person_id, sum(cents), "
        "sum(CASE WHEN game_id IS NULL THEN 0 ELSE cents END) FROM entries JOIN postings "
        "ON postings.league_id = entries.league_id AND postings.entry_id = entries.id "
        "GROUP BY entries.league_id, currency, person_id"
    )


def _of_a_game(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["league_id", "game_id"], ["games.league_id", "games.id"], name=f"fk_{table}_league_id_game_id_games"
    )


def _of_a_person(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["league_id", column], ["people.league_id", "people.id"], name=f"fk_{table}_league_id_{column}_people"
    )


def _widen_on_postgresql() -> None:
    """What 0003 makes from the beginning now: it was narrower once, and sorted by the words of people."""
    op.alter_column("postings", "cents", type_=sa.BigInteger(), existing_nullable=False)
    op.alter_column("nights", "day", type_=sa.Text(collation="C"), existing_nullable=False)


def _guard_on_sqlite() -> None:
    for doing in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER changes_no_{doing.lower()} BEFORE {doing} ON changes "
            f"BEGIN SELECT RAISE(ABORT, '{STAYS}'); END"
        )
    # REPLACE deletes without asking the delete trigger, but a number that is taken is a gap before that.
    op.execute(
        f"CREATE TRIGGER changes_no_gap BEFORE INSERT ON changes WHEN {NO_GAP} BEGIN SELECT RAISE(ABORT, '{GAPS}'); END"
    )


def _guard_on_postgresql() -> None:
    raising = "RAISE integrity_constraint_violation USING MESSAGE ="
    op.execute(
        f"CREATE FUNCTION changes_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {raising} '{STAYS}'; END $$"
    )
    op.execute(
        "CREATE FUNCTION changes_are_counted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {NO_GAP} THEN {raising} '{GAPS}'; END IF; RETURN NEW; END $$"
    )
    for doing in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER changes_no_{doing.lower()} BEFORE {doing} ON changes "
            "FOR EACH ROW EXECUTE FUNCTION changes_stay()"
        )
    op.execute(
        "CREATE TRIGGER changes_no_truncate BEFORE TRUNCATE ON changes "
        "FOR EACH STATEMENT EXECUTE FUNCTION changes_stay()"
    )
    op.execute(
        "CREATE TRIGGER changes_counted BEFORE INSERT ON changes FOR EACH ROW EXECUTE FUNCTION changes_are_counted()"
    )
