"""A backup of the schedule made: one process at a time, looked at, the oldest taken away."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.services.backup import NoBackup, in_words, put_by
from scorekeeper.services.dumping import dump
from scorekeeper.services.in_use import held
from scorekeeper.services.schedule import FAILED, WRITTEN, is_due, made_by

if TYPE_CHECKING:
    from scorekeeper.services.schedule import Plan

DRAFTS, LOCK = ".scorekeeper-*", ".lock"


def back_up(plan: Plan, now: dt.datetime, *, only_if_due: bool = False) -> Path | None:
    """Put everything by, look at the copy, and take the oldest away; give where it lies.

    None where another process is at it, or for `only_if_due` where none is due.  Raises NoBackup, and leaves a note of
    it until the next one succeeds.
    """
    with in_words(f"{plan.folder} cannot be made"):
        plan.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with in_words(f"{plan.folder} cannot be written in"), held(plan.folder / LOCK) as alone:
        if not alone or (only_if_due and not is_due(plan, now)):
            return None
        _clear(plan.folder)
        try:
            target = _put_by(plan, now)
        except NoBackup as error:
            _note(plan.folder, f"{now:%Y-%m-%d %H:%M} UTC: {error}\n")
            raise
        _prune(plan, now)
        (plan.folder / FAILED).unlink(missing_ok=True)
        return target


def _put_by(plan: Plan, now: dt.datetime) -> Path:
    ending = "db" if isinstance(plan.database, Path) else "dump"
    target = plan.folder / f"scorekeeper-{now.astimezone(dt.UTC):{WRITTEN}}.{ending}"
    if isinstance(plan.database, Path):
        put_by(plan.database, target, force=True)
    else:
        dump(plan.database, target)
    return target


def _prune(plan: Plan, now: dt.datetime) -> None:
    for kept in made_by(plan.folder, now)[: -plan.keep]:
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
