"""How numbers and names stand in a sentence: a true minus, a thing counted, words and names joined."""

from __future__ import annotations

from collections.abc import Sequence

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
