"""The order in which a hand is counted (docs/scoresheet.md, step 12), and ends of games that no golden sheet has."""

import pytest
from sheets import NO_BIDS, SITS_OUT, hand, play, sheet

from scorekeeper.rules.facts import check_hand
from scorekeeper.rules.hand import score_hand
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.scoring import Moment, count_out
from scorekeeper.rules.table import open_table
from scorekeeper.sheets.words import sentences
from scorekeeper.variants.catalogue import find_variant

PITCH, ALONE = "partnership-pitch", "cutthroat-pitch"
IN_ORDER = {"finish.crossing": "in-order"}
US, THEM = ("Bob", "Dee"), ("Ann", "Cy")
MADE = hand("Bob", 2, "high low=Ann jack game")
MISSED = hand("Bob", 4, "high low=Ann jack game")
SMUDGE = hand("Bob", "smudge", "high low jack game", all_tricks=True)
RENEGE = {"bidder": "Bob", "bid": 2, "renege": "Dee"}


def counted(key, line, rules, **head):
    """Return the moments of a hand, and the scores after each of them."""
    table = open_table(read_sheet(sheet(key, rules={**IN_ORDER, **rules}, **head), find_variant).head)
    read = read_line(line, table.variant.kind)
    moments = score_hand(read, check_hand(read, table.rules, table), table.rules, table.scores).moments
    steps = [(what, dict(scores)) for what, scores in count_out(table.scores, moments, table.rules)]
    return moments, steps


@pytest.mark.parametrize(
    ("line", "rules", "moments"),
    [
        (MADE, {}, [Moment("high", US, 1), Moment("low", THEM, 1), Moment("jack", US, 1), Moment("game", US, 1)]),
        # A set counts first, and what the bidders took counts nothing.
        (MISSED, {"scoring.set": "bid"}, [Moment("set", US, -4), Moment("given", THEM, 0), Moment("low", THEM, 1)]),
        (MISSED, {"scoring.set": "both"}, [Moment("set", US, -4), Moment("given", THEM, 4), Moment("low", THEM, 1)]),
        # A special bid, and a renege, count all at once.
        (SMUDGE, {"special.made": "score", "special.made_score": 5},
         [Moment("given", THEM, 0), Moment("fixed", US, 5)]),
        (RENEGE, {"penalty.renege": "zero-and-max"}, [Moment("fixed", THEM, 4)]),
        ({"points": {"jack": "Cy"}, "hung": True}, {**NO_BIDS, "points.jack.hung": 3}, [Moment("jack", THEM, 3)]),
        # Where the order decides nothing no order is told.
        *((line, {"finish.crossing": "bidders-first", "penalty.renege": "zero-and-max"}, [])
          for line in (MADE, MISSED, RENEGE)),
        ({"points": {"high": "Ann", "game": "Bob"}}, {**NO_BIDS, "finish.crossing": "higher-then-bidders"}, []),
    ],
)  # fmt: skip
def test_the_moments_of_a_hand(line, rules, moments):
    assert list(counted(PITCH, line, rules)[0]) == moments


def test_a_set_and_what_it_gives_come_off_and_on_before_the_points():
    assert counted(PITCH, MISSED, {"scoring.set": "both"})[1] == [
        ("before", {"Ann": 0, "Bob": 0, "Cy": 0, "Dee": 0}),
        ("set", {"Ann": 0, "Bob": -4, "Cy": 0, "Dee": -4}),
        ("given", {"Ann": 4, "Bob": -4, "Cy": 4, "Dee": -4}),
        ("low", {"Ann": 5, "Bob": -4, "Cy": 5, "Dee": -4}),
    ]


def test_a_special_bid_that_leads_to_zero_replaces_the_score():
    moments, steps = counted(PITCH, SMUDGE, {"special.made": "win-or-zero"}, opening={"Bob": -3})
    assert moments[-1] == Moment("fixed", US, 0, replaces=True)
    assert steps[-1] == ("fixed", {"Ann": 0, "Bob": 0, "Cy": 0, "Dee": 0})


def test_counting_down_each_point_comes_off():
    line = {"bidder": "Ann", "bid": 2, "points": {"high": "Ann", "low": "Bob", "jack": "Ann"}}
    _, steps = counted("bicycle-pitch-smudge", line, {}, size=3)
    assert [(what, *scores.values()) for what, scores in steps] == [
        ("before", 7, 7, 7), ("high", 6, 7, 7), ("low", 6, 6, 7), ("jack", 5, 6, 7),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ({"points": {"high": "Ann"}}, NO_BIDS),
        (hand("Ann", 2, "high"), {}),
        (hand("Bob", 2, "high jack game"), {}),
    ],
)  # fmt: skip
def test_a_renege_without_a_price_is_told_after_the_points(line, rules):
    _, entries = play(ALONE, line | {"renege": "Cy"}, size=3, rules={**rules, "penalty.renege": "none"})
    assert sentences(entries[0].whys)[-1] == "Cy reneged; these rules have no price for it, so the points count."
    assert len(entries[0].whys) > 1


