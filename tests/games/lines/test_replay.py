"""A form that is used again for something else is told so."""

from __future__ import annotations

import pytest

from scorekeeper.core.errors import OpIdReused
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.games.table_state import read_game
from tests.factories import draft, hand


def test_a_form_used_again_for_something_else_is_told_so(record, take_back, correct, game):
    record(hand(), op_id="the-form")
    with pytest.raises(OpIdReused):
        record(hand(bid=6), op_id="the-form")
    with pytest.raises(OpIdReused):
        record(hand(bid=6), op_id="the-form", seen=0)
    with pytest.raises(OpIdReused):
        take_back(1, op_id="the-form")
    with pytest.raises(OpIdReused):
        correct(1, hand(), op_id="the-form")
    assert (game().seq, game().lines[0].facts["bid"]) == (1, 5)


def test_a_form_of_another_game_of_the_league(session, clock, alice, record):
    record(hand(), op_id="the-form")
    other = create_game(Submission(session, clock, alice), draft())
    with pytest.raises(OpIdReused):
        record_line(Submission(session, clock, alice, op_id="the-form"), other, hand())
    assert read_game(session, other).seq == 0


def test_undo_and_correction_replay_too(record, take_back, correct, game):
    record(hand())
    changed = correct(1, hand(bid=6), reason="It was six.", op_id="correction", seen=1)
    gone = take_back(2, op_id="undo", seen=2)
    assert correct(1, hand(bid=6), reason="It was six.", op_id="correction", seen=1) == type(changed)(2, replayed=True)
    assert take_back(2, op_id="undo", seen=2) == type(gone)(3, replayed=True)
    with pytest.raises(OpIdReused):
        correct(1, hand(bid=6), reason="It was five.", op_id="correction", seen=1)
    assert game().seq == 3
