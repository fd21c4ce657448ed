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


def test_a_substitute_gets_a_seat_key_and_who_comes_back_the_old_one(record, take_back, game):
    record(hand("2"))
    record({"substitute": "Eve", "replaces": "3"})
    view = game()
    assert (view.table.players, view.names["5"]) == (("1", "2", "5", "4"), "Eve")
    assert view.lines[1].facts == {"substitute": "5", "replaces": "3"}
    record({"substitute": "Cy", "replaces": "5"})
    assert (game().table.players, len(game().names)) == (("1", "2", "3", "4"), 5)
    take_back(3)
    take_back(2)
    assert game().table.players == ("1", "2", "3", "4")


def test_a_hand_before_the_substitute_is_corrected(record, correct, game):
    record(hand("2"))
    record({"substitute": "Eve", "replaces": "3"})
    record(hand("5"))
    before = game().table.scores["5"]
    correct(1, hand("3"))
    assert game().table.scores["5"] == before + 10
    assert game().table.scores["2"] == 0
    with pytest.raises(ImpossibleFact, match="Cy is not at the table"):
        correct(3, hand("3"))


def test_a_substitute_whose_hand_stands_is_not_taken_back(record, take_back):
    record({"substitute": "Eve", "replaces": "3"})
    record(hand("5"))
    with pytest.raises(ImpossibleFact, match="Then hand 1 wouldn't work: Eve is not at the table"):
        take_back(1)


def test_a_swap_is_taken_back(record, take_back, game):
    record({"swap": ["1", "2"]})
    assert game().table.players == ("2", "1", "3", "4")
    take_back(1)
    assert game().table.players == ("1", "2", "3", "4")
