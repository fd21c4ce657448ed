"""Does it live, can it do its work: said to whoever asks. Of who asks, a proxy of ours alone is believed."""

import re
import shutil
from pathlib import Path

import pytest

from scorekeeper.access import phones
from scorekeeper.app import create_app
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.settings import from_environment
from scorekeeper.operations.backup import TIME_FORMAT
from tests.databases import by_hand, counted
from tests.phones import Page, Phone
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


def cookies_after(client, *paths, **headers):
    """Return the names of the cookies that are set at these addresses."""
    said = {name.replace("_", "-"): value for name, value in headers.items()}
    answers = [client.get(path, headers=said) for path in paths]
    assert [answer.status_code for answer in answers] == [200] * len(paths)
    return {cookie.partition("=")[0] for answer in answers for cookie in answer.headers.getlist("Set-Cookie")}


@pytest.mark.parametrize(
    ("proxies", "said", "prefix"),
    [("0", "https", ""), ("1", "https", "__Host-"), ("2", "https", ""), ("2", "https, http", "__Host-")],
)
def test_a_proxy_of_ours_says_that_it_is_https(client_with, proxies, said, prefix):
    """With two, the one that faces the phones says it, and the other hands it on: one that says it alone lies."""
    client = client_with(TRUSTED_PROXIES=proxies, TRUSTED_HOSTS="localhost")
    names = cookies_after(client, "/join", "/new/smoke/4", X_Forwarded_Proto=said)
    assert names == {f"{prefix}session", f"{prefix}phone"}


@pytest.mark.parametrize(
    ("proxies", "asked_for", "status"),
    [
        ("1", "203.0.113.{}", 422),
        ("1", "203.0.113.{}, 198.51.100.1", 429),
        ("2", "203.0.113.{}, 198.51.100.1", 422),
        ("2", "203.0.113.1, 198.51.100.{}", 429),
        ("2", "192.0.2.{}, 203.0.113.1, 198.51.100.1", 429),
    ],
    ids=["one phone each", "what a phone claims", "through two, one phone each", "through two, one phone",
         "through two, what a phone claims"],
)  # fmt: skip
def test_wrong_codes_are_counted_for_who_asks_through_so_many_proxies(
    client_with, proxies, asked_for, status, monkeypatch
):
    """X-Forwarded-For grows to the right: each proxy adds whom it was asked by.  Here the eleventh wrong code waits."""
    monkeypatch.setattr(phones, "MAX_WRONG_JOINS", 10)
    client = client_with(TRUSTED_PROXIES=proxies, TRUSTED_HOSTS="localhost")
    fields = Page(client.get("/join").text).forms[0]["fields"] | {"code": "2222222"}
    answers = [
        client.post("/join", data=fields, headers={"X-Forwarded-For": asked_for.format(number)}).status_code
        for number in range(11)
    ]
    assert answers == [422] * 10 + [status]


@pytest.mark.parametrize("proxies", ["0", "1", "2"])
def test_no_proxy_says_where_the_program_is_mounted(client_with, proxies):
    client = client_with(TRUSTED_PROXIES=proxies, TRUSTED_HOSTS="localhost")
    page = client.get("/", headers={"X-Forwarded-Prefix": "/elsewhere", "X-Script-Name": "/elsewhere"})
    assert page.status_code == 200
    assert 'href="/new"' in page.text
    assert "elsewhere" not in page.text
