"""How numbers and names stand in a sentence, and the sentences of a text file.

A sentence is filled in with `str.format`: `{score}` has a true minus, `{change:+}` its sign, `{tricks:trick}` is
"1 trick" or "3 tricks", `{sizes:or}` joins the words of a list.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Self

TEXT = Path(__file__).with_name("text")
MINUS = "\N{MINUS SIGN}"


@cache
def words_of(name: str) -> Mapping[str, Any]:
    """Return the sentences of a file, read when something is said."""
    return tomllib.loads((TEXT / f"{name}.toml").read_text(encoding="utf-8"))


def capped(text: str) -> str:
    """Return a text with a capital letter first; `str.capitalize` would make names small."""
    return text[:1].upper() + text[1:]


def number_text(number: int) -> str:
    """Write a score, minus as a true minus."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def signed(number: int) -> str:
    """Write a change with its sign, minus as a true minus."""
    return f"+{number}" if number > 0 else number_text(number)


def with_article(word: str) -> str:
    """Return a word with its article: "an ace"."""
    return f"an {word}" if word.startswith(("a", "e")) else f"a {word}"


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


def spoken(fact: Any) -> Any:
    """Return a fact as a sentence takes it."""
    if isinstance(fact, int) and not isinstance(fact, bool):
        return _Number(fact)
    return _List(fact) if isinstance(fact, list | tuple) else fact


class _Number(int):
    def __format__(self, thing: str) -> str:
        return signed(self) if thing == "+" else counted(self, thing) if thing else number_text(self)


class _List(tuple[object, ...]):
    __slots__ = ()

    def __format__(self, joint: str) -> str:
        return listed(self, joint) if joint else ", ".join(map(str, self))


class Several(str):
    """Who or what a sentence is about, and how many they are: `{who:win}` is "Ann wins" or "Ann & Cy win"."""

    __slots__ = ("many",)
    many: int

    def __new__(cls, named: str, many: int) -> Self:
        self = super().__new__(cls, named)
        self.many = many
        return self

    def __format__(self, verb: str) -> str:
        alone = {"go": "goes", "reach": "reaches", "are": "is", "were": "was", "have": "has", "do": "does"}
        if verb and self.many <= 1:
            verb = alone.get(verb, f"{verb}s")
        return " ".join(word for word in (str(self), verb) if word)

    def capitalized(self) -> Several:
        return Several(capped(self), self.many)
