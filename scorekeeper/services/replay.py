"""A game as a night to be replayed under other rules: nothing is stored, nothing changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.sheet import Sheet
from scorekeeper.services.naming import rename_facts, rename_head, telling_apart

if TYPE_CHECKING:
    from scorekeeper.services.views import GameView


def night_of(view: GameView) -> Sheet:
    """Give the lines that stand as a sheet, names for seat keys, so that a refusal speaks of people."""
    name = telling_apart(view.names).__getitem__
    lines = tuple(rename_facts(line.facts, name) for line in view.lines if line.entry is not None)
    return Sheet(rename_head(view.head, name), lines)
