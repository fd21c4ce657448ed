"""The first tables: leagues, devices, people, rulebooks, games, seats, and the append-only lines.

Written by hand, types spelled out: a migration must go on meaning what it meant when the models move on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    _people_and_devices()
    _games()
    _lines()
    if op.get_bind().dialect.name == "sqlite":
        _guard_lines_on_sqlite()
    else:
        _guard_lines_on_postgresql()


def downgrade() -> None:
    for table in ("lines", "seats", "games", "rulebooks", "people", "members", "leagues", "devices"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION lines_stay()")
        op.execute("DROP FUNCTION lines_count_on()")


def _people_and_devices() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.UniqueConstraint("token_hash", name="uq_devices_token_hash"),
        sqlite_strict=True,
    )
    op.create_table(
        "leagues",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_leagues"),
        sqlite_strict=True,
    )
    op.create_table(
        "members",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "device_id", name="pk_members"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_members_league_id_leagues"),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_members_device_id_devices"),
        sqlite_strict=True,
    )
    op.create_index("ix_members_device_id", "members", ["device_id"])
    op.create_table(
        "people",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("archived_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_people"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_people_league_id_leagues"),
        sqlite_strict=True,
    )
    op.create_index("ix_people_league_id_name", "people", ["league_id", "name"])
    op.create_table(
        "rulebooks",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_rulebooks"),
        sa.UniqueConstraint("league_id", "digest", name="uq_rulebooks_league_id_digest"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_rulebooks_league_id_leagues"),
        sqlite_strict=True,
    )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("played_on", sa.Text(), nullable=True),
        sa.Column("rulebook_id", sa.Integer(), nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("touched_at", MOMENT, nullable=False),
        sa.Column("finished_at", MOMENT, nullable=True),
        sa.Column("rematch_of", sa.Integer(), nullable=True),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("op_id", sa.Text(), nullable=False),
        sa.Column("op_hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_games"),
        sa.UniqueConstraint("code", name="uq_games_code"),
        sa.UniqueConstraint("league_id", "op_id", name="uq_games_league_id_op_id"),
        sa.UniqueConstraint("league_id", "rematch_of", name="uq_games_league_id_rematch_of"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_games_league_id_leagues"),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_games_device_id_devices"),
        sa.ForeignKeyConstraint(
            ["league_id", "rulebook_id"],
            ["rulebooks.league_id", "rulebooks.id"],
            name="fk_games_league_id_rulebook_id_rulebooks",
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "rematch_of"],
            ["games.league_id", "games.id"],
            name="fk_games_league_id_rematch_of_games",
        ),
        sqlite_strict=True,
    )
    op.create_table(
        "seats",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "game_id", "number", name="pk_seats"),
        sa.UniqueConstraint("league_id", "person_id", "game_id", name="uq_seats_league_id_person_id_game_id"),
        sa.ForeignKeyConstraint(
            ["league_id", "game_id"], ["games.league_id", "games.id"], name="fk_seats_league_id_game_id_games"
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "person_id"],
            ["people.league_id", "people.id"],
            name="fk_seats_league_id_person_id_people",
        ),
        sqlite_strict=True,
    )


def _lines() -> None:
    op.create_table(
        "lines",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("op_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=True),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("recorded_at", MOMENT, nullable=False),
        sa.Column("previous_hash", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "game_id", "seq", name="pk_lines"),
        sa.UniqueConstraint("league_id", "op_id", name="uq_lines_league_id_op_id"),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_lines_counted")),
        sa.CheckConstraint("target IS NULL OR target < seq", name=op.f("ck_lines_backwards")),
        sa.ForeignKeyConstraint(
            ["league_id", "game_id"], ["games.league_id", "games.id"], name="fk_lines_league_id_game_id_games"
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "actor_id"],
            ["people.league_id", "people.id"],
            name="fk_lines_league_id_actor_id_people",
        ),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_lines_device_id_devices"),
        sqlite_strict=True,
    )


def _guard_lines_on_sqlite() -> None:
    for doing in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER lines_no_{doing.lower()} BEFORE {doing} ON lines "
            "BEGIN SELECT RAISE(ABORT, 'lines are only ever added'); END"
        )
    op.execute(
        "CREATE TRIGGER lines_no_gap BEFORE INSERT ON lines WHEN NEW.seq <> 1 + coalesce("
        "(SELECT max(seq) FROM lines WHERE league_id = NEW.league_id AND game_id = NEW.game_id), 0) "
        "BEGIN SELECT RAISE(ABORT, 'lines are numbered without gaps'); END"
    )


def _guard_lines_on_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION lines_stay() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = 'lines are only ever added'; END $$"
    )
    op.execute(
        "CREATE FUNCTION lines_count_on() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF NEW.seq <> 1 + coalesce((SELECT max(seq) FROM lines "
        "WHERE league_id = NEW.league_id AND game_id = NEW.game_id), 0) THEN "
        "RAISE integrity_constraint_violation USING MESSAGE = 'lines are numbered without gaps'; "
        "END IF; RETURN NEW; END $$"
    )
    for doing in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER lines_no_{doing.lower()} BEFORE {doing} ON lines "
            "FOR EACH ROW EXECUTE FUNCTION lines_stay()"
        )
    op.execute(
        "CREATE TRIGGER lines_no_truncate BEFORE TRUNCATE ON lines FOR EACH STATEMENT EXECUTE FUNCTION lines_stay()"
    )
    op.execute("CREATE TRIGGER lines_no_gap BEFORE INSERT ON lines FOR EACH ROW EXECUTE FUNCTION lines_count_on()")
