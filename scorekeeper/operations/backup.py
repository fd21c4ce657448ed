"""Back up and restore a whole database, and what that takes: locks, copies, files that are there whole or not at all.

SQLite is copied by its backup API while people keep score, PostgreSQL by its pg_dump.  A copy is called a backup only
once it was checked.  The time of one is in its name: the next is due an interval after the newest there is, so that
neither a restart nor copying the files about changes anything.
"""

import datetime as dt
import fcntl
import logging
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, make_url

from scorekeeper.core.clock import wall_clock
from scorekeeper.core.settings import ConfigurationError, Settings
from scorekeeper.models.engine import CONNECTION_OPTIONS

log = logging.getLogger(__name__)

SIDE_FILES = ("-wal", "-shm", "-journal")
"""Endings of the names of the files that SQLite has beside a database."""
SERVER_LOCK = "-served"
"""Ending of the name of the file that the lock of a running server is on."""
OUR_TABLES = frozenset({"alembic_version", "leagues", "games", "lines"})
NAME = re.compile(r"scorekeeper-([0-9]{8}-[0-9]{6})\.(?:db|dump)")
TIME_FORMAT = "%Y%m%d-%H%M%S"


class BackupError(ConfigurationError):
    """A backup that could not be made or restored; the message is a sentence."""


