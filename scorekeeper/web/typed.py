"""What people type into a form: text without what cannot be seen, whole numbers in plain digits."""

from __future__ import annotations

import re

UNSEEN = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
WHOLE = re.compile(r"[-\N{MINUS SIGN}]?[0-9]{1,6}")


def tidy(text: str, longest: int) -> str:
    """Give a text of at most so many characters, its blanks tidied."""
    return " ".join(UNSEEN.sub(" ", text[:longest]).split())


def is_number(text: str) -> bool:
    return bool(WHOLE.fullmatch(text))


def number(text: str) -> int:
    """Give what `is_number` found to be one."""
    return int(text.replace("\N{MINUS SIGN}", "-"))


def number_or_text(text: str) -> int | str:
    """Give a number where it is one; what else it might be is for the engine to say."""
    return number(text) if is_number(text) else text
