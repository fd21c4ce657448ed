"""Heads, rules and standings as they are kept in a game's row.

The standing is a cache: it names the line it was made from, and one that is missing, older, or written by another
version is made again from the lines.  Beside the table it keeps the last few lines, so that a screen that shows no more
than those reads no other.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.rules.sheet import Head
from scorekeeper.rules.snapshot import table_from_json, table_to_json, variant_from_json
from scorekeeper.rules.stakes import Stakes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Table
    from scorekeeper.rules.variant import Variant

Frozen = dict[str, Any]

HEAD_VERSION = STATE_VERSION = FACTS_VERSION = 1


def freeze_head(head: Head) -> Frozen:
    """Give a head as plain JSON, without its variant; stakes in cents."""
    return {
        "v": HEAD_VERSION,
        "players": list(head.players),
        "dealer": head.dealer,
        "sides": [list(side) for side in head.sides],
        "rules": dict(head.rules),
        "opening": dict(head.opening),
        "stakes": asdict(head.stakes) if head.stakes else None,
    }


def thaw_head(variant: Variant, frozen: Mapping[str, Any]) -> Head:
    """Give the head that `freeze_head` wrote."""
    return Head(
        variant=variant,
        players=tuple(frozen["players"]),
        dealer=frozen["dealer"],
        sides=tuple(tuple(side) for side in frozen["sides"]),
        rules=frozen["rules"],
        opening=frozen["opening"],
        stakes=stakes_in(frozen),
    )


def stakes_in(frozen: Mapping[str, Any]) -> Stakes | None:
    """Give the stakes of a head that `freeze_head` wrote."""
    return Stakes(**frozen["stakes"]) if frozen["stakes"] else None


@lru_cache(maxsize=256)
def head_from(variant: str, head: str) -> Head:
    """Give the head of a game from the two texts kept of it.  Neither ever changes, so the answer is kept."""
    return thaw_head(variant_from_json(json.loads(variant)), json.loads(head))


# ---------------------------------------------------------------- the standing

MOST_RECENT = 3
"""How many of the last lines are kept: as many as the table shows below the hand form."""


class RecentLine(NamedTuple):
    """One of the last lines that stand."""

    seq: int
    """The row it was written in."""
    version: int
    """The row that says what it says now: its own, or the correction that stands."""
    number: int
    """1.. among the lines that stand."""
    facts: Document
    before: Frozen
    """The table it was played at, frozen."""


class Recent(NamedTuple):
    """The last lines that stand, oldest first."""

    lines: tuple[RecentLine, ...] = ()
    undo: int | None = None
    """The row that Undo would take back; None when there is nothing to take back."""


@dataclass(frozen=True)
class Snapshot:
    """How a game stands: the table, and the last lines that made it so."""

    table: Table
    recent: Recent

    def after(self, seq: int, facts: Document, table: Table) -> Snapshot:
        """Give the snapshot after one more line, written as row `seq`; `table` is the table after it."""
        number = self.recent.lines[-1].number + 1 if self.recent.lines else 1
        line = RecentLine(seq, seq, number, facts, table_to_json(self.table))
        return Snapshot(table, Recent((*self.recent.lines, line)[-MOST_RECENT:], seq))


def freeze_state(seq: int, table: Table, recent: Recent | None = None) -> Frozen:
    """Give the standing after line `seq` as plain JSON; without its last lines, where they are not known."""
    state = {"v": STATE_VERSION, "seq": seq, "table": table_to_json(table)}
    if recent is None:
        return state
    return {**state, "recent": [list(line) for line in recent.lines], "undo": recent.undo}


def thaw_state(head: Head, seq: int, state: Mapping[str, Any]) -> Table | None:
    """Give the standing after line `seq`; None if `state` is not that, and has to be made anew."""
    return table_from_json(head, state["table"]) if _is_of(state, seq) else None


def thaw_snapshot(head: Head, seq: int, state: Mapping[str, Any]) -> Snapshot | None:
    """Give the same with the last lines; None too where they were not kept."""
    recent = thaw_recent(seq, state)
    return None if recent is None else Snapshot(table_from_json(head, state["table"]), Recent(recent, state["undo"]))


def thaw_recent(seq: int, state: Mapping[str, Any]) -> tuple[RecentLine, ...] | None:
    """Give the last lines alone; None where they were not kept."""
    return tuple(RecentLine(*line) for line in state["recent"]) if _is_of(state, seq) and "recent" in state else None


def _is_of(state: Mapping[str, Any], seq: int) -> bool:
    return state.get("v") == STATE_VERSION and state.get("seq") == seq
