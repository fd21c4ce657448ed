"""Settling up: who pays whom, mark it paid, take it back; twice, on two phones and after a correction."""

import re

import pytest

from scorekeeper.core.extensions import db
from tests.databases import counted
from tests.money.games import (
    ALMOST,
    FOUR,
    SET,
    STAKES,
    dues,
    entries,
    make_it,
    mark,
    marks,
    note_down,
    stands,
    take_back,
)
from tests.phones import Page

HX = {"HX_Request": "true"}


@pytest.mark.parametrize("of", ["", "?of=season"])
def test_who_pays_whom_stands_on_top_in_words(phone, code, of):
    path = f"/t/{code}/settle{of}"
    assert dues(phone, path) == ["Bob pays Ann $1.50", "Cy pays Ann $1.00", "Dee pays Ann $1.00"]
    text = phone.page(path).text
    assert "$3.50 owed Bo Bob pays An Ann $1.50 Paid" in text, "what it comes to first"
    for stand in ("Ann is owed +$3.50", "Bob owes −$1.50", "Cy owes −$1.00", "Dee owes −$1.00"):
        assert stand in text


@pytest.mark.parametrize("asked", ["", "of=season"])
def test_another_phone_hears_of_a_payment(phone, other_phone, code, asked):
    looks = f"/t/{code}/settle?{asked}"
    poll = re.search(r'id="stand"[^>]* hx-get="([^"]+)"', other_phone.get(looks).text)[1].replace("&amp;", "&")
    assert other_phone.get(poll, **HX).status_code == 204
    mark(phone, code, path=looks)
    answer = other_phone.get(poll, **HX)
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<div id="stand"'), "what somebody types below is left alone"
    assert "Paid (1)" in answer.text
    again = re.search(r'id="stand"[^>]* hx-get="([^"]+)"', answer.text)[1].replace("&amp;", "&")
    assert other_phone.get(again, **HX).status_code == 204
    phone.send(looks, f"/t/{code}/settle/back", {})
    assert other_phone.get(again, **HX).status_code == 200
    assert "<h1" in other_phone.get(again).text, "without scripts it is a page like any other"


def test_a_page_of_a_game_going_on_hears_of_a_hand(phone):
    code = phone.bring_in(STAKES + SET)
    poll = re.search(r'id="stand"[^>]* hx-get="([^"]+)"', phone.get(f"/t/{code}/settle").text)[1].replace("&amp;", "&")
    assert phone.get(poll, **HX).status_code == 204
    phone.hand(code, bidder="1", bid="4", point_jack="1")
    assert phone.get(poll, **HX).status_code == 200


def test_everything_through_one_banker(phone, code):
    path = f"/t/{code}/settle?via=4"
    assert dues(phone, path) == ["Bob pays Dee $1.50", "Cy pays Dee $1.00", "Dee pays Ann $3.50"]
    assert phone.get(path).text.count('<option value="4" selected>') == 1
    answer = mark(phone, code, path=path)
    assert re.fullmatch(rf"/t/{code}/settle\?via=4&just=\d+", answer.location)
    assert dues(phone, path) == ["Cy pays Dee $1.00", "Dee pays Ann $3.50"]


@pytest.mark.usefixtures("code")
def test_two_nights_are_two_accounts_and_one_season(phone):
    other = phone.bring_in("date = 2020-01-02\n" + ALMOST + FOUR)
    assert dues(phone, f"/t/{other}/settle")[0] == "Bob pays Ann $1.50"
    assert dues(phone, f"/t/{other}/settle?of=season")[0] == "Bob pays Ann $3.00"
    for _ in range(3):
        mark(phone, other)
    page = phone.page(f"/t/{other}/settle").text
    assert "Everybody is square." in page
    assert "Other nights still have money owed" in page
    assert dues(phone, f"/t/{other}/settle?of=season")[0] == "Bob pays Ann $1.50"


def test_the_end_of_a_game_shows_what_its_players_pay_one_another(phone, code):
    phone.bring_in((ALMOST + FOUR).replace("Cy", "Eve").replace("Dee", "Fay"))
    assert {"Eve pays Ann $1.00", "Fay pays Ann $1.00"} < set(dues(phone, f"/t/{code}/settle"))
    assert dues(phone, f"/t/{code}") == ["Bob pays Ann $3.00", "Cy pays Ann $1.00", "Dee pays Ann $1.00"]
    said = r"Ann \+\$3.50 Cy & Dee −\$1.00 Bob −\$1.50 The whole night · 2.games.*Others owe \$4.00 .*this game \$2.00"
    assert re.search(said, phone.page(f"/t/{code}").text)


