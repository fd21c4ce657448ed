"""How a game is won, and what bids bring, in whole sentences, at tables with one or two settings of their own."""

from __future__ import annotations

import pytest
from sheets import house_rules

from scorekeeper.sheets.explain import bidding, ending

PARTNERS = {"seating.sides": "partners"}
PAIRS = {"seating.sides": "pairs"}
CALLED = {"seating.sides": "called-partner"}
NO_BIDS = {"auction.rounds": "none"}
DOWN = {"finish.direction": "down", "finish.start": 21, "finish.target": 0}
TO_21 = {"finish.target": 21}
BID_MADE = {"finish.may_win": "bid-made"}
OR_SET = {"finish.may_win": "bid-made-or-opponents-set"}
IN_ORDER = {"finish.crossing": "in-order"}
HIGHER = {"finish.crossing": "higher-then-bidders"}
BIDDERS_FIRST = {"finish.crossing": "bidders-first"}
PLAY_ON = {"finish.crossing": "bidder-or-play-on"}
HELD_EVERYONE = {"finish.hold": "at-target", "finish.hold_who": "everyone"}
NO_TARGET = "There is no target: play as long as you like, then settle up."
COUNTED = "The points are counted in order:"


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, NO_TARGET),
        (TO_21, "The game is to 21."),
        (TO_21 | {"finish.start": 5}, "Everybody starts at 5; the game is to 21."),
        (DOWN, "Everybody starts at 21 and counts down; the game is to 0 or below."),
    ],
)
def test_the_target(house, sentence):
    assert ending.say_target(house_rules(house)) == sentence


ONLY_A_SIDE = (
    "Only a side that bids and makes it can win on that hand. Getting to {there} against somebody else's bid, or "
    "standing there after a set, does not win: play on."
)
# Counted to 21: 18 and a bid of three is 21, and they go from 24 to 25.
EXAMPLE = (
    " Example: you have 18 and they have 24 from hands against your bids. You bid 3 and take just that, and they take "
    "1: you win, 21 to 25."
)


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, NO_TARGET),
        (BID_MADE, NO_TARGET),
        (TO_21, "Whoever reaches 21 or more wins, with the bid or without it."),
        (TO_21 | NO_BIDS, "Whoever reaches 21 or more wins."),
        (DOWN, "Whoever reaches 0 or below wins, with the bid or without it."),
        (TO_21 | HELD_EVERYONE, "Whoever reaches 21 wins, with the bid or without it."),
        (TO_21 | {"finish.hold": "at-target"}, "Whoever reaches 21 or more wins, with the bid or without it."),
        (TO_21 | HELD_EVERYONE | {"finish.hold": "one-short"},
         "Whoever reaches 21 or more wins, with the bid or without it."),
        (TO_21 | BID_MADE,
         ("Only a player who bids and makes it can win on that hand. Getting to 21 or more against somebody else's "
         "bid, or standing there after a set, does not win: play on.")),
        (DOWN | BID_MADE | PARTNERS, ONLY_A_SIDE.format(there="0 or below")),
        (TO_21 | OR_SET,
         ("You can win only on a hand in which you make your bid or the bidder is set. Against a made bid nobody "
         "else wins.")),
        (TO_21 | OR_SET | PARTNERS,
         ("You can win only on a hand in which you make your bid or the bidders are set. Against a made bid nobody "
         "else wins.")),
    ],
)  # fmt: skip
def test_who_may_win(house, sentence):
    assert ending.say_may_win(house_rules(house)) == sentence


