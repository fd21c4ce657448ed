"""What is around the database, made wrong for real: a full disk, a wrong clock, open files, old backups."""

from __future__ import annotations

import datetime as dt
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from sqlalchemy import insert
from sqlalchemy.orm import Session

from scorekeeper.models.tables import changes
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.operations.doctor import CHECKS, HOST_CHECKS, Verdict, run_checks
from scorekeeper.services.operations.doctor_context import Host
from scorekeeper.services.operations.doctor_system import format_bytes
from scorekeeper.services.operations.schedule import FAILURE_NOTE, INTERVAL_NOTE, TIME_FORMAT
from scorekeeper.services.submission import Submission
from scorekeeper.services.transaction import writing
from tests.databases import SERVER
from tests.factories import draft, enrol, hand, op_id

HOUR = dt.timedelta(hours=1)


@pytest.fixture
def open_folder():
    """A folder that everybody on this machine may look into, unlike pytest's."""
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def host(database, tmp_path):
    """Return a function that returns what is host the database of this test, but for what is another."""

    def host(**other):
        usual = {
            "now": wall_clock(), "database": None if SERVER else Path(database), "key": tmp_path / "secret_key",
            "backups": tmp_path / "copies", "every": None,
        }  # fmt: skip
        return Host(**usual | other)

    return host


@pytest.fixture
def look(engine):
    """Return a function that returns what the doctor finds of the machine: name of the check -> finding."""

    def look(host):
        with engine.connect() as connection:
            found = list(run_checks(connection, quick=True, host=host))
        assert [finding.check for finding in found] == [*CHECKS, *HOST_CHECKS]
        return {finding.check.name: finding for finding in found[len(CHECKS) :]}

    return look


def wrong(found):
    return {name: finding.faults for name, finding in found.items() if finding.verdict is not Verdict.OK}


def test_all_is_well_and_said(look, host):
    found = look(host())
    assert wrong(found) == {}
    [free] = found["disk"].notes
    assert free.endswith("free beside the database" if not SERVER else "free beside the backups")
    [clock] = found["clock"].notes
    assert dt.datetime.now().astimezone().tzname() in clock
    assert found["backups"].notes == ("automatic backups are off: BACKUP_EVERY=24 turns them on",)


def test_a_copy_has_no_machine(engine):
    with engine.connect() as connection:
        assert [finding.check for finding in run_checks(connection, quick=True)] == list(CHECKS)


# ---------------------------------------------------------------- disk


