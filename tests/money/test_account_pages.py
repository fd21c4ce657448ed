"""Where the money stands beside the settling: at the end of a game, behind an amount, and nowhere without stakes."""

import re

import pytest

from scorekeeper.access.codes import KnownDevice
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.transaction import Submission
from scorekeeper.money.ledger import pay
from tests.money.games import (
    ALMOST,
    FOUR,
    NO_STAKES,
    OPEN,
    SET,
    dues,
    entries,
    league_of,
    make_it,
    mark,
    note_down,
    stands,
)
from tests.phones import HTMX, Page


def test_the_end_of_a_game_says_who_pays_whom_and_marks_it_there(phone, app):
    code = phone.bring_in(ALMOST)
    assert dues(phone, f"/t/{code}") == []
    phone.hand(code, bidder="1", bid="4", point_jack="1")
    assert dues(phone, f"/t/{code}")[0] == "Bob pays Ann $1.50"
    answer = mark(phone, code, path=f"/t/{code}")
    assert answer.location == f"/t/{code}#pays"
    assert re.search("This game Cy pays Ann .*Bob paid Ann", phone.page(f"/t/{code}").text)
    answer = mark(phone, code, path=f"/t/{code}", headers=HTMX)
    assert answer.text.lstrip().startswith('<div id="pays"')
    assert stands(app, code) == {"Ann": 100, "Bob": 0, "Cy": 0, "Dee": -100}


def test_the_money_of_a_game_going_on_stands_apart(phone):
    code = phone.bring_in(ALMOST)
    page = phone.page(f"/t/{code}/settle").text
    assert "Nothing is settled yet" in page
    assert "If it ended now. Not counted above: it counts when the game ends. Ann +$3.50 Bob −$1.50" in page
    assert dues(phone, f"/t/{code}/settle") == []


def test_every_amount_opens_to_the_hands_behind_it(phone, code):
    page = phone.get(f"/t/{code}/settle/people/2").text
    text = Page(page).text
    assert "$1.50 owes" in text
    assert "Lost the game to Ann −$1.00 hand 7" in text
    assert "Set in hand 1, $0.50 −$0.50 hand 1" in text
    assert f'href="/t/{code}/log?line=1#line-1"' in page
    assert 'id="line-1"' in phone.get(f"/t/{code}/log").text
    game = phone.page(f"/t/{code}/settle/game").text
    assert "At the end of the game An Ann +$3.50 Won the game: $3.50 from Bob, Cy & Dee +$3.50 hand 7" in game
    assert "Total $0.00" in game


def test_an_account_adds_up(phone, code):
    note_down(phone, code, payer="2", payee="1", amount="2.00")
    bob, ann = (phone.page(f"/t/{code}/settle/people/{person}").text for person in (2, 1))
    assert "Lost in games −$1.50 Paid +$2.00 Still owed to Bob +$0.50" in bob
    assert "Won in games +$3.50 Received −$2.00 Still owed to Ann +$1.50" in ann


def test_a_correction_is_a_reversal_and_a_new_entry_with_its_reason(phone, app, code):
    make_it(phone, code)
    said = [(it.kind, it.is_active) for it in entries(app, code)]
    assert said == [("stakes", True), ("reversal", False), ("stakes", False)]
    for path in (f"/t/{code}/settle/ledger", f"/t/{code}/settle/game", f"/t/{code}/settle/people/2"):
        text = phone.page(path).text
        assert "Hand 1 was corrected: The jack was Bob's." in text
        assert "Taken back: Cutthroat Pitch" in text
    page = phone.page(f"/t/{code}/settle/people/2").text
    assert ("Set in hand" in page, "−$1.50" in page) == (False, True), "as it stood before, struck"


def test_every_settlement_of_an_open_table_has_its_own_reasons(phone):
    code = phone.bring_in(OPEN + SET + "[[lines]]\nleave = 'Dee'\n" + 6 * FOUR)
    text = phone.page(f"/t/{code}/settle/game").text
    # Bob -4, Cy 1, the others 0, at a dime: 7.5, -32.5, 17.5 and 7.5 cents, so 7, -33, 17 and 7 and a cent more for
    # the two in the earliest seats.
    assert "When Dee left Cy Cy +$0.17 1 point, 1.75 above the average of −0.75, at $0.10, in whole cents" in text
    assert "Ann +$0.08" in text
    assert "At the end of the game An Ann +$4.10 24 points, 16 above the average of 8, at $0.10 +$1.60 hand 7" in text
    dee, bob = (phone.page(f"/t/{code}/settle/people/{person}").text for person in (4, 2))
    assert ("When Dee left" in dee, "At the end" in dee) == (True, False)
    assert (bob.count("below the average"), bob.count("Set in hand 1")) == (2, 1)


def test_the_ledger_goes_on_for_pages(phone, app, code):
    with app.app_context():
        league = league_of(code)
        for cents in range(1, 61):
            form = Submission(db.session, wall_clock, KnownDevice(1, "x"), league_id=league)
            pay(form, 2, 1, cents, "USD")
    for path, pages in ((f"/t/{code}/settle/ledger", 2), (f"/t/{code}/settle/people/2?of=season", 4)):
        assert numbers_of(phone, path) == ([*range(61, 0, -1)], pages)
    for before, sums in (("", ["14.80"]), ("?before=12", ["14.80", "2.00"])):
        text = phone.page(f"/t/{code}/settle/ledger{before}").text
        assert "Between nights" in text
        assert re.findall(r"\$(\S+) owed", text) == sums, "a night that began on the page before says it again"


def test_the_days_of_the_ledger_add_up_to_what_is_owed(phone, code):
    """What was paid comes off the older day, though its sheet came in later."""
    phone.bring_in("date = 2020-01-02\n" + ALMOST + FOUR)
    note_down(phone, code, payer="3", amount="1", of="season")
    phone.bring_in(ALMOST + FOUR)
    text = phone.page(f"/t/{code}/settle/ledger").text
    told = re.findall(r"\$(\d\.\d\d) owed|\$(9\.50) still owed", text)
    assert told == [("", "9.50"), ("7.00", ""), ("2.50", "")], "a night with entries above and below says it once"
    assert re.findall(r"\$\S+ lost overall.{25}", text) == ["$3.50 lost overall, $1.00 settled elsewhere"]
    note_down(phone, code, payer="4", amount="4")
    assert "$7.00 lost overall, $4.00 paid, $2.00 paid too much" in phone.page(f"/t/{code}/settle/ledger").text


def numbers_of(phone, path):
    """Return the entries on a page and those it leads to, and how many pages that were."""
    seen, pages = [], 0
    while path:
        html = phone.get(path).text
        seen, pages = seen + [int(number) for number in re.findall(r'id="entry-(\d+)"', html)], pages + 1
        older = re.search(r'href="([^"]*before=\d+)"', html)
        path = older[1].replace("&amp;", "&") if older else None
    return seen, pages


@pytest.mark.usefixtures("code")
def test_its_end_leads_to_the_accounts_where_the_league_has_some(phone):
    friendly = phone.bring_in(NO_STAKES + SET + 6 * FOUR)
    page = phone.get(f"/t/{friendly}").text
    assert (f'href="/t/{friendly}/settle"' in page, "$" in page) == (True, False)
