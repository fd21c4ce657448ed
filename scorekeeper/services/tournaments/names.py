"""Names typed or pasted as a list: who of the league is meant, and who is new."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select

from scorekeeper.models.tables import people
from scorekeeper.rules.errors import unreadable
from scorekeeper.services.text import checked_name

if TYPE_CHECKING:
    from sqlalchemy import Connection

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
        if name.casefold() in seen:
            raise unreadable("names", f"{name} is on the list twice: add an initial to tell the two apart.")
        seen.add(name.casefold())
    return sides


def _side(line: str, *, pairs: bool) -> tuple[str, ...]:
    if not pairs:
        return (checked_name(line, NEEDS_NAME, "names"),)
    names = tuple(checked_name(name, NEEDS_NAME, "names") for name in PARTNERS.split(line.strip()) if name.strip())
    if len(names) != 2:  # noqa: PLR2004  a pair
        raise unreadable("names", f"“{' '.join(line.split())[:60]}” isn't a pair. Enter two names, like Ann & Bob.")
    return names


def find_or_add_player(connection: Connection, league_id: int, name: str) -> int:
    """Return who of the league has that name, in any case; somebody new becomes a guest of the league."""
    known = connection.execute(
        select(people.c.id, people.c.name)
        .where(people.c.league_id == league_id, people.c.archived_at.is_(None), people.c.merged_into.is_(None))
        .order_by(people.c.id)
    ).all()
    same = [row.id for row in known if row.name == name] or [
        row.id for row in known if row.name.casefold() == name.casefold()
    ]
    if same:
        return int(same[0])
    number = (connection.scalar(select(func.max(people.c.id)).where(people.c.league_id == league_id)) or 0) + 1
    connection.execute(insert(people), {"league_id": league_id, "id": number, "name": name, "guest": 1})
    return number
