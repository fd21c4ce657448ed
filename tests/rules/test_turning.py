"""Which hand turned a game: the largest swing in the lead toward the winner."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scorekeeper.rules.outlook import turning_hand


def turned(scores, winners, *, counts_down=False):
    """Return the hand, 1.., that turned a game in which these were the scores before the first and after each hand."""
    hands = pairwise(dict(enumerate(each)) for each in scores)
    found = turning_hand(hands, winners, counts_down=counts_down)
    return None if found is None else found + 1


@pytest.mark.parametrize(
    ("scores", "hand"),
    [
        ([(0, 0), (4, 0), (4, 9), (20, 9)], 3),
        ([(0, 0), (20, 0), (20, 9), (24, 9)], 1),
        ([(0, 0), (4, 6), (8, -2), (11, 0)], 2),  # the others were set: 4 of ours and 8 of theirs
        ([(0, 0), (4, 0), (4, 4), (8, 4)], 3),  # of equals the later
        ([(9, 9), (10, 9)], 1),
        ([(0, 0, 0), (3, 0, 8), (9, 1, 8), (12, 10, 8)], 2),  # against the best of the others: -5, +6, -1
        ([(0, 0), (5, 20), (12, 21), (14, 30)], 3),  # won from behind, so by a rule: the last hand
        ([(0, 0), (10, 0), (12, 12)], 2),  # level, and the bidders go out first
    ],
)
def test_the_hand_with_the_largest_swing_toward_the_winner(scores, hand):
    assert turned(scores, {0}) == hand


def test_who_counts_down_is_ahead_with_less():
    """Leads of 0, 8, 5 and 9."""
    assert turned([(15, 15), (5, 13), (5, 10), (1, 10)], {0}, counts_down=True) == 1


def test_several_who_win_are_as_far_ahead_as_the_best_of_them():
    assert turned([(0, 0, 0), (5, 0, 0), (5, 5, 0)], {0, 1}) == 1


def test_where_everybody_wins_the_best_score_is_the_lead():
    assert turned([(0, 0), (5, 3), (7, 7)], {0, 1}) == 1


def test_a_hand_before_the_winner_came_turned_nothing():
    hands = [
        ({0: 9, 1: 9}, {0: 2, 1: 9}),
        ({0: 2, 1: 9, 2: 9}, {0: 2, 1: 9, 2: 5}),
        ({0: 2, 1: 9, 2: 5}, {0: 8, 1: 9, 2: 0}),
    ]
    assert turning_hand(hands, {2}, counts_down=True) == 2


@pytest.mark.parametrize("scores", [[(0, 0)], [(0, 0), (4, 0)]])
def test_nobody_won_or_nothing_was_played(scores):
    assert turned(scores, set()) is None
    assert turned(scores[:1], {0}) is None
