"""Win probabilities worked by hand: one hand to go, a pool that is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.table import open_table
from scorekeeper.rules.win_probability import PoolHand, WinModel
from scorekeeper.variants.catalogue import find_variant
from tests.rules.sheets import hand, sheet

OURS, THEIRS = ("Ann", "Cy"), ("Bob", "Dee")
ANY = {"auction.min": 2, "finish.target": 21, "finish.may_win": "any", "finish.crossing": "higher-then-bidders"}


def table_at(ours, theirs, variant="minnesota-ten-point", **rules):
    """Return a table of two sides at these scores; the rules are ANY, with these changes."""
    house = ANY | {key.replace("_", ".", 1): value for key, value in rules.items()}
    table = open_table(read_sheet(sheet(variant, rules=house), find_variant).head)
    return replace(table, scores={"Ann": ours, "Cy": ours, "Bob": theirs, "Dee": theirs})


def pool_of(*documents):
    return [PoolHand(read_line(document, "bidding"), "Dee") for document in documents]


def chance(table, pool, side=OURS, seed="a"):
    return WinModel(table, pool, seed).probabilities(table)[side]


FOUR_TO_NOTHING = hand("Ann", 4, "high low jack game")
"""Bid 4, made with 4; nothing for the others."""
TWO_TO_ONE = hand("Ann", 2, "high low jack=Bob")
SET = hand("Ann", 4, "high low=Bob")
"""Bid 4, short: 4 off, and 1 for the others."""


def test_the_share_of_hands_that_win_is_the_probability():
    """At 20 and 17 one hand decides: 4-0, 2-1 and 1-2 take us out, 0-4 takes them out: three of four."""
    assert chance(table_at(20, 17), pool_of(FOUR_TO_NOTHING, TWO_TO_ONE)) == 0.75
    assert chance(table_at(20, 17), pool_of(FOUR_TO_NOTHING, TWO_TO_ONE), THEIRS) == 0.25


def test_a_side_that_must_make_its_bid_to_win_is_not_taken_out_by_points():
    """At 20 and 17, 1-2 leaves us held: of four hands only 4-0 and 2-1 win, 0-4 loses, 1-2 makes it 20 to 19.

    From there the same hands win twice, and both others (0-4 and 1-2) lose: half.  2/4 + 1/4 · 1/2 = 5/8.
    """
    table = table_at(20, 17, finish_may_win="bid-made", finish_hold="one-short", finish_hold_who="defenders")
    assert chance(table, pool_of(FOUR_TO_NOTHING, TWO_TO_ONE)) == pytest.approx(5 / 8, abs=0.05)


def test_who_counts_down_wins_at_the_bottom():
    """At 1 and 4 to 0: the same four hands, three of which take us to 0 or below."""
    table = table_at(1, 4, "minnesota-ten-point", finish_direction="down", finish_target=0, finish_start=21)
    assert chance(table, pool_of(FOUR_TO_NOTHING, TWO_TO_ONE)) == 0.75


def test_the_last_hand_of_a_game_of_so_many_hands_decides():
    """Ahead by 5 with one hand left, and SET costs the bidders 4 and brings the others 1.

    At 10 and 5: our set makes it 6 to 6, theirs 11 to 1, and 4 made either way leaves us ahead, 14 to 5 and 10 to 9.
    Level, the bidders win: we win every time.
    """
    table = replace(table_at(10, 5, finish_hands=8), hands=7)
    assert chance(table, pool_of(SET, FOUR_TO_NOTHING)) == 1.0


def test_equal_scores_are_equally_likely_whoever_played_the_hands():
    pool = pool_of(FOUR_TO_NOTHING, FOUR_TO_NOTHING, TWO_TO_ONE)
    assert chance(table_at(17, 17), pool) == pytest.approx(0.5, abs=0.02)


def test_the_same_game_gets_the_same_figure_each_time():
    table, pool = table_at(3, 8), pool_of(FOUR_TO_NOTHING, TWO_TO_ONE, SET)
    assert chance(table, pool) == chance(table, pool)


def test_a_side_behind_by_four_hands_seldom_wins():
    """At 17 to 0 one of the four-point hands is enough; they need six before it: once in 64."""
    assert chance(table_at(17, 0), pool_of(FOUR_TO_NOTHING)) == pytest.approx(63 / 64, abs=0.03)


def test_of_three_who_play_alone_each_takes_each_part_of_a_hand():
    """Ann is at 20, the others at 0: 2-1-0 and 1-0-2 take her out, 0-2-1 leaves her there, and so does the next."""
    document = sheet("cutthroat-pitch", size=3, rules=ANY)
    table = open_table(read_sheet(document, find_variant).head)
    table = replace(table, scores={"Ann": 20, "Bob": 0, "Cy": 0})
    pool = [PoolHand(read_line(TWO_TO_ONE, "bidding"), "Cy")]
    assert WinModel(table, pool, "a").probabilities(table) == {("Ann",): 1.0, ("Bob",): 0.0, ("Cy",): 0.0}


def test_a_side_that_has_bust_has_lost():
    """At -9 to -9 and bust at -10, SET is the last hand: whoever is set, the others win."""
    table = table_at(-9, -9, finish_bust=-10)
    assert chance(table, pool_of(SET)) == 0.5
    assert chance(table, pool_of(SET), THEIRS) == 0.5


def test_a_finished_game_is_won():
    table = replace(table_at(22, 13), winners=OURS)
    assert WinModel(table, pool_of(SET), "a").probabilities(table) == {OURS: 1.0, THEIRS: 0.0}


def test_the_hands_of_a_game_that_the_table_ended_can_be_dealt():
    assert WinModel(replace(table_at(12, 9), ended=True, winners=OURS), pool_of(SET), "a").has_hands


def test_hands_that_cannot_be_played_there_are_left_out():
    nobody_bids_eleven = hand("Ann", 11, "high")
    assert not WinModel(table_at(0, 0), pool_of(nobody_bids_eleven), "a").has_hands
