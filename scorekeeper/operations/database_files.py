"""Files of a database: locks on them, atomic file writes, copies, and reading all of it at one moment."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, StaticPool, create_engine

from scorekeeper.core.errors import TransferBusy
from scorekeeper.models.engine import configure_engine

SIDE_FILES = ("-wal", "-shm", "-journal")
"""Endings of the names of the files that SQLite has beside a database."""
SERVER_LOCK = "-served"
"""Ending of the name of the file that a running server holds a shared lock on."""
READ_LOCK = "-reading"
READ_WAIT, WAIT_STEP = 10.0, 0.05
"""Seconds."""
NO_IDLE_TIMEOUT = "SET LOCAL idle_in_transaction_session_timeout = 0"
"""A download may be slow, but nobody waits for its transaction (models/engine.py)."""


def hold_server_lock(database: Path) -> int:
    """Hold a shared lock while this process serves a database, so that `restore` cannot replace it; return the file."""
    handle = os.open(path_beside(database, SERVER_LOCK), os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(handle, fcntl.LOCK_SH)
    return handle


def path_beside(database: Path, end: str) -> str:
    """Return the name of a file beside a database, with symbolic links resolved."""
    return f"{os.path.realpath(database)}{end}"


@contextmanager
def try_lock(path: str | Path) -> Iterator[bool]:
    """Lock a file exclusively if nobody else has; yield whether that worked."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            mine = True
        except BlockingIOError:
            mine = False
        yield mine
    finally:
        os.close(handle)  # which releases the lock


_places = threading.Semaphore(5)
"""For one transfer, and four that wait for it."""


@contextmanager
def one_at_a_time(path: str | Path, wait: float) -> Iterator[None]:
    """Hold a lock on a file while the block runs, after waiting at most `wait` seconds for it.

    Raises TransferBusy, at once if enough threads of this process wait: who waits holds a thread.
    """
    if not _places.acquire(blocking=False):
        raise TransferBusy
    try:
        end = time.monotonic() + wait
        while True:
            with try_lock(path) as mine:
                if mine:
                    yield
                    return
            if time.monotonic() > end:
                raise TransferBusy
            time.sleep(WAIT_STEP)
    finally:
        _places.release()


@contextmanager
def atomic_write(target: Path) -> Iterator[Path]:
    """Yield an empty file that replaces `target` at the end, synced to disk; only its owner may read it.

    If anything fails it is deleted, and `target` is as before.  Raises OSError.
    """
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        _fsync(draft)
        draft.replace(target)
        _fsync(target.parent)
    finally:
        for end in ("", *SIDE_FILES):
            draft.with_name(draft.name + end).unlink(missing_ok=True)


def _fsync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def copy_database(source: Path, target: Path) -> None:
    """Copy an SQLite database with everything committed so far, while others write to it.

    In one step: a backup in several steps starts again with each line that others write.
    """
    with closing(_open_read_only(source)) as reader, closing(sqlite3.connect(target)) as writer:
        # Writers wait meanwhile, so this does not wait for the disk: `atomic_write` syncs the copy afterwards.
        writer.execute("PRAGMA synchronous = OFF")
        writer.execute("PRAGMA journal_mode = OFF")
        reader.backup(writer)


def _open_read_only(file: Path) -> sqlite3.Connection:
    """Open an existing SQLite file, whatever characters its name has."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


@contextmanager
def consistent_read(engine: Engine, wait: float = READ_WAIT) -> Iterator[Connection]:
    """Yield a connection on which nothing changes, however long it is read, and which no writer waits for.

    On SQLite without WAL a long reader would block every writer: there a temporary copy of the file is read, one at a
    time.  Raises TransferBusy if another one is being read for more than `wait` seconds.
    """
    if engine.dialect.name != "sqlite":
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
            connection.exec_driver_sql(NO_IDLE_TIMEOUT)
            yield connection
        return
    with engine.connect() as connection:
        if connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal":
            connection.exec_driver_sql("BEGIN")
            yield connection
            return
    path = Path(engine.url.database or "")
    with (
        one_at_a_time(path_beside(path, READ_LOCK), wait),
        closing(sqlite3.connect("", check_same_thread=False)) as copy,  # SQLite itself deletes a file without a name
    ):
        with closing(_open_read_only(path)) as source:
            source.backup(copy)
        reading = configure_engine(create_engine("sqlite://", creator=lambda: copy, poolclass=StaticPool))
        with reading.connect() as connection:
            yield connection
