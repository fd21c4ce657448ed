"""The deck: a point without a card is refused in a file, scored on a sheet; what a hand form may assume of a point."""

import pytest
from sheets import house_rules

from scorekeeper.rules.deck import chance_in_play
from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.variant import read_house_rules
from scorekeeper.variants.catalogue import find_variant

PITCH = "partnership-pitch"


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
