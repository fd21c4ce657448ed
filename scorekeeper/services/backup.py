"""A whole database put by, and taken back: SQLite by its backup API, while people keep score.

A copy is only called a backup once it was looked at.  A file that is taken back never replaces another without that one
being kept beside it, and never under a server that runs: it would go on writing in the file it has open.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import tempfile
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError

from scorekeeper.models.engine import prepare
from scorekeeper.models.gate import WriteGate
from scorekeeper.services.carrying.one_moment import copy_database
from scorekeeper.services.doctor import Verdict, examine
from scorekeeper.services.in_use import BESIDE, IN_USE, beside

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from scorekeeper.services.doctor import Finding
    from scorekeeper.services.doctor_patient import Progress

ABOUT_THE_FILE = "file"
"""The check without which a copy is none."""
NOT_OF_A_COPY = ("saving", "version")
"""How a copy is saved is settled when it is served; whether it has to be upgraded too."""
GATE = "-gate"
"""What the name of the file ends in that writers queue at (models/gate.py)."""
TABLES_OF_OURS = frozenset({"alembic_version", "leagues", "games", "lines"})


class NoBackup(Exception):
    """A backup that could not be made or taken back; the message is a sentence."""


# ---------------------------------------------------------------- put by


def put_by(
    database: Path, target: Path, *, force: bool = False, progress: Progress = lambda _done, _of: None
) -> list[Finding]:
    """Copy a database while others write in it, and look at the copy; give what the doctor finds wrong in it.

    What he finds was wrong before: it is a true copy all the same.  Until it is whole there is nothing at `target`.
    Raises NoBackup for a file that is there already, and for a copy that cannot be read.
    """
    if target.exists() and not force:
        raise NoBackup(f"{target} is there already: name another file, or say --force.")
    if not database.exists():
        raise NoBackup(f"There is no database at {database} yet.")
    with _draft_beside(target) as draft:
        with _nobody_in_a_hurry(database):
            _copy(database, draft)
        wrong = look_at(draft, progress)
        _to_disk(draft)
        draft.replace(target)
        _to_disk(target.parent)
    return wrong


def _nobody_in_a_hurry(database: Path) -> AbstractContextManager[None]:
    """Let whoever saves queue at the gate while the file is read: SQLite itself would turn him away after five seconds.

    With WAL nobody waits for a reader.
    """
    if _asked(database, "PRAGMA journal_mode") == [("wal",)]:
        return nullcontext()
    return WriteGate(beside(database, GATE)).passed()


def look_at(file: Path, progress: Progress = lambda _done, _of: None) -> list[Finding]:
    """Give what the doctor finds wrong in a database file, none of its games played anew.

    Raises NoBackup for a file that is damaged, or no database of ours.
    """
    _check_ours(file)
    engine = prepare(create_engine(URL.create("sqlite", database=str(file))))
    try:
        with engine.connect() as connection:
            found = list(examine(connection, quick=True, progress=progress))
    except DatabaseError as error:
        raise NoBackup(f"{file.name} cannot be read: {str(error.orig).splitlines()[0]}.") from None
    finally:
        engine.dispose()
    wrong = [finding for finding in found if finding.verdict is Verdict.WRONG]
    of_the_file = next(finding for finding in found if finding.check.name == ABOUT_THE_FILE)
    if of_the_file.verdict is Verdict.WRONG:
        raise NoBackup(f"{file.name} is damaged: {of_the_file.faults[0]}")
    if of_the_file.verdict is Verdict.LEFT_OUT:  # another version made it: the doctor stops there
        _check_sound(file)
    return [finding for finding in wrong if finding.check.name not in NOT_OF_A_COPY]


def _check_ours(file: Path) -> None:
    found = {name for (name,) in _asked(file, "SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not found >= TABLES_OF_OURS:
        raise NoBackup(f"{file.name} is no backup of a scorekeeper.")


def _check_sound(file: Path) -> None:
    if _asked(file, "PRAGMA integrity_check") != [("ok",)] or _asked(file, "PRAGMA foreign_key_check"):
        raise NoBackup(f"{file.name} is damaged.")


def _asked(file: Path, question: str) -> list[tuple[object, ...]]:
    try:
        connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            return connection.execute(question).fetchall()
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        raise NoBackup(f"{file.name} cannot be read: {error}.") from None


# ---------------------------------------------------------------- taken back


def take_back(
    file: Path, database: Path, now: dt.datetime, *, progress: Progress = lambda _done, _of: None
) -> Path | None:
    """Let a backup be the database; give where the file lies that was the database before, None for none.

    Raises NoBackup for what is no sound backup, and while the database is being served or written in.
    """
    if not file.exists():
        raise NoBackup(f"There is no file at {file}.")
    with _draft_beside(database) as draft, _alone(database):
        _copy(file, draft)
        look_at(draft, progress)
        _to_disk(draft)
        kept = _keep(database, now) if database.exists() else None
        draft.replace(database)
        _to_disk(database.parent)
    return kept


def _keep(database: Path, now: dt.datetime) -> Path:
    """Keep a database under another name, with all that was saved in it; there is one at its own name throughout."""
    _without_journal(database)
    kept = free_name(database, f"replaced-{now:%Y%m%d-%H%M%S}")
    os.link(database, kept)
    return kept


def _without_journal(database: Path) -> None:
    """Bring everything into the file itself: what lies beside it would be taken for the new one's."""
    try:
        connection = sqlite3.connect(database, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        finally:
            connection.close()
    except sqlite3.OperationalError as error:
        raise NoBackup(f"Somebody has the database open ({error}): stop the server, then try again.") from None
    for end in BESIDE:
        database.with_name(database.name + end).unlink(missing_ok=True)


def free_name(database: Path, ending: str) -> Path:
    """Give a name beside a database that nothing has: "scorekeeper.db.before-0004", then "…-2"."""
    number, name = 1, database.with_name(f"{database.name}.{ending}")
    while name.exists():
        number += 1
        name = database.with_name(f"{database.name}.{ending}-{number}")
    return name


@contextmanager
def _alone(database: Path) -> Iterator[None]:
    """Hold the database for oneself.  Raises NoBackup while a server has it, or somebody writes in it."""
    with (
        _lock(database, IN_USE, "The server is running: stop it, then try again."),
        _lock(database, GATE, "Somebody is writing in the database: try again when that is done."),
    ):
        yield


@contextmanager
def _lock(database: Path, end: str, says: str) -> Iterator[None]:
    handle = os.open(beside(database, end), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise NoBackup(says) from None
    finally:
        os.close(handle)


# ---------------------------------------------------------------- files


@contextmanager
def _draft_beside(target: Path) -> Iterator[Path]:
    """Give a name for what will be `target`, gone afterwards if it never came to that."""
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    except OSError as error:
        raise NoBackup(f"{target} cannot be written: {error.strerror}.") from None
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
    finally:
        for end in ("", *BESIDE):
            draft.with_name(draft.name + end).unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    try:
        copy_database(source, target)
    except sqlite3.DatabaseError as error:
        raise NoBackup(f"{source.name} cannot be read: {error}.") from None


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
