"""Back up and restore a whole database: SQLite by its backup API while people keep score, PostgreSQL by its pg_dump.

A copy is called a backup only once it was verified.  Restoring never replaces a database without keeping that one
beside it, and never while a server is running: it would keep writing to the file it has open.
"""

from __future__ import annotations

import datetime as dt
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError

from scorekeeper.models.engine import configure_engine
from scorekeeper.models.write_lock import WriteLock
from scorekeeper.services.errors import one_line
from scorekeeper.services.operations.database_files import (
    SERVER_LOCK,
    SIDE_FILES,
    WRITE_LOCK,
    atomic_write,
    copy_database,
    is_database_file,
    open_read_only,
    path_beside,
    try_lock,
)
from scorekeeper.services.operations.doctor import Verdict, run_checks
from scorekeeper.services.operations.schedule import FAILURE_NOTE, TIME_FORMAT, BackupSchedule, files_made_by, is_due

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from scorekeeper.services.operations.doctor import Finding


FILE_CHECK = "file"
"""The check that a file must pass to be called a backup."""
IGNORED_IN_A_COPY = ("saving", "version")
"""These two are checked when the copy is served: its journal settings, and whether it needs an upgrade."""
OUR_TABLES = frozenset({"alembic_version", "leagues", "games", "lines"})


class BackupError(Exception):
    """A backup that could not be made or restored; the message is a sentence."""


@contextmanager
def as_backup_error(what: str) -> Iterator[None]:
    """Turn an OSError into a BackupError: what cannot be done, and why."""
    try:
        yield
    except OSError as error:
        raise BackupError(f"{what}: {error.strerror}.") from None


# ---------------------------------------------------------------- back up


def back_up_database(database: Path, target: Path, *, force: bool = False) -> list[Finding]:
    """Copy a database while others write to it, and verify the copy; return what the doctor finds wrong in it.

    The original has the same faults, so it is a true copy.  Until it is complete there is nothing at `target`.  Raises
    BackupError for a file that exists already, and for a copy that cannot be read.
    """
    check_free(target, database, force=force)
    _check_exists(database, f"There is no database at {database} yet.")
    with as_backup_error(f"{target} cannot be written"), atomic_write(target) as draft:
        with as_backup_error(f"{database} cannot be read"), _writers_waiting(database):
            _copy_file(database, draft)
        return verify(draft, called=database.name)


def check_free(target: Path, database: Path | None, *, force: bool) -> None:
    """Raise BackupError for a target that the database needs, for a folder, and for an existing file."""
    with as_backup_error(f"{target} cannot be written"):
        if database and is_database_file(database, target):
            raise BackupError(f"{target} is part of the database itself: name another file.")
        _check_no_folder(target)
        if target.exists() and not force:
            raise BackupError(f"{target} already exists: name another file, or use --force.")


def _check_exists(file: Path, else_says: str) -> None:
    with as_backup_error(f"{file} cannot be read"):
        if not file.exists():
            raise BackupError(else_says)
        _check_no_folder(file)


def _check_no_folder(file: Path) -> None:
    if file.is_dir():
        raise BackupError(f"{file} is a folder: name a file in it.")


def _writers_waiting(database: Path) -> AbstractContextManager[None]:
    """Make writers wait for the write lock while the file is read: SQLite would refuse them after five seconds.

    With WAL writers do not wait for readers.
    """
    if _query(database, "PRAGMA journal_mode", database.name) == [("wal",)]:
        return nullcontext()
    return WriteLock(path_beside(database, WRITE_LOCK)).acquire()


def verify(file: Path, *, called: str = "") -> list[Finding]:
    """Return what the doctor finds wrong in a database file; no game is replayed.

    Raises BackupError for a file that is damaged, or no database of Scorekeeper; `called` is its name in the message.
    """
    called = called or file.name
    _check_ours(file, called)
    engine = configure_engine(create_engine(URL.create("sqlite", database=str(file))))
    try:
        with engine.connect() as connection:
            found = list(run_checks(connection, quick=True))
    except DatabaseError as error:
        raise BackupError(f"{called} cannot be read: {one_line(error)}.") from None
    finally:
        engine.dispose()
    wrong = [finding for finding in found if finding.verdict is Verdict.WRONG]
    of_the_file = next(finding for finding in found if finding.check.name == FILE_CHECK)
    if of_the_file.verdict is Verdict.WRONG:
        raise BackupError(f"{called} is damaged: {of_the_file.faults[0]}")
    if of_the_file.verdict is Verdict.SKIPPED:  # of another version: the doctor stops there
        _check_sound(file, called)
    return [finding for finding in wrong if finding.check.name not in IGNORED_IN_A_COPY]


