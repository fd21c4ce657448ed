"""What every page keeps to: our own words for errors, no markup in what people typed, no query in a template."""

import re

import pytest
from sqlalchemy import text

from scorekeeper.core.extensions import db
from scorekeeper.core.money_text import money_text
from tests.league.conftest import sheet
from tests.phones import HTMX


@pytest.mark.parametrize("path", ["/hands", "/undo", "/rematch"])
def test_reading_where_one_can_only_write(phone, code, path):
    answer = phone.get(f"/t/{code}{path}")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert "Back to the table" in answer.text


def test_our_mistake_is_said_without_details(app, phone, monkeypatch):
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", 0)
    monkeypatch.setattr("scorekeeper.games.new_game_views.known_games", lambda: 1 / 0)
    answer = phone.get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "ZeroDivisionError" not in answer.text


def test_a_page_is_kept_for_where_the_program_is_mounted(phone, stranger, code):
    """A proxy may mount it elsewhere; its links must not reach those who come by the usual way."""
    stranger.join(phone, code)  # a table without other phones shows its own address
    moved = phone.client.get(f"/t/{code}", base_url="http://localhost/elsewhere")
    assert "/elsewhere/t/" in moved.text
    assert "/elsewhere" not in phone.get(f"/t/{code}").text


def test_what_people_typed_is_no_markup(phone):
    """A name and a note, on the pages of a game that is over and of its league."""
    played = sheet("2026-09-03", "<b>Ann</b>", ("<b>Ann</b>", "Bob", "Cy", "Dee"))
    code = phone.bring_in(played.replace("bid = 5", 'bid = 5\nnote = "<b>Oh</b>"'))
    league = re.search(r'href="(/l/[\w-]{22})"', phone.get("/").text)[1]
    rooms = ["", "/standings", "/people", "/people/1", "/nights", "/nights/1", "/games"]
    for path in (*(f"/t/{code}{path}" for path in ("", "/log", "/watch", "/lines/1")), *(league + it for it in rooms)):
        html = phone.get(path).text
        assert "&lt;b&gt;" in html, path
        assert "<b>Ann" not in html, path
        assert "<b>Oh" not in html, path


STAKES = {"stake_game": "1.00", "currency": "USD", "stake_set": "0.25", "rule-finish.target": "5"}


@pytest.fixture
def settled(phone):
    """A game that was won for money."""
    code = phone.sit_down(**STAKES)
    phone.hand(code)
    return code


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_a_query_while_a_page_is_rendered_is_noticed(app, phone, settled, monkeypatch, asked_while_rendering, headers):
    def asks(*given, **how):
        db.session.execute(text("SELECT 1"))
        return money_text(*given, **how)

    path = f"/t/{settled}/settle"
    assert phone.client.get(path, headers=headers).status_code == 200
    assert asked_while_rendering == []
    monkeypatch.setitem(app.jinja_env.filters, "money", asks)
    assert phone.client.get(path, headers=headers).status_code == 200
    assert "SELECT 1" in asked_while_rendering
    asked_while_rendering.clear()
