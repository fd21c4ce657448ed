"""What each side needs to go out with the next hand, and which hand turned a game, worked by hand."""

from itertools import pairwise

import pytest
from sheets import hand, play

from scorekeeper.rules.whatif import outlooks, turning_hand
from scorekeeper.sheets.words import say_to_go, say_way_out


def said(variant, *lines, size=4, **head):
    """Return for each side how far it has to go, and how it gets out."""
    table, _ = play(variant, *lines, size=size, **head)
    return [(say_to_go(one), say_way_out(one, " & ".join(one[0]))) for one in outlooks(table)]


SEVERAL = hand("Ann", 7, "high jack game trey low=Bob off_jack=Bob high_joker=Dee low_joker=Eve", partner="Cy")


@pytest.mark.parametrize(
    ("variant", "size", "opening", "more", "told"),
    [
        # Ten points a hand, to 52: 49 is 3 short; 41 is 11 short, which no hand can bring.
        ("minnesota-ten-point", 4, (49, 41), {}, [("3 to go", "Ann & Cy go out with 3 points"), ("11 to go", "")]),
        ("minnesota-ten-point", 4, (51, 42), {},
         [("1 to go", "Ann & Cy go out with 1 point"), ("10 to go", "Bob & Dee go out with 10 points")]),
        # V24: 24 stands past the target already, so any made bid is enough.
        ("partnership-pitch", 4, (18, 24), {},
         [("3 to go", "Ann & Cy go out on a made bid with 3 points"),
          ("at the target", "Bob & Dee go out on a made bid")]),
        # V40: from 6 down to 0 six points are needed; seven cannot be had in one hand.
        ("nine-card-pitch", 4, (6, 7), {},
         [("6 to go", "Ann & Cy go out on a made bid with 6 points, or when the bidders are set"), ("7 to go", "")]),
        ("nine-card-pitch", 4, (9, 5), {"finish.target": 5},
         [("4 to go", "Ann & Cy go out on a made bid with 4 points, or when the bidders are set"),
          ("at the target", "Bob & Dee go out on a made bid, or when the bidders are set")]),
        # One player goes in the singular.
        ("fort-frances-bid-out", 2, (9, 3), {},
         [("2 to go", "Ann goes out on a made bid with 2 points"), ("8 to go", "")]),
        ("fort-frances-bid-out", 2, (11, 10), {"finish.must_stand_at_target": True},
         [("at the target", "Ann goes out on a made bid"), ("1 to go", "")]),
        ("smoke", 2, (3, 10), {}, [("3 to go", ""), ("10 to go", "")]),
        ("money-pitch", 2, (0, 0), {}, [("", ""), ("", "")]),
    ],
)  # fmt: skip
def test_how_far_each_side_has_to_go_and_how_it_gets_out(variant, size, opening, more, told):
    assert said(variant, size=size, opening=dict(zip(("Ann", "Bob"), opening, strict=True)), rules=more) == told


def test_when_several_were_there_only_a_made_bid_is_left():
    # V39: Bob and Dee passed 42 together while Ann was set, so from now on only a bidder wins.
    ways = said("pawnee-call-partner", SEVERAL, size=5, opening={"Bob": 40, "Dee": 39})
    assert ways[1] == ("at the target", "Bob goes out on a made bid")


def test_where_anybody_at_the_target_wins_any_hand_will_do():
    vote = {"rules": {"finish.target": 11}}
    assert said("fort-frances-sneak-out", vote, opening={"Ann": 11})[0][1] == "Ann & Cy go out on any hand"


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
    assert turned([(0, 0), (5, 3), (7, 7)], {0, 1}) == 1, "where everybody wins the best score is the lead"


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