@contextmanager
def _as_backup_error(what: str) -> Iterator[None]:
    """Turn what the disk or SQLite says into a BackupError: what cannot be done, and why."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{what}: {getattr(error, 'strerror', None) or error}.") from None


# ---------------------------------------------------------------- locks and files


def path_beside(database: Path, end: str) -> str:
    """Return the name of a file beside a database, with symbolic links resolved."""
    return f"{os.path.realpath(database)}{end}"


def hold_server_lock(database: Path) -> int:
    """Hold a shared lock while this process serves a database, so that `restore` cannot replace it; return the file."""
    handle = os.open(path_beside(database, SERVER_LOCK), os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(handle, fcntl.LOCK_SH)
    return handle


@contextmanager
def not_served(database: Path) -> Iterator[None]:
    """Keep the server from starting while the block runs.  Raises BackupError while it runs: it has the file open."""
    with _as_backup_error(f"{database} cannot be locked"), try_lock(path_beside(database, SERVER_LOCK)) as unserved:
        if not unserved:
            raise BackupError("The server is running: stop it, then try again.")
        yield


@contextmanager
def try_lock(path: str | Path) -> Iterator[bool]:
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


def free_name(database: Path, ending: str) -> Path:
    number, name = 1, database.with_name(f"{database.name}.{ending}")
    while name.exists():
        number += 1
        name = database.with_name(f"{database.name}.{ending}-{number}")
    return name


# ---------------------------------------------------------------- SQLite


def copy_file(database: Path, target: sqlite3.Connection) -> None:
    """Copy an SQLite database with everything committed so far, while others write to it.

    In one step: a backup in several steps starts again with each line that others write.  They wait meanwhile, so this
    does not wait for the disk.
    """
    target.execute("PRAGMA synchronous = OFF")
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source:
        source.backup(target)


def _copy_sound(database: Path, draft: Path) -> None:
    """Copy an SQLite database into a file, and check the copy.  Raises BackupError."""
    with closing(sqlite3.connect(draft)) as copy:
        copy_file(database, copy)
        if not {name for (name,) in copy.execute("SELECT name FROM sqlite_master")} >= OUR_TABLES:
            raise BackupError(f"{database.name} is not a Scorekeeper database.")
        if copy.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise BackupError(f"{database.name} is damaged.")


def back_up_file(database: Path, target: Path) -> None:
    """Copy an SQLite database while others write to it, and check the copy; until then nothing is at `target`.

    Raises BackupError.
    """
    if not database.exists():
        raise BackupError(f"There is no database at {database} yet.")
    with _as_backup_error(f"{database} cannot be backed up to {target}"), atomic_write(target) as draft:
        _copy_sound(database, draft)


def restore_file(file: Path, database: Path, now: dt.datetime) -> Path | None:
    """Replace a database by a backup; return where the old one is kept, None if there was none.

    Raises BackupError if the file isn't a sound backup, and while the database is being served.
    """
    with not_served(database), _as_backup_error(f"{file} cannot be restored"), atomic_write(database) as draft:
        _copy_sound(file, draft)
        kept = free_name(database, f"replaced-{now:{TIME_FORMAT}}") if database.exists() else None
        for end in (*SIDE_FILES, ""):  # SQLite would take the side files of the old one for those of the new one
            old = database.with_name(database.name + end)
            if end and old.exists() and not old.stat().st_size:
                old.unlink()
            elif old.exists():
                old.replace(f"{kept or free_name(database, 'left')}{end}")
    return kept


# ---------------------------------------------------------------- PostgreSQL


def _dump(url: URL, draft: Path) -> None:
    """Write a custom-format dump.  The password is no argument: every user of the machine can see those."""
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415 - not installed where games are kept in a file

    _, options = url.get_dialect()().create_connect_args(url)
    options.pop("password", None)  # URL.set(password=None) leaves it in
    options.pop("context", None)  # an object of psycopg, no option of the connection
    where = make_conninfo(**{**CONNECTION_OPTIONS, **options})
    _run("pg_dump", "--format=custom", f"--file={draft}", f"--dbname={where}", password=url.password)
    listed = _run("pg_restore", "--list", str(draft)).splitlines()
    if not {line.split()[6] for line in listed if " TABLE DATA " in line} >= OUR_TABLES:
        raise BackupError("The pg_dump output doesn't contain Scorekeeper's tables.")


def _run(program: str, *arguments: str, password: str | None = None) -> str:
    if shutil.which(program) is None:
        raise BackupError(f"The games are kept in PostgreSQL, and its {program} is not on this machine: install it.")
    environ = os.environ | ({"PGPASSWORD": password} if password else {})
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False, env=environ)  # noqa: S603 - ours
    if done.returncode:
        raise BackupError(f"{program} failed: {(done.stderr.strip().splitlines() or ['it gave no message'])[0]}")
    return done.stdout


# ---------------------------------------------------------------- the server's own


def backups_until(folder: Path, now: dt.datetime) -> list[tuple[dt.datetime, Path]]:
    """Return the backups in a folder, the oldest first; other files, and those of a clock that was ahead, are left."""
    found = []
    for path in folder.glob("scorekeeper-*"):
        if name := NAME.fullmatch(path.name):
            at = dt.datetime.strptime(f"{name[1]}+0000", f"{TIME_FORMAT}%z")
            found.append((at, path))
    return sorted(backup for backup in found if backup[0] <= now)


def newest_age(chosen: Settings, now: dt.datetime) -> dt.timedelta | None:
    made = backups_until(chosen.backups, now)
    return now - made[-1][0] if made else None


def is_overdue(chosen: Settings, now: dt.datetime) -> bool:
    age = newest_age(chosen, now)
    return chosen.backup_every > 0 and (age is None or age > 2 * dt.timedelta(hours=chosen.backup_every))


def make_backup(chosen: Settings, now: dt.datetime, *, only_if_due: bool = False) -> Path | None:
    """Back up the database, check the copy, delete the oldest; return where it is.

    None while another process makes one, or for `only_if_due` where none is due.  Raises BackupError.
    """
    folder, database = chosen.backups, chosen.database_file
    with _as_backup_error(f"{folder} cannot be written"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with try_lock(folder / ".lock") as alone:
            age = newest_age(chosen, now)
            if not alone or (only_if_due and age is not None and age < dt.timedelta(hours=chosen.backup_every)):
                return None
            for draft in folder.glob(".scorekeeper-*"):  # what a process left that was killed: the lock is ours
                draft.unlink()
            target = folder / f"scorekeeper-{now:{TIME_FORMAT}}.{'db' if database else 'dump'}"
            if database:
                back_up_file(database, target)
            else:
                with atomic_write(target) as draft:
                    _dump(make_url(chosen.database_url), draft)
            for _, old in backups_until(folder, now)[: -chosen.backup_keep]:
                old.unlink()
    return target


def start_backup_thread(chosen: Settings) -> None:
    """Back up whenever it is due, for as long as this process lives; where BACKUP_EVERY is 0 do nothing.

    Every worker has such a thread, and the lock in the folder lets one of them do it.
    """
    if chosen.backup_every:
        threading.Thread(target=_keep_backing_up, args=[chosen], name="backups", daemon=True).start()


def _keep_backing_up(chosen: Settings) -> None:
    while True:
        time.sleep(60 if back_up_if_due(chosen) else 15 * 60)


def back_up_if_due(chosen: Settings) -> bool:
    """Make a backup if one is due; return whether all went well.  What goes wrong is logged and never raised."""
    try:
        if target := make_backup(chosen, wall_clock(), only_if_due=True):
            log.info("Everything is in %s, and it is readable.", target)
    except Exception as error:  # if the thread ended, backups would stop silently
        log.error("No backup was made: %s", error, exc_info=not isinstance(error, BackupError))  # noqa: TRY400
        return False
    return True