def test_a_hung_jack_stands_with_its_own_worth_in_the_sum():
    rules = {**NO_BIDS, "points.jack.hung": 3}
    _, entries = play(PITCH, {"points": {"high": "Ann", "jack": "Cy"}, "hung": True}, rules=rules)
    assert sentences(entries[0].whys) == [
        "Ann & Cy hang the jack: 3 points in place of 1.", "Ann & Cy took 4 (high, jack 3): +4.",
    ]  # fmt: skip


PLAY_ON = {"finish.target": 21, "finish.may_win": "any", "finish.crossing": "bidder-or-play-on"}


@pytest.mark.parametrize(
    ("more", "won", "play_on", "reasons"),
    [
        ({"finish.hands": 2}, (), True, []),
        ({"finish.hands": 1}, ("Bob", "Cy"), False, ["limit"]),
        ({"finish.hands": 1, "finish.equal": "play-on"}, (), True, ["limit-equal"]),
    ],
)
def test_several_who_are_there_without_the_bid_play_on_until_the_hands_are_over(more, won, play_on, reasons):
    """Ann's set takes Bob and Cy to 21 together, and nobody wins (V39): after the last hand both do, being equal."""
    line = hand("Ann", 4, "high low=Bob jack=Cy")
    table, entries = play(ALONE, line, size=3, rules=PLAY_ON | more, opening={"Bob": 20, "Cy": 20})
    assert (table.scores["Bob"], table.scores["Cy"]) == (21, 21)
    assert (table.winners, table.play_on) == (won, play_on)
    told = [why.what for why in entries[0].whys]
    assert told[told.index("play-on") + 1 :] == reasons


@pytest.mark.parametrize("rule", ["higher-then-bidders", "bidders-first", "in-order"])
def test_play_on_is_forgotten_when_the_table_changes_the_rule(rule):
    # V39, then a vote: from then on the best of those who are there simply wins.
    several = hand("Ann", 7, "high jack game trey low=Bob off_jack=Bob high_joker=Dee low_joker=Eve", partner="Cy")
    vote = {"rules": {"finish.crossing": rule}}
    after = hand("Ann", 5, "high jack game off_jack trey low=Bob", partner="Cy")
    table, _ = play("pawnee-call-partner", several, vote, after, size=5, opening={"Bob": 40, "Dee": 39})
    assert table.winners == ("Bob",)


@pytest.mark.parametrize(("bob", "cy", "winner"), [(18, 20, "Cy"), (20, 17, "Bob")])
def test_all_the_points_for_a_renege_come_at_once_in_order_too(bob, cy, winner):
    # Ann's side scores nothing, every other one all four points: both are there at the same moment, the better wins.
    rules = PLAY_ON | {"finish.crossing": "in-order", "penalty.renege": "zero-and-max"}
    line = {"bidder": "Ann", "bid": 2, "renege": "Ann"}
    table, _ = play(ALONE, line, size=3, rules=rules, opening={"Bob": bob, "Cy": cy})
    assert table.scores == {"Ann": 0, "Bob": bob + 4, "Cy": cy + 4}
    assert table.winners == (winner,)


def test_winners_are_named_in_seat_order_whoever_bid():
    house = {"special.name": "moon", "special.made": "win-game", "special.bid": "above"}
    moon = hand("Dee", "moon", "high low jack off_jack high_joker low_joker game trey", partner="Bob")
    assert play("minnesota-ten-point", moon, size=5, rules=house)[0].winners == ("Bob", "Dee")


def test_a_hidden_hand_of_the_dealer_who_sits_out_pays_nobody():
    stakes = {"currency": "USD", "bid_point": "1.00"}
    line = {"auction": [["Ann", 2], ["Bob", 3]], "points": {"high": "Bob", "low": "Bob", "jack": "Bob"}}
    table, _ = play(ALONE, line, size=3, rules=SITS_OUT, stakes=stakes)
    assert table.scores == {"Ann": 0, "Bob": 3, "Cy": 0}
    assert table.balances == {"Ann": -300, "Bob": 300, "Cy": 0}
