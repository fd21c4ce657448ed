"""Settling up: who pays whom, mark paid, take it back, what stands behind an amount, what cannot be."""

from __future__ import annotations

import re

import pytest

from scorekeeper.extensions import db
from scorekeeper.services.accounts import league_accounts, movements, place_of
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.devices import KnownDevice
from scorekeeper.services.paying import pay
from tests.factories import op_id
from tests.web.conftest import HTMX, Page, Phone
from tests.web.test_manners import SILLY

STAKES = """
format = "scoresheet/1"
variant = "cutthroat-pitch"
players = ["Ann", "Bob", "Cy", "Dee"]
dealer = "Dee"
[stakes]
currency = "USD"
game = "1.00"
set = "0.50"
"""
OPEN = STAKES.replace("[stakes]", '[rules]\n"table.open" = true\n[stakes]\npoint = "0.10"')
NO_STAKES = STAKES.split("[stakes]", maxsplit=1)[0]
SET = """
[[lines]]
bidder = "Bob"
bid = 4
points = { high = "Bob", low = "Bob", jack = "Cy", game = "Bob" }
"""
FOUR = """
[[lines]]
bidder = "Ann"
bid = 4
points = { high = "Ann", low = "Ann", jack = "Ann", game = "Ann" }
"""
ALMOST = STAKES + SET + 5 * FOUR  # Ann 20, of 21


def bring_in(phone, sheet):
    """Give the code of the table a sheet becomes."""
    answer = phone.send("/import", "/import", {"sheet": sheet})
    assert answer.status_code == 303, answer.text
    return re.search(r"/t/([\w-]+)", answer.location)[1]


@pytest.fixture
def code(phone):
    """A game for a dollar and fifty cents a set, won by Ann; Bob was set once: 1.50, 1.00 and 1.00 to Ann."""
    return bring_in(phone, ALMOST + FOUR)


def dues(phone, path):
    """Give the buttons there are: what each would mark paid, in words."""
    return re.findall(r'aria-label="Mark paid: ([^"]+)"', phone.get(path).text)


def marks(phone, path):
    return [form["fields"] for form in phone.page(path).forms if form["action"].endswith("/settle/mark")]


def mark(phone, code, nth=0, *, path=None, headers=None):
    fields = marks(phone, path or f"/t/{code}/settle")[nth]
    return phone.client.post(f"/t/{code}/settle/mark", data=fields, headers=headers)


def take_back(phone, code):
    """Take the newest payment back."""
    return phone.send(f"/t/{code}/settle", f"/t/{code}/settle/back", {})


def note_down(phone, code, **fields):
    path = f"/t/{code}/settle"
    return phone.send(path, f"{path}/pay", {"payer": "2", "payee": "1", "amount": "1.50"} | fields)


def entries(app, code):
    with app.app_context():
        return movements(db.session, place_of(db.session, code).league_id)


def stands(app, code):
    with app.app_context():
        (owing,) = league_accounts(db.session, place_of(db.session, code).league_id)
        return {account.name: account.cents for account in owing.accounts}


# ---------------------------------------------------------------- who pays whom


@pytest.mark.parametrize("of", ["", "?of=season"])
def test_who_pays_whom_stands_on_top_in_words(phone, code, of):
    path = f"/t/{code}/settle{of}"
    assert dues(phone, path) == ["Bob pays Ann $1.50", "Cy pays Ann $1.00", "Dee pays Ann $1.00"]
    text = phone.page(path).text
    for stand in ("Ann is owed +$3.50", "Bob owes −$1.50", "Cy owes −$1.00", "Dee owes −$1.00"):
        assert stand in text


def test_an_amount_is_written_as_the_reader_writes_it(phone, code):
    assert "1,50\N{NO-BREAK SPACE}$" in phone.get(f"/t/{code}/settle", Accept_Language="de-DE").text


