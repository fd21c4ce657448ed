"""The schedule of the server's own backups: which is due, where it is, and the thread that has it made.

When the next is due follows from the newest file there is, so that a restart changes nothing; its time is in its name,
so that copying the files about changes nothing either.

A systemd timer wouldn't save much: a laptop at home may have none, and it would only replace the thread at the end of
this file.  The doctor needs the rest, which says when a backup is due or late.

A thread of each worker looks every minute whether one is due, and has a process of its own make it: verifying the copy
then takes no time from requests, and the worker may end meanwhile.  The lock in the folder lets one of them do it.
"""

from __future__ import annotations

import datetime as dt
import logging
import re
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy.engine import make_url

from scorekeeper.services.clock import wall_clock

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy.engine import URL

    from scorekeeper.settings import Settings

log = logging.getLogger(__name__)

FILE_NAME = re.compile(r"scorekeeper-([0-9]{8}-[0-9]{6})\.(db|dump)")
TIME_FORMAT = "%Y%m%d-%H%M%S"
FAILURE_NOTE = "backup-failed.txt"
"""Holds when and why the last backup failed; absent where it did not.  Not in the folder that may have failed."""
INTERVAL_NOTE = "backup-hours.txt"
"""Holds the running server's backup interval in hours, for a doctor without BACKUP_EVERY."""
LATE = 2
"""Intervals after which the newest backup is late."""
CHECK_INTERVAL = 60.0
"""Seconds between checks."""
RETRY_INTERVAL = 15 * 60.0
"""Seconds after a backup that failed."""
COMMAND = (sys.executable, "-m", "scorekeeper", "backup", "--if-due")


@dataclass(frozen=True)
class BackupSchedule:
    """What is backed up, where, how often, and how many copies are kept.  Without `every` none is ever due."""

    database: Path | URL
    """An SQLite file, or the address of a database on a server."""
    folder: Path
    every: dt.timedelta | None
    keep: int
    state: Path
    """The folder of the notes about them."""


@dataclass(frozen=True, order=True)
class BackupFile:
    """One backup, and when it was made."""

    at: dt.datetime
    path: Path


def schedule_of(chosen: Settings) -> BackupSchedule:
    """Return the schedule that the settings ask for."""
    every = dt.timedelta(hours=chosen.backup_every) if chosen.backup_every else None
    database = chosen.database_file or make_url(chosen.database_url)
    return BackupSchedule(database, chosen.backups, every, chosen.backup_keep, chosen.instance)


# ---------------------------------------------------------------- the files


def backup_files(folder: Path) -> list[BackupFile]:
    """Return the backups in a folder, the oldest first; other files in it are ignored."""
    named = ((_time_in_name(path.name), path) for path in folder.glob("scorekeeper-*"))
    return sorted(BackupFile(at, path) for at, path in named if at)


def _time_in_name(name: str) -> dt.datetime | None:
    found = FILE_NAME.fullmatch(name)
    try:
        return dt.datetime.strptime(found[1], TIME_FORMAT).replace(tzinfo=dt.UTC) if found else None
    except ValueError:  # no day of the calendar
        return None


def files_made_by(folder: Path, now: dt.datetime) -> list[BackupFile]:
    """Return the backups made until now: one from the future was made while the clock was wrong."""
    return [backup for backup in backup_files(folder) if backup.at <= now]


def newest_backup(folder: Path, now: dt.datetime) -> BackupFile | None:
    """Return the newest of the backups made until now, None if there is none."""
    return max(files_made_by(folder, now), default=None)


def is_due(schedule: BackupSchedule, now: dt.datetime) -> bool:
    """Return whether it is time for a backup."""
    if schedule.every is None:
        return False
    last = newest_backup(schedule.folder, now)
    return last is None or now - last.at >= schedule.every


def last_failure(state: Path) -> str | None:
    """Return when and why the last backup failed; None if it did not."""
    try:
        return (state / FAILURE_NOTE).read_text(encoding="utf-8").strip()
    except OSError:
        return None


def is_late(newest: BackupFile, every: dt.timedelta, now: dt.datetime) -> bool:
    """Return whether the newest backup is older than it should be."""
    return now - newest.at > LATE * every


def has_failed(schedule: BackupSchedule, now: dt.datetime) -> bool:
    """Return whether the last backup failed, or there was none in the last two intervals."""
    if last_failure(schedule.state) is not None:
        return True
    newest = newest_backup(schedule.folder, now)
    return newest is not None and schedule.every is not None and is_late(newest, schedule.every, now)


def note_interval(schedule: BackupSchedule) -> None:
    """Note how often this server makes backups.  If the state folder can't be written, it starts anyway."""
    note = schedule.state / INTERVAL_NOTE
    with suppress(OSError):
        if schedule.every is None:
            note.unlink(missing_ok=True)
        else:
            note.write_text(f"{schedule.every / dt.timedelta(hours=1):g}\n", encoding="ascii")


def noted_interval(state: Path) -> dt.timedelta | None:
    """Return the interval that the server last noted; None if it makes no backups by itself."""
    try:
        return dt.timedelta(hours=float((state / INTERVAL_NOTE).read_text(encoding="ascii")))
    except (OSError, ValueError, OverflowError):
        return None


# ---------------------------------------------------------------- the thread


def start_backup_thread(schedule: BackupSchedule) -> threading.Thread | None:
    """Start looking, for as long as this process lives; None if the schedule has no interval."""
    note_interval(schedule)
    if schedule.every is None:
        return None
    thread = threading.Thread(target=_run, args=[schedule], name="backups", daemon=True)
    thread.start()
    return thread


def _run(schedule: BackupSchedule) -> None:
    pause = threading.Event()
    while True:
        pause.wait(CHECK_INTERVAL if back_up_if_due(schedule) else RETRY_INTERVAL)


def back_up_if_due(schedule: BackupSchedule, make: Callable[[], str | None] | None = None) -> bool:
    """Make a backup if one is due; return whether all went well.  Every error is logged."""
    try:
        if not is_due(schedule, wall_clock()):
            return True
        failed = (make or _run_backup_process)()
    except Exception:  # if the thread ended, backups would stop silently
        log.exception("No backup was made.")
        return False
    if failed:
        log.error("No backup was made: %s", failed)
    return not failed


def _run_backup_process() -> str | None:
    """Return what the process printed if it failed, else None."""
    done = subprocess.run(COMMAND, capture_output=True, text=True, check=False)  # noqa: S603 - our own program
    if done.returncode == 0:
        if done.stdout:  # else another worker's was first
            log.info("%s", done.stdout.strip())
        return None
    return (done.stderr.strip().splitlines() or ["it ended without a message"])[-1].removeprefix("scorekeeper: ")
