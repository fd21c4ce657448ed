"""Make a backup of the schedule: one process at a time, verified, the oldest deleted."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from scorekeeper.services.operations.backup import BackupError, as_backup_error, back_up_database, dump_postgres
from scorekeeper.services.operations.database_files import try_lock
from scorekeeper.services.operations.schedule import FAILURE_NOTE, TIME_FORMAT, BackupSchedule, files_made_by, is_due

DRAFTS, LOCK = ".scorekeeper-*", ".lock"


def make_backup(schedule: BackupSchedule, now: dt.datetime, *, only_if_due: bool = False) -> Path | None:
    """Back up the database, verify the copy, delete the oldest; return where it is.

    None while another process makes one, or for `only_if_due` where none is due.  Raises BackupError, and leaves a note
    of it until the next one succeeds.
    """
    with as_backup_error(f"{schedule.folder} cannot be made"):
        schedule.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with as_backup_error(f"{schedule.folder} cannot be written in"), try_lock(schedule.folder / LOCK) as alone:
        if not alone or (only_if_due and not is_due(schedule, now)):
            return None
        _delete_drafts(schedule.folder)
        try:
            target = _back_up_to_folder(schedule, now)
        except BackupError as error:
            _note_failure(schedule.folder, f"{now:%Y-%m-%d %H:%M} UTC: {error}\n")
            raise
        _prune(schedule, now)
        (schedule.folder / FAILURE_NOTE).unlink(missing_ok=True)
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


def _note_failure(folder: Path, sentence: str) -> None:
    try:
        (folder / FAILURE_NOTE).write_text(sentence, encoding="utf-8")
    except OSError:  # the folder itself may be what failed; then its newest backup grows old, which the doctor says
        return
