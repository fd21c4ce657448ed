"""Nights, and the ledger: `nights`, `entries` and `postings`; a league's currency and limit, a game's night.

`games` is made anew on SQLite, which cannot add a foreign key to a table; it has no triggers to be made again.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
CENTS = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
GUARDED = ("entries", "postings")

STAYS = "the ledger is only ever added to"
GAPS = "entries are numbered without gaps"
BALANCED = "the postings of an entry add up to zero"
CLOSED = "the postings of an entry are written before it"

NO_GAP = "NEW.id <> 1 + coalesce((SELECT max(id) FROM entries WHERE league_id = NEW.league_id), 0)"
UNBALANCED = "coalesce((SELECT sum(cents) FROM postings WHERE league_id = NEW.league_id AND entry_id = NEW.id), 1) <> 0"
TOO_LATE = "EXISTS (SELECT 1 FROM entries WHERE league_id = NEW.league_id AND id = NEW.entry_id)"


def upgrade() -> None:
    op.add_column("leagues", sa.Column("currency", sa.Text(), nullable=True))
    op.add_column("leagues", sa.Column("stake_limit", sa.Integer(), nullable=True))
    _nights()
    _entries()
    _postings()
    if op.get_bind().dialect.name == "sqlite":
        _guard_on_sqlite()
    else:
        _guard_on_postgresql()


def downgrade() -> None:
    for table in ("postings", "entries"):
        op.drop_table(table)
    with op.batch_alter_table("games", table_kwargs={"sqlite_strict": True}) as games:
        games.drop_index("ix_games_league_id_night_id")
        games.drop_constraint("fk_games_league_id_night_id_nights", type_="foreignkey")
        games.drop_column("night_id")
    op.drop_table("nights")
    op.drop_column("leagues", "stake_limit")
    op.drop_column("leagues", "currency")
    if op.get_bind().dialect.name == "postgresql":
        for function in ("ledger_stays", "entries_are_sound", "postings_come_first"):
            op.execute(f"DROP FUNCTION {function}()")


def _nights() -> None:
    op.create_table(
        "nights",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("day", KEY, nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("closed_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_nights"),
        sa.UniqueConstraint("league_id", "day", name="uq_nights_league_id_day"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_nights_league_id_leagues"),
        sqlite_strict=True,
    )
    op.add_column("games", sa.Column("night_id", sa.Integer(), nullable=True))
    _give_old_games_their_nights()
    with op.batch_alter_table("games", table_kwargs={"sqlite_strict": True}) as games:
        games.alter_column("night_id", existing_type=sa.Integer(), nullable=False)
        games.create_foreign_key(
            "fk_games_league_id_night_id_nights", "nights", ["league_id", "night_id"], ["league_id", "id"]
        )
        games.create_index("ix_games_league_id_night_id", ["league_id", "night_id"])


def _give_old_games_their_nights() -> None:
    """The day a game says it was played on, else that of its beginning."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    began = "substr(started_at, 1, 10)" if on_sqlite else "to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
    day = f"coalesce(played_on, {began})"
    op.execute(
        "INSERT INTO nights (league_id, id, day, opened_at) "  # noqa: S608 - nothing here comes from outside
        "SELECT league_id, row_number() OVER (PARTITION BY league_id ORDER BY min(id)), day, min(started_at) "
        f"FROM (SELECT league_id, id, started_at, {day} AS day FROM games) AS played GROUP BY league_id, day"
    )
    op.execute(
        "UPDATE games SET night_id = (SELECT nights.id FROM nights "  # noqa: S608
        f"WHERE nights.league_id = games.league_id AND nights.day = {day})"
    )


def _entries() -> None:
    op.create_table(
        "entries",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=True),
        sa.Column("night_id", sa.Integer(), nullable=True),
        sa.Column("reverses", sa.Integer(), nullable=True),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("op_id", sa.Text(), nullable=True),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("posted_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_entries"),
        sa.UniqueConstraint("league_id", "op_id", name="uq_entries_league_id_op_id"),
        sa.UniqueConstraint("league_id", "reverses", name="uq_entries_league_id_reverses"),
        sa.CheckConstraint("id >= 1", name=op.f("ck_entries_counted")),
        sa.CheckConstraint("kind IN ('stakes', 'reversal', 'payment')", name=op.f("ck_entries_kind")),
        sa.CheckConstraint("(kind = 'reversal') = (reverses IS NOT NULL)", name=op.f("ck_entries_reverses")),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_entries_league_id_leagues"),
        sa.ForeignKeyConstraint(
            ["league_id", "game_id"], ["games.league_id", "games.id"], name="fk_entries_league_id_game_id_games"
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "night_id"], ["nights.league_id", "nights.id"], name="fk_entries_league_id_night_id_nights"
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "reverses"],
            ["entries.league_id", "entries.id"],
            name="fk_entries_league_id_reverses_entries",
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "actor_id"], ["people.league_id", "people.id"], name="fk_entries_league_id_actor_id_people"
        ),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_entries_device_id_devices"),
        sqlite_strict=True,
    )
    op.create_index("ix_entries_league_id_game_id", "entries", ["league_id", "game_id"])
    op.create_index("ix_entries_league_id_night_id", "entries", ["league_id", "night_id"])


def _postings() -> None:
    op.create_table(
        "postings",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("cents", CENTS, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "entry_id", "person_id", name="pk_postings"),
        sa.ForeignKeyConstraint(
            ["league_id", "entry_id"],
            ["entries.league_id", "entries.id"],
            name="fk_postings_league_id_entry_id_entries",
            deferrable=True,
            initially="DEFERRED",
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "person_id"],
            ["people.league_id", "people.id"],
            name="fk_postings_league_id_person_id_people",
        ),
        sqlite_strict=True,
    )
    op.create_index("ix_postings_league_id_person_id", "postings", ["league_id", "person_id"])


def _guard_on_sqlite() -> None:
    for table in GUARDED:
        for doing in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{doing.lower()} BEFORE {doing} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{STAYS}'); END"
            )
    for name, table, when, says in (
        ("entries_no_gap", "entries", NO_GAP, GAPS),
        ("entries_balance", "entries", UNBALANCED, BALANCED),
        ("postings_come_first", "postings", TOO_LATE, CLOSED),
    ):
        op.execute(
            f"CREATE TRIGGER {name} BEFORE INSERT ON {table} WHEN {when} BEGIN SELECT RAISE(ABORT, '{says}'); END"
        )


def _guard_on_postgresql() -> None:
    raising = "RAISE integrity_constraint_violation USING MESSAGE ="
    op.execute(
        f"CREATE FUNCTION ledger_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {raising} '{STAYS}'; END $$"
    )
    op.execute(
        "CREATE FUNCTION entries_are_sound() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {NO_GAP} THEN {raising} '{GAPS}'; END IF; "
        f"IF {UNBALANCED} THEN {raising} '{BALANCED}'; END IF; RETURN NEW; END $$"
    )
    op.execute(
        "CREATE FUNCTION postings_come_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {TOO_LATE} THEN {raising} '{CLOSED}'; END IF; RETURN NEW; END $$"
    )
    for table in GUARDED:
        for doing in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{doing.lower()} BEFORE {doing} ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION ledger_stays()"
            )
        op.execute(
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION ledger_stays()"
        )
    op.execute(
        "CREATE TRIGGER entries_sound BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION entries_are_sound()"
    )
    op.execute(
        "CREATE TRIGGER postings_first BEFORE INSERT ON postings FOR EACH ROW EXECUTE FUNCTION postings_come_first()"
    )
