"""The server makes its backups itself: nobody has to start, or to remember, another program."""

import logging
import signal
import threading
import urllib.request

import pytest

from scorekeeper.core.clock import wall_clock
from scorekeeper.core.settings import from_environment
from scorekeeper.operations import backup
from scorekeeper.operations.backup import backups_until
from tests.databases import url_of

PATIENCE = 60


def plan_in(folder, database, **settings):
    return from_environment({"DATABASE_URL": url_of(database), "BACKUP_FOLDER": "copies", **settings}, folder)


def test_where_no_schedule_is_kept_nobody_looks(database, tmp_path):
    backup.start_backup_thread(plan_in(tmp_path, database))
    assert "backups" not in {thread.name for thread in threading.enumerate()}


def test_what_goes_wrong_is_said_in_the_log_and_ends_nothing(database, tmp_path, caplog, monkeypatch):
    plan = plan_in(tmp_path, database, BACKUP_EVERY="1")
    (tmp_path / "copies").write_text("in the way")
    monkeypatch.setattr(backup, "newest_age", lambda *_: 1 // 0)
    with caplog.at_level(logging.ERROR, "scorekeeper"):
        assert not backup.back_up_if_due(plan)
        (tmp_path / "copies").unlink()
        assert not backup.back_up_if_due(plan)
    said = [record.getMessage() for record in caplog.records]
    assert said[0] == f"No backup was made: {tmp_path}/copies cannot be written: File exists."
    assert said[1].startswith("No backup was made: ")
    assert len(said) == 2


@pytest.mark.deep
def test_a_server_backs_up_once_whatever_its_workers(run, tmp_path):
    server = run(BACKUP_EVERY="24", BACKUP_FOLDER="copies")
    assert next(line for line in server.stdout if "Everything is in" in line)
    with urllib.request.urlopen(f"{server.address}/readyz", timeout=PATIENCE) as answer:
        assert answer.read() == b"ready\n"
    server.send_signal(signal.SIGTERM)
    assert server.wait(PATIENCE) == 0
    [(_, made)] = backups_until(tmp_path / "copies", wall_clock())
    assert made.stat().st_size > 10_000
