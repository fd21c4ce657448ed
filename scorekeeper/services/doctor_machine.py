"""Checks of what stands around the database: the disk, the clock, who else may read, and the backups."""

from __future__ import annotations

import datetime as dt
import shutil
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from scorekeeper import paths
from scorekeeper.models import Line
from scorekeeper.services.in_use import BESIDE
from scorekeeper.services.schedule import kept_in, last_failure, newest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scorekeeper.services.doctor_patient import Patient

LEAST_FREE = 200 * 10**6
"""Bytes: an evening takes less than one, a system that has none left does odd things."""
COPIES = 3
"""A backup, the copy an upgrade makes first, and the database as it grows."""
SLACK = dt.timedelta(hours=2)
"""A clock that is put right steps back by less; the demo's last game is played a little into the night to come."""
LATE = 2
"""How many times the pause between two backups the newest may be old."""
READ_BY_GROUP_OR_OTHERS, WRITE_BY_OTHERS, READ_BY_OTHERS, ENTER_BY_OTHERS = 0o077, 0o002, 0o004, 0o001


@dataclass(frozen=True)
class Around:
    """The machine, as far as the database depends on it."""

    now: dt.datetime
    database: Path | None
    """The SQLite file; None on a server."""
    key: Path
    """Where the secret key is kept, unless it is given in the environment."""
    backups: Path
    every: dt.timedelta | None
    """The pause between two backups that the server makes itself."""


# ---------------------------------------------------------------- disk


def disk(patient: Patient) -> Iterator[str]:
    """There is room for the database to grow, and for the copies that backups and upgrades make."""
    around = patient.around
    size = around.database.stat().st_size if around.database else 0
    wanted = max(LEAST_FREE, COPIES * size)
    told: set[int] = set()
    for what, folder in (("the database", around.database), ("the backups", around.backups)):
        there = _nearest(folder) if folder else None
        if there is None or there.stat().st_dev in told:
            continue
        told.add(there.stat().st_dev)
        free = shutil.disk_usage(there).free
        patient.notes.append(f"{in_words(free)} free beside {what}")
        if free < wanted:
            yield f"Only {in_words(free)} are free beside {what}; it should be {in_words(wanted)} or more."


def _nearest(path: Path) -> Path:
    """Give the folder something lies in, or will lie in once it is made."""
    return next(parent for parent in (path, *path.parents) if parent.is_dir())


def in_words(size: int) -> str:
    """Give a number of bytes: 512 kB, 1.3 GB."""
    amount = size / 1000
    for unit in ("kB", "MB", "GB"):
        if amount < 1000:  # noqa: PLR2004 - the next unit begins there
            return f"{amount:.0f} {unit}" if unit == "kB" else f"{amount:.3g} {unit}"
        amount /= 1000
    return f"{amount:.3g} TB"


# ---------------------------------------------------------------- clock


def clock(patient: Patient) -> Iterator[str]:
    """The clock is not before what is there already.  Only people are shown it: order never depends on it."""
    now = patient.around.now
    patient.notes.append(f"{now.astimezone():%Y-%m-%d %H:%M %Z}")
    newest_line = patient.connection.scalar(select(func.max(Line.recorded_at)))
    made = dt.datetime.fromtimestamp((paths.PACKAGE / "__init__.py").stat().st_mtime, dt.UTC)
    for what, moment in (("the newest line of a game was saved", newest_line), ("this program was installed", made)):
        if moment is not None and now < moment - SLACK:
            yield f"It says {now:%Y-%m-%d %H:%M}, and {what} at {moment:%Y-%m-%d %H:%M} UTC: set the clock."


# ---------------------------------------------------------------- who else may read


def secrets(patient: Patient) -> Iterator[str]:
    """Nobody else on this machine can read the games or the key, or put files where they lie."""
    around = patient.around
    if around.key.exists() and _mode(around.key) & READ_BY_GROUP_OR_OTHERS:
        yield f"Others may read {around.key}: chmod 600 {around.key}"
    folders = {around.key.parent, around.backups, *([around.database.parent] if around.database else [])}
    for folder in sorted(folders):
        if folder.is_dir() and _mode(folder) & WRITE_BY_OTHERS and _within_reach(folder):
            yield f"Others may write in {folder}: chmod o-w {folder}"
    for file in (*_files_of(around.database), *(kept.path for kept in kept_in(around.backups))):
        if _mode(file) & READ_BY_OTHERS and _within_reach(file):
            yield f"Others may read {file}: chmod 600 {file}"


def _files_of(database: Path | None) -> list[Path]:
    beside = [database.with_name(database.name + end) for end in ("", *BESIDE)] if database else []
    return [file for file in beside if file.exists()]


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _within_reach(path: Path) -> bool:
    """Tell whether others get as far as this: one closed folder on the way is enough."""
    return all(_mode(parent) & ENTER_BY_OTHERS for parent in path.resolve().parents)


# ---------------------------------------------------------------- backups


def backups(patient: Patient) -> Iterator[str]:
    """The server's own backups come as often as they should."""
    around = patient.around
    if around.every is None:
        patient.notes.append("the server makes none by itself: BACKUP_EVERY=24 lets it")
        return
    if failure := last_failure(around.backups):
        yield f"The last one failed, {failure}"
    last = newest(around.backups, around.now)
    if last is None:
        yield f"There is none in {around.backups} yet: the server makes the first when it starts."
        return
    age = around.now - last.at
    patient.notes.append(f"{len(kept_in(around.backups))} in {around.backups}, the newest {_hours(age)} old")
    if age > LATE * around.every:
        yield f"The newest is {_hours(age)} old, and one is due every {_hours(around.every)}: does the server run?"


def _hours(time: dt.timedelta) -> str:
    number = round(time.total_seconds() / 3600)
    return "1 hour" if number == 1 else f"{number} hours"
