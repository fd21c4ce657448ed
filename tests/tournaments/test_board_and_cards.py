"""What a tournament shows: the board and its public link, printed cards, results, and a table's own phone."""

import csv
import io
import re

import pytest

from scorekeeper.tournaments import actions
from tests.databases import asked
from tests.phones import Phone
from tests.tournaments.conftest import cards_of


def link_of(tournament):
    """Make the public link of the board; return its path."""
    assert tournament.press("link").status_code == 303
    return re.search(r'href="http://localhost(/b/[\w-]{22})"', tournament.phone.get(tournament.path).text)[1]


def test_a_large_hall_is_told_by_name_where_everybody_sits(tournament):
    tournament.enter("\n".join(f"P{number:02}" for number in range(1, 28)))
    tournament.press("draw", round="1")
    screens = [tournament.page(f"/board?page={number}").text for number in range(1, 6)]
    assert ["Find your table" in text for text in screens] == [False, False, True, True, False]
    names = re.findall(
        r'who-is">([^<]+?)\s*</span>',
        "".join(tournament.phone.get(f"{tournament.path}/board?page={number}").text for number in (3, 4)),
    )
    assert names == sorted(set(names))
    assert len(names) == 40
    assert "10 of 10 tables are still playing" in tournament.page().text
    tournament.slip(1, 1, 20, 10)
    assert "9 of 10 tables are still playing" in tournament.page().text
    for page in ("", "/results", "/board?page=3"):
        assert "Standings" not in tournament.page(page).text, "one table's points are no ranking of forty"
    assert "20" in tournament.page("/results").text, "on its table's card"
    tournament.slip(1, 2, 20, 10)
    assert "tables 3, 4, 5, 6, 7, 8, 9 and 10 are still playing" in tournament.page().text
    assert "Find your table" not in tournament.page("/board?page=3").text


def test_the_board_has_a_link_for_whoever_has_it_until_it_is_closed(tournament, guest):
    tournament.play(1)
    link = link_of(tournament)
    page = guest.get(link).text
    assert "Harvest Pitch night" in page
    assert "/l/" not in page
    assert link_of(tournament) == link
    tournament.press("link", close="y")
    assert guest.get(link).status_code == 404
    assert link_of(tournament) != link


def test_each_table_has_a_card_with_its_own_address(tournament, app, monkeypatch):
    tournament.press("draw", round="1")
    assert len(set(cards_of(tournament))) == 3
    for here, squares in ((True, 0), (False, 3)):
        monkeypatch.setitem(app.jinja_env.tests, "loopback", lambda _, here=here: here)
        html = tournament.phone.get(f"{tournament.path}/cards").text
        assert (html.count("QR code for this slip"), "Other phones can't open this yet" in html) == (squares, here)
    assert tournament.page("/cards").inline == []


def test_results_are_a_page_and_a_table(tournament, viewer):
    tournament.play(1)
    assert "Most points" in viewer.page("/results").text
    answer = viewer.phone.get(f"{viewer.path}/results.csv")
    assert answer.mimetype == "text/csv"
    rows = list(csv.DictReader(io.StringIO(answer.text.lstrip("\ufeff"))))
    assert len(rows) == 13
    assert sum(int(row["points"]) for row in rows if row["bye"] == "0") == 2 * (20 + 10 + 15 + 25 + 31 + 9)
    assert [row["wins"] for row in rows if row["bye"] == "1"] == ["0.5"]


def enter(phone, card, *points, side="1", **more):
    fields = {f"sides-{number}-points": str(given) for number, given in enumerate(points)}
    return phone.send(card, card, fields | {"side": side} | more)


def says(phone, card, side, **fields):
    return phone.send(card, f"{card}/says", {"side": side} | fields)


def test_a_slip_from_a_phone_is_in_once_the_other_side_confirms(app, tournament, guest):
    tournament.press("draw", round="1")
    card = cards_of(tournament)[0]
    assert enter(guest, card, 31, 12).status_code == 303
    assert "table 1 is not confirmed by both sides" in tournament.page().text
    other = Phone(app)
    assert "31" in other.page(card).text
    assert says(other, card, "2", right="y").status_code == 303
    assert "tables 2 and 3 are still playing" in tournament.page().text
    assert "This slip is in." in guest.page(card).text
    assert re.search(r" 31 .+ 12 From ", tournament.page("/log").text)