def _check_ours(file: Path, called: str) -> None:
    found = {name for (name,) in _query(file, "SELECT name FROM sqlite_master WHERE type = 'table'", called)}
    if not found >= OUR_TABLES:
        raise BackupError(f"{called} is not a Scorekeeper database.")


def _check_sound(file: Path, called: str) -> None:
    if _query(file, "PRAGMA integrity_check", called) != [("ok",)] or _query(file, "PRAGMA foreign_key_check", called):
        raise BackupError(f"{called} is damaged.")


def _query(file: Path, question: str, called: str) -> list[tuple[object, ...]]:
    try:
        with closing(open_read_only(file)) as connection:
            return connection.execute(question).fetchall()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{called} cannot be read: {error}.") from None


# ---------------------------------------------------------------- taken back


def restore_database(file: Path, database: Path, now: dt.datetime) -> Path | None:
    """Replace a database by a backup; return where the old database is now, None if there is none.

    Raises BackupError if the file isn't a sound backup, and while the database is being served or written to.
    """
    _check_exists(file, f"There is no file at {file}.")
    with as_backup_error(f"{database} cannot be written"):
        _check_no_folder(database)
        with _exclusive(database), atomic_write(database) as draft:
            with as_backup_error(f"{file} cannot be read"):
                _copy_file(file, draft)
            verify(draft, called=file.name)
            return _keep_replaced(database, now)


def _keep_replaced(database: Path, now: dt.datetime) -> Path | None:
    """Keep a database under another name, with everything saved in it; its own name always has a file.

    SQLite would take the files beside it for those of the new one.  Those of a damaged database are moved along with
    it.
    """
    there = database.exists()
    sound = there and _is_in_one_file(database)
    replaced = free_name(database, f"replaced-{now:%Y%m%d-%H%M%S}")
    if there:
        os.link(database, replaced)
    for end in SIDE_FILES:
        left = database.with_name(database.name + end)
        if sound:
            left.unlink(missing_ok=True)
        elif left.exists():
            left.replace(replaced.with_name(replaced.name + end))
    return replaced if there else None


def _is_in_one_file(database: Path) -> bool:
    """Write everything into the file itself; return whether that was possible: it is not with a damaged one."""
    try:
        with closing(open_read_only(database)) as connection:  # of a damaged one SQLite deletes the files beside it
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise BackupError("The database is in use: stop the server, then try again.") from None
        return False
    return True


def free_name(database: Path, ending: str) -> Path:
    """Return an unused name beside a database: "scorekeeper.db.before-0004", then "…-2"."""
    number, name = 1, database.with_name(f"{database.name}.{ending}")
    while name.exists():
        number += 1
        name = database.with_name(f"{database.name}.{ending}-{number}")
    return name


@contextmanager
def _exclusive(database: Path) -> Iterator[None]:
    """Hold the database exclusively.  Raises BackupError while it is being served or written to."""
    with (
        try_lock(path_beside(database, SERVER_LOCK)) as unserved,
        try_lock(path_beside(database, WRITE_LOCK)) as unwritten,
    ):
        if not unserved:
            raise BackupError("The server is running: stop it, then try again.")
        if not unwritten:
            raise BackupError("Somebody is writing to the database: try again when that is done.")
        yield


def _copy_file(source: Path, target: Path) -> None:
    try:
        copy_database(source, target)
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{source.name} cannot be copied: {error}.") from None


DUMP_TIMEOUT = 3 * 60 * 60
"""Seconds for a database of any size; a server that has not answered by then never will."""


def dump_postgres(url: URL, target: Path) -> None:
    """Write a custom-format dump, readable by its owner alone; until it is complete there is nothing at `target`.

    Raises BackupError if the programs are missing or fail.
    """
    with as_backup_error(f"{target} cannot be written"), atomic_write(target) as draft:
        _run_program(
            "pg_dump", "--format=custom", f"--file={draft}", f"--dbname={_postgres_address(url)}", password=url.password
        )
        _verify_dump(draft)


