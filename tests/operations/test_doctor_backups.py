"""What the doctor says of the server's own backups."""

from __future__ import annotations

import datetime as dt

import pytest

from scorekeeper.core.clock import wall_clock
from scorekeeper.core.settings import from_environment
from scorekeeper.operations.backup import TIME_FORMAT
from scorekeeper.operations.doctor import Verdict, run_checks
from tests.databases import url_of


@pytest.mark.parametrize(
    ("every", "hours", "fault", "note"),
    [
        ("0", None, None, "automatic backups are off: BACKUP_EVERY=24 turns them on"),
        ("24", None, "There are none in {folder} yet: the server makes the first one when it starts.", None),
        ("24", 30, None, "the newest in {folder} is 30 hours old"),
        (
            "24", 49,
            "The newest in {folder} is 49 hours old, but one is due every 24: the server's log says why.", None,
        ),
    ],
)  # fmt: skip
def test_backups_that_do_not_come(engine, database, tmp_path, every, hours, fault, note):
    folder = tmp_path / "copies"
    settings = {"DATABASE_URL": url_of(database), "BACKUP_EVERY": every, "BACKUP_FOLDER": "copies"}
    if hours:
        folder.mkdir()
        (folder / f"scorekeeper-{wall_clock() - dt.timedelta(hours=hours):{TIME_FORMAT}}.db").touch()
    with engine.connect() as connection:
        *_, last = run_checks(connection, quick=True, chosen=from_environment(settings, tmp_path))
    assert last.verdict is (Verdict.WRONG if fault else Verdict.OK)
    assert last.faults == ((fault.format(folder=folder),) if fault else ())
    assert last.notes == ((note.format(folder=folder),) if note else ())
