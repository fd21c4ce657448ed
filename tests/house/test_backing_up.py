"""The server makes its backups itself: nobody has to start, or to remember, another program."""

from __future__ import annotations

import logging
import signal
import urllib.request

import pytest

from scorekeeper.services.operations import schedule
from scorekeeper.services.operations.schedule import backup_files, last_failure
from scorekeeper.settings import from_environment
from tests.databases import url_of

PATIENCE = 60


def plan_in(folder, database, **settings):
    return schedule.schedule_of(from_environment({"DATABASE_URL": url_of(database), **settings}, folder))


def test_where_no_schedule_is_kept_nobody_looks(database, tmp_path):
    assert schedule.start_backup_thread(plan_in(tmp_path, database)) is None


def test_one_that_is_not_due_starts_nothing(database, tmp_path):
    plan, made = plan_in(tmp_path, database, BACKUP_EVERY="1"), []
    assert schedule.back_up_if_due(plan, lambda: made.append(1))
    plan.folder.mkdir()
    (plan.folder / f"scorekeeper-{schedule.wall_clock():%Y%m%d-%H%M%S}.db").touch()
    assert schedule.back_up_if_due(plan, lambda: made.append(2))
    assert made == [1]


@pytest.mark.parametrize("how", ["it says so", "it raises"])
def test_what_goes_wrong_is_said_in_the_log_and_ends_nothing(database, tmp_path, caplog, how):
    def fail():
        if how == "it raises":
            raise OSError(28, "No space left on device")
        return "The disk is full."

    with caplog.at_level(logging.ERROR, "scorekeeper"):
        assert not schedule.back_up_if_due(plan_in(tmp_path, database, BACKUP_EVERY="1"), fail)
    assert [record.getMessage().startswith("No backup was made") for record in caplog.records] == [True]


def until(process, words):
    return next(line for line in process.lines if words in line["message"])


def look(process, path):
    with urllib.request.urlopen(process.address + path, timeout=PATIENCE) as answer:
        return answer.read().decode()


@pytest.mark.deep
def test_a_server_backs_up_once_whatever_its_workers(run, tmp_path):
    server = run(BACKUP_EVERY="24", BACKUP_FOLDER="copies")
    until(server, "Everything is in")
    assert look(server, "/readyz") == "ready\n"
    server.send_signal(signal.SIGTERM)
    assert server.wait(PATIENCE) == 0
    [made] = backup_files(tmp_path / "copies")
    assert made.path.stat().st_size > 10_000


@pytest.mark.sqlite("a damaged file")
def test_the_process_that_makes_one_says_in_a_sentence_what_failed(tmp_path, monkeypatch, caplog):
    (tmp_path / "games.db").write_bytes(b"It rained all night, so nobody came to the Legion.")
    settings = {"DATABASE_URL": "sqlite:///games.db", "BACKUP_EVERY": "24", "BACKUP_FOLDER": "copies"}
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    with caplog.at_level(logging.ERROR, "scorekeeper"):
        assert not schedule.back_up_if_due(schedule.schedule_of(from_environment()))
    [said] = [record.getMessage() for record in caplog.records]
    assert said.startswith("No backup was made: games.db cannot be read: file is not a database")
    assert "file is not a database" in last_failure(tmp_path / "instance")