def test_everything_through_one_banker(phone, code):
    path = f"/t/{code}/settle?via=4"
    assert dues(phone, path) == ["Bob pays Dee $1.50", "Cy pays Dee $1.00", "Dee pays Ann $3.50"]
    assert phone.get(path).text.count('<option value="4" selected>') == 1
    answer = mark(phone, code, path=path)
    assert re.fullmatch(rf"/t/{code}/settle\?via=4&just=\d+", answer.location)
    assert dues(phone, path) == ["Cy pays Dee $1.00", "Dee pays Ann $3.50"]


def test_a_banker_may_pay_out_before_anybody_has_paid_him(phone, app, code):
    assert mark(phone, code, 2, path=f"/t/{code}/settle?via=4").status_code == 303
    assert stands(app, code) == {"Ann": 0, "Bob": -150, "Cy": -100, "Dee": 250}


@pytest.mark.usefixtures("code")
def test_two_nights_are_two_accounts_and_one_season(phone):
    other = bring_in(phone, "date = 2020-01-02\n" + ALMOST + FOUR)
    assert dues(phone, f"/t/{other}/settle")[0] == "Bob pays Ann $1.50"
    assert dues(phone, f"/t/{other}/settle?of=season")[0] == "Bob pays Ann $3.00"
    for _ in range(3):
        mark(phone, other)
    page = phone.page(f"/t/{other}/settle").text
    assert "Everybody is square." in page
    assert "From other nights something is still owed" in page
    assert dues(phone, f"/t/{other}/settle?of=season")[0] == "Bob pays Ann $1.50"


def test_the_same_as_text(phone, code):
    mark(phone, code)
    text = re.search(r"<textarea readonly[^>]*>([^<]*)</textarea>", phone.get(f"/t/{code}/settle").text)[1]
    said = ["Cy pays Ann $1.00", "Dee pays Ann $1.00", "Bob paid Ann $1.50", "All square: Bob"]
    assert text.split("\n")[1:] == said


# ---------------------------------------------------------------- mark paid, take it back


def test_marked_paid_it_is_owed_no_more(phone, app, code):
    answer = mark(phone, code)
    page = phone.page(answer.location).text
    assert "Marked paid: Bob paid Ann $1.50." in page
    assert "Bob all square" in page
    assert dues(phone, f"/t/{code}/settle") == ["Cy pays Ann $1.00", "Dee pays Ann $1.00"]
    mark(phone, code)
    mark(phone, code)
    for path in ("", "?of=season", "?via=2"):
        assert "Everybody is square." in phone.page(f"/t/{code}/settle{path}").text
    assert set(stands(app, code).values()) == {0}


def test_taken_back_it_is_owed_again_and_stays_in_sight(phone, app, code):
    mark(phone, code)
    answer = take_back(phone, code)
    page = phone.get(answer.location).text
    assert "Taken back: it is owed again." in page
    assert re.search(r'<s>Bob paid Ann <span class="num money">\$1.50</span></s>', page)
    assert dues(phone, f"/t/{code}/settle")[0] == "Bob pays Ann $1.50"
    assert stands(app, code)["Bob"] == -150


def test_the_same_form_twice_is_one_payment(phone, app, code):
    fields = marks(phone, f"/t/{code}/settle")[0]
    first, second = (phone.client.post(f"/t/{code}/settle/mark", data=fields) for _ in range(2))
    assert first.location == second.location
    assert [it.kind for it in entries(app, code)] == ["payment", "stakes"]


def test_the_second_phone_finds_it_paid_and_does_not_pay_twice(phone, other_phone, app, code):
    first, second = (marks(one, f"/t/{code}/settle")[0] for one in (phone, other_phone))
    phone.client.post(f"/t/{code}/settle/mark", data=first)
    answer = other_phone.client.post(f"/t/{code}/settle/mark", data=second)
    assert answer.status_code == 409
    assert re.search(r"Bob paid Ann \$1\.50: marked at \d\d:\d\d already \(iPhone\)\. It counts once\.", answer.text)
    assert dues(phone, f"/t/{code}/settle") == ["Cy pays Ann $1.00", "Dee pays Ann $1.00"]
    assert [it.kind for it in entries(app, code)] == ["payment", "stakes"]


