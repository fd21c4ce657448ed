"""The end of a game, a named dealer and a substitute in the way of a correction."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.sheets.phrases import say_error
from tests.factories import hand


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


def test_a_hand_before_the_substitute_is_corrected(record, correct, game):
    record(hand("2"))
    record({"substitute": "Eve", "replaces": "3"})
    record(hand("5"))
    before = game().table.scores["5"]
    correct(1, hand("3"))
    assert game().table.scores["5"] == before + 10
    assert game().table.scores["2"] == 0
    with pytest.raises(ImpossibleFact, check=lambda error: "Cy is not at the table" in say_error(error)):
        correct(3, hand("3"))


def test_a_substitute_whose_hand_stands_is_not_taken_back(record, take_back):
    record({"substitute": "Eve", "replaces": "3"})
    record(hand("5"))
    with pytest.raises(ImpossibleFact, match="Then hand 1 wouldn't work: Eve is not at the table"):
        take_back(1)