@pytest.mark.parametrize(
    ("house", "example"),
    [
        ({}, EXAMPLE),
        ({"auction.min": 3}, EXAMPLE),
        ({"auction.max": 3}, EXAMPLE),
        ({"finish.hold_who": "everyone"}, EXAMPLE),
        ({"auction.min": 4}, ""),
        ({"auction.max": 2}, ""),
        ({"points.jack.worth": 0, "auction.max": 3}, ""),
        ({"scoring.others": "nothing"}, ""),
        ({"finish.hold": "one-short"}, ""),
        ({"finish.must_stand_at_target": True}, ""),
        ({"finish.instant_win": "four-bid"}, ""),
    ],
)
def test_the_example_stands_where_it_can_happen(house, example):
    """A bid of three must be allowed, and less than all the points, and nothing else may stop or end the game."""
    said = ending.say_may_win(house_rules(TO_21 | BID_MADE | PARTNERS | house))
    assert said == ONLY_A_SIDE.format(there="21 or more") + example


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        (PARTNERS, NO_TARGET),
        # Whoever is there may win.
        (TO_21 | PARTNERS | IN_ORDER,
         ("If both sides are at 21 or more after the same hand, whoever got there first wins. "
         f"{COUNTED} high, low, jack, game. The bidders' points count only if the bid was made.")),
        (TO_21 | IN_ORDER | {"auction.seller_scores": True, "scoring.set": "given", "turn.jack": 1, "turn.gift": 1},
         ("If several are at 21 or more after the same hand, whoever got there first wins. "
         f"{COUNTED} the bid that was sold, what a set brings the others, high, low, jack, game. "
         "The bidder's points count only if the bid was made.")),
        (TO_21 | IN_ORDER | NO_BIDS
         | {"auction.seller_scores": True, "scoring.set": "given", "turn.jack": 1, "turn.gift": 1},
         ("If several are at 21 or more after the same hand, whoever got there first wins. "
         f"{COUNTED} the cards turned up, the point for begging, high, low, jack, game.")),
        (TO_21 | NO_BIDS | BIDDERS_FIRST,
         "If several are at 21 or more after the same hand, the best score wins. Equal scores win together."),
        (TO_21 | NO_BIDS | HIGHER,
         "If several are at 21 or more after the same hand, the best score wins. Equal scores win together."),
        (TO_21 | HIGHER | PARTNERS,
         ("If both sides are at 21 or more after the same hand, the best score wins; if the scores are equal, the "
         "bidders win.")),
        (TO_21 | HIGHER,
         ("If several are at 21 or more after the same hand, the best score wins; of equal scores the bidder's. Equal "
         "scores without the bid win together.")),
        (TO_21 | HIGHER | PAIRS,
         ("If several are at 21 or more after the same hand, the best score wins; of equal scores the bidders'. Equal "
         "scores without the bid win together.")),
        (TO_21 | BIDDERS_FIRST | PARTNERS,
         ("If both sides are at 21 or more after the same hand, the bidders win if they made the bid, whatever the "
         "scores; if they were set, the others win.")),
        (TO_21 | BIDDERS_FIRST,
         ("If several are at 21 or more after the same hand, the bidder wins with a made bid, whatever the scores; if "
         "the bid was set, the best score of the others wins, and equal scores win together.")),
        (DOWN | PLAY_ON,
         ("If several are at 0 or below after the same hand, the bidder wins if the bid was made and the bidder is one "
         "of them. If not, nobody wins yet: play on until somebody makes a bid and is at 0 or below after it.")),
        # Only a made bid wins.
        (TO_21 | BID_MADE,
         ("If the bid is made, the bidder wins if at 21 or more, whatever the others have. If the bid is set, nobody "
         "wins on that hand, wherever the scores stand: play on until somebody makes a bid and is there.")),
        (TO_21 | BID_MADE | PARTNERS | {"finish.must_stand_at_target": True},
         ("If the bid is made, the bidders win if they are at 21 or more and stood there before the hand, whatever the "
         "others have. If the bid is set, nobody wins on that hand, wherever the scores stand: play on until somebody "
         "makes a bid and is there.")),
        # The others win too when the bid is set.
        (TO_21 | OR_SET | PARTNERS,
         ("If the bid is made, the bidders win if they are at 21 or more, whatever the others have. If the bid is set, "
         "the bidders cannot win: the others win if they are at 21 or more.")),
        *((TO_21 | OR_SET | crossing,
           ("If the bid is made, the bidder wins if at 21 or more, whatever the others have. If the bid is set, the "
           "bidder cannot win: whoever else is there wins, the best score first, and equal scores win together."))
          for crossing in (HIGHER, BIDDERS_FIRST)),
        (TO_21 | OR_SET | PLAY_ON,
         ("If the bid is made, the bidder wins if at 21 or more, whatever the others have. If the bid is set, the "
         "bidder cannot win: one other side alone there wins; if there are several, play on until a bidder makes it.")),
        (TO_21 | OR_SET | IN_ORDER,
         ("If the bid is made, the bidder wins if at 21 or more, whatever the others have. If the bid is set, the "
         "bidder cannot win: of the others, whoever got there first wins. "
         f"{COUNTED} high, low, jack, game. The bidder's points count only if the bid was made.")),
    ],
)  # fmt: skip
def test_who_wins_of_several_at_the_target(house, sentence):
    assert ending.say_both_over(house_rules(house)) == sentence


@pytest.mark.parametrize(
    ("crossing", "sentence"),
    [
        (HIGHER, "If both are there, the better score wins; of equal scores the bidder's."),
        (BIDDERS_FIRST, "If both are there, the better score wins; of equal scores the bidder's."),
        (PLAY_ON, "If both are there, the bidder wins."),
        (IN_ORDER, (f"If both are there, whoever got there first wins. {COUNTED} high, low, jack, game. "
                   "The bidders' points count only if the bid was made.")),
    ],
)  # fmt: skip
def test_bidder_and_called_partner_at_the_target(crossing, sentence):
    assert ending.say_both_over(house_rules(TO_21 | BID_MADE | CALLED | crossing)) == (
        "If the bid is made, only the bidder and the partner can win, even if others are at 21 or more too. "
        f"{sentence} If the bid is set, nobody wins on that hand, wherever the scores stand: play on until somebody "
        "makes a bid and is there."
    )


