"""Who plays in the demo league, how they play, and what they play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.values import Value


@dataclass(frozen=True)
class Habit:
    """How somebody plays.  1 is like everybody else."""

    name: str
    bold: float = 1.0
    """How high he bids on the same cards."""
    skill: float = 1.0
    """How much he takes with them."""
    keen: float = 1.0
    """How often he comes."""
    guest: bool = False


EVERYBODY = (
    Habit("Ann", 1.0, 1.12, 1.6), Habit("Bob", 1.25, 1.0, 1.5), Habit("Cy", 0.8, 1.05, 1.4),
    Habit("Dee", 1.0, 1.0, 1.4), Habit("Eve", 0.9, 1.1, 1.2), Habit("Flo", 1.1, 0.95, 1.2),
    Habit("Gus", 1.4, 0.92, 1.1), Habit("Hanna", 0.85, 1.02, 1.1), Habit("Ivo", 1.0, 0.98),
    Habit("June", 0.95, 1.06), Habit("Karl-Heinz", 1.15, 1.0, 0.9), Habit("Lotte", 0.75, 0.97, 0.9),
    Habit("Mo", 1.3, 1.04, 0.8), Habit("Nell", 1.0, 1.0, 0.8), Habit("Oskar", 0.9, 0.94, 0.7),
    Habit("Pia", 1.05, 1.08, 0.7), Habit("Quentin", 1.2, 0.9, 0.5), Habit("Rosa", 0.95, 1.0, 0.5),
    Habit("Siobhán", 1.0, 1.03, 0.4), Habit("Ted", 1.1, 0.97, 0.4), Habit("Uncle Joe", 1.5, 0.85, 0.3),
    Habit("Vera", 0.9, 1.0, 0.2, guest=True), Habit("Wim", 1.0, 0.9, 0.15, guest=True),
    Habit("Big Bob", 1.25, 1.0, 0.0), Habit("Xenia", 1.0, 0.9, 0.1, guest=True),
)  # fmt: skip
"""Person 1 is the first.  "Big Bob" is Bob, before anybody noticed."""
BOB, BIG_BOB, OSKAR, QUENTIN, VISITOR = (
    next(number for number, habit in enumerate(EVERYBODY, start=1) if habit.name == name)
    for name in ("Bob", "Big Bob", "Oskar", "Quentin", "Xenia")
)
PHONES = ("Ann's phone", "Gus's phone", "The tablet behind the bar", "Eve's phone")
HOLDERS = (1, 7, None, 5)
"""Who holds which phone, where he said so."""


@dataclass(frozen=True)
class Table:
    """Something they play: how often, how many of them, by which house rules, for how much."""

    often: int
    variant: str
    size: int
    stakes: Mapping[str, int] = field(default_factory=dict)
    """In cents; nothing is nothing."""
    house: Mapping[str, Value] = field(default_factory=dict)
    title: str | None = None


TABLES = (
    Table(26, "minnesota-ten-point", 4),
    Table(10, "minnesota-ten-point", 4, house={"game.tie": "bidders"}, title="Legion rules"),
    Table(8, "minnesota-ten-point", 6),
    Table(9, "minnesota-ten-point", 5, title="Call a partner"),
    Table(7, "schmier-five", 5),
    Table(9, "partnership-pitch", 4),
    Table(5, "oklahoma-ten-point", 4),
    Table(10, "cutthroat-pitch", 4, {"game": 25, "set": 10}, title="Ten and quarters"),
    Table(5, "money-pitch", 4, {"point": 5, "moon": 25}),
    Table(4, "racehorse-pitch", 6, {"game": 50, "bid_point": 5}, {"finish.target": 12}),
    Table(7, "smoke", 5, {"game": 10}),
)