def test_what_a_correction_made_less_is_not_marked_as_it_was(phone, app, code):
    old = marks(phone, f"/t/{code}/settle")[0]
    make_it(phone, code)
    answer = phone.client.post(f"/t/{code}/settle/mark", data=old)
    assert answer.status_code == 409
    assert "That is not owed any more" in answer.text
    assert "Bob pays Ann" in answer.text
    assert "payment" not in [it.kind for it in entries(app, code)]


def make_it(phone, code):
    """Correct the first hand: Bob took the jack as well, and made his bid."""
    fields = {"what": "hand", "bidder": "2", "bid": "4", "reason": "The jack was Bob's."}
    taken = {f"point-{point}": "2" for point in ("high", "low", "jack", "game")}
    seq = re.findall(r'href="/t/[\w-]+/lines/(\d+)"', phone.get(f"/t/{code}/log").text)[-1]
    assert phone.send(f"/t/{code}/lines/{seq}", f"/t/{code}/lines/{seq}", fields | taken).status_code == 303


def test_taken_back_on_two_phones_it_is_taken_back_once(phone, app, code):
    mark(phone, code)
    path = f"/t/{code}/settle/back"
    first, second = (
        next(form["fields"] for form in phone.page(f"/t/{code}/settle").forms if form["action"] == path)
        for _ in range(2)
    )
    phone.client.post(path, data=first)
    answer = phone.client.post(path, data=second)
    assert answer.status_code == 409
    assert "That payment was taken back already." in answer.text
    assert [it.kind for it in entries(app, code)] == ["reversal", "payment", "stakes"]


def test_what_a_game_cost_is_not_taken_back_here(phone, app, code):
    mark(phone, code)
    forged = phone.form(f"/t/{code}/settle", f"/t/{code}/settle/back") | {"entry": "1"}
    answer = phone.client.post(f"/t/{code}/settle/back", data=forged)
    assert answer.status_code == 409
    assert "correct those" in answer.text
    assert len(entries(app, code)) == 2


@pytest.mark.parametrize("fields", [{"amount": "150.5"}, {"payer": "99"}, {"payee": "two"}, {"currency": "JPY"}])
def test_a_button_nobody_printed_marks_nothing(phone, app, code, fields):
    forged = marks(phone, f"/t/{code}/settle")[0] | fields
    assert phone.client.post(f"/t/{code}/settle/mark", data=forged).status_code == 409
    assert len(entries(app, code)) == 1


def test_what_was_paid_over_the_season_is_not_asked_for_again_tonight(phone, app, code):
    tonight = marks(phone, f"/t/{code}/settle")
    mark(phone, code, path=f"/t/{code}/settle?of=season")
    assert dues(phone, f"/t/{code}/settle") == ["Cy pays Ann $1.00", "Dee pays Ann $1.00"]
    assert "made up for over the season" in phone.page(f"/t/{code}/settle").text
    assert phone.client.post(f"/t/{code}/settle/mark", data=tonight[0]).status_code == 409
    assert stands(app, code)["Bob"] == 0


# ---------------------------------------------------------------- with htmx


def test_htmx_gets_the_page_without_its_frame(phone, code):
    answer = mark(phone, code, headers=HTMX)
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<main id="settle"')
    assert '<p id="said" hx-swap-oob="innerHTML">Cy pays Ann $1.00. Dee pays Ann $1.00.</p>' in answer.text


def test_no_style_or_script_stands_in_these_pages(phone, code):
    mark(phone, code)
    for path in ("", "/game", "/ledger", "/people/1"):
        assert phone.page(f"/t/{code}/settle{path}").inline == []


# ---------------------------------------------------------------- at the end of a game