NOT_STOPPED = "Nobody is stopped at the target."


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        (TO_21, NOT_STOPPED),
        ({"finish.hold": "at-target"}, NOT_STOPPED),
        (TO_21 | NO_BIDS | {"finish.hold": "at-target"}, NOT_STOPPED),
        (TO_21 | HELD_EVERYONE, "Scores stop at 21: what you make beyond it is not written, even when you win."),
        (TO_21 | NO_BIDS | HELD_EVERYONE,
         "Scores stop at 21: what you make beyond it is not written, even when you win."),
        (TO_21 | {"finish.hold": "at-target"},
         ("If somebody who did not bid reaches 21 or more on a hand they cannot win, write 21 instead: that score "
         "stops there.")),
        (TO_21 | PARTNERS | {"finish.hold": "one-short"},
         ("If a side that did not bid reaches 21 or more on a hand it cannot win, write 20 instead: that score stops "
         "there.")),
        (DOWN | {"finish.hold": "one-short"},
         ("If somebody who did not bid reaches 0 or below on a hand they cannot win, write 1 instead: that score stops "
         "there.")),
    ],
)  # fmt: skip
def test_where_a_score_stops(house, sentence):
    assert ending.say_hold(house_rules(house)) == sentence


def test_winning_at_once_and_going_bust():
    sweep = {"finish.instant_win": "all-points-by-anyone"}
    assert ending.say_instant_win(house_rules({})) == "There is no way to win at once."
    assert ending.say_instant_win(house_rules(sweep)) == (
        "Take every point of a hand, with the bid or without it, and you win at once."
    )
    assert ending.say_instant_win(house_rules(sweep | NO_BIDS)) == "Take every point of a hand, and you win at once."
    assert ending.say_bust(house_rules({})) == "No score is too low to play on."
    assert ending.say_bust(house_rules({"finish.bust": -10})) == (
        "At −10 or worse you are bust and lose the game; the best of the others wins it."
    )


MAX = {"penalty.renege": "zero-and-max"}


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, "A renege is noted on the scoresheet, and the points stand; what else it costs is up to the table."),
        (MAX, ("Whoever reneges scores nothing on that hand, and each of the others scores all 4. If the bidder "
         "reneged, the bidder is set, but nothing comes off the bidder's score. If somebody else reneged, the bid "
         "counts as made.")),
        (MAX | PARTNERS | DOWN,
         ("A side that reneges scores nothing on that hand, and the other side scores all 4. If the bidders reneged, "
         "the bidders are set, but nothing goes back on their score. If somebody else reneged, the bid counts as "
         "made.")),
        (MAX | NO_BIDS, "Whoever reneges scores nothing on that hand, and each of the others scores all 4."),
    ],
)  # fmt: skip
def test_what_a_renege_costs(house, sentence):
    assert ending.say_renege(house_rules(house)) == sentence


# ---------------------------------------------------------------- bids


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, "If everybody passes, the same dealer deals again."),
        ({"auction.all_pass": "next-dealer"}, "If everybody passes, the deal passes to the left."),
        ({"auction.all_pass": "dealer-forced"},
         "If everybody else passes, the dealer is stuck and must bid 2 or more."),
        ({"auction.all_pass": "dealer-forced", "auction.forced_bid": 1},
         "If everybody else passes, the dealer is stuck and must bid 1 or more."),
        ({"auction.all_pass": "dealer-set"},
         ("If everybody passes, the dealer loses 2 without a card played, and that counts as a set. The deal passes to "
         "the left.")),
        ({"auction.all_pass": "dealer-set", "scoring.set": "double", **PARTNERS},
         ("If everybody passes, the dealer's side loses 4 without a card played, and that counts as a set. The deal "
         "passes to the left.")),
        ({"auction.all_pass": "dealer-set", "scoring.set": "given", **PARTNERS},
         ("If everybody passes, the dealer's side loses nothing without a card played, and that counts as a set. The "
         "other side scores 2. The deal passes to the left.")),
        ({"auction.all_pass": "dealer-set", "scoring.set": "both", "auction.forced_bid": 3},
         ("If everybody passes, the dealer loses 3 without a card played, and that counts as a set. Each of the others "
         "scores 3. The deal passes to the left.")),
    ],
)  # fmt: skip
def test_when_everybody_passes(house, sentence):
    assert bidding.say_all_pass(house_rules(house)) == sentence
