"""What a person's name is found by, the same for all its spellings.  People of one name stay as they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from scorekeeper.rules.documents import name_key

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("people", sa.Column("name_key", KEY, nullable=True))
    _fill()
    op.drop_index("ix_people_league_id_name", "people")
    with op.batch_alter_table("people", table_kwargs={"sqlite_strict": True}) as people:
        people.alter_column("name_key", existing_type=KEY, nullable=False)
    op.create_index("ix_people_league_id_name_key", "people", ["league_id", "name_key"])


def downgrade() -> None:
    op.drop_index("ix_people_league_id_name_key", "people")
    with op.batch_alter_table("people", table_kwargs={"sqlite_strict": True}) as people:
        people.drop_column("name_key")
    op.create_index("ix_people_league_id_name", "people", ["league_id", "name"])


def _fill() -> None:
    connection = op.get_bind()
    found = connection.execute(sa.text("SELECT league_id, id, name FROM people")).all()
    keys = [{"league": row.league_id, "id": row.id, "key": name_key(row.name)} for row in found]
    if keys:
        connection.execute(sa.text("UPDATE people SET name_key = :key WHERE league_id = :league AND id = :id"), keys)
