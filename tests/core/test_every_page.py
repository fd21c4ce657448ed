"""What every page keeps to: no inline anything, and our own words for errors."""

from __future__ import annotations

import re

import pytest

from tests.phones import TEN_POINT, Page

PAGES = ("", "/log", "/rules", "/lines/1", "?undone=1")


@pytest.fixture
def played(phone, code):
    phone.hand(code, point_low="1")
    return code


@pytest.mark.parametrize("path", ["/", "/new", f"/new/{TEN_POINT}/5", "/import", "/t/nowhere", *PAGES])
def test_nothing_is_inline(phone, played, path):
    full = f"/t/{played}{path}" if path in PAGES else path
    page = Page(phone.get(full).text)
    assert page.inline == []


def test_htmx_is_used_in_its_plain_parts_only(phone, played):
    html = phone.get(f"/t/{played}").text
    assert "hx-on" not in html
    assert "js:" not in html
    assert "hx-boost" not in html
    assert not re.search(r'hx-trigger="[^"]*\[', html)


@pytest.mark.parametrize("path", ["/hands", "/undo", "/rematch"])
def test_reading_where_one_can_only_write(phone, played, path):
    answer = phone.get(f"/t/{played}{path}")
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


def test_every_control_has_a_name(phone, played):
    """A label around it, a label for it, or words of its own."""
    for path in ("", "/lines/1"):
        html = phone.get(f"/t/{played}{path}").text
        for control in re.findall(r"<input(?![^>]*hidden)[^>]*>", html):
            named = "aria-label" in control
            identity = re.search(r'id="([^"]+)"', control)
            labelled = identity and f'for="{identity[1]}"' in html
            wrapped = re.search(r"<label[^>]*>" + re.escape(control), html)
            assert named or labelled or wrapped, control


def test_a_score_change_is_said_aloud(phone, played):
    html = phone.get(f"/t/{played}").text
    assert '<p id="said" class="vh" role="status"></p>' in html


def test_ids_are_used_once(phone, played):
    for path in ("", "/log", "/lines/1"):
        ids = re.findall(r'\sid="([^"]+)"', phone.get(f"/t/{played}{path}").text)
        assert sorted(ids) == sorted(set(ids))


def test_a_page_is_kept_for_where_the_program_is_mounted(phone, stranger, code):
    """A proxy may mount it elsewhere; its links must not reach those who come by the usual way."""
    stranger.join(phone, code)  # a table without other phones shows its own address
    moved = phone.client.get(f"/t/{code}", base_url="http://localhost/elsewhere")
    assert "/elsewhere/t/" in moved.text
    assert "/elsewhere" not in phone.get(f"/t/{code}").text
