"""Names typed or pasted as a list."""

from __future__ import annotations

import re

from scorekeeper.rules.errors import unreadable
from scorekeeper.rules.name_keys import name_key
from scorekeeper.services.text import checked_name

PARTNERS = re.compile(r"\s*(?:&|\+|/|,|;|\t| and )\s*")
PLAYERS = re.compile(r"[\r\n,;\t]+")
NUMBERED = re.compile(r"^\s*\d+\s*[.):]\s*")
"""What a list from elsewhere has before a name: "1. Ann"."""
NEEDS_NAME = "A player needs a name."


def read_names(text: str, *, pairs: bool) -> list[tuple[str, ...]]:
    """Return the sides in a list: one player a line or between commas, or a pair a line, as "Ann & Bob".

    Raises UnreadableSheet with field "names".
    """
    lines = [NUMBERED.sub("", line) for line in (text.splitlines() if pairs else PLAYERS.split(text))]
    sides = [_side(line, pairs=pairs) for line in lines if line.strip()]
    seen: set[str] = set()
    for name in (name for side in sides for name in side):
        if name_key(name) in seen:
            raise unreadable("names", f"{name} is on the list twice: add an initial to tell the two apart.")
        seen.add(name_key(name))
    return sides


def _side(line: str, *, pairs: bool) -> tuple[str, ...]:
    if not pairs:
        return (checked_name(line, NEEDS_NAME, "names"),)
    names = tuple(checked_name(name, NEEDS_NAME, "names") for name in PARTNERS.split(line.strip()) if name.strip())
    if len(names) != 2:  # noqa: PLR2004  a pair
        raise unreadable("names", f"“{' '.join(line.split())[:60]}” isn't a pair. Enter two names, like Ann & Bob.")
    return names
