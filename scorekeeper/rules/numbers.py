"""Numbers as people write them: a true minus, a sign on a change, a thing counted."""

from __future__ import annotations

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
