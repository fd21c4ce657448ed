"""What the log tells of a line: who corrected it and why, what it said before, the money it moved; a page at a time."""

import re

import pytest

from tests.factories import sheet_of
from tests.phones import Page

LINES = 130


def log(phone, code, query=""):
    return phone.page(f"/t/{code}/log{query}")


def entry(phone, code, seq, query=""):
    """Return the text of one line of the log."""
    html = phone.get(f"/t/{code}/log{query}").text
    return Page(html.split(f'<li id="line-{seq}"')[1].split('<li id="line-')[0]).text


def shown(phone, code, query=""):
    return [int(seq) for seq in re.findall(r'<li id="line-(\d+)"', phone.get(f"/t/{code}/log{query}").text)]


def change(phone, code, seq, **fields):
    path = f"/t/{code}/lines/{seq}"
    assert phone.send(path, path, fields).status_code == 303


@pytest.fixture
def played(phone, code):
    phone.hand(code, bid="5")
    return code


def test_every_row_about_a_line_is_told_in_order(phone, other_phone, played):
    change(phone, played, 1, bid="6", reason="Bob said six")
    change(other_phone, played, 1, bid="7")
    change(phone, played, 1, what="never")
    target = next(it for it in log(phone, played).forms if it["action"].endswith("/undo"))
    phone.client.post(target["action"], data=target["fields"])
    told = entry(phone, played, 1)
    order = ["1 Bob bid 7: made", "Corrected", "Bob said six", "Before: Bob bid 5.", "Corrected",
             "Before: Bob bid 6.", "Taken back", "Put back"]  # fmt: skip
    places, start = [], 0
    for words in order:
        start = told.index(words, start) + len(words)
        places.append(start)
    assert places == sorted(places)


def test_the_money_a_line_moved_stands_beside_it(phone):
    code = phone.sit_down(currency="USD", stake_game="1.00", opening_2="40")
    phone.hand(code, bidder="1", bid="4", point_low="2")
    phone.hand(code, bidder="2", bid="8", point_low="1", point_trey="1")  # set: Ann & Cy 4 more
    phone.hand(code, bidder="2", bid="10")
    phone.hand(code, bidder="2", bid="10")
    assert "Money:" not in entry(phone, code, 3)
    assert "Money: Ann −$1.00 Bob +$1.00 Cy −$1.00 Dee +$1.00" in entry(phone, code, 4)


@pytest.fixture
def long_session(phone):
    """A game brought in with many misdeals."""
    return phone.bring_in(sheet_of("minnesota-ten-point", *[{"misdeal": True}] * LINES))


def test_a_long_session_is_several(phone, long_session):
    pages, query = [], ""
    while query is not None:
        pages += shown(phone, long_session, query)
        older = re.search(
            r'href="/t/[^"]*/log(\?before=\d+)" rel="next"', phone.get(f"/t/{long_session}/log{query}").text
        )
        query = older[1] if older else None
    assert pages == [*range(LINES, 0, -1)], "each line once, the newest first"
    assert shown(phone, long_session, "?every=yes") == pages


def test_the_address_of_a_line_leads_to_its_page_and_no_new_hand_moves_a_line_to_another(phone, long_session):
    for line, newest in ((130, 130), (71, 130), (70, 70), (10, 10)):
        found = shown(phone, long_session, f"?line={line}")
        assert (found[0], line in found) == (newest, True)
    before = shown(phone, long_session, "?before=71")
    phone.hand(long_session, what="misdeal")
    assert shown(phone, long_session, "?before=71") == before == [*range(70, 10, -1)]
