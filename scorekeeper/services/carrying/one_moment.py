"""Reading a whole league as it was at one moment, while people go on keeping score."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine
from sqlalchemy.engine import URL

from scorekeeper.models.engine import prepare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine

NO_HURRY = "SET LOCAL idle_in_transaction_session_timeout = 0"
"""Whoever downloads may be slow; a reader holds nothing that others wait for (models/engine.py)."""


@contextmanager
def one_moment(engine: Engine) -> Iterator[Connection]:
    """Give a connection on which nothing changes, however long it is read, and nobody who writes waits for it.

    On SQLite without WAL a long reader would hold up every writer: there a copy of the file is read.
    """
    if engine.dialect.name != "sqlite":
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
            connection.exec_driver_sql(NO_HURRY)
            yield connection
        return
    with engine.connect() as connection:
        if connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal":
            connection.exec_driver_sql("BEGIN")
            yield connection
            return
    with _copied(engine) as connection:
        yield connection


@contextmanager
def _copied(engine: Engine) -> Iterator[Connection]:
    """Give a connection to a copy, which lies beside the database and is gone afterwards."""
    path = Path(engine.url.database or "")
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".reading-") as folder:
        copy = Path(folder) / path.name
        copy_database(path, copy)
        engine = prepare(create_engine(URL.create("sqlite", database=str(copy))))
        try:
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()


def copy_database(source: Path, target: Path) -> None:
    """Copy an SQLite database with everything committed so far, while others write in it; only the owner may read it.

    In one step: one that lets others write in between begins anew with each of their lines.
    """
    target.touch(mode=0o600)
    reader = open_to_read(source)
    writer = sqlite3.connect(target)
    try:
        reader.execute("PRAGMA busy_timeout = 5000")
        # Who saves waits meanwhile, so the disk is not waited for: whoever keeps the copy sees to that afterwards.
        writer.execute("PRAGMA synchronous = OFF")
        writer.execute("PRAGMA journal_mode = OFF")
        reader.backup(writer)
    finally:
        writer.close()
        reader.close()


def open_to_read(file: Path) -> sqlite3.Connection:
    """Open an SQLite file that is there, whatever signs are in its name, for reading alone."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
