"""Backups on a schedule: which is due, where it lies, and how many are kept.

When the next is due follows from the newest file there is, so that a restart changes nothing; its time is in its name,
so that copying the files about changes nothing either.
"""

from __future__ import annotations

import datetime as dt
import fcntl
import os
import re
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.services.backup import NoBackup, put_by
from scorekeeper.services.dumping import dump

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.engine import URL

NAME = re.compile(r"scorekeeper-([0-9]{8}-[0-9]{6})\.(db|dump)")
WRITTEN = "%Y%m%d-%H%M%S"
DRAFTS = ".scorekeeper-*"
FAILED, LOCK = "failed.txt", ".lock"


@dataclass(frozen=True)
class Plan:
    """What is put by, where, how often, and how many copies are kept.  Without `every` none is ever due."""

    url: URL
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
    named = ((NAME.fullmatch(path.name), path) for path in folder.glob("scorekeeper-*"))
    return sorted(Kept(_moment(found[1]), path) for found, path in named if found)


def _moment(text: str) -> dt.datetime:
    return dt.datetime.strptime(text, WRITTEN).replace(tzinfo=dt.UTC)


def newest(folder: Path, now: dt.datetime) -> Kept | None:
    """Give the newest backup; one from a time still to come was made by a clock that was wrong."""
    return max((kept for kept in kept_in(folder) if kept.at <= now), default=None)


def is_due(plan: Plan, now: dt.datetime) -> bool:
    """Tell whether it is time."""
    if plan.every is None:
        return False
    last = newest(plan.folder, now)
    return last is None or now - last.at >= plan.every


def back_up(plan: Plan, now: dt.datetime, *, only_if_due: bool = False) -> Path | None:
    """Put everything by, look at the copy, and take the oldest away; give where it lies.

    None where another process is at it, or for `only_if_due` where none is due.  Raises NoBackup, and leaves a note of
    it until the next one succeeds.
    """
    try:
        plan.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise NoBackup(f"{plan.folder} cannot be made: {error.strerror}.") from None
    with _alone_in(plan.folder) as alone:
        if not alone or (only_if_due and not is_due(plan, now)):
            return None
        _clear(plan.folder)
        try:
            target = _put_by(plan, now)
        except NoBackup as error:
            _note(plan.folder, f"{now:%Y-%m-%d %H:%M} UTC: {error}\n")
            raise
        _prune(plan)
        (plan.folder / FAILED).unlink(missing_ok=True)
        return target


def _put_by(plan: Plan, now: dt.datetime) -> Path:
    on_sqlite = plan.url.get_backend_name() == "sqlite"
    target = plan.folder / f"scorekeeper-{now.astimezone(dt.UTC):{WRITTEN}}.{'db' if on_sqlite else 'dump'}"
    try:
        if on_sqlite:
            put_by(Path(plan.url.database or ""), target, force=True)
        else:
            dump(plan.url, target)
    except OSError as error:  # a full disk, most of all
        raise NoBackup(f"{target} cannot be written: {error.strerror}.") from None
    return target


def _prune(plan: Plan) -> None:
    for kept in kept_in(plan.folder)[: -plan.keep]:
        kept.path.unlink(missing_ok=True)


def _clear(folder: Path) -> None:
    """Take away what a process left that was stopped in the middle: nobody else is at it now."""
    for draft in folder.glob(DRAFTS):
        draft.unlink(missing_ok=True)


def _note(folder: Path, sentence: str) -> None:
    try:
        (folder / FAILED).write_text(sentence, encoding="utf-8")
    except OSError:  # the folder itself may be what failed; then its newest backup grows old, which the doctor says
        return


def last_failure(folder: Path) -> str | None:
    """Give when and why the last backup failed; None where it did not."""
    try:
        return (folder / FAILED).read_text(encoding="utf-8").strip()
    except OSError:
        return None


@contextmanager
def _alone_in(folder: Path) -> Iterator[bool]:
    """Tell whether no other process makes a backup there, and keep it so."""
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield True
    except BlockingIOError:
        yield False
    finally:
        os.close(handle)
