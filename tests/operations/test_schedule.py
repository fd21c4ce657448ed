"""Backups on a schedule: due by the newest file, one process at a time, looked at, the oldest taken away."""

import datetime as dt
import os
import shutil
import socket
import stat
import subprocess

import pytest
from sqlalchemy import make_url

from scorekeeper.core.settings import from_environment
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.operations import backup
from scorekeeper.operations.backup import TIME_FORMAT, BackupError, backups_until, make_backup
from tests.databases import SERVER, blank_at, drop, everything, url_of
from tests.factories import draft, hand

NOW = dt.datetime(2026, 11, 20, 4, 0, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)
DAY = 24 * HOUR
ENDING = "dump" if SERVER else "db"
NOBODY = "postgresql+psycopg://ann:secret@127.0.0.1:1/league"


@pytest.fixture
def plan(database, tmp_path):
    return planned(tmp_path, url_of(database))


def planned(folder, url, **settings):
    """The settings of a server that backs up a database every day, and keeps three."""
    usual = {"DATABASE_URL": url, "BACKUP_EVERY": "24", "BACKUP_KEEP": "3", "BACKUP_FOLDER": "copies"}
    return from_environment(usual | settings, folder)


def put_in(plan, *moments, ending="db"):
    plan.backups.mkdir(exist_ok=True)
    for moment in moments:
        (plan.backups / f"scorekeeper-{moment:{TIME_FORMAT}}.{ending}").touch()


def names_in(plan):
    return [path.name for _, path in backups_until(plan.backups, NOW + 500 * DAY)]


@pytest.mark.parametrize(
    ("ages", "due"),
    [
        ([], True),
        ([23.9], False),
        ([24], True),
        ([50, 1], False),
        ([-5], True),  # made by a clock that was ahead: no reason to wait for its time
        ([-5, 1], False),
    ],
)
def test_when_one_is_due(plan, ages, due):
    put_in(plan, *(NOW - age * HOUR for age in ages))
    assert (make_backup(plan, NOW, only_if_due=True) is not None) is due


def test_what_is_due_is_made_once_and_can_be_read(plan):
    made = make_backup(plan, NOW, only_if_due=True)
    assert made.name == f"scorekeeper-20261120-040000.{ENDING}"
    assert make_backup(plan, NOW + 23 * HOUR, only_if_due=True) is None
    assert make_backup(plan, NOW + 25 * HOUR, only_if_due=True) is not None
    assert stat.S_IMODE(plan.backups.stat().st_mode) == 0o700
    assert stat.S_IMODE(made.stat().st_mode) == 0o600


def test_the_oldest_are_taken_away_and_nothing_of_anybody_elses(plan):
    put_in(plan, *(NOW - age * DAY for age in (1, 2, 3, 4)))
    others = ["scorekeeper-old.db", "league.json"]
    for name in others:
        (plan.backups / name).write_text("mine")
    make_backup(plan, NOW)
    assert names_in(plan) == [
        "scorekeeper-20261118-040000.db", "scorekeeper-20261119-040000.db", f"scorekeeper-20261120-040000.{ENDING}",
    ]  # fmt: skip
    assert all((plan.backups / name).read_text() == "mine" for name in others)


def test_those_of_a_clock_that_was_ahead_take_no_other_s_place(plan):
    """They stay, and so do as many of the others as are to be kept; the new one most of all."""
    put_in(plan, *(NOW - age * DAY for age in (1, 2, 3, -400, -401, -402)))
    made = make_backup(plan, NOW)
    ages = [at - NOW for at, _ in backups_until(plan.backups, NOW + 500 * DAY)]
    assert ages == [age * DAY for age in (-2, -1, 0, 400, 401, 402)]
    assert made.exists()


def test_while_one_is_at_it_another_lets_it(plan, monkeypatch):
    write, meanwhile = backup.atomic_write, []

    def slowly(target):
        meanwhile.append(make_backup(plan, NOW + HOUR))
        return write(target)

    monkeypatch.setattr(backup, "atomic_write", slowly)
    assert make_backup(plan, NOW) is not None
    assert meanwhile == [None]
    assert len(names_in(plan)) == 1