def test_the_end_of_a_game_says_who_pays_whom_and_marks_it_there(phone, app):
    code = bring_in(phone, ALMOST)
    assert dues(phone, f"/t/{code}") == []
    phone.hand(code, bidder="1", bid="4")
    assert dues(phone, f"/t/{code}")[0] == "Bob pays Ann $1.50"
    answer = mark(phone, code, path=f"/t/{code}")
    assert answer.location == f"/t/{code}#pays"
    assert "Bob paid Ann" in phone.page(f"/t/{code}").text
    answer = mark(phone, code, path=f"/t/{code}", headers=HTMX)
    assert answer.text.lstrip().startswith('<div id="pays"')
    assert stands(app, code) == {"Ann": 100, "Bob": 0, "Cy": 0, "Dee": -100}


def test_undoing_the_last_hand_takes_its_money_along(phone, app):
    code = bring_in(phone, ALMOST)
    phone.hand(code, bidder="1", bid="4")
    phone.send(f"/t/{code}", f"/t/{code}/undo", {})
    assert set(stands(app, code).values()) == {0}
    assert "This table is still being played" in phone.page(f"/t/{code}/settle").text


def test_the_money_of_a_game_going_on_stands_apart(phone):
    code = bring_in(phone, ALMOST)
    page = phone.page(f"/t/{code}/settle").text
    assert "Nothing is settled yet" in page
    assert "If it ended now. Not counted above: it counts when the game ends. Ann +$3.50 Bob −$1.50" in page
    assert dues(phone, f"/t/{code}/settle") == []


# ---------------------------------------------------------------- behind an amount


def test_every_amount_opens_to_the_hands_behind_it(phone, code):
    page = phone.get(f"/t/{code}/settle/people/2").text
    text = Page(page).text
    assert "Owes $1.50" in text
    assert "Lost the game to Ann −$1.00 hand 7" in text
    assert "Set in hand 1, $0.50 −$0.50 hand 1" in text
    assert f'href="/t/{code}/log?line=1#line-1"' in page
    assert 'id="line-1"' in phone.get(f"/t/{code}/log").text
    game = phone.page(f"/t/{code}/settle/game").text
    assert "At the end of the game Ann +$3.50 Won the game: $3.50 from Bob, Cy & Dee +$3.50 hand 7" in game


def test_a_correction_is_a_reversal_and_a_new_entry_with_its_reason(phone, app, code):
    make_it(phone, code)
    said = [(it.kind, it.stands) for it in entries(app, code)]
    assert said == [("stakes", True), ("reversal", False), ("stakes", False)]
    for path in (f"/t/{code}/settle/ledger", f"/t/{code}/settle/game", f"/t/{code}/settle/people/2"):
        text = phone.page(path).text
        assert "Hand 1 was corrected: The jack was Bob's." in text
        assert "Taken back: Ann \N{EN DASH} Bob \N{EN DASH} Cy \N{EN DASH} Dee" in text
    page = phone.page(f"/t/{code}/settle/people/2").text
    assert "Set in hand" not in page
    assert "−$1.50" in page  # as it stood before, struck


def test_every_settlement_of_an_open_table_has_its_own_reasons(phone):
    code = bring_in(phone, OPEN + SET + "[[lines]]\nleave = 'Dee'\n" + 6 * FOUR)
    text = phone.page(f"/t/{code}/settle/game").text
    # Bob -4, Cy 1, the others 0, at a dime: 7.5, -32.5, 17.5 and 7.5 cents, so 7, -33, 17 and 7 and a cent more for
    # the two in the earliest seats.
    assert "When Dee left Cy +$0.17 1 point, 1.75 above the average of −0.75, at $0.10, in whole cents" in text
    assert "Ann +$0.08" in text
    assert "At the end of the game Ann +$4.10 24 points, 16 above the average of 8, at $0.10 +$1.60 hand 8" in text
    dee = phone.page(f"/t/{code}/settle/people/4").text
    assert "When Dee left" in dee
    assert "At the end" not in dee
    bob = phone.page(f"/t/{code}/settle/people/2").text
    assert bob.count("below the average") == 2
    assert bob.count("Set in hand 1") == 1


def test_nobody_of_this_league_has_no_account(phone, code):
    for path in ("/people/99", "/people/9999999999999999999"):
        assert phone.get(f"/t/{code}/settle{path}").status_code == 404


