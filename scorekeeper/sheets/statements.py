"""What a rules sheet is made of: statements with the settings behind them, and whether this table changed one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.values import Value
from scorekeeper.sheets.phrases import say_setting
from scorekeeper.sheets.values import VALUES


@dataclass(frozen=True)
class Statement:
    """One or two sentences, the settings behind them, and whether this table changed any of these."""

    text: str
    keys: tuple[str, ...] = ()
    changed: bool = False
    standard: str = ""
    """What the variant's own rules say about the changed settings; empty where none is changed."""
    answers: tuple[str, ...] = ()
    """The questions it answers that are about no setting."""


@dataclass(frozen=True)
class Section:
    """Statements under a heading."""

    title: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class PointRow:
    """One point of the hand: its name, its card, its worth, who gets it."""

    title: str
    card: str
    worth: int
    owner: str
    changed: bool
    standard: str = ""
    key: str = ""


@dataclass(frozen=True)
class SheetContext:
    """What a rules sheet is written from: the rules in force, and the variant's own beside them."""

    rules: Ruleset
    own: Ruleset
    size: int
    changed: frozenset[str]
    """The settings in which the two differ."""
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Section -> what this one game does there, in words that no setting has."""

    @cached_property
    def words(self) -> dict[str, Any]:
        """Return what the text files say by name: settings and what follows from them, and the named values."""
        rules = self.rules
        players = self.size - rules.dealer_sits_out
        return {
            **{it.name: getattr(rules, it.name) for it in fields(rules)},
            **{name: value(rules) for name, value in VALUES.items()},
            "size": self.size,
            "half": self.size // 2,
            "left": VALUES["deck_cards"](rules) - rules.deal.cards * players - VALUES["middle"](rules),
            "changed": self.changed,
            "points_dropped": [key for key in self.own.worth if key not in rules.worth],
            "say": self.say,
            "notes": lambda section: "\n".join(f"[] {' '.join(note.split())}" for note in self.notes.get(section, ())),
        }

    def say(self, key: str, value: Value | None = None) -> str:
        """Return the sentence of a setting, at this table's value or another."""
        return say_setting(key, self.rules.value(key) if value is None else value)

    def state(self, text: str, keys: Sequence[str], answers: Sequence[str] = ()) -> Statement:
        """Return a statement that follows from these settings.

        How many points there are follows from all of them: the table of points shows which of them this table changed.
        """
        if keys == ["offer"]:
            here, usual = self.rules.on_offer, self.own.on_offer
            points = tuple(f"points.{key}.worth" for key in self.rules.worth)
            return Statement(text, points, here != usual, say_setting("hand.points", usual) if here != usual else "")
        changed = not self.changed.isdisjoint(keys)
        return Statement(text, tuple(keys), changed, self.standard(keys), tuple(answers))

    def standard(self, keys: Iterable[str]) -> str:
        """Return what the variant's own rules say about those of the settings that were changed."""
        return " ".join(say_setting(key, self.own.value(key)) for key in keys if key in self.changed)
