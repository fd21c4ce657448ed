"""The guard: one lookup a request, the same for whoever asks; what templates may offer; addresses of read links."""

import re
from itertools import islice

import pytest

from scorekeeper.core.extensions import db
from tests.databases import counted
from tests.phones import HTMX


@pytest.fixture
def sent(app):
    """The statements that are sent from here on."""
    with app.app_context(), counted(db.engine) as sent:
        yield sent


@pytest.fixture
def link(phone, code):
    return re.search(r'href="http://localhost/s/([\w-]{22})"', phone.get(f"/t/{code}/invite").text)[1]


def test_an_idle_phones_poll_is_one_lookup_and_a_strangers_two(phone, stranger, code, link, sent):
    stranger.sit_down()
    table, shown = f"/t/{code}", f"/s/{link}"
    for asker, path, status in ((phone, table, 204), (stranger, shown, 204), (stranger, table, 404)):
        del sent[:]
        assert asker.get(f"{path}/board?seen=0", **HTMX).status_code == status
        # Flask has a page for a stranger, who may be told that the league was deleted.
        assert len(sent) == (1 if status == 204 else 2)


@pytest.mark.parametrize("path", ["/t/{code}", "/t/{code}/log", "/t/{code}/nothing/here", "/t/{code}/hands"])
def test_who_brings_no_secret_costs_no_lookup(app, code, sent, path):
    app.test_client().get(path.format(code=code))
    assert not sent


def shut_out(phone, code):
    device = re.findall(r'id="phone-(\d+)"', phone.get(f"/t/{code}/phones").text)[-1]
    phone.send(f"/t/{code}/phones", f"/t/{code}/phones/{device}/out", {})


def close_link(phone, code):
    phone.send(f"/t/{code}/phones", f"/t/{code}/share/close", {})


@pytest.mark.parametrize(("path", "end"), [("/t/{code}", shut_out), ("/s/{link}", close_link)])
def test_a_stream_ends_for_whom_the_door_was_shut(phone, other_phone, code, link, monkeypatch, path, end):
    monkeypatch.setattr("scorekeeper.games.views.HEARTBEAT", 0.05)
    where = f"{path.format(code=code, link=link)}/stream"
    with other_phone.client.get(where, buffered=False) as answer:
        said = answer.iter_encoded()
        assert next(said) == b"retry: 3000\n"
        told = b"id: 0\ndata: 0\n\n"
        assert told in said
        assert [next(said), next(said)] == [told, told], "it goes on while the door is open"
        end(phone, code)
        assert len(list(islice(said, 20))) <= 1, "at the next pulse there is nobody to tell"


@pytest.mark.parametrize(("path", "end"), [("/t/{code}", shut_out), ("/s/{link}", close_link)])
def test_a_stream_tells_nothing_more_to_whom_the_door_was_shut(phone, other_phone, code, link, path, end):
    with other_phone.client.get(f"{path.format(code=code, link=link)}/stream", buffered=False) as answer:
        said = answer.iter_encoded()
        assert [next(said), next(said)][1] == b"id: 0\ndata: 0\n\n"
        end(phone, code)
        phone.hand(code)
        assert next(said, None) is None


def test_a_screen_that_asks_on_through_a_closed_link_locks_nobody_out(phone, stranger, code, link):
    """A tablet on the wall asks every few seconds, and the whole bar shares its address."""
    close_link(phone, code)
    asked = [stranger.get(f"/s/{link}/watch?seen=0", **HTMX).status_code for _ in range(12)]
    assert asked == [404] * 10 + [429] * 2
    assert stranger.join(phone, code).status_code == 303