def test_the_ledger_goes_on_for_pages(phone, app, code):
    with app.app_context():
        league = place_of(db.session, code).league_id
        for cents in range(1, 61):
            pay(db.session, wall_clock, KnownDevice(1, "x"), league, payer=2, payee=1, cents=cents, currency="USD",
                night_id=None, op_id=op_id())  # fmt: skip
    for path, pages in ((f"/t/{code}/settle/ledger", 2), (f"/t/{code}/settle/people/2?of=season", 4)):
        assert numbers_of(phone, path) == ([*range(61, 0, -1)], pages)


def numbers_of(phone, path):
    """Give the entries on a page and those it leads to, and how many pages that were."""
    seen, pages = [], 0
    while path:
        html = phone.get(path).text
        seen, pages = seen + [int(number) for number in re.findall(r'id="entry-(\d+)"', html)], pages + 1
        older = re.search(r'href="([^"]*before=\d+)"', html)
        path = older[1].replace("&amp;", "&") if older else None
    return seen, pages


# ---------------------------------------------------------------- a payment nobody was asked for


def test_a_payment_is_written_down_with_its_note(phone, app, code):
    answer = note_down(phone, code, amount="0,50", note="for the pizza")
    assert answer.status_code == 303
    assert "“for the pizza”" in phone.page(answer.location).text
    assert stands(app, code)["Bob"] == -100


def test_who_paid_a_part_still_owes_the_rest(phone, code):
    page = phone.page(note_down(phone, code, amount="0.50").location).text
    assert "Bob owes −$1.00" in page
    assert "Ann is owed +$3.00" in page
    assert "too much" not in page


def test_who_pays_too_much_has_credit(phone, app, code):
    page = phone.page(note_down(phone, code, amount="2").location).text
    assert "Bob paid too much: credit +$0.50" in page
    assert stands(app, code)["Bob"] == 50
    page = phone.page(note_down(phone, code, payer="3", amount="$4").location).text
    assert "Cy paid too much: credit +$3.00" in page
    assert "Ann was paid too much: owes −$2.50" in page


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"amount": "1.005"}, "amount", "Money ends at the cent"),
        ({"amount": "-1"}, "amount", "An amount is above zero."),
        ({"amount": "ten"}, "amount", "How much?"),
        ({"amount": ""}, "amount", "How much?"),
        ({"amount": "0"}, "amount", "Nothing is no payment"),
        ({"amount": "0.00"}, "amount", "Nothing is no payment"),
        ({"amount": "99999999999999999999"}, "amount", "That is more than anybody plays for."),
        ({"payee": "2"}, "payee", "Nobody pays himself"),
        ({"payer": ""}, "payer", "Who paid?"),
        ({"payee": ""}, "payee", "Whom?"),
        ({"payer": "99"}, "payer", "Nobody in this league"),
        ({"payee": "99"}, "payee", "Nobody in this league"),
        ({"currency": "JPY"}, "currency", "one that has cents"),
        ({"currency": "Gold"}, "currency", "one that has cents"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_lost(phone, app, code, fields, field, sentence):
    answer = note_down(phone, code, **({"note": "for the pizza"} | fields))
    assert answer.status_code == 422
    wrong = re.search(rf'id="{field}-wrong">([^<]*)<', answer.text)[1]
    assert sentence in wrong.replace("&#39;", "'")
    assert 'value="for the pizza"' in answer.text
    amount = fields.get("amount", "1.50")
    assert f'name="amount" id="amount" value="{amount}"' in answer.text
    if fields.get("payer", "2") == "2":
        assert '<option value="2" selected>Bob</option>' in answer.text
    assert len(entries(app, code)) == 1


def test_an_old_form_filled_in_anew_keeps_what_was_typed_and_notes_it_the_second_time(phone, app, code):
    path = f"/t/{code}/settle/pay"
    old = phone.form(f"/t/{code}/settle", path) | {"payer": "2", "payee": "1", "amount": "0.50"}
    phone.client.post(path, data=old)
    answer = phone.client.post(path, data=old | {"amount": "0.75"})
    assert answer.status_code == 422
    assert "This form was noted before" in answer.text
    assert stands(app, code)["Bob"] == -100
    printed = next(form["fields"] for form in Page(answer.text).forms if form["action"] == path)
    assert printed["amount"] == "0.75"
    assert phone.client.post(path, data=printed | {"payer": "2", "payee": "1"}).status_code == 303
    assert stands(app, code)["Bob"] == -25


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("mark", ["payer", "payee", "amount", "currency"]),
        ("pay", ["payer", "payee", "amount", "currency", "note", "of", "via", "from", "op_id"]),
        ("back", ["entry"]),
    ],
)
def test_no_input_breaks_a_form(phone, app, code, path, fields):
    mark(phone, code)
    good = phone.form(f"/t/{code}/settle", f"/t/{code}/settle/mark") | {"entry": "2"}
    for field in fields:
        for silly in SILLY.values():
            answer = phone.client.post(f"/t/{code}/settle/{path}", data=good | {"op_id": op_id()} | {field: silly})
            assert answer.status_code in {303, 409, 422}, (field, silly)
    assert sum(stands(app, code).values()) == 0


