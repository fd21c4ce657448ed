"""The order in which a hand is counted where the first at the target wins: docs/scoresheet.md, step 12."""

from __future__ import annotations

import pytest
from sheets import hand, play, sheet

from scorekeeper.rules.facts import check_hand
from scorekeeper.rules.hand import score_hand
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.scoring import Moment, standings
from scorekeeper.rules.table import open_table
from scorekeeper.sheets.words import sentences
from scorekeeper.variants.catalogue import find_variant

PITCH = "partnership-pitch"
IN_ORDER = {"finish.crossing": "in-order"}
US, THEM = ("Bob", "Dee"), ("Ann", "Cy")
MADE = hand("Bob", 2, "high low=Ann jack game")
MISSED = hand("Bob", 4, "high low=Ann jack game")
SMUDGE = hand("Bob", "smudge", "high low jack game", all_tricks=True)
NO_BIDS = {
    "auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any",
}  # fmt: skip


def counted(key, line, rules, **head):
    """Return the moments of a hand, and the scores after each of them."""
    table = open_table(read_sheet(sheet(key, rules={**IN_ORDER, **rules}, **head), find_variant).head)
    read = read_line(line, table.variant.kind)
    moments = score_hand(read, check_hand(read, table.rules, table), table.rules, table.scores).moments
    steps = [(what, dict(scores)) for what, scores in standings(table.scores, moments, table.rules)]
    return moments, steps


def test_a_made_bid_counts_point_by_point():
    moments, _ = counted(PITCH, MADE, {})
    assert moments == (Moment("high", US, 1), Moment("low", THEM, 1), Moment("jack", US, 1), Moment("game", US, 1))


@pytest.mark.parametrize(("scoring", "given"), [("bid", 0), ("both", 4)])
def test_a_set_counts_first_and_what_the_bidders_took_counts_nothing(scoring, given):
    moments, steps = counted(PITCH, MISSED, {"scoring.set": scoring})
    assert moments == (Moment("set", US, -4), Moment("given", THEM, given), Moment("low", THEM, 1))
    assert steps == [
        ("before", {"Ann": 0, "Bob": 0, "Cy": 0, "Dee": 0}),
        ("set", {"Ann": 0, "Bob": -4, "Cy": 0, "Dee": -4}),
        ("given", {"Ann": given, "Bob": -4, "Cy": given, "Dee": -4}),
        ("low", {"Ann": given + 1, "Bob": -4, "Cy": given + 1, "Dee": -4}),
    ]


def test_a_made_special_bid_counts_all_at_once():
    moments, _ = counted(PITCH, SMUDGE, {"special.made": "score", "special.made_score": 5})
    assert moments == (Moment("given", THEM, 0), Moment("fixed", US, 5))


def test_a_special_bid_that_leads_to_zero_replaces_the_score():
    moments, steps = counted(PITCH, SMUDGE, {"special.made": "win-or-zero"}, opening={"Bob": -3})
    assert moments[-1] == Moment("fixed", US, 0, replaces=True)
    assert steps[-1] == ("fixed", {"Ann": 0, "Bob": 0, "Cy": 0, "Dee": 0})


def test_counting_down_each_point_comes_off():
    line = {"bidder": "Ann", "bid": 2, "points": {"high": "Ann", "low": "Bob", "jack": "Ann"}}
    _, steps = counted("bicycle-pitch-smudge", line, {}, size=3)
    assert steps == [
        ("before", {"Ann": 7, "Bob": 7, "Cy": 7}),
        ("high", {"Ann": 6, "Bob": 7, "Cy": 7}),
        ("low", {"Ann": 6, "Bob": 6, "Cy": 7}),
        ("jack", {"Ann": 5, "Bob": 6, "Cy": 7}),
    ]


@pytest.mark.parametrize("line", [MADE, MISSED, hand("Bob", 2, renege="Dee")])
def test_where_the_order_decides_nothing_no_order_is_told(line):
    line = {key: value for key, value in line.items() if key != "points" or value}
    rules = {"finish.crossing": "bidders-first", "penalty.renege": "zero-and-max"}
    assert counted(PITCH, line, rules)[0] == ()


def test_where_nobody_bids_and_the_order_decides_nothing_no_order_is_told():
    line = {"points": {"high": "Ann", "game": "Bob"}}
    assert counted(PITCH, line, {**NO_BIDS, "finish.crossing": "higher-then-bidders"})[0] == ()


def test_a_renege_that_is_scored_brings_every_other_side_all_points_at_once():
    line = {"bidder": "Bob", "bid": 2, "renege": "Dee"}
    assert counted(PITCH, line, {"penalty.renege": "zero-and-max"})[0] == (Moment("fixed", THEM, 4),)


def test_a_renege_without_a_price_is_told_after_the_points_where_nobody_bids():
    line = {"points": {"high": "Ann"}, "renege": "Cy"}
    table, entries = play("cutthroat-pitch", line, size=3, rules={**NO_BIDS, "penalty.renege": "none"})
    assert table.scores == {"Ann": 1, "Bob": 0, "Cy": 0}
    assert sentences(entries[0].whys)[1:] == ["Cy reneged; these rules have no price for it, so the points count."]


def test_a_hand_that_nobody_bought_sets_nobody():
    table, _ = play("cutthroat-pitch", {"points": {"high": "Ann"}}, size=3, rules=NO_BIDS)
    assert table.sets == {"Ann": 0, "Bob": 0, "Cy": 0}