def test_what_a_process_left_that_was_stopped_goes_with_the_next(plan):
    put_in(plan, NOW - 30 * HOUR)
    (plan.backups / ".scorekeeper-20261119-040000.db-x7f3").write_text("half of it")
    make_backup(plan, NOW)
    assert sorted(path.name for path in plan.backups.iterdir()) == [".lock", *names_in(plan)]


@pytest.mark.skipif(not SERVER, reason="SQLite's are looked at in test_backup.py")
def test_what_a_server_dumped_can_be_restored(plan, database, session, clock, alice, tmp_path):
    code = create_game(Submission(session, clock, alice), **draft())
    record_line(Submission(session, clock, alice), code, hand())
    made, other = make_backup(plan, NOW), blank_at(tmp_path / "other")
    where = make_url(url_of(other)).set(drivername="postgresql").render_as_string(hide_password=False)
    subprocess.run(["pg_restore", "--clean", "--if-exists", f"--dbname={where}", made], check=True)
    assert everything(other) == everything(database)
    assert everything(other)["lines"]
    drop(other)


def test_a_failure_takes_nothing_away(plan, tmp_path):
    put_in(plan, *(NOW - age * DAY for age in (1, 2, 3)))
    before = names_in(plan)
    missing = "postgresql://nobody@127.0.0.1:1/nothing" if SERVER else "sqlite:///gone.db"
    with pytest.raises(BackupError):
        make_backup(planned(tmp_path, missing), NOW)
    assert names_in(plan) == before


@pytest.mark.sqlite("it is about a server that is not there")
def test_postgresql_without_its_programs_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    plan = planned(tmp_path, NOBODY)
    with pytest.raises(BackupError, match="its pg_dump is not on this machine: install it"):
        make_backup(plan, NOW)


@pytest.mark.sqlite("it is about a program's arguments")
def test_the_password_is_none_of_the_arguments_that_everybody_on_the_machine_sees(tmp_path, monkeypatch):
    program = tmp_path / "pg_dump"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" "password:$PGPASSWORD" > {tmp_path}/told\nexit 1\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(BackupError, match="pg_dump failed"):
        make_backup(planned(tmp_path, NOBODY), NOW)
    *arguments, password = (tmp_path / "told").read_text().splitlines()
    assert any("dbname=league" in argument for argument in arguments)
    assert not any("secret" in argument for argument in arguments)
    assert password == "password:secret"


@pytest.mark.skipif(not SERVER, reason="A file has no standby: make test-postgres tries this.")
def test_a_server_with_a_standby_is_backed_up_from_whichever_is_there(database, tmp_path):
    url = make_url(database.url)
    hosts = (f"{url.host}:1", f"{url.host}:{url.port}")
    both = url.set(host=None, port=None).update_query_dict({"host": hosts, "target_session_attrs": "read-write"})
    plan = planned(tmp_path, both.render_as_string(hide_password=False))
    assert make_backup(plan, NOW).exists()


@pytest.mark.deep
@pytest.mark.sqlite("it is about a server that does not answer")
def test_a_server_that_hangs_is_given_up(tmp_path):
    """One that takes the call and then says nothing for ever."""
    if shutil.which("pg_dump") is None:
        pytest.skip("There is no pg_dump on this machine.")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql+psycopg://ann:secret@127.0.0.1:{silent.getsockname()[1]}/league?connect_timeout=2"
        with pytest.raises(BackupError, match=r"^pg_dump failed: .* timeout expired"):
            make_backup(planned(tmp_path, address), NOW)


@pytest.mark.sqlite("it is about a server that is not there")
def test_a_server_that_does_not_answer_is_said_without_its_password(tmp_path):
    plan = planned(tmp_path, NOBODY)
    with pytest.raises(BackupError, match=r"^(pg_dump failed: |.*its pg_dump is not on this machine)") as failed:
        make_backup(plan, NOW)
    assert "secret" not in str(failed.value)
    assert {path.name for path in plan.backups.iterdir()} == {".lock"}
