"""What one setting is called and what its values say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.grammar import number_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True)
class Phrase:
    """What a setting is called, and what it says: by the value's word, or (for numbers) by a function."""

    title: str
    by_word: Mapping[str, str]
    by_number: Callable[[int], str] | None = None


def switch(title: str, yes: str, no: str) -> Phrase:
    """Return the phrase of a setting that is true or false."""
    return Phrase(title, {"yes": yes, "no": no})


def number(title: str, sentence: str, zero: str = "", **by_word: str) -> Phrase:
    """Return the phrase of a number: `{n}` stands for it, `zero` is the sentence of 0 if it has its own."""
    return Phrase(title, by_word, lambda n: zero if zero and n == 0 else sentence.format(n=number_text(n)))
