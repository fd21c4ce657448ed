"""The deck: a point without a card is refused in a file, scored on a sheet; what a hand form may assume of a point."""

import pytest
from sheets import house_rules

from scorekeeper.rules.deck import chance_in_play
from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.variant import read_house_rules
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.variants.catalogue import find_variant

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
    assert say_refusal(faults[0].refusal) == sentence


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
        {"auction.trump": "first-lead", "deal.exchange": "blinds"},
    ],
)
def test_a_point_with_its_card_is_none(house):
    assert find_variant(PITCH).faults_at(4, house) == []


def test_cards_thrown_away_before_the_first_lead_makes_trump_are_a_fault_of_a_file():
    (fault,) = find_variant(PITCH).faults_at(4, {"auction.trump": "first-lead", "deal.exchange": "draw"})
    assert (fault.key, say_refusal(fault.refusal)) == (
        "auction.trump",
        'auction.trump = "first-lead" and deal.exchange = "draw": everybody throws cards away before trump is known.',
    )


def test_a_house_rules_file_with_such_a_point_is_refused():
    with pytest.raises(SettingsError) as refused:
        read_house_rules({"variant": PITCH, "rules": {"points.joker.worth": 1}}, find_variant)
    assert [fault.key for fault in refused.value.faults] == ["rules.points.joker.worth"]


@pytest.mark.parametrize(
    ("house", "drawn"),
    [({"deal.exchange": "draw"}, 168 / 105), ({"deal.exchange": "refill", "deal.hand": 3}, 207 / 105)],
)
def test_who_throws_away_what_is_no_trump_draws_as_many_or_up_to_a_hand(house, drawn):
    """Two cards each to two players, of 16; with the jack still in the deck 3 of the 15 others are trumps.

    No trump in hand (66 of 105 hands) draws two, one (36 of 105) draws one; up to a hand of three they draw two and
    two, and with two trumps (3 of 105) one.
    """
    cards = {"deck.ranks": "A K Q J", "deal.cards": 2, "auction.trump": "named"}
    rules = find_variant("cutthroat-pitch").ruleset(2, cards | house)
    assert chance_in_play(rules, 2, "jack") == pytest.approx((4 + 2 * drawn) / 16)


@pytest.mark.parametrize(
    ("house", "size", "point", "chance"),
    [
        # Six cards each to four players, of 52.
        ({"deal.cards": 6}, 4, "jack", 24 / 52),
        # There is no jack in the deck.
        ({"deal.cards": 6, "deck.ranks": "A K Q 10"}, 4, "jack", 0),
        # Who deals to the four others has no cards.
        ({"deal.cards": 6, "dealing.sits_out": "dealer"}, 5, "jack", 24 / 52),
        # Twelve of 16 dealt, and three players who want more than one card each: the other four are all drawn.
        ({"deal.cards": 4, "deal.exchange": "draw", "auction.trump": "named", "deck.ranks": "A K Q J"}, 3, "jack", 1),
        # A widow, blinds or a kitty of two beside 24 of 52; what is only thrown away brings no card out.
        *(({"deal.cards": 6, "deal.exchange": beside, "deal.exchange_size": 2}, 4, "jack", 26 / 52)
          for beside in ("widow", "blinds", "kitty")),
        ({"deal.cards": 6, "deal.exchange": "discard"}, 4, "jack", 24 / 52),
        # Whatever is left over is taken by the dealer, or drawn in the play: every card comes out.
        *(({"deal.cards": 6, "deal.exchange": rest}, 4, "jack", 1) for rest in ("dealer-takes-rest", "stock")),
        # Somebody has the highest trump that is out; the lowest is one card only where the two alone is low.
        ({"deal.cards": 6}, 4, "high", 1),
        ({"deal.cards": 6}, 4, "low", 1),
        ({"deal.cards": 6}, 4, "game", 1),
        ({"deal.cards": 6, "points.low.card": "fixed"}, 4, "low", 24 / 52),
        # Rules that do not say how many cards are dealt.
        ({}, 4, "jack", 1),
    ],
)  # fmt: skip
def test_how_likely_the_card_of_a_point_is_out(house, size, point, chance):
    assert chance_in_play(house_rules(house), size, point) == pytest.approx(chance)
