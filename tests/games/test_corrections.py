"""A substitute, a swap of seats, another dealer and the end of a game, corrected in the log."""

from __future__ import annotations

import tomllib

import pytest

from tests.games.exit_forms import deals, leave_by, log, undo
from tests.money.games import SET, STAKES, bring_in, stands
from tests.phones import Page


def line_form(phone, code, seq=1):
    """Give the form that corrects a line, as it is filled in."""
    action = f"/t/{code}/lines/{seq}"
    return next(form["fields"] for form in phone.page(action).forms if form["action"] == action)


def correct(phone, code, seq=1, /, **fields):
    return phone.client.post(f"/t/{code}/lines/{seq}", data=line_form(phone, code, seq) | fields)


@pytest.mark.parametrize(
    ("line", "recorded"),
    [
        ({"what": "substitute", "substitute": "Eve", "replaces": "1"}, {"substitute": "Eve", "replaces": "1"}),
        ({"what": "swap", "swap": "1", "other": "3"}, {"swap": "1", "other": "3"}),
        ({"what": "dealer", "dealer": "2"}, {"dealer": "2"}),
        ({"what": "end", "end": "nobody"}, {"end": "nobody"}),
    ],
)
def test_a_line_is_corrected_on_the_form_it_came_from(phone, pitch, line, recorded):
    leave_by(phone, pitch, line["what"], **line)
    fields = line_form(phone, pitch)
    assert {key: fields.get(key) for key in recorded} == recorded
    assert fields["what"] == line["what"]
    assert correct(phone, pitch).status_code == 303, "what changes nothing agrees"
    assert "Corrected" not in log(phone, pitch)


def test_a_long_note_stays_with_a_corrected_line(phone, pitch):
    leave_by(phone, pitch, "dealer", dealer="2", note="Dee spilled a drink.")
    assert correct(phone, pitch, dealer="1").status_code == 303
    assert deals(phone, pitch) == "Ann"
    assert "Dee spilled a drink." in log(phone, pitch)


def test_the_log_says_what_was_there_before(phone, pitch):
    leave_by(phone, pitch, "dealer", dealer="2")
    correct(phone, pitch, dealer="1")
    assert "Bob deals the next hand." in log(phone, pitch)


def test_another_dealer_was_meant(phone, pitch):
    leave_by(phone, pitch, "dealer", dealer="2")
    answer = correct(phone, pitch, dealer="3", reason="Read the wrong name")
    assert (answer.status_code, answer.location) == (303, f"/t/{pitch}/log?line=1#line-1")
    assert deals(phone, pitch) == "Cy"
    said = log(phone, pitch)
    assert "Cy deals the next hand." in said
    assert "Read the wrong name" in said
    assert tomllib.loads(phone.get(f"/t/{pitch}/sheet.toml").text)["lines"] == [{"dealer": "Cy"}]
    assert undo(phone, pitch).status_code == 303
    assert deals(phone, pitch) == "Bob", "the correction is taken back, the line stays"


def test_others_swapped(phone, pitch):
    leave_by(phone, pitch, "swap", swap="1", other="3")
    assert correct(phone, pitch, other="2").status_code == 303
    assert "Dee deals · Bob bids first" in phone.page(f"/t/{pitch}").text


def test_somebody_else_came_and_the_game_is_theirs(phone, pitch):
    phone.hand(pitch, bid="3", point_high="2", point_jack="2", point_game="2", point_low="1")
    leave_by(phone, pitch, "substitute", substitute="Eve", replaces="1")
    leave_by(phone, pitch, "end", end="leaders")
    assert correct(phone, pitch, 2, substitute="Fay", replaces="2").status_code == 303
    assert "Fay & Dee won" in phone.page(f"/t/{pitch}").text
    lines = tomllib.loads(phone.get(f"/t/{pitch}/sheet.toml").text)["lines"]
    assert lines[1] == {"substitute": "Fay", "replaces": "Bob"}


