"""A backup of the schedule made: one process at a time, looked at, the oldest taken away."""

from __future__ import annotations

import datetime as dt
import fcntl
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.services.backup import NoBackup, put_by
from scorekeeper.services.dumping import dump
from scorekeeper.services.schedule import FAILED, WRITTEN, is_due, kept_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.services.schedule import Plan

DRAFTS, LOCK = ".scorekeeper-*", ".lock"


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
