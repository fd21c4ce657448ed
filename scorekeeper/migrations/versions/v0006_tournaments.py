"""Tournaments and their logs; entries of the ledger for their fees and prizes.

`entries` is made anew on SQLite, which cannot change a check of a table.  Its triggers go with it and are made again,
as in 0003, and so is the one of `postings` that looks into it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
STAYS = "the log of a tournament is only ever added to"
GAPS = "the lines of a tournament are numbered without gaps"
NO_GAP = (
    "NEW.seq <> 1 + coalesce((SELECT max(seq) FROM tournament_lines WHERE league_id = NEW.league_id "
    "AND tournament_id = NEW.tournament_id), 0)"
)
KINDS = "kind IN ('stakes', 'reversal', 'payment', 'prizes')"
KINDS_BEFORE = "kind IN ('stakes', 'reversal', 'payment')"
LEDGER_TRIGGERS = (
    (
        "CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries "
        "BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END"
    ),
    (
        "CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries "
        "BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END"
    ),
    (
        "CREATE TRIGGER entries_no_gap BEFORE INSERT ON entries "
        "WHEN NEW.id <> 1 + coalesce((SELECT max(id) FROM entries WHERE league_id = NEW.league_id), 0) "
        "BEGIN SELECT RAISE(ABORT, 'entries are numbered without gaps'); END"
    ),
    (
        "CREATE TRIGGER entries_balance BEFORE INSERT ON entries "
        "WHEN coalesce((SELECT sum(cents) FROM postings "
        "WHERE league_id = NEW.league_id AND entry_id = NEW.id), 1) <> 0 "
        "BEGIN SELECT RAISE(ABORT, 'the postings of an entry add up to zero'); END"
    ),
    (
        "CREATE TRIGGER postings_come_first BEFORE INSERT ON postings "
        "WHEN EXISTS (SELECT 1 FROM entries WHERE league_id = NEW.league_id AND id = NEW.entry_id) "
        "BEGIN SELECT RAISE(ABORT, 'the postings of an entry are written before it'); END"
    ),
)


def upgrade() -> None:
    _tournaments()
    _lines()
    _allow(KINDS)
    if op.get_bind().dialect.name == "sqlite":
        _guard_on_sqlite()
    else:
        _guard_on_postgresql()


def downgrade() -> None:
    _allow(KINDS_BEFORE)
    op.drop_table("tournament_lines")
    op.drop_table("tournaments")
    if op.get_bind().dialect.name == "postgresql":
        for function in ("tournament_lines_stay", "tournament_lines_are_counted"):
            op.execute(f"DROP FUNCTION {function}()")


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("board_code", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("founded_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_tournaments"),
        sa.UniqueConstraint("code", name="uq_tournaments_code"),
        sa.UniqueConstraint("board_code", name="uq_tournaments_board_code"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_tournaments_league_id_leagues"),
        sqlite_strict=True,
    )


def _lines() -> None:
    op.create_table(
        "tournament_lines",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("op_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=True),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("recorded_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "tournament_id", "seq", name="pk_tournament_lines"),
        sa.UniqueConstraint("league_id", "op_id", name="uq_tournament_lines_league_id_op_id"),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_tournament_lines_counted")),
        sa.CheckConstraint("target IS NULL OR target < seq", name=op.f("ck_tournament_lines_backwards")),
        sa.ForeignKeyConstraint(
            ["league_id", "tournament_id"],
            ["tournaments.league_id", "tournaments.id"],
            name="fk_tournament_lines_league_id_tournament_id_tournaments",
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "actor_id"],
            ["people.league_id", "people.id"],
            name="fk_tournament_lines_league_id_actor_id_people",
        ),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_tournament_lines_device_id_devices"),
        sqlite_strict=True,
    )


def _allow(kinds: str) -> None:
    """Limit entries to these kinds."""
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint(op.f("ck_entries_kind"), "entries", type_="check")
        op.create_check_constraint(op.f("ck_entries_kind"), "entries", kinds)
        return
    op.execute("DROP TRIGGER postings_come_first")
    with op.batch_alter_table("entries", table_kwargs={"sqlite_strict": True}) as entries:
        entries.drop_constraint(op.f("ck_entries_kind"), type_="check")
        entries.create_check_constraint(op.f("ck_entries_kind"), kinds)
    for trigger in LEDGER_TRIGGERS:
        op.execute(trigger)


def _guard_on_sqlite() -> None:
    for doing in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER tournament_lines_no_{doing.lower()} BEFORE {doing} ON tournament_lines "
            f"BEGIN SELECT RAISE(ABORT, '{STAYS}'); END"
        )
    # REPLACE deletes without asking the delete trigger, but a number that is taken is a gap before that.
    op.execute(
        f"CREATE TRIGGER tournament_lines_no_gap BEFORE INSERT ON tournament_lines WHEN {NO_GAP} "
        f"BEGIN SELECT RAISE(ABORT, '{GAPS}'); END"
    )


def _guard_on_postgresql() -> None:
    raising = "RAISE integrity_constraint_violation USING MESSAGE ="
    op.execute(
        "CREATE FUNCTION tournament_lines_stay() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN {raising} '{STAYS}'; END $$"
    )
    op.execute(
        "CREATE FUNCTION tournament_lines_are_counted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {NO_GAP} THEN {raising} '{GAPS}'; END IF; RETURN NEW; END $$"
    )
    for doing in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER tournament_lines_no_{doing.lower()} BEFORE {doing} ON tournament_lines "
            "FOR EACH ROW EXECUTE FUNCTION tournament_lines_stay()"
        )
    op.execute(
        "CREATE TRIGGER tournament_lines_no_truncate BEFORE TRUNCATE ON tournament_lines "
        "FOR EACH STATEMENT EXECUTE FUNCTION tournament_lines_stay()"
    )
    op.execute(
        "CREATE TRIGGER tournament_lines_counted BEFORE INSERT ON tournament_lines "
        "FOR EACH ROW EXECUTE FUNCTION tournament_lines_are_counted()"
    )