def test_who_played_since_stays_the_substitute(phone, pitch):
    leave_by(phone, pitch, "substitute", substitute="Eve", replaces="1")
    phone.hand(pitch, bidder="5", bid="4", point_high="5", point_jack="5", point_game="5", point_low="5")
    answer = correct(phone, pitch, substitute="Fay")
    assert answer.status_code == 422
    assert "Then hand 2 wouldn't work: Eve is not at the table" in Page(answer.text).text
    assert 'value="Fay"' in answer.text


def test_the_leaders_won_after_all(app, phone):
    code = bring_in(phone, STAKES + SET)
    leave_by(phone, code, "end", end="nobody")
    assert correct(phone, code, 2, end="leaders").status_code == 303
    assert stands(app, code) == {"Ann": -100, "Bob": -150, "Cy": 350, "Dee": -100}


@pytest.mark.parametrize(
    ("line", "wrong", "sentence"),
    [
        ({"what": "dealer", "dealer": "2"}, {"dealer": ""}, "Who deals? Tap a name."),
        ({"what": "dealer", "dealer": "2"}, {"dealer": "9"}, "9 is not at the table."),
        ({"what": "dealer", "dealer": "2"}, {"dealer": "3", "reason": "x" * 201}, "200"),
        ({"what": "swap", "swap": "1", "other": "3"}, {"other": "1"}, "Nobody swaps seats with themselves"),
        ({"what": "substitute", "substitute": "Eve", "replaces": "1"}, {"substitute": "Bob"}, "Bob is at the table"),
        ({"what": "end", "end": "nobody"}, {"end": "leaders"}, "Everybody has the same score, so nobody leads"),
        ({"what": "end", "end": "nobody"}, {"what": "dealer", "dealer": "2", "end": ""}, "How does it end?"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_and_kept(phone, pitch, line, wrong, sentence):
    leave_by(phone, pitch, line["what"], **line)
    answer = correct(phone, pitch, **wrong)
    assert answer.status_code == 422
    assert sentence in Page(answer.text).text
    assert "Corrected" not in log(phone, pitch)


def test_a_line_of_these_that_never_was(phone, pitch):
    leave_by(phone, pitch, "dealer", dealer="2")
    assert "This never happened" in phone.page(f"/t/{pitch}/lines/1").text
    assert correct(phone, pitch, what="never").status_code == 303
    assert deals(phone, pitch) == "Dee"
    assert "Put it back" in phone.page(f"/t/{pitch}/lines/1").text


def conflict_over(phone, other_phone, code, seq, mine, theirs):
    """Correct the line from both phones, the other one first; return the answer and the form to send it again."""
    fields = line_form(phone, code, seq) | mine
    assert correct(other_phone, code, seq, **theirs).status_code == 303
    answer = phone.client.post(f"/t/{code}/lines/{seq}", data=fields)
    assert answer.status_code == 409
    page = Page(answer.text)
    return page.text, next(form for form in page.forms if form["action"] == f"/t/{code}/lines/{seq}")


def test_a_correction_after_another_phone_shows_both(phone, other_phone, code):
    leave_by(phone, code, "dealer", dealer="2")
    said, again = conflict_over(phone, other_phone, code, 1, {"dealer": "1"}, {"dealer": "3"})
    assert "Cy deals the next hand" in said
    assert "Yours, not saved Ann deals the next hand" in said
    assert phone.client.post(again["action"], data=again["fields"]).status_code == 303
    assert deals(phone, code) == "Ann"


def test_an_end_is_corrected_after_another_phone_though_the_game_is_over(phone, other_phone, code):
    other_phone.hand(code, bid="4", point_high="2", point_jack="2", point_game="2", point_trey="2")
    leave_by(phone, code, "end", end="nobody")
    said, again = conflict_over(phone, other_phone, code, 2, {"end": "leaders"}, {"note": "Rain"})
    assert "the leaders win" in said
    assert phone.client.post(again["action"], data=again["fields"]).status_code == 303
    assert "Bob & Dee won" in phone.page(f"/t/{code}").text
