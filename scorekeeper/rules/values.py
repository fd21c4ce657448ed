"""What a setting may be: a word of a list, a whole number, a switch, or the ranks of a deck."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args, get_origin

Value = int | str | bool

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
MAX_NUMBER = 10_000


@dataclass(frozen=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    def accepts(self, value: object) -> bool:
        return isinstance(value, str) and value in self.words

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.words)}


@dataclass(frozen=True)
class Number:
    """A whole number within bounds, or one of a few words."""

    least: int = 0
    most: int = MAX_NUMBER
    words: tuple[str, ...] = ()

    def accepts(self, value: object) -> bool:
        if isinstance(value, bool):
            return False
        return self.least <= value <= self.most if isinstance(value, int) else value in self.words

    def schema(self) -> dict[str, Any]:
        number = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return {"anyOf": [number, {"enum": list(self.words)}]} if self.words else number


@dataclass(frozen=True)
class Switch:
    """True or false."""

    def accepts(self, value: object) -> bool:
        return isinstance(value, bool)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class CardRanks:
    """The ranks of the deck, best first, separated by spaces; empty for the usual deck."""

    def accepts(self, value: object) -> bool:
        if not isinstance(value, str):
            return False
        ranks = value.split()
        return set(ranks) <= set(RANKS) and len(ranks) == len(set(ranks))

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


Allowed = OneOf | Number | Switch | CardRanks


@dataclass(frozen=True)
class Span:
    """The bounds of a whole number, written into its type: `Annotated[int, Span(0, 54)]`."""

    least: int
    most: int


def allowed_by(hint: Any) -> Allowed:
    """Return what a field of that type may be: `bool`, a Literal, a bounded `int`, a bounded `int | Literal`, ranks."""
    if hint is bool:
        return Switch()
    if get_origin(hint) is Literal:
        return OneOf(get_args(hint))
    if get_origin(hint) is Annotated:
        bounds = hint.__metadata__[0]
        return Number(bounds.least, bounds.most) if isinstance(bounds, Span) else bounds
    number, words = get_args(hint)
    bounds = number.__metadata__[0]
    return Number(bounds.least, bounds.most, get_args(words))
