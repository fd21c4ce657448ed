"""A point whose card is not in the deck: a file that offers one is refused, a sheet that does is scored."""

from __future__ import annotations

import pytest
from sheets import hand, play

from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.house import read_house_rules
from scorekeeper.variants.catalogue import catalogue, find_variant

SHORT = "A K Q J 10 9 8 7 6"
PITCH = "partnership-pitch"


@pytest.mark.parametrize(
    ("house", "keys", "sentence"),
    [
        ({"points.joker.worth": 1}, ["points.joker.worth"],
         "points.joker.worth: the deck has no such card (deck.jokers = 0), so nobody can get the point."),
        ({"points.high_joker.worth": 1, "deck.jokers": 1}, ["points.high_joker.worth"],
         "points.high_joker.worth: the deck has no such card (deck.jokers = 1), so nobody can get the point."),
        ({"points.low_joker.worth": 1, "points.high_joker.worth": 1}, ["points.high_joker.worth", "points.low_joker.worth"],  # noqa: E501
         "points.high_joker.worth: the deck has no such card (deck.jokers = 0), so nobody can get the point."),
        ({"points.off_jack.worth": 1}, ["points.off_jack.worth"],
         "points.off_jack.worth: the deck has no such card (deck.off_jack = false), so nobody can get the point."),
        ({"points.trey.worth": 3, "deck.ranks": SHORT}, ["points.trey.worth"],
         f'points.trey.worth: the deck has no such card (deck.ranks = "{SHORT}"), so nobody can get the point.'),
        ({"points.five.worth": 5, "points.off_five.worth": 5, "points.deuce.worth": 1, "points.off_two.worth": 1,
          "points.off_three.worth": 1, "deck.ranks": SHORT},
         ["points.deuce.worth", "points.five.worth", "points.off_five.worth", "points.off_three.worth",
          "points.off_two.worth"],
         f'points.deuce.worth: the deck has no such card (deck.ranks = "{SHORT}"), so nobody can get the point.'),
        ({"deck.ranks": "K Q J 9", "points.ten.worth": 1, "points.off_ten.worth": 1, "points.off_ace.worth": 1},
         ["points.ten.worth", "points.off_ace.worth", "points.off_ten.worth"],
         'points.ten.worth: the deck has no such card (deck.ranks = "K Q J 9"), so nobody can get the point.'),
        ({"deck.ranks": "A K Q 9", "game.by": "ten-of-trumps", "deck.off_jack": True, "points.off_jack.worth": 1},
         ["points.jack.worth", "points.off_jack.worth", "points.game.worth"],
         'points.jack.worth: the deck has no such card (deck.ranks = "A K Q 9"), so nobody can get the point.'),
        ({"deck.ranks": "K Q J 10", "points.high.card": "fixed"}, ["points.high.worth"],
         'points.high.worth: the deck has no such card (deck.ranks = "K Q J 10"), so nobody can get the point.'),
    ],
)  # fmt: skip
def test_a_point_without_its_card_is_a_fault_that_names_both_settings(house, keys, sentence):
    faults = find_variant(PITCH).faults_at(4, house)
    assert [fault.key for fault in faults] == keys
    assert faults[0].message == sentence


@pytest.mark.parametrize(
    "house",
    [
        {"points.joker.worth": 1, "deck.jokers": 1},
        {"points.high_joker.worth": 1, "points.low_joker.worth": 1, "deck.jokers": 2},
        {"points.off_jack.worth": 1, "deck.off_jack": True},
        {"points.trey.worth": 3, "points.off_two.worth": 1, "points.last_trick.worth": 1, "points.high_spade.worth": 1},
        {"deck.ranks": "K Q J 10", "points.high.card": "in-play", "points.low.card": "fixed"},
        {"deck.ranks": "A K Q J", "game.by": "count"},
        {"deck.ranks": "", "points.trey.worth": 3},
    ],
)
def test_a_point_with_its_card_is_none(house):
    assert find_variant(PITCH).faults_at(4, house) == []


def test_what_contradicts_each_other_is_a_fault_too():
    assert [fault.key for fault in find_variant(PITCH).faults_at(4, {"auction.min": 9})] == ["auction.min"]


def test_cards_thrown_away_before_the_first_lead_makes_trump_are_a_fault_of_a_file():
    house = {"auction.trump": "first-lead", "deal.exchange": "draw"}
    (fault,) = find_variant(PITCH).faults_at(4, house)
    assert (fault.key, fault.message) == (
        "auction.trump",
        'auction.trump = "first-lead" and deal.exchange = "draw": everybody throws cards away before trump is known.',
    )
    assert find_variant(PITCH).faults_at(4, house | {"deal.exchange": "blinds"}) == []


def test_no_shipped_variant_has_such_a_point():
    assert not any(variant.faults_at(size) for variant in catalogue().values() for size in variant.sizes)


def test_a_house_rules_file_with_such_a_point_is_refused():
    with pytest.raises(SettingsError) as refused:
        read_house_rules({"variant": PITCH, "rules": {"points.joker.worth": 1}}, find_variant)
    assert [fault.key for fault in refused.value.faults] == ["rules.points.joker.worth"]


def test_a_sheet_with_such_a_point_is_scored():
    table, _ = play(PITCH, hand("Ann", 3, "high low joker game=Bob"), rules={"points.joker.worth": 1})
    assert table.scores["Ann"] == 3
