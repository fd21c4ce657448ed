"""What is no line is refused at its field, and notes keep their characters."""

from __future__ import annotations

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.rules.errors import ImpossibleFact, UnreadableSheet
from scorekeeper.sheets.phrases import say_error
from tests.factories import draft, hand


def test_fields_keep_the_seat_keys_the_form_knows(session, clock, alice):
    code = create_game(Submission(session, clock, alice), draft(variant="smoke"))
    facts = {"tricks": {"1": 5, "2": 0, "3": 0, "4": 0}, "first_trick": "4"}
    with pytest.raises(ImpossibleFact, check=lambda error: "Dee took no trick" in say_error(error)) as refused:
        record_line(Submission(session, clock, alice), code, facts)
    assert refused.value.field == "first_trick"
    facts = {"tricks": {"1": 5, "2": -1, "3": 0, "4": 0}}
    with pytest.raises(UnreadableSheet) as refused:
        record_line(Submission(session, clock, alice), code, facts)
    assert refused.value.field == "tricks.2"


@pytest.mark.parametrize("facts", [{}, {"bid": 5, "who": "2"}, {"tricks": {"1": 5}}, {"note": "Just so."}, []])
def test_what_is_no_line_is_refused(record, game, facts):
    with pytest.raises((UnreadableSheet, ImpossibleFact)):
        record(facts)
    assert game().seq == 0


@pytest.mark.parametrize("note", ["half a character \ud83c", "an end \0 in the middle"])
def test_what_cannot_be_written_down_is_refused(record, game, note):
    with pytest.raises(UnreadableSheet, match="can't be saved") as refused:
        record({**hand(), "note": note})
    assert (refused.value.field, game().seq) == ("note", 0)


def test_notes_keep_their_characters(record, game):
    note = 'Ünïcode ♠ 🃏 עברית <b>"\\\n\t'
    record({**hand(), "note": note})
    assert game().lines[0].facts["note"] == note


@pytest.mark.parametrize("number", ["", "x" * 65, "\0", "\ud800"])
def test_an_op_id_that_is_none(record, number):
    with pytest.raises(UnreadableSheet) as refused:
        record(hand(), op_id=number)
    assert refused.value.field == "op_id"
