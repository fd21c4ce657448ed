"""One thing to tap in a form: a radio button or a checkbox, and what its label looks like."""

from __future__ import annotations

from dataclasses import dataclass

LONG_WORD = 7
"""From this many letters on, a name is written smaller, so that it fits its chip."""
MAX_WORD = 11
"""From this many letters on, smaller still."""


@dataclass(frozen=True)
class Choice:
    """One thing to tap: a radio button or a checkbox."""

    value: str
    text: str
    css: str = ""
    note: str = ""
    checked: bool = False
    typed: str = ""
    """For a number: what stands in it."""
    start: bool = False
    """Whether it is checked on a form that nobody has touched."""

    @property
    def long(self) -> bool:
        return self._longest_word >= LONG_WORD

    @property
    def longest(self) -> bool:
        return self._longest_word >= MAX_WORD

    @property
    def _longest_word(self) -> int:
        return max(map(len, self.text.split()), default=0)
