"""A payment nobody was asked for: noted, too much, wrong, by somebody else; and who may see it."""

import re

import pytest

from tests.money.games import entries, mark, note_down, stands
from tests.phones import Page


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
    assert "Ann got too much: owes it back −$2.50" in page


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"amount": "1.005"}, "amount", "Use at most two decimals"),
        ({"amount": "ten"}, "amount", "Enter an amount like 2.35."),
        ({"amount": "0.00"}, "amount", "Enter an amount above zero"),
        ({"payee": "2"}, "payee", "People can't pay themselves"),
        ({"payer": ""}, "payer", "Who paid?"),
        ({"payee": ""}, "payee", "Paid to whom?"),
        ({"payer": "99"}, "payer", "isn't in this league"),
        ({"payee": "99"}, "payee", "isn't in this league"),
        ({"currency": "JPY"}, "currency", "Enter a currency that has cents"),
    ],
)
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
