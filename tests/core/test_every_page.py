"""What every page keeps to: our own words for errors, and what people typed is no markup."""

import re

import pytest

from tests.league.conftest import sheet


@pytest.mark.parametrize("path", ["/hands", "/undo", "/rematch"])
def test_reading_where_one_can_only_write(phone, code, path):
    answer = phone.get(f"/t/{code}{path}")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert "Back to the table" in answer.text


def test_a_bad_cookie_is_a_new_phone(phone, code):
    for value in ("x", "9" * 4000, "\N{BLACK SPADE SUIT}"):
        phone.client.set_cookie("phone", value)
        assert phone.get("/").status_code == 200
    assert code


def test_our_mistake_is_said_without_details(app, phone, monkeypatch):
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", 0)
    monkeypatch.setattr("scorekeeper.games.new_game_views.recent_tables", lambda: 1 / 0)
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
