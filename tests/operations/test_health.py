"""Does it live, can it do its work: said to whoever asks, by any name, without a cookie."""

import re
import shutil
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.settings import from_environment
from scorekeeper.operations.backup import TIME_FORMAT
from tests.databases import by_hand, counted
from tests.phones import Phone
from tests.trust.test_doors import assert_guarded


@pytest.mark.parametrize(("path", "word"), [("/healthz", "ok\n"), ("/readyz", "ready\n")])
def test_all_is_well(app, path, word):
    client = app.test_client()
    client.set_cookie("session", "of another day")
    answer = client.get(path, headers={"Host": "10.1.2.3:8000"})
    assert (answer.status_code, answer.text, answer.mimetype) == (200, word, "text/plain")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers
    assert_guarded(answer)
    assert (client.head(path).status_code, client.head(path).data) == (200, b"")
    assert client.post(path).status_code == 405


def test_that_it_lives_it_says_without_its_database(app):
    from scorekeeper.core.extensions import db

    with app.app_context(), counted(db.engine) as sent:
        app.test_client().get("/healthz")
        assert sent == []
        app.test_client().get("/readyz")
        assert 1 <= len(sent) <= 3


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ("UPDATE alembic_version SET version_num = '0000'", "the database is from another version"),
        ("DELETE FROM alembic_version", "the database is empty"),
    ],
)
def test_of_another_version(app, database, change, word):
    by_hand(database, change)
    answer = app.test_client().get("/readyz")
    assert (answer.status_code, answer.text) == (503, f"not ready: {word}\n")
    assert app.test_client().get("/healthz").status_code == 200


@pytest.mark.parametrize("url", ["sqlite:///gone/games.db", "postgresql://127.0.0.1:1/nobody"])
def test_of_a_database_that_does_not_answer(tmp_path, url):
    (tmp_path / "gone").mkdir()
    client = create_app(from_environment({"DATABASE_URL": url}, tmp_path)).test_client()
    (tmp_path / "gone").rmdir()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "not ready: the database does not answer\n")
    assert client.get("/healthz").status_code == 200


@pytest.mark.sqlite("its file")
def test_of_a_file_that_was_deleted_and_of_a_full_disk(client_with, tmp_path, monkeypatch):
    client = client_with()
    assert client.get("/readyz").status_code == 200
    full = shutil.disk_usage(tmp_path)._replace(free=4_096)
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "disk_usage", lambda _folder: full)
        assert client.get("/readyz").text == "not ready: the disk is full\n"
    database = Path(client.application.config["SETTINGS"].database_file)
    database.rename(tmp_path / "elsewhere.db")
    assert client.get("/readyz").text == "not ready: the database's file was deleted\n"


def test_an_overdue_backup_is_said_and_turns_nobody_away(client_with, tmp_path):
    client = client_with(BACKUP_EVERY="24", BACKUP_FOLDER="copies")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (200, "ready, but the last backup is overdue\n")
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / f"scorekeeper-{wall_clock():{TIME_FORMAT}}.db").touch()
    assert client.get("/readyz").text == "ready\n"
    assert client_with(BACKUP_FOLDER="nowhere").get("/readyz").text == "ready\n"


def test_the_owner_is_told_on_the_league_s_page(client_with):
    owner = Phone(client_with(BACKUP_EVERY="24", BACKUP_FOLDER="copies").application)
    code = owner.sit_down()
    league = re.search(r"/l/[A-Za-z0-9_-]{22}", owner.get("/").text)[0]
    assert "Backups are overdue" in owner.get(league).text
    guest = Phone(owner.client.application)
    guest.join(owner, code)
    assert guest.get(league).status_code == 200
    assert "Backups are overdue" not in guest.get(league).text