def _verify_dump(draft: Path) -> None:
    listed = _run_program("pg_restore", "--list", str(draft), password=None)
    held = {line.split()[6] for line in listed.splitlines() if " TABLE DATA " in line}
    if not held >= OUR_TABLES:
        raise BackupError("The pg_dump output doesn't contain Scorekeeper's tables.")


def _postgres_address(url: URL) -> str:
    """Return the address as PostgreSQL's programs take it, without the password: every user can see arguments.

    The programs don't read SQLAlchemy's way of writing several hosts.
    """
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415 - not installed where games are kept in a file

    _, options = url.get_dialect()().create_connect_args(url)
    options.pop("password", None)  # URL.set(password=None) leaves it in
    options.pop("context", None)  # an object of psycopg, no option of the connection
    return make_conninfo(**options)


def _run_program(program: str, *how: str, password: str | None) -> str:
    path = shutil.which(program)
    if path is None:
        raise BackupError(f"The games are kept in PostgreSQL, and its {program} is not on this machine: install it.")
    environ = {**os.environ, "PGPASSWORD": password} if password else None
    try:
        done = subprocess.run(  # noqa: S603 - ours
            [path, *how], capture_output=True, text=True, check=False, env=environ, timeout=DUMP_TIMEOUT
        )
    except subprocess.TimeoutExpired:
        raise BackupError(f"{program} was stopped: it had not finished after {DUMP_TIMEOUT / 3600:g} hours.") from None
    if done.returncode:
        raise BackupError(f"{program} failed: {(done.stderr.strip().splitlines() or ['it gave no message'])[0]}")
    return done.stdout


DRAFTS, LOCK = ".scorekeeper-*", ".lock"


def make_backup(schedule: BackupSchedule, now: dt.datetime, *, only_if_due: bool = False) -> Path | None:
    """Back up the database, verify the copy, delete the oldest; return where it is.

    None while another process makes one, or for `only_if_due` where none is due.  Raises BackupError, and leaves a note
    of it until the next one succeeds.
    """
    try:
        target = _make_one(schedule, now, only_if_due=only_if_due)
    except BackupError as error:
        _note_failure(schedule.state, f"{now:%Y-%m-%d %H:%M} UTC: {error}\n")
        raise
    if target is not None:
        (schedule.state / FAILURE_NOTE).unlink(missing_ok=True)
    return target


def _make_one(schedule: BackupSchedule, now: dt.datetime, *, only_if_due: bool) -> Path | None:
    with as_backup_error(f"{schedule.folder} cannot be made"):
        schedule.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with as_backup_error(f"{schedule.folder} cannot be written in"), try_lock(schedule.folder / LOCK) as alone:
        if not alone or (only_if_due and not is_due(schedule, now)):
            return None
        _delete_drafts(schedule.folder)
        target = _back_up_to_folder(schedule, now)
        _prune(schedule, now)
        return target


def _back_up_to_folder(schedule: BackupSchedule, now: dt.datetime) -> Path:
    ending = "db" if isinstance(schedule.database, Path) else "dump"
    target = schedule.folder / f"scorekeeper-{now.astimezone(dt.UTC):{TIME_FORMAT}}.{ending}"
    if isinstance(schedule.database, Path):
        back_up_database(schedule.database, target, force=True)
    else:
        dump_postgres(schedule.database, target)
    return target


def _prune(schedule: BackupSchedule, now: dt.datetime) -> None:
    for old in files_made_by(schedule.folder, now)[: -schedule.keep]:
        old.path.unlink(missing_ok=True)


def _delete_drafts(folder: Path) -> None:
    """Delete what an interrupted process left: the caller holds the lock, so nobody else is writing there."""
    for draft in folder.glob(DRAFTS):
        draft.unlink(missing_ok=True)


def _note_failure(state: Path, sentence: str) -> None:
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        (state / FAILURE_NOTE).write_text(sentence, encoding="utf-8")
    except OSError:  # the disk of the state may be full too; then the doctor reports that the newest backup is old
        return
