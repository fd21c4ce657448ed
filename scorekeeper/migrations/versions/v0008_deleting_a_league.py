"""A league can be deleted, and what is left of it: hashes of its addresses.

What is only ever added to can be deleted while its league is named in `league_deletions`.  That is so within the one
transaction that deletes the league, and never after it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
OF_RULES, OF_LEDGER = "versions of house rules are only ever added", "the ledger is only ever added to"
GUARDED = {
    "lines": ("lines_stay", "lines are only ever added"),
    "house_versions": ("house_versions_stay", OF_RULES),
    "game_houses": ("house_versions_stay", OF_RULES),
    "entries": ("ledger_stays", OF_LEDGER),
    "postings": ("ledger_stays", OF_LEDGER),
    "opinions": ("opinions_stay", "opinions are only ever added"),
    "changes": ("changes_stay", "the log of a league is only ever added to"),
    "tournament_lines": ("tournament_lines_stay", "the log of a tournament is only ever added to"),
}
"""Table → PostgreSQL's function that guards it, and what it says."""
DELETED = "EXISTS (SELECT 1 FROM league_deletions WHERE league_id = OLD.league_id)"


def upgrade() -> None:
    op.create_table(
        "league_deletions",
        sa.Column("league_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("league_id", name="pk_league_deletions"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_league_deletions_league_id_leagues"),
        sqlite_strict=True,
    )
    op.create_table(
        "deleted_addresses",
        sa.Column("hash", KEY, nullable=False),
        sa.Column("deleted_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_deleted_addresses"),
        sqlite_strict=True,
    )
    _guard(f"WHEN NOT {DELETED} ", f"IF TG_OP = 'DELETE' THEN IF {DELETED} THEN RETURN OLD; END IF; END IF; ")


def downgrade() -> None:
    _guard("", "")
    op.drop_table("deleted_addresses")
    op.drop_table("league_deletions")


def _guard(when: str, unless: str) -> None:
    """Make the guards against DELETE again: SQLite's triggers with a condition, PostgreSQL's functions with a step."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    for table, (function, says) in GUARDED.items():
        if on_sqlite:
            op.execute(f"DROP TRIGGER {table}_no_delete")
            op.execute(
                f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {when}"
                f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
            )
        else:
            op.execute(
                f"CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {unless}"
                f"RAISE integrity_constraint_violation USING MESSAGE = '{says}'; END $$"
            )