@pytest.mark.sqlite("its file")
def test_a_database_that_does_not_fit_a_second_time(look, host, tmp_path):
    """The file says it is half as large as what is free; nothing of that is written."""
    large = tmp_path / "large.db"
    large.touch()
    os.truncate(large, shutil.disk_usage(tmp_path).free // 2)
    [sentence] = wrong(look(host(database=large)))["disk"]
    assert sentence.startswith("Only ")
    assert " are free beside the database; it should be " in sentence


def test_a_disk_that_is_nearly_full(look, host, open_folder):
    """A disk of 16 MB for the backups: without root, or where nothing may be mounted, there is none to be had."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "none", str(open_folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("Nothing can be mounted here.")
    try:
        [sentence] = wrong(look(host(backups=open_folder / "not yet")))["disk"]
        assert sentence.startswith("Only 16.")
        assert sentence.endswith(" MB are free beside the backups; it should be 200 MB or more.")
    finally:
        subprocess.run(["umount", str(open_folder)], check=True)


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 kB"), (389_120, "389 kB"), (1_000_000, "1 MB"), (16_777_216, "16.8 MB"), (2.5e9, "2.5 GB"), (3e12, "3 TB")],
)
def test_sizes_in_words(size, words):
    assert format_bytes(size) == words


# ---------------------------------------------------------------- clock


def test_a_clock_that_is_behind_what_was_saved(look, host, engine):
    with Session(engine, expire_on_commit=False) as session:
        phone = enrol(session, wall_clock, "A phone")[0]
        code = create_game(session, wall_clock, phone, draft())
        record_line(session, wall_clock, code, hand(), Submission(op_id=op_id(), seen=0, device=phone))
    assert wrong(look(host())) == {}
    assert wrong(look(host(now=wall_clock() - dt.timedelta(seconds=5)))) == {}
    sentence, *_ = wrong(look(host(now=wall_clock() - 3 * HOUR)))["clock"]  # a fresh checkout is newer, too
    assert "but the newest line of a game was saved at " in sentence
    assert sentence.endswith(" UTC: set the clock.")


def test_what_was_brought_in_says_nothing_of_this_clock(look, host, session, clock, alice):
    code = create_game(session, clock, alice, draft())
    later = wall_clock() + 24 * HOUR
    record_line(session, lambda: later, code, hand(), Submission(op_id=op_id(), seen=0, device=alice))
    assert "clock" in wrong(look(host()))
    note = insert(changes).values(
        league_id=1, id=1, op_id=op_id(), what="imported", facts={}, device_id=alice.id, made_at=later
    )
    with writing(session) as connection:
        connection.execute(note)
    assert "clock" not in wrong(look(host()))


def test_a_clock_that_is_behind_the_program(look, host):
    """A small computer without a battery begins in 1970."""
    [sentence] = wrong(look(host(now=dt.datetime(1970, 1, 1, 0, 5, tzinfo=dt.UTC))))["clock"]
    assert sentence.startswith("It says 1970-01-01 00:05, but this program was installed at ")


# ---------------------------------------------------------------- who else may read


def test_a_key_that_others_may_read(look, host, tmp_path):
    key = tmp_path / "secret_key"
    key.write_text("0" * 64)
    key.chmod(0o640)
    assert wrong(look(host())) == {"secrets": (f"Other users can read {key}: chmod 600 {key}",)}
    key.chmod(0o600)
    assert wrong(look(host())) == {}


@pytest.mark.sqlite("its file")
def test_a_database_that_others_may_read(look, host, open_folder, database):
    file = open_folder / "league.db"
    shutil.copy(database, file)
    file.chmod(0o644)
    assert wrong(look(host(database=file))) == {"secrets": (f"Other users can read {file}: chmod 600 {file}",)}
    open_folder.chmod(0o700)  # one closed folder on the way is enough
    assert wrong(look(host(database=file))) == {}
    open_folder.chmod(0o755)
    file.chmod(0o600)
    assert wrong(look(host(database=file))) == {}
    journal = open_folder / "league.db-journal"
    journal.touch(mode=0o644)
    assert wrong(look(host(database=file))) == {"secrets": (f"Other users can read {journal}: chmod 600 {journal}",)}


def test_folders_that_others_may_write_in_and_backups_they_may_read(look, host, open_folder):
    open_folder.chmod(0o757)
    kept = open_folder / "scorekeeper-20261120-040000.db"
    kept.touch(mode=0o644)
    said = (
        f"Other users can write in {open_folder}: chmod o-w {open_folder}",
        f"Other users can read {kept}: chmod 600 {kept}",
    )
    assert wrong(look(host(backups=open_folder))) == {"secrets": said}


# ---------------------------------------------------------------- backups


@pytest.mark.parametrize(
    ("age", "sentence"),
    [
        (None, "There are none in {folder} yet: the server makes the first one when it starts."),
        (30, None),
        (49, "The newest is 49 hours old, but one is due every 24 hours: is the server running?"),
    ],
)
def test_backups_that_do_not_come(look, host, tmp_path, age, sentence):
    folder, now = tmp_path / "copies", wall_clock()
    folder.mkdir()
    if age:
        (folder / f"scorekeeper-{now - age * HOUR:{TIME_FORMAT}}.db").touch(mode=0o600)
    found = look(host(now=now, every=24 * HOUR))
    assert wrong(found) == ({"backups": (sentence.format(folder=folder),)} if sentence else {})
    if age:
        assert found["backups"].notes == (f"1 in {folder}, the newest {age} hours old",)


def test_the_last_one_failed(look, host, tmp_path):
    (tmp_path / FAILURE_NOTE).write_text("2026-11-20 04:00 UTC: The disk is full.\n")
    said = wrong(look(host(every=HOUR)))["backups"]
    assert said[0] == "The last one failed, 2026-11-20 04:00 UTC: The disk is full."


def test_a_doctor_who_was_told_no_interval_asks_what_the_server_noted(look, host, tmp_path):
    """The settings of a service are not always those of the shell that the doctor is called from."""
    (tmp_path / FAILURE_NOTE).write_text("2026-11-20 04:00 UTC: The disk is full.\n")
    assert wrong(look(host()))["backups"] == ("The last one failed, 2026-11-20 04:00 UTC: The disk is full.",)
    (tmp_path / FAILURE_NOTE).unlink()
    assert "backups" not in wrong(look(host()))
    (tmp_path / INTERVAL_NOTE).write_text("24\n")
    now = wall_clock()
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / f"scorekeeper-{now - 49 * HOUR:{TIME_FORMAT}}.db").touch(mode=0o600)
    assert "49 hours old" in wrong(look(host(now=now)))["backups"][0]


def test_what_cannot_be_looked_at_is_a_finding_too(look, host, tmp_path):
    [sentence] = wrong(look(host(database=tmp_path / "gone.db")))["disk"]
    assert sentence.startswith("It could not be checked: ")
