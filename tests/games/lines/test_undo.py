"""Taken back hand by hand, and in the middle."""

from __future__ import annotations

import pytest

from scorekeeper.games.history import undo_target
from scorekeeper.rules.errors import ImpossibleFact
from tests.factories import hand


def test_undo_after_undo_goes_back_hand_by_hand(record, take_back, game):
    for bidder in "123":
        record(hand(bidder, 5))
    went = []
    while (target := undo_target(game().rows)) is not None:
        went.append(target)
        take_back(target)
    assert went == [3, 2, 1]
    assert set(game().table.scores.values()) == {0}


def test_a_hand_in_the_middle_is_taken_back(record, take_back, game):
    for bidder in "123":
        record(hand(bidder, 5))
    take_back(2)
    assert [line.number for line in game().lines] == [1, None, 2]
    assert game().table.scores == {"1": 20, "2": 0, "3": 20, "4": 0}


def test_what_is_gone_or_never_was_is_not_taken_back(record, take_back, correct, game):
    record(hand())
    take_back(1)
    for target in (1, 7, 0, -1):
        with pytest.raises(ImpossibleFact) as refused:
            take_back(target)
        assert refused.value.field == "target"
    with pytest.raises(ImpossibleFact, match="already taken back"):
        correct(1, hand(bid=6))
    assert game().seq == 2
