"""How long a round is, in hands and in words."""

from __future__ import annotations

from typing import get_args

import pytest

from scorekeeper.tournaments.maths.rounds import ROUND_ENDS, RoundEnd, RoundLength


@pytest.mark.parametrize(
    ("length", "played", "tied", "left"),
    [
        (RoundLength("hands", 8), 0, True, 8),
        (RoundLength("hands", 8), 7, False, 1),
        (RoundLength("hands", 8), 8, False, 0),
        (RoundLength("hands", 8), 8, True, 1),
        (RoundLength("hands", 8), 9, True, 1),
        (RoundLength("deals", 2), 3, False, 5),
        (RoundLength("target"), 3, False, None),
        (RoundLength("clock", 20), 3, True, None),
        (RoundLength("head", 8), 3, False, None),
    ],
)
def test_hands_that_a_table_of_four_still_plays(length, played, tied, left):
    assert length.hands_left(played, 4, tied=tied) == left


def test_a_table_of_six_deals_more_hands():
    assert RoundLength("deals", 2).hands_left(0, 6) == 12


def test_the_rule_is_said_in_a_sentence():
    assert set(ROUND_ENDS) == set(get_args(RoundEnd))
    assert RoundLength("hands", 8).words() == "A round is 8 hands; a tied table plays one more."
    assert RoundLength("clock", 20).words() == "A round lasts 20 minutes; when the time is up, finish the hand."
