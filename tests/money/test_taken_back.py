"""A payment that was taken back: it is owed again, wherever it is told, and nobody is told that it was paid."""

from __future__ import annotations

import re

from tests.money.games import dues, make_it, mark, marks, take_back


def as_text(phone, code):
    """The lines under the title of the text that is sent around."""
    page = phone.get(f"/t/{code}/settle").text
    return re.search(r"<textarea readonly[^>]*>([^<]*)</textarea>", page)[1].split("\n")[1:]


def test_it_is_not_in_the_text_that_is_sent_around(phone, code):
    before = as_text(phone, code)
    assert before == ["Bob pays Ann $1.50", "Cy pays Ann $1.00", "Dee pays Ann $1.00"]
    mark(phone, code)
    assert "Bob paid Ann $1.50" in as_text(phone, code)
    take_back(phone, code)
    assert as_text(phone, code) == before


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
    assert "won $3.50 paid back $1.50" in text
    take_back(phone, code)
    text = phone.page(f"/t/{code}/settle/ledger").text
    assert "won $3.50" in text
    assert "$1.50 paid" not in text, "which was taken back"
    for path in ("ledger", "people/1", "people/2"):
        text = phone.page(f"/t/{code}/settle/{path}").text
        assert "Taken back: Bob paid Ann" in text
        assert "Ann paid Bob" not in text
