"""Backups on a schedule: which is due, where it lies, and how many are kept.

When the next is due follows from the newest file there is, so that a restart changes nothing; its time is in its name,
so that copying the files about changes nothing either.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy.engine import URL

NAME = re.compile(r"scorekeeper-([0-9]{8}-[0-9]{6})\.(db|dump)")
WRITTEN = "%Y%m%d-%H%M%S"
FAILED = "failed.txt"
"""Holds when and why the last one failed; not there where it did not."""


@dataclass(frozen=True)
class Plan:
    """What is put by, where, how often, and how many copies are kept.  Without `every` none is ever due."""

    database: Path | URL
    """An SQLite file, or the address of one on a server."""
    folder: Path
    every: dt.timedelta | None
    keep: int


@dataclass(frozen=True, order=True)
class Kept:
    """One backup, and when it was made."""

    at: dt.datetime
    path: Path


def kept_in(folder: Path) -> list[Kept]:
    """Give the backups in a folder, the oldest first; nothing else in it is anybody's business."""
    named = ((_moment(path.name), path) for path in folder.glob("scorekeeper-*"))
    return sorted(Kept(at, path) for at, path in named if at)


def _moment(name: str) -> dt.datetime | None:
    found = NAME.fullmatch(name)
    try:
        return dt.datetime.strptime(found[1], WRITTEN).replace(tzinfo=dt.UTC) if found else None
    except ValueError:  # no day of the calendar
        return None


def made_by(folder: Path, now: dt.datetime) -> list[Kept]:
    """Give those of them made until now: one from a time still to come was made by a clock that was wrong."""
    return [kept for kept in kept_in(folder) if kept.at <= now]


def newest(folder: Path, now: dt.datetime) -> Kept | None:
    """Give the newest of those."""
    return max(made_by(folder, now), default=None)


def is_due(plan: Plan, now: dt.datetime) -> bool:
    """Tell whether it is time."""
    if plan.every is None:
        return False
    last = newest(plan.folder, now)
    return last is None or now - last.at >= plan.every


def last_failure(folder: Path) -> str | None:
    """Give when and why the last backup failed; None where it did not."""
    try:
        return (folder / FAILED).read_text(encoding="utf-8").strip()
    except OSError:
        return None
