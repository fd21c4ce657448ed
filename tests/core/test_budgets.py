"""What strangers may do so often: leagues and files are counted by address, and nobody of the house is."""

import io
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper.access import permissions
from scorekeeper.access.rate_limits import FILES_OUT, FOUNDING, LEAGUES_IN, SHEETS_IN
from scorekeeper.core.transaction import TransferBusy
from scorekeeper.operations.backup import path_beside, try_lock
from scorekeeper.transfer import league_file
from scorekeeper.transfer import views as routes
from scorekeeper.transfer.league_file import READ_LOCK, one_at_a_time
from tests.apps import app_on
from tests.databases import asked
from tests.phones import Phone
from tests.trust.ways import GAME, LEAGUE_FILE, WAYS

STRANGER = {"REMOTE_ADDR": "8.8.8.8"}
NEIGHBOUR = {"REMOTE_ADDR": "9.9.9.9"}
NEW = "/new/minnesota-ten-point/4"
NAMES = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cy", "Dee"), start=1)}


@pytest.fixture
def small(monkeypatch):
    """Let every budget be two."""
    for module, name, budget in (
        (permissions, "FOUNDING", FOUNDING), (routes, "FILES_OUT", FILES_OUT), (routes, "LEAGUES_IN", LEAGUES_IN)
    ):  # fmt: skip
        monkeypatch.setattr(module, name, budget._replace(most=2))


def sent(phone, path, where=STRANGER, **fields):
    """Fill in the form of a page and send it from an address; give the status."""
    return phone.client.post(path, data=phone.form(path, path) | fields, environ_overrides=where).status_code


def found(app, where):
    """Found a league with a new phone; give the status."""
    return sent(Phone(app), NEW, where, **NAMES)


@pytest.mark.usefixtures("small")
def test_leagues_are_founded_so_often_from_one_address(app):
    assert [found(app, STRANGER) for _ in range(3)] == [303, 303, 429]
    assert found(app, NEIGHBOUR) == 303


def test_a_long_sheet_takes_several_uses(app, monkeypatch):
    monkeypatch.setattr(routes, "SHEETS_IN", SHEETS_IN._replace(most=3))
    monkeypatch.setattr(routes, "SHEET_USE", len(GAME) // 2)
    phone = Phone(app)

    def bring_in(text):
        return sent(phone, "/import", sheet=text)

    assert [bring_in(GAME[: len(GAME) // 4]), bring_in(GAME)] == [422, 429]
    assert bring_in("no sheet") == 422
    monkeypatch.setattr(routes, "SHEET_USE", 27)  # one more than its letters
    assert bring_in("#" + "é" * 25) == 429, "it is measured in bytes"


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.178.23", "10.0.0.4", "fe80::1", "::1"])
def test_the_house_is_not_counted(app, database, address):
    assert [found(app, {"REMOTE_ADDR": address}) for _ in range(4)] == [303] * 4
    assert asked(database, "SELECT count(*) FROM failures") == [(0,)]


@pytest.mark.usefixtures("small")
def test_a_game_in_a_league_of_ones_own_is_no_founding(app):
    phone = Phone(app)
    assert [sent(phone, NEW, **NAMES) for _ in range(4)] == [303] * 4


@pytest.mark.usefixtures("small")
def test_leagues_are_brought_in_so_often(phone):
    def bring_in():
        return sent(phone, "/import/league", file=(io.BytesIO(LEAGUE_FILE.encode()), "league.json"))

    assert [bring_in() for _ in range(3)] == [303, 303, 429]


@pytest.fixture
def files(phone, code):
    """Return the address of the files of the league of a game."""
    assert code
    return f"/l/{re.search(r'/l/([A-Za-z0-9_-]{22})', phone.get('/').text)[1]}/files"


@pytest.mark.usefixtures("small")
def test_files_are_fetched_so_often(phone, files):
    def fetch():
        return phone.client.get(f"{files}/standings.csv", environ_overrides=STRANGER)

    assert [fetch().status_code for _ in range(3)] == [200, 200, 429]
    assert int(fetch().headers["Retry-After"]) > 0


def test_whoever_fetches_much_holds_up_no_other_league(app, phone, files, monkeypatch):
    monkeypatch.setattr(routes, "FILES_OUT", FILES_OUT._replace(server=2))

    def fetch(who, folder, where):
        return who.client.get(f"{folder}/standings.csv", environ_overrides={"REMOTE_ADDR": where}).status_code

    other = Phone(app)
    other.send(NEW, NEW, NAMES)
    others = f"/l/{re.search(r'/l/([A-Za-z0-9_-]{22})', other.get('/').text)[1]}/files"
    assert [fetch(other, others, f"8.8.8.{last}") for last in range(3)] == [200, 200, 429]
    assert fetch(phone, files, "9.9.9.9") == 200


@pytest.mark.sqlite("a copy of a file")
def test_one_league_is_read_at_a_time(phone, files, database, monkeypatch):
    monkeypatch.setattr(league_file.consistent_read.__wrapped__, "__defaults__", (0.0,))
    with try_lock(path_beside(Path(database), READ_LOCK)) as mine:
        assert mine
        busy = phone.get(f"{files}/league.json")
    assert (busy.status_code, busy.headers["Retry-After"]) == (503, "5")
    assert json.loads(phone.get(f"{files}/league.json").text)["format"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("settings", "status"),
    [({}, 303), ({"LAN": "1"}, 303), ({"TRUSTED_PROXIES": "1"}, 403), ({"TRUSTED_PROXIES": "1", "OPEN": "1"}, 303),
     ({"OPEN": "0"}, 403)],
)  # fmt: skip
def test_who_may_make_a_league(database, tmp_path, settings, status):
    app = app_on(database, tmp_path, SECRET_KEY="0" * 32, TRUSTED_HOSTS="localhost", **settings)
    assert found(app, {}) == status
    phone = Phone(app)
    file = (io.BytesIO(LEAGUE_FILE.encode()), "league.json")
    assert phone.send("/import/league", "/import/league", {"file": file}).status_code == status
    for way in ("/tournaments/new", "/variants/new"):
        phone = Phone(app)
        how = WAYS[way]
        assert phone.send(how.page, way, how.fields | {"from": "cinch"}).status_code == status
    assert asked(database, "SELECT count(*) FROM leagues") == [(4 if status == 303 else 0,)]
    if status == 403:
        assert "only the person who runs it can start a league" in phone.send(NEW, NEW, NAMES).text


def test_a_stranger_who_may_do_nothing_uses_nothing_up(database, tmp_path):
    app = app_on(database, tmp_path, SECRET_KEY="0" * 32, TRUSTED_HOSTS="localhost", OPEN="0")
    assert sent(Phone(app), "/import", sheet=GAME) == 403
    assert asked(database, "SELECT count(*) FROM failures") == [(0,)]


def test_one_transfer_and_four_that_wait_are_enough(tmp_path):
    """Who waits holds a thread."""
    lock, stop, refused = tmp_path / "lock", threading.Event(), []

    def wait_for_it():
        try:
            with one_at_a_time(lock, wait=60):
                stop.wait(60)
        except TransferBusy:
            refused.append(1)
            stop.set()

    with ThreadPoolExecutor(6) as transfers:
        for _ in range(6):
            transfers.submit(wait_for_it)
    assert len(refused) == 1
    with one_at_a_time(lock, wait=0):
        pass