def test_the_same_as_text(phone, code):
    mark(phone, code)
    text = re.search(r"<textarea readonly[^>]*>([^<]*)</textarea>", phone.get(f"/t/{code}/settle").text)[1]
    assert text.split("\n")[1:] == ["Cy pays Ann $1.00", "Dee pays Ann $1.00", "Bob paid Ann $1.50", "All square: Bob"]


def test_what_is_to_pay_and_what_the_season_has_add_up_to_what_is_owed(phone, code):
    mark(phone, code, path=f"/t/{code}/settle?of=season")
    text = phone.page(f"/t/{code}/settle").text
    says = "Tonight $3.50 Bob, covered in “Every night” −$1.50", "Tonight Covered Left"
    rows = "Ann +$3.50 −$1.50 +$2.00", "Bob −$1.50 +$1.50 $0.00", "Cy −$1.00 $0.00 −$1.00", "Total $0.00 $0.00 $0.00"
    assert [row for row in (*says, *rows) if row not in text] == []
    assert re.findall(r'money( owes)?">−[$]1.00', phone.get(f"/t/{code}/settle").text) == 2 * ["", " owes"]
    assert "Covered in “Every night” +$1.50 Still to pay $0.00" in phone.page(f"/t/{code}/settle/people/2").text


def test_marked_paid_it_is_owed_no_more(phone, app, code):
    answer = mark(phone, code)
    page = phone.page(answer.location).text
    assert "Marked paid: Bob paid Ann $1.50." in page
    assert "Bob all square" in page
    assert dues(phone, f"/t/{code}/settle") == ["Cy pays Ann $1.00", "Dee pays Ann $1.00"]
    colors = re.findall(r'num money(?: (gets|owes))?">([^<]+)</span></a>', phone.get(answer.location).text)
    assert colors == [("gets", "+$2.00"), ("", "$0.00"), ("owes", "−$1.00"), ("owes", "−$1.00")]
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
    assert re.search(r'<s>Bob paid Ann</s></p>\s*<p class="sum"><s><span class="num money">\$1.50</span></s>', page)
    assert dues(phone, f"/t/{code}/settle")[0] == "Bob pays Ann $1.50"
    assert stands(app, code)["Bob"] == -150


def test_a_game_and_a_payment_stand_beside_their_own_currency(phone, code):
    phone.bring_in((ALMOST + FOUR).replace("USD", "CAD"))
    assert "Bob −$1.50 The whole night" in phone.page(f"/t/{code}").text
    mark(phone, code)
    assert [form["action"] for form in phone.page(f"/t/{code}/settle").forms].count(f"/t/{code}/settle/back") == 1


def test_the_second_phone_finds_it_paid_and_does_not_pay_twice(phone, other_phone, app, code):
    first, second = (marks(one, f"/t/{code}/settle")[0] for one in (phone, other_phone))
    phone.client.post(f"/t/{code}/settle/mark", data=first)
    answer = other_phone.client.post(f"/t/{code}/settle/mark", data=second)
    assert answer.status_code == 409
    assert "Bob paid Ann $1.50: already marked by iPhone. It counts once." in answer.text
    assert dues(phone, f"/t/{code}/settle") == ["Cy pays Ann $1.00", "Dee pays Ann $1.00"]
    assert [it.kind for it in entries(app, code)] == ["payment", "stakes"]


def test_taken_back_on_two_phones_it_is_taken_back_once(phone, app, code):
    mark(phone, code)
    path = f"/t/{code}/settle/back"
    first, second = (phone.form(f"/t/{code}/settle", path) for _ in range(2))
    phone.client.post(path, data=first)
    answer = phone.client.post(path, data=second)
    assert answer.status_code == 409
    assert "That payment was already taken back." in answer.text
    assert [it.kind for it in entries(app, code)] == ["reversal", "payment", "stakes"]


def test_what_a_game_cost_is_not_taken_back_here(phone, app, code):
    mark(phone, code)
    forged = phone.form(f"/t/{code}/settle", f"/t/{code}/settle/back") | {"entry": "1"}
    answer = phone.client.post(f"/t/{code}/settle/back", data=forged)
    assert answer.status_code == 409
    assert "correct it there" in answer.text
    assert len(entries(app, code)) == 2


def test_what_was_paid_over_the_season_is_not_asked_for_again_tonight(phone, app, code):
    tonight = marks(phone, f"/t/{code}/settle")
    mark(phone, code, path=f"/t/{code}/settle?of=season")
    assert dues(phone, f"/t/{code}/settle") == ["Cy pays Ann $1.00", "Dee pays Ann $1.00"]
    assert "Bob, covered in “Every night” −$1.50" in phone.page(f"/t/{code}/settle").text
    assert phone.client.post(f"/t/{code}/settle/mark", data=tonight[0]).status_code == 409
    assert stands(app, code)["Bob"] == 0


