"""A whole database put by, and taken back: SQLite by its backup API, while people keep score.

A copy is only called a backup once it was looked at.  A file that is taken back never replaces another without that one
being kept beside it, and never under a server that runs: it would go on writing in the file it has open.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager, nullcontext
from typing import TYPE_CHECKING

from sqlalchemy import create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError

from scorekeeper.models.engine import prepare
from scorekeeper.models.gate import WriteGate
from scorekeeper.services.carrying.one_moment import copy_database, open_to_read
from scorekeeper.services.doctor import Verdict, examine
from scorekeeper.services.errors import one_line
from scorekeeper.services.in_use import BESIDE, GATE, IN_USE, belongs_to, beside, held
from scorekeeper.services.whole_files import whole

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from scorekeeper.services.doctor import Finding
    from scorekeeper.services.doctor_patient import Progress

ABOUT_THE_FILE = "file"
"""The check without which a copy is none."""
NOT_OF_A_COPY = ("saving", "version")
"""How a copy is saved is settled when it is served; whether it has to be upgraded too."""
TABLES_OF_OURS = frozenset({"alembic_version", "leagues", "games", "lines"})


class NoBackup(Exception):
    """A backup that could not be made or taken back; the message is a sentence."""


@contextmanager
def in_words(what: str) -> Iterator[None]:
    """Turn what the machine refuses into NoBackup: what cannot be done, and why."""
    try:
        yield
    except OSError as error:
        raise NoBackup(f"{what}: {error.strerror}.") from None


# ---------------------------------------------------------------- put by


def put_by(
    database: Path, target: Path, *, force: bool = False, progress: Progress = lambda _done, _of: None
) -> list[Finding]:
    """Copy a database while others write in it, and look at the copy; give what the doctor finds wrong in it.

    What he finds was wrong before: it is a true copy all the same.  Until it is whole there is nothing at `target`.
    Raises NoBackup for a file that is there already, and for a copy that cannot be read.
    """
    check_free(target, database, force=force)
    _check_there(database, f"There is no database at {database} yet.")
    with in_words(f"{target} cannot be written"), whole(target) as draft:
        with in_words(f"{database} cannot be read"), _nobody_in_a_hurry(database):
            _copy(database, draft)
        return look_at(draft, progress, called=database.name)


def check_free(target: Path, database: Path | None, *, force: bool) -> None:
    """Raise NoBackup for a target that the database needs, for a folder, and for a file that is there already."""
    with in_words(f"{target} cannot be written"):
        if database and belongs_to(database, target):
            raise NoBackup(f"{target} belongs to the database itself: name another file.")
        _check_no_folder(target)
        if target.exists() and not force:
            raise NoBackup(f"{target} is there already: name another file, or say --force.")


def _check_there(file: Path, else_says: str) -> None:
    with in_words(f"{file} cannot be read"):
        if not file.exists():
            raise NoBackup(else_says)
        _check_no_folder(file)


def _check_no_folder(file: Path) -> None:
    if file.is_dir():
        raise NoBackup(f"{file} is a folder: name a file in it.")


def _nobody_in_a_hurry(database: Path) -> AbstractContextManager[None]:
    """Let whoever saves queue at the gate while the file is read: SQLite itself would turn him away after five seconds.

    With WAL nobody waits for a reader.
    """
    if _asked(database, "PRAGMA journal_mode", database.name) == [("wal",)]:
        return nullcontext()
    return WriteGate(beside(database, GATE)).passed()


def look_at(file: Path, progress: Progress = lambda _done, _of: None, *, called: str = "") -> list[Finding]:
    """Give what the doctor finds wrong in a database file, none of its games played anew.

    Raises NoBackup for a file that is damaged, or no database of ours, which it names as it is called.
    """
    called = called or file.name
    _check_ours(file, called)
    engine = prepare(create_engine(URL.create("sqlite", database=str(file))))
    try:
        with engine.connect() as connection:
            found = list(examine(connection, quick=True, progress=progress))
    except DatabaseError as error:
        raise NoBackup(f"{called} cannot be read: {one_line(error)}.") from None
    finally:
        engine.dispose()
    wrong = [finding for finding in found if finding.verdict is Verdict.WRONG]
    of_the_file = next(finding for finding in found if finding.check.name == ABOUT_THE_FILE)
    if of_the_file.verdict is Verdict.WRONG:
        raise NoBackup(f"{called} is damaged: {of_the_file.faults[0]}")
    if of_the_file.verdict is Verdict.LEFT_OUT:  # another version made it: the doctor stops there
        _check_sound(file, called)
    return [finding for finding in wrong if finding.check.name not in NOT_OF_A_COPY]


def _check_ours(file: Path, called: str) -> None:
    found = {name for (name,) in _asked(file, "SELECT name FROM sqlite_master WHERE type = 'table'", called)}
    if not found >= TABLES_OF_OURS:
        raise NoBackup(f"{called} is no database of a scorekeeper.")


def _check_sound(file: Path, called: str) -> None:
    if _asked(file, "PRAGMA integrity_check", called) != [("ok",)] or _asked(file, "PRAGMA foreign_key_check", called):
        raise NoBackup(f"{called} is damaged.")


def _asked(file: Path, question: str, called: str) -> list[tuple[object, ...]]:
    try:
        with closing(open_to_read(file)) as connection:
            return connection.execute(question).fetchall()
    except sqlite3.DatabaseError as error:
        raise NoBackup(f"{called} cannot be read: {error}.") from None


# ---------------------------------------------------------------- taken back


def take_back(
    file: Path, database: Path, now: dt.datetime, *, progress: Progress = lambda _done, _of: None
) -> Path | None:
    """Let a backup be the database; give where the file lies that was the database before, None for none.

    Raises NoBackup for what is no sound backup, and while the database is being served or written in.
    """
    _check_there(file, f"There is no file at {file}.")
    with in_words(f"{database} cannot be written"):
        _check_no_folder(database)
        with _alone(database), whole(database) as draft:
            with in_words(f"{file} cannot be read"):
                _copy(file, draft)
            look_at(draft, progress, called=file.name)
            return _keep(database, now)


def _keep(database: Path, now: dt.datetime) -> Path | None:
    """Keep a database under another name, with all that was saved in it; there is one at its own name throughout.

    What lies beside it would be taken for the new one's.  A ruined one's goes along with it, as it was.
    """
    there = database.exists()
    sound = there and _is_in_one_file(database)
    kept = free_name(database, f"replaced-{now:%Y%m%d-%H%M%S}")
    if there:
        os.link(database, kept)
    for end in BESIDE:
        left = database.with_name(database.name + end)
        if sound:
            left.unlink(missing_ok=True)
        elif left.exists():
            left.replace(kept.with_name(kept.name + end))
    return kept if there else None


def _is_in_one_file(database: Path) -> bool:
    """Bring everything into the file itself; tell whether that went, as it does not with a ruined one."""
    try:
        with closing(open_to_read(database)) as connection:  # of a ruined one SQLite takes away what lies beside it
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise NoBackup("Somebody has the database open: stop the server, then try again.") from None
        return False
    return True


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
    with held(beside(database, IN_USE)) as unserved, held(beside(database, GATE)) as unwritten:
        if not unserved:
            raise NoBackup("The server is running: stop it, then try again.")
        if not unwritten:
            raise NoBackup("Somebody is writing in the database: try again when that is done.")
        yield


def _copy(source: Path, target: Path) -> None:
    try:
        copy_database(source, target)
    except sqlite3.DatabaseError as error:
        raise NoBackup(f"{source.name} cannot be copied: {error}.") from None
