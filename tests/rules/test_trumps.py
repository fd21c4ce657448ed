"""The order of trumps as each text has it."""

from __future__ import annotations

import pytest

from scorekeeper.sheets.rules_sheet import trump_order
from scorekeeper.variants.catalogue import find_variant

BELOW_TEN = "9 8 7 6 5 4 3 2"


def order(key, size=4, **house):
    variant = find_variant(key)
    return ", ".join(trump_order(variant, variant.ruleset(size, house)))


def listed(*names):
    return ", ".join(name for part in names for name in (part if isinstance(part, list) else [part]))


@pytest.mark.parametrize(
    ("key", "size", "trumps"),
    [
        # [000] "the two jokers are trumps ranking between the jick and the ten", "the first played beats the second"
        ("minnesota-ten-point", 4, ["A", "K", "Q", "J", "jick", "joker", "joker", "10", *BELOW_TEN.split()]),
        # [003] "set high and low"
        ("oklahoma-ten-point", 4, ["A", "K", "Q", "J", "jick", "high joker", "low joker", "10", *BELOW_TEN.split()]),
        # [000] "A, K, Q, J of Trump, J of same colour, 10 … 2, Joker"
        ("schmier-six", 6, ["A", "K", "Q", "J", "jick", "10", *BELOW_TEN.split(), "joker"]),
        # [000] "The jokers are the lowest trumps", and the deck goes down to the seven
        ("wisconsin-six-point", 4, ["A", "K", "Q", "J", "10", "9", "8", "7", "joker", "joker"]),
        ("partnership-pitch", 4, ["A", "K", "Q", "J", "10", *BELOW_TEN.split()]),
        ("smoke", 4, []),
    ],
)
def test_from_best_to_worst(key, size, trumps):
    assert order(key, size) == listed(trumps)


def test_reversed_the_two_is_high():
    assert order("reverse-pitch").startswith("2, 3, 4, ")
    assert order("reverse-pitch").endswith(", Q, K, A")


def test_an_off_card_stands_just_below_the_real_one():
    # [003] off-trump cards "ranking just below their actual counterparts"
    shown = order("charbonneau-ten-point", **{"points.off_ace.worth": 1, "points.off_three.worth": 3})
    assert shown == "A, off A, K, Q, J, jick, high joker, low joker, 10, 9, 8, 7, 6, 5, 4, 3, off 3, 2"
