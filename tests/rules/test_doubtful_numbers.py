"""What is doubtful, and the values just inside that are not."""

from __future__ import annotations

import pytest
from sheets import hand, house_rules, sheet

from scorekeeper.rules.doubts import most_card_points, settings_doubts, sheet_doubts
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.reading import read_sheet
from scorekeeper.sheets.phrases import say_doubt
from scorekeeper.variants.catalogue import find_variant

KITTY_OF_FOUR = {"deal.cards": 12, "deal.exchange": "kitty", "deal.exchange_size": 4}
NO_POINTS = {f"points.{key}.worth": 0 for key in ("high", "low", "jack", "game")}


@pytest.mark.parametrize(
    ("house", "size", "told"),
    [
        ({"deal.cards": 13}, 4, []),
        ({"deal.cards": 14}, 4, ["56 cards are dealt, but the deck has only 52 cards."]),
        (KITTY_OF_FOUR, 4, []),
        (KITTY_OF_FOUR | {"deal.exchange_size": 5}, 4, ["53 cards are dealt, but the deck has only 52 cards."]),
        # Who sits out is dealt nothing.
        ({"deal.cards": 13, "dealing.sits_out": "dealer"}, 5, []),
        # A bid of four is the lowest there is, and the highest.
        ({"finish.instant_win": "four-bid", "auction.min": 4}, 4, []),
        ({"finish.instant_win": "four-bid", "auction.max": 3}, 4,
         ["Making a bid of four wins at once, but nobody can bid four."]),
        (NO_POINTS | {"points.game.worth": 1, "points.ten.worth": 1, "game.by": "ten-of-trumps"}, 4,
         ["The ten of trumps brings two points, one for itself and one for game."]),
    ],
)  # fmt: skip
def test_doubtful_settings(house, size, told):
    assert [say_doubt(doubt) for doubt in settings_doubts(house_rules(house), size)] == told


@pytest.mark.parametrize(
    ("deck", "cards", "most"),
    [
        # Four tens, four aces; then four kings, queens and jacks: 40 + 16 + 12 + 8 + 4.
        ({}, 4, 40),
        ({}, 12, 68),
        ({}, 24, 80),
        ({"deck.ranks": "A K Q J"}, 12, 36),
    ],
)
def test_how_much_so_many_cards_can_count(deck, cards, most):
    assert most_card_points(house_rules(deck), cards) == most


def doubts(*lines, **head):
    return sheet_doubts(read_sheet(sheet("partnership-pitch", *lines, **head), find_variant))


def test_card_points_of_two_players_with_six_cards_each_are_at_most_68():
    """The rules say how many cards are dealt, and not how many are played."""
    house = {"seating.sides": "solo", "deal.cards": 6, "deal.hand": 0}
    for ann, told in ((48, []), (49, ["That is 69 card points, but 12 cards can count 68 at the most."])):
        line = hand("Ann", 2, "high low jack", counts={"Ann": ann, "Bob": 20})
        night = read_sheet(sheet("cutthroat-pitch", line, size=2, rules=house), find_variant)
        assert [say_doubt(doubt) for doubt in sheet_doubts(night).get(1, ())] == told


def test_a_line_that_cannot_be_has_its_number():
    with pytest.raises(SheetError) as refused:
        doubts(hand("Ann", 2, "high low"), hand("Ann", 9, "high"))
    assert (refused.value.line, refused.value.field) == (2, "bid")
