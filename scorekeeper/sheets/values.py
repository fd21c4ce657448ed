"""What the text files say by name and no setting says: `{{ idle_cards }}` is what `idle_cards` returns for the rules.

A function with `@value` is such a name; its docstring tells what a text gets, and where the rule is from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, assert_never

from scorekeeper.rules.deck import deck_size
from scorekeeper.rules.point_names import POINT_NAMES
from scorekeeper.rules.trumps import NAMED, OFF_CARDS, has_own_name, is_reversed, point_name
from scorekeeper.rules.values import RANKS

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.rules.ruleset import Ruleset

Given = TypeVar("Given")
VALUES: dict[str, Callable[[Ruleset], Any]] = {}


def value(function: Callable[[Ruleset], Given]) -> Callable[[Ruleset], Given]:
    """Let the text files say what a function returns, by its name."""
    VALUES[function.__name__] = function
    return function


RANK_NAMES = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten", "9": "nine", "8": "eight", "7": "seven",
    "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip
SCORING_RANKS = {"jack": "J", "trey": "3", "deuce": "2", "five": "5", "nine": "9", "ten": "10", "king": "K"}
"""Point -> the rank of the trump that carries it."""
CARD_POINTS = ("A", "K", "Q", "J", "10")


@value
def ranks(rules: Ruleset) -> tuple[str, ...]:
    """Return the ranks of a suit, best first."""
    return tuple(rules.deck.ranks.split()) or RANKS


@value
def full_deck(rules: Ruleset) -> bool:
    """Return whether every suit has all its thirteen cards."""
    return set(ranks(rules)) == set(RANKS)


@value
def deck_cards(rules: Ruleset) -> int:
    """Return how many cards the deck has, jokers included."""
    return deck_size(rules)


@value
def suit_cards(rules: Ruleset) -> str:
    """Return the cards of a suit: "ace down to 9", or one by one where they are not in a row."""
    cards = ranks(rules)
    return f"ace down to {cards[-1]}" if cards == RANKS[: len(cards)] else " ".join(cards)


@value
def upside_down(rules: Ruleset) -> bool:
    """Return whether the lowest card is the best trump."""
    return is_reversed(rules)


@value
def below(rules: Ruleset) -> str:
    """Return where the other jack ranks beside the jack: above it where trumps are turned around."""
    return "above" if is_reversed(rules) else "below"


@value
def called(rules: Ruleset) -> dict[str, str]:
    """Return point -> what its card is called here: "left bauer"."""
    return {point: point_name(point, rules) for point in POINT_NAMES}


@value
def own_names(rules: Ruleset) -> set[str]:
    """Return the points whose card is called something else here than in most games."""
    return {point for point in POINT_NAMES if has_own_name(point, rules)}


@value
def named_cards(rules: Ruleset) -> list[str]:
    """Return the settings that say what cards of this deck are called, or make them trumps.

    The two jacks have their names always, other cards where they score.
    """
    names = [f"names.{it}" for it in NAMED.values() if it in ("jack", "off_jack") or it in rules.worth]
    return names + [f"points.{point}.worth" for point in off_cards(rules)]


@value
def off_cards(rules: Ruleset) -> dict[str, str]:
    """Return point -> card, for cards of the other suit of the trump color that are trumps: "ten"."""
    return {point: RANK_NAMES[rank] for point, rank in OFF_CARDS.items() if point in rules.worth}


@value
def high_joker_matters(rules: Ruleset) -> bool:
    """Return whether it matters which of two jokers is the high one."""
    match rules.deck.joker_tie:
        case "ranked":
            return True
        case "named-first":
            return "high_joker" in rules.worth
        case "first" | "second":
            return False
    assert_never(rules.deck.joker_tie)


def best_rank(rules: Ruleset) -> str:
    """Return the rank of the highest trump: the ace, or the deck's lowest rank where trumps are turned around."""
    return ranks(rules)[-1 if is_reversed(rules) else 0]


def lowest_rank(rules: Ruleset) -> str:
    """Return the rank of the lowest trump that is not a joker."""
    return ranks(rules)[0 if is_reversed(rules) else -1]


@value
def middle(rules: Ruleset) -> int:
    """Return how many cards go to the middle; 0 where there is neither kitty nor widow, or no number is fixed."""
    match rules.deal.exchange:
        case "kitty" | "widow":
            return rules.deal.exchange_size
        case "none" | "discard" | "draw" | "refill" | "blinds" | "dealer-takes-rest" | "stock":
            return 0
    assert_never(rules.deal.exchange)


@value
def idle_cards(rules: Ruleset) -> str:
    """Return which cards never score: "cards from nine to three"; in words where they are not in a row."""
    scoring = {*CARD_POINTS, *(rank for point, rank in SCORING_RANKS.items() if point in rules.worth)}
    if "low" in rules.worth:
        scoring.add(lowest_rank(rules))
    whole = ranks(rules)
    idle = [rank for rank in whole if rank not in scoring]
    if not idle or idle != list(whole[whole.index(idle[0]) : whole.index(idle[-1]) + 1]):
        return "cards that cannot score"
    return f"cards that cannot score, from {RANK_NAMES[idle[0]]} down to {RANK_NAMES[idle[-1]]},"