def test_the_page_reads_each_row_once(phone, code):
    """Who asks with the game, its log, the night; names, balances of league and night, entries, other games."""
    with phone.client.application.app_context():
        engine = db.engine
    with counted(engine) as sent:
        assert phone.get(f"/t/{code}/settle", HX_Request="true").status_code == 200
    assert len(sent) <= 8, "\n".join(sent)


def test_who_marks_it_later_is_not_told_that_it_was_marked(phone, other_phone, code):
    """Bob's 1.50 was marked and taken back; then a hand is corrected, and he owes a dollar."""
    late = marks(other_phone, f"/t/{code}/settle")[0]
    mark(phone, code)
    take_back(phone, code)
    make_it(phone, code)
    assert dues(phone, f"/t/{code}/settle")[0] == "Bob pays Ann $1.00"
    answer = other_phone.client.post(f"/t/{code}/settle/mark", data=late)
    assert answer.status_code == 409
    assert "That is no longer owed: something was paid or corrected in the meantime." in answer.text
    assert "marked at" not in answer.text
    assert dues(phone, f"/t/{code}/settle")[0] == "Bob pays Ann $1.00"


def test_the_ledger_says_who_paid_whom_and_what_of_it_was_taken_back(phone, code):
    mark(phone, code)
    text = phone.page(f"/t/{code}/settle/ledger").text
    assert ("Bob paid Ann" in text, "Ann paid Bob" in text, "Taken back" in text) == (True, False, False)
    assert all(it in text for it in ("$2.00 still", "Dee owes $1.00", "$2.00 owed $3.50 lost overall, $1.50 paid"))
    take_back(phone, code)
    phone.bring_in((ALMOST + FOUR).replace("Ann", "Al").replace("Bob", "Ann").replace("Al", "Bob"))
    text = phone.page(f"/t/{code}/settle/ledger").text
    said = "$4.00 still owed Cy Cy owes $2.00 De Dee owes $2.00"
    assert (said in text, "lost" in text) == (True, False), "nothing paid: that was taken back"
    for path in ("ledger", "people/1", "people/2"):
        text = phone.page(f"/t/{code}/settle/{path}").text
        assert ("Taken back: Bob paid Ann" in text, "Ann paid Bob" in text) == (True, False)


def test_a_payment_is_written_down_with_its_note(phone, app, code):
    answer = note_down(phone, code, amount="0,50", note="for the pizza")
    assert answer.status_code == 303
    assert "“for the pizza”" in phone.page(answer.location).text
    assert stands(app, code)["Bob"] == -100


def test_who_pays_too_much_has_credit(phone, app, code):
    page = phone.page(note_down(phone, code, amount="2").location).text
    assert "Bob paid too much: credit +$0.50" in page
    assert stands(app, code)["Bob"] == 50
    page = phone.page(note_down(phone, code, payer="3", amount="$4").location).text
    assert all(it in page for it in ("Cy paid too much: credit +$3.00", "Ann got too much: owes it back −$2.50"))


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"amount": "1.005"}, "amount", "Use at most two decimals"), ({"amount": "ten"}, "amount", "like 2.35."),
        ({"amount": "0.00"}, "amount", "Enter an amount above zero"),
        ({"payee": "2"}, "payee", "People can't pay themselves"), ({"payer": ""}, "payer", "Who paid?"),
        ({"payee": ""}, "payee", "Paid to whom?"), ({"payer": "99"}, "payer", "isn't in this league"),
        ({"payee": "99"}, "payee", "isn't in this league"),
        ({"currency": "JPY"}, "currency", "Enter a currency that has cents"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_lost(phone, app, code, fields, field, sentence):
    answer = note_down(phone, code, **({"note": "for the pizza"} | fields))
    assert answer.status_code == 422
    wrong = re.search(rf'id="{field}-wrong">([^<]*)<', answer.text)[1]
    assert sentence in wrong.replace("&#39;", "'")
    printed = next(form["fields"] for form in Page(answer.text).forms if form["action"].endswith("/pay"))
    assert (printed["note"], printed["amount"]) == ("for the pizza", fields.get("amount", "1.50"))
    if fields.get("payer", "2") == "2":
        assert '<option selected value="2">Bob</option>' in answer.text
    assert len(entries(app, code)) == 1


def test_who_only_looks_on_sees_the_amounts_and_no_buttons(phone, stranger, code):
    stranger.join(phone, code)
    mark(phone, code)
    page = stranger.page(f"/t/{code}/settle")
    assert "Cy pays Ann $1.00" in page.text
    assert [form["action"] for form in page.forms if form["method"] == "post"] == []
