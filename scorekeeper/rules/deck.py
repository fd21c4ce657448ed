"""Points without a card: what a variant must not offer, since nobody could ever take it."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.errors import SettingFault
from scorekeeper.rules.values import RANKS

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.setting_groups import HighCard

RANK_OF_POINT = {
    "jack": "J",
    "off_jack": "J",
    "trey": "3",
    "deuce": "2",
    "five": "5",
    "off_five": "5",
    "nine": "9",
    "ten": "10",
    "king": "K",
    "off_ace": "A",
    "off_ten": "10",
    "off_three": "3",
    "off_two": "2",
}
"""Point -> the rank of its card.  Low, a counted game, the last trick and the highest spade need no certain card."""

RANK_OF_TURNED = {"ace": "A", "jack": "J", "six": "6", "deuce": "2"}
"""A card the dealer may score for turning up -> its rank."""

TURNED = tuple(RANK_OF_TURNED)

SUITS = 4

JOKERS_FOR_POINT = {"joker": 1, "high_joker": 2, "low_joker": 2}


def deck_size(rules: Ruleset) -> int:
    """Return how many cards the deck has, its jokers included."""
    return SUITS * len(rules.deck.ranks.split() or RANKS) + rules.deck.jokers


def missing_cards(rules: Ruleset) -> list[SettingFault]:
    """Return a fault for each point on offer whose card is not in the deck; it names the setting of the deck."""
    missing = {point: key for point in rules.worth if (key := lacking_setting(point, rules))}
    return [
        SettingFault.at(f"points.{point}.worth", "missing-card", point=point, deck=key, has=rules.value(key))
        for point, key in missing.items()
    ]


def lacking_setting(point: str, rules: Ruleset) -> str | None:
    """Return the setting of the deck that leaves out a point's card; None where the card is in the deck."""
    deck = rules.deck
    if deck.jokers < JOKERS_FOR_POINT.get(point, 0):
        return "deck.jokers"
    if point == "off_jack" and not deck.off_jack:
        return "deck.off_jack"
    rank = rank_of_point(point, rules)
    return "deck.ranks" if rank and rank not in (deck.ranks.split() or RANKS) else None


def rank_of_point(point: str, rules: Ruleset) -> str | None:
    """Return the rank of the one card that brings a point; None where any card may."""
    if point == "game" and not rules.counts_game:
        return "10"
    if point == "high":
        return _rank_of_high(rules.points.high.card)
    return RANK_OF_POINT.get(point)


def _rank_of_high(card: HighCard) -> str | None:
    match card:
        case "fixed":
            return "A"
        case "in-play":
            return None
    assert_never(card)
