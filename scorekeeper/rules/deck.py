"""The deck: how many cards, points without one, and how likely the card of a point is dealt.

A variant must not offer a point without a card, since nobody could ever take it.  What is likely tells a hand form what
to assume of a point that nobody has tapped.
"""

import json
from functools import lru_cache
from math import comb
from typing import assert_never

from scorekeeper.rules.errors import SettingFault
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.setting_groups import Deck
from scorekeeper.rules.values import RANKS

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
        SettingFault.at(
            f"points.{point}.worth", "missing-card", point=point, deck=key, has=json.dumps(rules.value(key))
        )
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
        return "A" if rules.high_is_fixed else None
    return RANK_OF_POINT.get(point)


# ---------------------------------------------------------------- how likely the card of a point is dealt

# The model: every card is as likely to lie in one place of the shuffled deck as in another.  What comes out is what is
# dealt, what lies beside the hands for the bidder, and what is drawn for cards thrown away; people throw away what is
# no trump, since no point goes with it.

EVEN = 0.5


@lru_cache(maxsize=256)
def points_not_out(rules: Ruleset, size: int) -> frozenset[str]:
    """Return the points whose card is more often left in the deck than dealt, at a table of `size` players."""
    return frozenset(point for point in rules.worth if chance_in_play(rules, size, point) < EVEN)


def chance_in_play(rules: Ruleset, size: int, point: str) -> float:
    """Return the probability that somebody is dealt or draws the card of a point.

    It is 1 for a point that every hand has, and 0 for a card that is not in the deck.
    """
    if lacking_setting(point, rules):
        return 0.0
    certain = point in JOKERS_FOR_POINT or rank_of_point(point, rules) or (point == "low" and rules.low_is_fixed)
    if not certain or not rules.deal.cards:
        return 1.0
    deck = deck_size(rules)
    players = size - rules.dealer_sits_out
    dealt = min(deck, rules.deal.cards * players + _cards_beside(rules))
    drawn = min(deck - dealt, players * _cards_drawn(rules))
    return (dealt + drawn) / deck


def trumps_in_deck(deck: Deck) -> int:
    """Return how many cards are trump: a suit, the jokers, and the other jack of the color where it is one."""
    return len(deck.ranks.split() or RANKS) + deck.jokers + deck.off_jack


def _cards_beside(rules: Ruleset) -> float:
    """Return how many cards come out beside the hands: a kitty, widow or blinds, or the whole rest of the deck."""
    match rules.deal.exchange:
        case "blinds" | "kitty" | "widow":
            return rules.deal.exchange_size
        case "dealer-takes-rest" | "stock":
            return deck_size(rules)
        case "none" | "discard" | "draw" | "refill":
            return 0
    assert_never(rules.deal.exchange)


def _cards_drawn(rules: Ruleset) -> float:
    """Return how many cards a player draws on average, while a certain trump is still in the deck."""
    cards, most = rules.deal.cards, rules.deal.exchange_size or rules.deal.cards
    match rules.deal.exchange:
        case "draw":
            room = cards
        case "refill":
            room = rules.deal.hand or cards
        case "none" | "discard" | "blinds" | "kitty" | "widow" | "dealer-takes-rest" | "stock":
            return 0
        case _:
            assert_never(rules.deal.exchange)
    deck, trumps = deck_size(rules) - 1, trumps_in_deck(rules.deck) - 1
    # So many trumps among the cards of a hand have a hypergeometric probability.
    return sum(
        comb(trumps, held) * comb(deck - trumps, cards - held) / comb(deck, cards) * min(most, max(0, room - held))
        for held in range(cards + 1)
    )