def test_only_the_side_that_did_not_enter_a_slip_is_asked_whether_it_is_right(app, tournament, guest):
    tournament.press("draw", round="1")
    card = cards_of(tournament)[0]
    saved = enter(guest, card, 31, 12, side="2")
    assert saved.location == f"{card}?side=2"
    page = guest.get(saved.location).text
    assert "on this phone or their own" in page
    form = guest.form(card, f"{card}/says")
    assert form["side"] == "1"
    assert guest.client.post(f"{card}/says", data=form | {"right": "y"}).status_code == 303
    assert "This slip is in." in Phone(app).page(card).text


def test_a_table_that_writes_its_slip_without_end_leaves_the_log_to_the_others(tournament, guest, monkeypatch):
    monkeypatch.setattr(actions, "MAX_TABLE_LINES", 3)
    tournament.press("draw", round="1")
    card, another = cards_of(tournament)[:2]
    for number in range(3):
        assert enter(guest, card, 31, number, seen=str(3 + number)).status_code == 303
    assert "changed too often" in enter(guest, card, 31, 9, seen="6").text
    assert enter(guest, another, 31, 9).status_code == 303
    assert tournament.slip(1, 1, 31, 9).status_code == 303, "the director may"


def test_a_disputed_table_is_shown_and_the_director_settles_it(app, tournament, guest):
    tournament.press("draw", round="1")
    card = cards_of(tournament)[1]
    enter(guest, card, 31, 12)
    assert says(Phone(app), card, "2").status_code == 303
    assert "table 2 is disputed" in tournament.page().text
    assert "disputed" in tournament.page("/board").text
    where = f"{tournament.path}/slips/1/2"
    assert tournament.phone.send(where, f"{where}/says", {"right": "y"}).status_code == 303
    assert "tables 1 and 3 are still playing" in tournament.page().text


def test_two_phones_with_different_totals_do_not_overwrite_each_other(app, tournament, guest):
    tournament.press("draw", round="1")
    card = cards_of(tournament)[0]
    other = Phone(app)
    stale = other.form(card, card) | {"sides-0-points": "12", "sides-1-points": "31", "side": "2"}
    enter(guest, card, 31, 12)
    answer = other.client.post(card, data=stale)
    assert answer.status_code == 422
    assert "Somebody entered this slip first" in answer.text


def test_a_card_writes_its_own_table_and_round_and_nothing_else(tournament, guest, shared_app):
    tournament.press("draw", round="1")
    first, second, _ = cards_of(tournament)
    code, drawn, table, key = first.removeprefix("/c/").split(".")
    other = second.removeprefix("/c/").split(".")[3]
    for forged in (f"{code}.{drawn}.2.{key}", f"{code}.{int(drawn) + 1}.{table}.{key}", f"{code}.{drawn}.1.{other}"):
        assert guest.get(f"/c/{forged}").status_code == 404
    assert enter(guest, first, 31, 12).status_code == 303
    kinds = asked(shared_app.database, "SELECT kind FROM tournament_lines WHERE seq > 3")
    assert kinds == [("slip",)]
    assert guest.get(tournament.path).status_code == 404


def test_a_table_that_comes_back_after_the_round_is_told_so(tournament, guest):
    tournament.press("draw", round="1")
    card = cards_of(tournament)[0]
    late = guest.form(card, card) | {"sides-0-points": "1", "sides-1-points": "2", "side": "1"}
    for table in (1, 2, 3):
        tournament.slip(1, table, 20, 10)
    tournament.press("draw", round="2")
    answer = guest.client.post(card, data=late)
    assert answer.status_code == 422
    assert "That round is over" in answer.text
    page = guest.page(card)
    assert page.forms == []
    assert "Round 2: where you sit" in page.text


def test_a_card_of_a_round_that_was_undone_leads_nowhere(tournament, guest):
    tournament.press("draw", round="1")
    card = cards_of(tournament)[0]
    tournament.press("undo")
    assert guest.get(card).status_code == 404
    tournament.press("draw", round="1")
    assert guest.get(card).status_code == 404
    assert cards_of(tournament)[0] != card


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"side": ""}, "Say which side you are"), ({"side": "3"}, "Say which side you are"),
        ({"sides-0-points": ""}, "Enter the points of each side"),
    ],
)  # fmt: skip
def test_a_slip_from_a_phone_that_cannot_be_keeps_what_was_typed(tournament, guest, fields, sentence):
    tournament.press("draw", round="1")
    card = cards_of(tournament)[0]
    answer = guest.send(card, card, {"sides-0-points": "31", "sides-1-points": "12", "side": "1"} | fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert 'value="12"' in answer.text
    assert "tables 1, 2 and 3 are still playing" in tournament.page().text
