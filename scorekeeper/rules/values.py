"""What a setting may be: a word of a list, a whole number, a switch, or the ranks of a deck."""

from __future__ import annotations

from dataclasses import dataclass

Value = int | str | bool

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
LARGEST = 10_000


@dataclass(frozen=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    def accepts(self, value: object) -> bool:
        return isinstance(value, str) and value in self.words

    def describe(self) -> str:
        return "one of " + ", ".join(self.words)


@dataclass(frozen=True)
class Number:
    """A whole number within bounds, or one of a few words."""

    least: int = 0
    most: int = LARGEST
    words: tuple[str, ...] = ()

    def accepts(self, value: object) -> bool:
        if isinstance(value, bool):
            return False
        return self.least <= value <= self.most if isinstance(value, int) else value in self.words

    def describe(self) -> str:
        span = f"a whole number from {self.least} to {self.most}"
        return " or ".join([span, *(f'"{word}"' for word in self.words)])


@dataclass(frozen=True)
class Switch:
    """True or false."""

    def accepts(self, value: object) -> bool:
        return isinstance(value, bool)

    def describe(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class CardRanks:
    """The ranks of the deck, best first, parted by blanks; empty where nobody says."""

    def accepts(self, value: object) -> bool:
        if not isinstance(value, str):
            return False
        ranks = value.split()
        return set(ranks) <= set(RANKS) and len(ranks) == len(set(ranks))

    def describe(self) -> str:
        return 'ranks parted by blanks, like "A K Q J 10 9"'


Allowed = OneOf | Number | Switch | CardRanks