@pytest.mark.parametrize("name", ["of", "via", "just", "before"])
def test_no_address_breaks_a_page(phone, code, name):
    for silly in SILLY.values():
        for path in ("", "/people/1", "/ledger"):
            answer = phone.client.get(f"/t/{code}/settle{path}", query_string={name: silly})
            assert answer.status_code == 200, (path, silly)


def test_a_person_of_another_league_is_nobody_here(phone, app, code):
    other_phone = Phone(app)
    theirs = bring_in(other_phone, (ALMOST + FOUR).replace("Dee", "Zed").replace("Ann", "Yen"))
    answer = note_down(other_phone, theirs, payer="5")
    assert answer.status_code == 422
    assert "Zed" not in phone.get(f"/t/{code}/settle").text
    forged = marks(phone, f"/t/{code}/settle")[0] | {"entry": "1"}
    assert other_phone.client.post(f"/t/{theirs}/settle/back", data=forged).status_code >= 400
    assert len(entries(app, code)) == 1


def test_who_only_looks_on_sees_the_amounts_and_no_buttons(phone, stranger, app, code):
    old = marks(phone, f"/t/{code}/settle")[0]
    assert stranger.get(f"/t/{code}/settle").status_code == 404
    stranger.join(phone, code)
    mark(phone, code)
    page = stranger.page(f"/t/{code}/settle")
    assert "Cy pays Ann $1.00" in page.text
    assert [form["action"] for form in page.forms if form["method"] == "post"] == []
    token = stranger.form("/new/cutthroat-pitch/4", "/new/cutthroat-pitch/4")["csrf_token"]
    for path in ("mark", "pay", "back"):
        answer = stranger.client.post(f"/t/{code}/settle/{path}", data=old | {"entry": "2", "csrf_token": token})
        assert answer.status_code == 403
    assert len(entries(app, code)) == 2


# ---------------------------------------------------------------- no money


def test_a_game_without_stakes_shows_no_money_anywhere(phone):
    code = bring_in(phone, NO_STAKES + SET + 5 * FOUR)
    before = phone.get(f"/t/{code}").text
    phone.hand(code, bidder="1", bid="4")
    for text in (before, phone.get(f"/t/{code}").text, phone.get(f"/t/{code}/log").text):
        assert "/settle" not in text
        assert "$" not in text
    assert "Nothing was played for money tonight." in phone.page(f"/t/{code}/settle").text
    assert phone.get(f"/t/{code}/settle/game").status_code == 404


@pytest.mark.usefixtures("code")
def test_its_end_leads_to_the_accounts_where_the_league_has_some(phone):
    friendly = bring_in(phone, NO_STAKES + SET + 6 * FOUR)
    page = phone.get(f"/t/{friendly}").text
    assert f'href="/t/{friendly}/settle"' in page
    assert "$" not in page
