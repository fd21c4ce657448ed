"""What the doctor says of the server's own backups."""

from __future__ import annotations

import datetime as dt

import pytest

from scorekeeper.services.clock import wall_clock
from scorekeeper.services.operations.doctor import CHECKS, Verdict, run_checks
from scorekeeper.services.operations.schedule import FAILURE_NOTE, INTERVAL_NOTE, TIME_FORMAT, BackupSchedule

HOUR = dt.timedelta(hours=1)
FAILED = "2026-11-20 04:00 UTC: The disk is full."


@pytest.fixture
def say(engine, database, tmp_path):
    """Return a function that returns what is wrong with the backups, and the notes; one is made every so often."""

    def say(every=None):
        schedule = BackupSchedule(database, tmp_path / "copies", every, 3, tmp_path)
        with engine.connect() as connection:
            *_, last = run_checks(connection, quick=True, schedule=schedule)
        assert last.verdict is (Verdict.WRONG if last.faults else Verdict.OK)
        return last.faults, last.notes

    return say


def made(folder, hours):
    """Put a backup of so many hours ago into a folder."""
    folder.mkdir()
    (folder / f"scorekeeper-{wall_clock() - hours * HOUR:{TIME_FORMAT}}.db").touch(mode=0o600)


def test_a_copy_has_no_backups(engine):
    with engine.connect() as connection:
        assert [finding.check for finding in run_checks(connection, quick=True)] == list(CHECKS)


def test_that_there_are_none_is_noted(say):
    assert say() == ((), ("automatic backups are off: BACKUP_EVERY=24 turns them on",))


@pytest.mark.parametrize(
    ("hours", "sentence"),
    [
        (None, "There are none in {folder} yet: the server makes the first one when it starts."),
        (30, None),
        (49, "The newest is 49 hours old, but one is due every 24 hours: is the server running?"),
    ],
)
def test_backups_that_do_not_come(say, tmp_path, hours, sentence):
    folder = tmp_path / "copies"
    if hours:
        made(folder, hours)
    assert say(24 * HOUR)[0] == ((sentence.format(folder=folder),) if sentence else ())


def test_a_doctor_who_was_told_no_interval_asks_what_the_server_noted(say, tmp_path):
    """The settings of a service are not always those of the shell that the doctor is called from."""
    (tmp_path / FAILURE_NOTE).write_text(f"{FAILED}\n")
    assert say()[0] == (f"The last one failed, {FAILED}",)
    (tmp_path / FAILURE_NOTE).unlink()
    (tmp_path / INTERVAL_NOTE).write_text("24\n")
    made(tmp_path / "copies", 49)
    assert "49 hours old" in say()[0][0]
