"""What a phone that follows a game asks for: the seal it kept, and the newest."""

from __future__ import annotations

from urllib.parse import urlencode


def seals(phone, code, kept=""):
    answer = phone.get(f"/t/{code}/seal?{urlencode({'kept': kept})}")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-cache"
    return answer.json


def test_the_newest_seal_is_the_one_in_the_log(phone, code):
    assert seals(phone, code)["now"] == ""
    phone.hand(code)
    now = seals(phone, code)["now"]
    assert now.startswith("1-")
    assert now in phone.page(f"/t/{code}/log").text


def test_a_seal_that_was_kept_stays_after_more_hands_and_an_undo(phone, code):
    phone.hand(code)
    kept = seals(phone, code)["now"]
    phone.hand(code, bidder="1")
    phone.send(f"/t/{code}", f"/t/{code}/undo", {})
    told = seals(phone, code, kept)
    assert (told["then"], told["now"][:2]) == (kept, "3-")


def test_a_row_that_is_gone_has_no_seal_and_the_sentence_names_it(phone, code):
    phone.hand(code)
    told = seals(phone, code, "14-K7P4-RWX9-3QMT")
    assert told["then"] == ""
    assert "Something up to row 14 was changed, added or removed" in told["changed"]
    assert "Show this seal to the person who runs Scorekeeper: 14-K7P4-RWX9-3QMT." in told["changed"]


def test_what_is_no_seal_is_none(phone, code):
    phone.hand(code)
    for kept in ("", "x", "0-", "<b>", "9" * 400):
        assert (seals(phone, code, kept)["then"], seals(phone, code, kept)["changed"]) == ("", "")
