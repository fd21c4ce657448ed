"""How numbers, names and verbs stand in a sentence: a true minus, a thing counted, names joined, a verb that agrees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

MINUS = "\N{MINUS SIGN}"


def number_text(number: int) -> str:
    """Write a score, minus as a true minus."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def signed(number: int) -> str:
    """Write a change with its sign, minus as a true minus."""
    return f"+{number}" if number > 0 else number_text(number)


def counted(count: int, thing: str) -> str:
    """Count things in words: "1 point", "3 points"."""
    return f"{number_text(count)} {thing}" + ("" if count == 1 else "s")


def join_names(names: Sequence[str]) -> str:
    """Join names in a sentence: "Ann & Cy", "Ann, Cy & Eve"."""
    return names[0] if len(names) == 1 else " & ".join([", ".join(names[:-1]), *names[-1:]])


def listed(words: Sequence[object], joint: str = "and") -> str:
    """Join words in a sentence: "high, low and jack"; nothing for no words."""
    *first, last = map(str, words or [""])
    return f"{', '.join(first)} {joint} {last}" if first else last


# ---------------------------------------------------------------- what the sentence of a reason is made of


@dataclass(frozen=True)
class SentenceArgs:
    """What a sentence is made of: the people (`who`, of whom there are `many`), who acted, and the facts."""

    who: str
    many: int
    by: str
    facts: Mapping[str, Any]
    name: Callable[[str], str] = str

    def side(self, players: Iterable[str]) -> str:
        """Return the names of a side."""
        return join_names([self.name(player) for player in players])

    def does(self, verb: str) -> str:
        """Join people and verb: "Ann & Cy win", "Ann wins"."""
        return f"{self.who} {self.verb(verb)}"

    def verb(self, verb: str) -> str:
        return (
            verb
            if self.many > 1
            else {"go": "goes", "reach": "reaches", "are": "is", "have": "has", "do": "does"}.get(verb, f"{verb}s")
        )

    def moves(self, points: int | None = None) -> str:
        """Return in words what happens to the score; where scores count down a gain is a minus."""
        change = self.facts["points"] if points is None else points
        return signed(-change if self.facts["down"] else change)
