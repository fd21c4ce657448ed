"""Corrected and corrected again; what would end the game too early, and what is no line, is refused."""

from __future__ import annotations

import pytest

from scorekeeper.games.history import undo_target
from scorekeeper.rules.errors import ImpossibleFact, UnreadableSheet
from scorekeeper.sheets.phrases import say_refusal
from tests.factories import hand


def test_the_last_correction_counts_and_undoing_it_shows_the_one_before(record, correct, take_back, game):
    record(hand("1", 4))
    correct(1, hand("1", 5))
    correct(1, hand("1", 6))
    assert (game().lines[0].facts["bid"], [old["bid"] for old in game().lines[0].earlier]) == (6, [4, 5])
    take_back(3)
    assert (game().lines[0].facts["bid"], [old["bid"] for old in game().lines[0].earlier]) == (5, [4])
    assert undo_target(game().rows) == 2


def test_a_correction_that_ends_the_game_too_early_names_the_hand_in_the_way(record, correct, game):
    for _ in range(3):
        record(hand("2", 8))
    with pytest.raises(ImpossibleFact) as refused:
        correct(1, {"adjust": {"2": 60}, "reason": "Just so."})  # the second hand then ends the game
    assert (refused.value.field, refused.value.line) == ("line", 3)
    assert say_refusal(refused.value.refusal) == "The game would then end before hand 3. Take that one back first."
    assert game().seq == 3


def test_a_correction_of_the_last_hand_may_end_the_game(record, correct, game):
    for _ in range(5):
        record(hand("2", 8))
    record(hand("1", 4))
    correct(6, hand("2", 8))
    assert game().table.winners == ("2", "4")


def test_only_a_line_is_corrected(record, take_back, correct):
    record(hand())
    take_back(1)
    take_back(2)
    for target in (2, 3, 4):
        with pytest.raises(ImpossibleFact, match="isn't in this game"):
            correct(target, hand())


def test_a_reason_has_an_end(record, correct, take_back):
    record(hand())
    with pytest.raises(UnreadableSheet) as refused:
        correct(1, hand(bid=6), reason="x" * 2001)
    assert refused.value.field == "reason"
    with pytest.raises(UnreadableSheet):
        take_back(1, reason="\ud800")
