"""House rules under a name: `house_rules`, their append-only versions, and the version a game was begun under.

New tables only; nothing there is remade.  Written by hand, as the first.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
GUARDED = ("house_versions", "game_houses")


def upgrade() -> None:
    _tables()
    if op.get_bind().dialect.name == "sqlite":
        _guard_on_sqlite()
    else:
        _guard_on_postgresql()


def downgrade() -> None:
    for table in ("game_houses", "house_versions", "house_rules"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION house_versions_stay()")
        op.execute("DROP FUNCTION house_versions_count_on()")


def _tables() -> None:
    op.create_table(
        "house_rules",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("archived_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_house_rules"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_house_rules_league_id_leagues"),
        sqlite_strict=True,
    )
    op.create_table(
        "house_versions",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("house_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("rulebook_id", sa.Integer(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("op_id", sa.Text(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("saved_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "house_id", "number", name="pk_house_versions"),
        sa.UniqueConstraint("league_id", "op_id", name="uq_house_versions_league_id_op_id"),
        sa.CheckConstraint("number >= 1", name=op.f("ck_house_versions_counted")),
        sa.ForeignKeyConstraint(
            ["league_id", "house_id"],
            ["house_rules.league_id", "house_rules.id"],
            name="fk_house_versions_league_id_house_id_house_rules",
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "rulebook_id"],
            ["rulebooks.league_id", "rulebooks.id"],
            name="fk_house_versions_league_id_rulebook_id_rulebooks",
        ),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_house_versions_device_id_devices"),
        sqlite_strict=True,
    )
    op.create_table(
        "game_houses",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("house_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "game_id", name="pk_game_houses"),
        sa.ForeignKeyConstraint(
            ["league_id", "game_id"],
            ["games.league_id", "games.id"],
            name="fk_game_houses_league_id_game_id_games",
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "house_id", "number"],
            ["house_versions.league_id", "house_versions.house_id", "house_versions.number"],
            name="fk_game_houses_league_id_house_id_number_house_versions",
        ),
        sqlite_strict=True,
    )


def _guard_on_sqlite() -> None:
    for table in GUARDED:
        for doing in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{doing.lower()} BEFORE {doing} ON {table} "
                "BEGIN SELECT RAISE(ABORT, 'versions of house rules are only ever added'); END"
            )
    op.execute(
        "CREATE TRIGGER house_versions_no_gap BEFORE INSERT ON house_versions WHEN NEW.number <> 1 + coalesce("
        "(SELECT max(number) FROM house_versions WHERE league_id = NEW.league_id AND house_id = NEW.house_id), 0) "
        "BEGIN SELECT RAISE(ABORT, 'versions are numbered without gaps'); END"
    )
    # REPLACE deletes without firing the delete trigger.  For versions the gap trigger stops it, for games this one.
    op.execute(
        "CREATE TRIGGER game_houses_once BEFORE INSERT ON game_houses WHEN EXISTS (SELECT 1 FROM game_houses "
        "WHERE league_id = NEW.league_id AND game_id = NEW.game_id) "
        "BEGIN SELECT RAISE(ABORT, 'versions of house rules are only ever added'); END"
    )


def _guard_on_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION house_versions_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE integrity_constraint_violation USING MESSAGE = 'versions of house rules are only ever added'; END $$"
    )
    op.execute(
        "CREATE FUNCTION house_versions_count_on() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF NEW.number <> 1 + coalesce((SELECT max(number) FROM house_versions "
        "WHERE league_id = NEW.league_id AND house_id = NEW.house_id), 0) THEN "
        "RAISE integrity_constraint_violation USING MESSAGE = 'versions are numbered without gaps'; "
        "END IF; RETURN NEW; END $$"
    )
    for table in GUARDED:
        for doing in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{doing.lower()} BEFORE {doing} ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION house_versions_stay()"
            )
        op.execute(
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION house_versions_stay()"
        )
    op.execute(
        "CREATE TRIGGER house_versions_no_gap BEFORE INSERT ON house_versions "
        "FOR EACH ROW EXECUTE FUNCTION house_versions_count_on()"
    )
