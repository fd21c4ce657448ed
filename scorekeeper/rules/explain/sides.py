"""What the sides of a table are called in a sentence: nobody has a side where everybody plays alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset


def play_alone(rules: Ruleset) -> bool:
    """Return whether nobody ever has a partner."""
    return not (rules.shares_scores or rules.calls_partner)


def has_two_sides(rules: Ruleset) -> bool:
    """Return whether there are two sides at every table size."""
    match rules.seating.sides:
        case "partners":
            return True
        case "pairs" | "solo" | "called-partner":
            return False
    assert_never(rules.seating.sides)


def say_you_take(rules: Ruleset) -> str:
    """Return who takes tricks together, with the verb: "you take", "your side takes"."""
    return "you take" if play_alone(rules) else "your side takes"


def say_bidders(rules: Ruleset) -> str:
    """Return the bidding side with its verb: "the bidder wins", "the bidders win"."""
    return "the bidder wins" if play_alone(rules) else "the bidders win"


def say_others(rules: Ruleset) -> str:
    """Return everybody else, as one who scores: "each of the others", "the other side"."""
    if play_alone(rules):
        return "each of the others"
    return "the other side" if has_two_sides(rules) else "every other side"
