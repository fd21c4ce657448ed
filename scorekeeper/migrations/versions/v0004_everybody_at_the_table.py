"""Everybody at the table: links, the owner's claim, failures, opinions, and who holds which phone.

`members` is made anew on SQLite, which cannot add a foreign key to a table; it has no triggers to be made again.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
STAYS = "opinions are only ever added"
TAKEN = "EXISTS (SELECT 1 FROM opinions WHERE league_id = NEW.league_id AND op_id = NEW.op_id)"


def upgrade() -> None:
    _members()
    _ways_in()
    _opinions()
    op.create_index("ix_lines_league_id_device_id_recorded_at", "lines", ["league_id", "device_id", "recorded_at"])
    if op.get_bind().dialect.name == "sqlite":
        _guard_on_sqlite()
    else:
        _guard_on_postgresql()


def downgrade() -> None:
    op.drop_index("ix_lines_league_id_device_id_recorded_at", "lines")
    for table in ("opinions", "failures", "recovery_codes", "claims", "links"):
        op.drop_table(table)
    with op.batch_alter_table("members", table_kwargs={"sqlite_strict": True}) as members:
        members.drop_constraint("fk_members_league_id_person_id_people", type_="foreignkey")
        members.drop_constraint("fk_members_admitted_by_devices", type_="foreignkey")
        for column in ("person_id", "asked_at", "admitted_by", "revoked_at"):
            members.drop_column(column)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION opinions_stay()")


def _members() -> None:
    with op.batch_alter_table("members", table_kwargs={"sqlite_strict": True}) as members:
        members.add_column(sa.Column("person_id", sa.Integer(), nullable=True))
        members.add_column(sa.Column("asked_at", MOMENT, nullable=True))
        members.add_column(sa.Column("admitted_by", sa.Integer(), nullable=True))
        members.add_column(sa.Column("revoked_at", MOMENT, nullable=True))
        members.create_foreign_key(
            "fk_members_league_id_person_id_people", "people", ["league_id", "person_id"], ["league_id", "id"]
        )
        members.create_foreign_key("fk_members_admitted_by_devices", "devices", ["admitted_by"], ["id"])


def _ways_in() -> None:
    op.create_table(
        "links",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_links"),
        sa.UniqueConstraint("code", name="uq_links_code"),
        sa.CheckConstraint("kind IN ('join', 'read')", name=op.f("ck_links_kind")),
        sa.CheckConstraint("(kind = 'read') = (game_id IS NOT NULL)", name=op.f("ck_links_game")),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_links_league_id_leagues"),
        sa.ForeignKeyConstraint(
            ["league_id", "game_id"], ["games.league_id", "games.id"], name="fk_links_league_id_game_id_games"
        ),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_links_device_id_devices"),
        sqlite_strict=True,
    )
    op.create_table(
        "claims",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("passphrase_hash", sa.Text(), nullable=False),
        sa.Column("set_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("league_id", name="pk_claims"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_claims_league_id_leagues"),
        sqlite_strict=True,
    )
    op.create_table(
        "recovery_codes",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("league_id", "code_hash", name="pk_recovery_codes"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_recovery_codes_league_id_leagues"),
        sqlite_strict=True,
    )
    op.create_table(
        "failures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("failed_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_failures"),
        sqlite_strict=True,
    )
    op.create_index("ix_failures_address_failed_at", "failures", ["address", "failed_at"])


def _opinions() -> None:
    op.create_table(
        "opinions",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("op_id", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("says", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("said_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "op_id", name="pk_opinions"),
        sa.CheckConstraint("says IN ('agree', 'dispute')", name=op.f("ck_opinions_says")),
        sa.ForeignKeyConstraint(
            ["league_id", "game_id", "seq"],
            ["lines.league_id", "lines.game_id", "lines.seq"],
            name="fk_opinions_league_id_game_id_seq_lines",
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "person_id"],
            ["people.league_id", "people.id"],
            name="fk_opinions_league_id_person_id_people",
        ),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_opinions_device_id_devices"),
        sqlite_strict=True,
    )
    op.create_index("ix_opinions_league_id_game_id_seq", "opinions", ["league_id", "game_id", "seq"])


def _guard_on_sqlite() -> None:
    for doing in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER opinions_no_{doing.lower()} BEFORE {doing} ON opinions "
            f"BEGIN SELECT RAISE(ABORT, '{STAYS}'); END"
        )
    # REPLACE deletes without asking the delete trigger.
    op.execute(
        f"CREATE TRIGGER opinions_once BEFORE INSERT ON opinions WHEN {TAKEN} BEGIN SELECT RAISE(ABORT, '{STAYS}'); END"
    )


def _guard_on_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION opinions_stay() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = '{STAYS}'; END $$"
    )
    for doing in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER opinions_no_{doing.lower()} BEFORE {doing} ON opinions "
            "FOR EACH ROW EXECUTE FUNCTION opinions_stay()"
        )
    op.execute(
        "CREATE TRIGGER opinions_no_truncate BEFORE TRUNCATE ON opinions "
        "FOR EACH STATEMENT EXECUTE FUNCTION opinions_stay()"
    )
