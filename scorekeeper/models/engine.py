"""How this program talks to its database: settings of a connection, transactions, the journal.

On SQLite a read takes no transaction: each SELECT sees one moment and releases the file at once, so a page being
rendered never blocks a writer.  What a page reads in several SELECTs is tied together by the game's `seq`.  A write is
one BEGIN IMMEDIATE, requested by the execution option `write`; without it only what reads is sent to the database.

On PostgreSQL reads take transactions as usual, and a writer locks the row of its game.  A host may lose its power or
its network in the middle of that without telling the others: so both ends check whether the other is there.
"""

import fcntl
import logging
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, ExceptionContext, event, inspect, text
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

log = logging.getLogger(__name__)

WRITE = "write"
READS = ("SELECT", "PRAGMA", "EXPLAIN")

BUSY_TIMEOUT = 5_000  # milliseconds
WAL_FIXED_IN = (3, 51, 3)
"""SQLite 3.7.0 to 3.51.2 can corrupt a database when a WAL is reset while another connection checkpoints."""

CONNECTION_OPTIONS = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""Options of libpq, in seconds and, the last, milliseconds; those in DATABASE_URL come first."""
SET_IDLE_TIMEOUT = """
    SELECT set_config('idle_in_transaction_session_timeout', '10s', false)
    WHERE current_setting('idle_in_transaction_session_timeout') = '0'
"""
"""How long a table waits for a host that is gone; a setting of the server itself comes first."""


def configure_engine(engine: Engine) -> Engine:
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin)
        event.listen(engine, "before_cursor_execute", _refuse_write)
    if engine.dialect.name == "postgresql":
        event.listen(engine, "do_connect", _set_connection_options)
        event.listen(engine, "connect", _set_idle_timeout)
        event.listen(engine, "handle_error", _leave_standby)
    return engine


def _set_connection_options(_dialect: Any, _record: Any, _args: Any, asked: dict[str, Any]) -> None:
    for name, value in CONNECTION_OPTIONS.items():
        asked.setdefault(name, value)


def _set_idle_timeout(connection: Any, _record: Any) -> None:
    connection.execute(SET_IDLE_TIMEOUT)
    connection.commit()


def _leave_standby(context: ExceptionContext) -> None:
    """Close all connections to a server that takes no writes: another one may be the primary by now."""
    if getattr(context.original_exception, "sqlstate", None) == PG_READ_ONLY:
        context.is_disconnect = True


def _configure_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # this module sends BEGIN itself
    for setting in (
        f"busy_timeout = {BUSY_TIMEOUT}",
        "foreign_keys = ON",
        "trusted_schema = OFF",
        "synchronous = FULL",  # "saved" means on disk
    ):
        connection.execute(f"PRAGMA {setting}")
    if _journal_mode(connection) != "wal":
        # WAL is a property of the file, and is not changed here: workers racing to do that failed.  TRUNCATE is one of
        # the connection; without it a connection deletes its journal, which a power cut can undo.
        connection.execute("PRAGMA journal_mode = TRUNCATE")


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get(WRITE):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _refuse_write(connection: Connection, _cursor: Any, statement: str, *_more: Any) -> None:
    """Raise RuntimeError outside a write for all that does not begin as a read: a CTE, a comment or lower case too.

    `query_only` is no way to do it: switching that has SQLite prepare every statement anew.
    """
    if not (connection.get_execution_options().get(WRITE) or statement.lstrip().startswith(READS)):
        raise RuntimeError(f"Not in a write: {statement.split(None, 1)[0]}.")


def _journal_mode(connection: sqlite3.Connection) -> str:
    return str(connection.execute("PRAGMA journal_mode").fetchone()[0])


PG_AWAY = ("08", "57P", "53300")
"""Prefixes of PostgreSQL's SQLSTATEs for: no connection, shutting down or starting, too many connections."""
PG_READ_ONLY = "25006"
"""PostgreSQL takes no writes: it is a standby."""
PG_TRY_AGAIN = ("40001", "40P01", "55P03")
"""PostgreSQL took back one of two transactions that waited for each other, or one that would wait no longer."""


def is_away(error: SQLAlchemyError) -> bool:
    """Return whether the database could not be reached in time: the same request may work in a moment."""
    if isinstance(error, PoolTimeoutError):
        return True
    if not isinstance(error, DBAPIError):
        return False
    said = error.orig
    of_sqlite = getattr(said, "sqlite_errorname", "").removesuffix("_TIMEOUT")
    if of_sqlite in {"SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN"}:
        return True
    if not type(said).__module__.startswith("psycopg"):
        return False
    state: str | None = getattr(said, "sqlstate", None)
    if state is None:  # the driver itself, not the server, says what is wrong
        return error.connection_invalidated or isinstance(error, OperationalError)
    return state.startswith((*PG_AWAY, *PG_TRY_AGAIN, PG_READ_ONLY))


def is_disk_full(error: DBAPIError) -> bool:
    """Return whether a write failed because the disk is full or the file is at its size limit."""
    said = error.orig
    return getattr(said, "sqlite_errorname", "") in {"SQLITE_FULL", "SQLITE_IOERR_WRITE"} or (
        getattr(said, "sqlstate", "") == "53100"  # of PostgreSQL
    )


def best_journal_mode(version: tuple[int, ...]) -> str:
    """Return the safe journal mode for an SQLite version: "wal" where its reset is sound, else "truncate"."""
    return "wal" if version >= WAL_FIXED_IN else "truncate"


def found_revisions(connection: Connection) -> set[str]:
    """Return the revisions of the migrations that a database says it has; none for an empty one."""
    if "alembic_version" not in inspect(connection).get_table_names():
        return set()
    return set(connection.scalars(text("SELECT version_num FROM alembic_version")))


def set_journal_mode(engine: Engine) -> str | None:
    """Set the journal mode of an SQLite file for this SQLite version; return it, None for another database.

    Called when a database is made or upgraded and once before the server starts, never by a worker.
    """
    if engine.dialect.name != "sqlite":
        return None
    wanted = best_journal_mode(sqlite3.sqlite_version_info)
    with engine.connect() as connection:
        raw: Any = connection.connection.dbapi_connection
        try:
            raw.execute(f"PRAGMA journal_mode = {wanted}")
        except sqlite3.OperationalError as error:
            log.warning("The journal stays as it is because another process has the database open: %s", error)
        chosen = _journal_mode(raw)
    log.info("SQLite %s: journal %s, synchronous full", sqlite3.sqlite_version, chosen)
    return chosen


_this_thread = threading.local()


@contextmanager
def write_lock(engine: Engine) -> Iterator[None]:
    """Wait until no thread and no process is writing, and hold the lock; a server queues writers itself.

    Raises RuntimeError for a write begun inside another of the same thread, which would wait for itself forever.
    """
    file = engine.url.database
    if engine.dialect.name != "sqlite" or not file or file == ":memory:" or file.startswith("file:"):
        yield
        return
    if getattr(_this_thread, "writes", False):
        raise RuntimeError("Nested write: each write must be its own transaction.")
    lock = os.open(f"{os.path.realpath(file)}-gate", os.O_RDWR | os.O_CREAT, 0o600)  # each writer's own
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _this_thread.writes = True
        yield
    finally:
        _this_thread.writes = False
        os.close(lock)  # which releases it
