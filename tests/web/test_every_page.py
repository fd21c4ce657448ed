"""What every page keeps to: no inline anything, our own words for errors, and no input that breaks it."""

from __future__ import annotations

import re

import pytest

from tests.cast import FIVE
from tests.web.conftest import HTMX, TEN_POINT, Page

SILLY = {
    "empty": "",
    "huge": "9" * 5000,
    "negative": "-1",
    "float": "4.5",
    "infinite": "1e309",
    "NUL": "a\0b",
    "right to left": "\N{RIGHT-TO-LEFT OVERRIDE}abc",
    "emoji": "\N{BLACK SPADE SUIT}\N{PLAYING CARD ACE OF SPADES}\N{ZERO WIDTH JOINER}",
    "surrogate": b"\xed\xa0\x80",
    "no UTF-8": b"\xff\xfe",
    "HTML": "<script>alert(1)</script>",
    "formula": "=1+1",
    "list": ["1", "2"],
    "arabic digits": "\N{ARABIC-INDIC DIGIT FOUR}",
    "superscript": "\N{SUPERSCRIPT TWO}",
}
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


@pytest.mark.parametrize("path", ["", "/log", "/rules", "/lines/1", "/board", "/sheet.toml", "/sheet.json"])
def test_a_table_nobody_laid_is_404(phone, path):
    for code in ("nowhere", "x" * 200, "%00", "..", "{{7*7}}"):
        answer = phone.get(f"/t/{code}{path}")
        assert answer.status_code in (404, 308)


@pytest.mark.parametrize("path", ["/hands", "/preview", "/undo", "/rematch", "/lines/1"])
def test_so_is_writing_there(phone, played, path):
    token = phone.form(f"/t/{played}", f"/t/{played}/hands")
    answer = phone.client.post(f"/t/nowhere{path}", data=token)
    assert answer.status_code == 404
    assert "Page not found" in answer.text
    assert phone.client.post(f"/t/nowhere{path}", data=token, headers=HTMX).status_code == 404


@pytest.mark.parametrize("path", ["/hands", "/undo", "/rematch"])
def test_reading_where_one_can_only_write(phone, played, path):
    answer = phone.get(f"/t/{played}{path}")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert "Back to the table" in answer.text


HAND_FIELDS = {
    "/hands": (
        "what", "op_id", "seen", "bidder", "bid", "note", "trump", "partner", "point-high", "point-game", "counted",
        "count-1", "renege", "all_tricks", "buried", "extra",
    ),
    "/preview": ("what", "bidder", "bid", "point-high", "count-1", "line"),
    "/lines/1": ("what", "op_id", "seen", "bidder", "bid", "point-high", "count-1", "reason"),
    "/undo": ("op_id", "seen", "target", "back"),
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("silly", SILLY.values(), ids=SILLY)
def test_no_value_of_the_hand_form_breaks_it(phone, silly):
    code = phone.sit_down("ten-point-smear", FIVE)
    phone.hand(code, bidder="1", bid="4", partner="3")
    form = phone.form(f"/t/{code}", f"/t/{code}/hands")
    form |= {"bidder": "2", "bid": "4", "partner": "1", "counted": "yes", "count-2": "3"}
    for path, fields in HAND_FIELDS.items():
        for field in fields:
            answer = phone.client.post(f"/t/{code}{path}", data={**form, field: silly})
            assert answer.status_code < 500, (field, path)
    assert phone.get(f"/t/{code}/log").status_code == 200
    assert phone.get(f"/t/{code}/sheet.toml").status_code == 200


@pytest.mark.sampled(3)
@pytest.mark.parametrize("silly", SILLY.values(), ids=SILLY)
def test_no_value_of_the_other_forms_breaks_them(phone, silly):
    path = f"/new/{TEN_POINT}/5"
    form = phone.form(path, path) | {f"name-{seat}": name for seat, name in enumerate(FIVE, start=1)}
    for field in ("name-1", "dealer", "opening-1", "title", "op_id", "extra"):
        assert phone.client.post(path, data={**form, field: silly}).status_code < 500, field
    form = phone.form("/import", "/import") | {"sheet": "x"}
    for field in ("sheet", "file", "op_id"):
        assert phone.client.post("/import", data={**form, field: silly}).status_code < 500, field
    assert phone.get("/").status_code == 200


def test_a_bad_cookie_is_a_new_phone(phone, code):
    for value in ("x", "9" * 4000, "\N{BLACK SPADE SUIT}"):
        phone.client.set_cookie("phone", value)
        assert phone.get("/").status_code == 200
    assert code


def test_our_mistake_is_said_without_details(app, phone, monkeypatch):
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", 0)
    monkeypatch.setattr("scorekeeper.web.home.recent_tables", lambda: 1 / 0)
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
