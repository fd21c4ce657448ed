"""Heads, rules and standings as they are kept in a game's row.

The standing is a cache: it names the line it was made from, and one that is missing, older, or written by another
version is made again from the lines.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.sheet import Head
from scorekeeper.rules.snapshot import freeze_table, thaw_table, thaw_variant
from scorekeeper.rules.stakes import Stakes

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    return thaw_head(thaw_variant(json.loads(variant)), json.loads(head))


def freeze_state(seq: int, table: Table) -> Frozen:
    """Give the standing after line `seq` as plain JSON."""
    return {"v": STATE_VERSION, "seq": seq, "table": freeze_table(table)}


def thaw_state(head: Head, seq: int, state: Mapping[str, Any]) -> Table | None:
    """Give the standing after line `seq`; None if `state` is not that, and has to be made anew."""
    if state.get("v") != STATE_VERSION or state.get("seq") != seq:
        return None
    return thaw_table(head, state["table"])
