"""Real databases for tests: SQLite files, opened and migrated as the program does it."""

from __future__ import annotations

from contextlib import contextmanager

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, event

from scorekeeper import paths
from scorekeeper.models.engine import prepare


def open_engine(path, *, hasty=False):
    """An engine as the program's; a hasty one does not wait for the disk, where a test asks thousands of times."""
    engine = engine_at(f"sqlite:///{path}")
    if hasty:
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF"))
    return engine


def engine_at(url):
    return prepare(create_engine(url))


def configuration(engine):
    config = Config()
    config.set_main_option("script_location", str(paths.migrations()))
    config.attributes["engine"] = engine
    return config


def migrate(engine):
    command.upgrade(configuration(engine), "head")


@contextmanager
def counted(engine):
    """The statements sent while this is open, BEGIN, COMMIT and ROLLBACK aside."""
    sent = []

    def note(_connection, _cursor, statement, *_):
        if not statement.startswith(("BEGIN", "COMMIT", "ROLLBACK")):
            sent.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


@contextmanager
def failing_at(engine, nth):
    """The n-th statement from here on (from 1; BEGIN counts) fails as a full disk would; so do all after it."""
    from sqlalchemy.exc import OperationalError

    seen = []

    def fail(_connection, _cursor, statement, *_):
        seen.append(statement)
        if len(seen) >= nth:
            raise OperationalError(statement, None, Exception("disk I/O error"))

    event.listen(engine, "before_cursor_execute", fail)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", fail)
