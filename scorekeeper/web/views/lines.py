"""Lines of a game as they are read in the log and below the hand form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.words import signed

if TYPE_CHECKING:
    from scorekeeper.rules.table import Entry
    from scorekeeper.web.views.marks import Mark


@dataclass(frozen=True)
class Change:
    """What a line did to one score."""

    css: str
    name: str
    initials: str
    change: str


def changes_of(entry: Entry, marks: tuple[Mark, ...]) -> tuple[Change, ...]:
    """Give the scores that a line moved, in seat order."""
    moved = ((mark, entry.changes.get(mark.key, 0)) for mark in marks)
    return tuple(Change(mark.css, mark.name, mark.initials, signed(by)) for mark, by in moved if by)
