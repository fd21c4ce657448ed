"""The end of a game and a corrected dealer among the other lines: taken back, and in the way of a correction."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import ImpossibleFact
from tests.factories import hand


def test_an_end_is_taken_back_and_put_back(record, take_back, game):
    record(hand("2"))
    record({"end": "leaders"})
    assert game().table.finished
    take_back(2)
    assert not game().table.finished
    record({"dealer": "1"})
    assert game().table.dealer == "1"
    take_back(4)
    take_back(3)
    assert game().table.winners == ("2", "4")


def test_a_hand_without_which_nobody_leads_stays_until_the_end_is_taken_back(record, take_back, game):
    record(hand("2"))
    record({"end": "leaders"})
    with pytest.raises(ImpossibleFact, match="Then line 1 wouldn't work: Everybody has the same score"):
        take_back(1)
    assert game().table.finished


def test_a_corrected_hand_leaves_the_dealer_that_was_named(record, correct, game):
    record(hand("2"))
    record({"dealer": "3"})
    correct(1, {"misdeal": True})
    assert game().table.dealer == "3"
