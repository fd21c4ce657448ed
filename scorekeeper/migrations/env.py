"""How alembic reaches the database: in one transaction, all or nothing, with foreign keys off until it is done.

SQLite changes a table by making a new one and dropping the old; with foreign keys on that would empty whatever refers
to it.  They cannot be switched inside a transaction, so that happens before it, and what refers to nothing is looked
for before anything is committed.  A migration that remakes a table must make its triggers again.
"""

from typing import Any

from alembic import context
from sqlalchemy import Connection, Engine, create_engine

from scorekeeper.core.settings import from_environment
from scorekeeper.models import Base
from scorekeeper.models.engine import WRITE, configure_engine, set_journal_mode, write_lock


def migrate(connection: Connection) -> None:
    on_sqlite = connection.dialect.name == "sqlite"
    context.configure(
        connection=connection, target_metadata=Base.metadata, render_as_batch=True, transactional_ddl=True
    )
    with connection.begin():
        if not on_sqlite:  # two hosts that start at once on an empty database: the second finds it made
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(6030566)")  # a number of this program's own
        context.run_migrations()
        if on_sqlite and (lost := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
            raise RuntimeError(f"After the migration a row of {lost[0]} refers to nothing in {lost[2]}.")


def upgrade() -> None:
    """Migrate the database of the configuration; for a developer who writes a migration, that of the environment."""
    engine: Engine = context.config.attributes.get("engine") or configure_engine(
        create_engine(from_environment().database_url)
    )
    with write_lock(engine), engine.connect().execution_options(**{WRITE: True}) as connection:
        raw: Any = connection.connection.dbapi_connection
        if engine.dialect.name == "sqlite":
            raw.execute("PRAGMA foreign_keys = OFF")
        try:
            migrate(connection)
        finally:
            if engine.dialect.name == "sqlite":
                raw.execute("PRAGMA foreign_keys = ON")
    set_journal_mode(engine)


if context.is_offline_mode():
    raise SystemExit("The migrations look at the database they change, so there is no offline mode.")
upgrade()
