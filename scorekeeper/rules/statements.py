"""What a rules sheet is made of: statements with the settings behind them, and whether this table changed one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.phrases import say_setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.values import Value


@dataclass(frozen=True)
class Statement:
    """One sentence or two, the settings behind them, and whether this table changed any of those."""

    text: str
    keys: tuple[str, ...] = ()
    changed: bool = False
    standard: str = ""
    """What the variant itself says of the settings that were changed; empty where nothing was."""


@dataclass(frozen=True)
class Section:
    """A few statements under a heading."""

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
    """A table whose rules are being written down: the rules in force, and the variant's own beside them."""

    rules: Ruleset
    own: Ruleset
    size: int
    changed: frozenset[str]
    """The settings in which the two differ."""

    def value(self, key: str) -> Value:
        return self.rules.value(key)

    def say(self, *keys: str) -> Statement:
        """Say several settings in a row, as one statement."""
        return self.state(" ".join(say_setting(key, self.value(key)) for key in keys), *keys)

    def state(self, text: str, *keys: str) -> Statement:
        """Make a statement that rests on these settings."""
        return Statement(text, keys, not self.changed.isdisjoint(keys), self.standard(keys))

    def standard(self, keys: Iterable[str]) -> str:
        """Say what the variant itself has for those of the settings that were changed here."""
        return " ".join(say_setting(key, self.own.value(key)) for key in keys if key in self.changed)


def section(title: str, statements: Iterable[Statement | None]) -> Section:
    """Make a section of those statements that there are."""
    return Section(title, tuple(statement for statement in statements if statement is not None))
