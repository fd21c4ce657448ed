"""Heads, rules and snapshots as they are stored in a game's row.

The snapshot is a cache: it names the line it was made from, and one that is missing, older, or written by another
version is made again from the lines.  Beside the table it has the last few lines, so that a screen that shows no more
than those reads no other row.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from scorekeeper.games.history import LogRow, PlayedLine, undo_target
from scorekeeper.rules.settings import WORDS_ALONE
from scorekeeper.rules.sheet import Document, Head
from scorekeeper.rules.snapshot import table_from_json, table_to_json, variant_from_json
from scorekeeper.rules.stakes import Stakes
from scorekeeper.rules.table import Table
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.variants.catalogue import catalogue

JsonObject = dict[str, Any]

HEAD_VERSION = FACTS_VERSION = 1
STATE_VERSION = 2


def head_to_json(head: Head) -> JsonObject:
    """Return a head as plain JSON, without its variant; stakes in cents."""
    return {
        "v": HEAD_VERSION,
        "players": list(head.players),
        "dealer": head.dealer,
        "sides": [list(side) for side in head.sides],
        "rules": dict(head.rules),
        "opening": dict(head.opening),
        "stakes": asdict(head.stakes) if head.stakes else None,
    }


def head_from_json(variant: Variant, document: Mapping[str, Any]) -> Head:
    """Return the head that `head_to_json` wrote."""
    return Head(
        variant=variant,
        players=tuple(document["players"]),
        dealer=document["dealer"],
        sides=tuple(tuple(side) for side in document["sides"]),
        rules=document["rules"],
        opening=document["opening"],
        stakes=stakes_from_json(document),
    )


def stakes_from_json(document: Mapping[str, Any]) -> Stakes | None:
    """Return the stakes of a head that `head_to_json` wrote."""
    return Stakes(**document["stakes"]) if document["stakes"] else None


@lru_cache(maxsize=256)
def cached_head(variant: str, head: str) -> Head:
    """Return the head of a game from its two stored texts.  Neither ever changes, so the result is cached."""
    return head_from_json(with_wording(variant_from_json(json.loads(variant))), json.loads(head))


def with_wording(variant: Variant) -> Variant:
    """Return a stored variant; one older than the settings of words alone gets those of its catalogue entry."""
    current = catalogue().get(variant.key)
    stored = [variant.settings, *variant.sizes.values()]
    if current is None or any(key in settings for settings in stored for key in WORDS_ALONE):
        return variant
    sizes = {size: {**_wording(current.sizes.get(size, {})), **settings} for size, settings in variant.sizes.items()}
    return replace(variant, settings={**_wording(current.settings), **variant.settings}, sizes=sizes)


def _wording(settings: Mapping[str, Value]) -> dict[str, Value]:
    return {key: value for key, value in settings.items() if key in WORDS_ALONE}


MAX_RECENT = 3
"""How many of the last lines are stored: as many as the table shows below the hand form."""


class RecentLine(NamedTuple):
    """One of the last lines in force."""

    seq: int
    """The row it was written in."""
    version: int
    """The row that says what it says now: its own, or the correction in force."""
    number: int
    """1.. among the lines in force."""
    facts: Document
    before: JsonObject
    """The table it was played at, as JSON."""


@dataclass(frozen=True)
class Snapshot:
    """The state of a game: the table, and the last lines in force, oldest first."""

    table: Table
    lines: tuple[RecentLine, ...] | None = None
    """None where they are not known: in a game brought in, until somebody adds a line."""
    undo: int | None = None
    """The row that Undo would take back; None when there is none."""

    def after(self, seq: int, facts: Document, table: Table) -> Snapshot:
        """Return the snapshot after one more line, written as row `seq`; `table` is the table after it."""
        lines = self.lines or ()
        number = lines[-1].number + 1 if lines else 1
        line = RecentLine(seq, seq, number, facts, table_to_json(self.table))
        return Snapshot(table, (*lines, line)[-MAX_RECENT:], seq)

    def to_json(self, seq: int) -> JsonObject:
        """Return the snapshot after line `seq` as plain JSON."""
        state = {"v": STATE_VERSION, "seq": seq, "table": table_to_json(self.table)}
        if self.lines is None:
            return state
        return {**state, "recent": [list(line) for line in self.lines], "undo": self.undo}


def snapshot_from_json(head: Head, seq: int, state: Mapping[str, Any]) -> Snapshot | None:
    """Return the snapshot after line `seq`; None if `state` is not of that line, and has to be made again."""
    if (state.get("v"), state.get("seq")) != (STATE_VERSION, seq):
        return None
    lines = tuple(RecentLine(*line) for line in state["recent"]) if "recent" in state else None
    return Snapshot(table_from_json(head, state["table"]), lines, state.get("undo"))


def snapshot_of(table: Table, shown: Sequence[PlayedLine], rows: Sequence[LogRow]) -> Snapshot:
    """Return the snapshot of a log that was played."""
    last = [line for line in shown if not line.struck][-MAX_RECENT:]
    lines = (
        RecentLine(line.seq, line.version, line.number, line.facts, table_to_json(line.before))
        for line in last
        if line.number and line.before
    )
    return Snapshot(table, tuple(lines), undo_target(rows))
