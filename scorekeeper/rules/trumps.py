"""The trumps from best to worst, as the rules sheet draws them; and what cards and points are called at a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from scorekeeper.rules.point_names import POINT_NAMES, name_of
from scorekeeper.rules.ruleset import SMOKE, Ruleset
from scorekeeper.rules.values import RANKS
from scorekeeper.rules.variant import Variant

# ---------------------------------------------------------------- what cards and points are called here (`names.*`)


def point_name(key: str, rules: Ruleset) -> str:
    """Return what a point is called here: "left bauer", "trey"; "off-jack" keeps its hyphen."""
    return name_of(key, rules.names)


def has_own_name(key: str, rules: Ruleset) -> bool:
    """Return whether a point is called something else here than in most games."""
    return point_name(key, rules) != POINT_NAMES[key]


# ---------------------------------------------------------------- the trumps from best to worst

JACK, JICK, JOKER, HIGH_JOKER, LOW_JOKER = "J", "jick", "joker", "high joker", "low joker"

OFF_CARDS = {"off_ace": "A", "off_ten": "10", "off_five": "5", "off_three": "3", "off_two": "2"}
"""Cards of the other suit of the trump color that are trumps, just below the real one (V35, V42)."""


NAMED = {
    JACK: "jack", JICK: "off_jack", HIGH_JOKER: "high_joker", LOW_JOKER: "low_joker", "9": "nine", "5": "five",
    "off 5": "off_five",
}  # fmt: skip
"""A trump as the order of trumps writes it -> its setting under `names.`."""


def named_trumps(trumps: Iterable[str], rules: Ruleset) -> tuple[str, ...]:
    """Return an order of trumps with the names that cards have here: "J (right bauer)", "jick (off-jack)"."""
    own = {trump: point_name(key, rules) for trump, key in NAMED.items() if has_own_name(key, rules)}
    return tuple(f"{trump} ({own[trump]})" if trump in own else trump for trump in trumps)


def trump_order(variant: Variant, rules: Ruleset) -> tuple[str, ...]:
    """Return the trumps from best to worst: ranks, "jick", jokers, "off 3".  Empty for Smoke.

    Jokers stand below jack and jick unless the variant's file says they are the lowest trumps (`jokers_lowest`).
    """
    if rules.kind == SMOKE:
        return ()
    order: list[str] = []
    for rank in rules.deck.ranks.split() or RANKS:
        order.append(rank)
        if rank == JACK:
            order += [JICK] if rules.deck.off_jack else []
            order += [] if variant.jokers_lowest else _jokers(rules)
        order += [f"off {rank}" for key, card in OFF_CARDS.items() if card == rank and key in rules.worth]
    if is_reversed(rules):
        order.reverse()
    return (*order, *(_jokers(rules) if variant.jokers_lowest else ()))


def is_reversed(rules: Ruleset) -> bool:
    """Return whether the lowest card is the best trump (`deck.trump_order`)."""
    match rules.deck.trump_order:
        case "reversed":
            return True
        case "normal":
            return False
    assert_never(rules.deck.trump_order)


def _jokers(rules: Ruleset) -> list[str]:
    two = [JOKER, JOKER] if jokers_are_equal(rules) else [HIGH_JOKER, LOW_JOKER]
    return [[], [JOKER], two][rules.deck.jokers]


def jokers_are_equal(rules: Ruleset) -> bool:
    """Return whether two jokers have no names of their own, high and low (`deck.joker_tie`)."""
    match rules.deck.joker_tie:
        case "ranked" | "named-first":
            return False
        case "first" | "second":
            return True
    assert_never(rules.deck.joker_tie)
