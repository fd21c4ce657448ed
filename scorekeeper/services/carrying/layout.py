"""How a league's document is laid out; README.md beside this file says what each key means.

The document is JSON.  As it is written here it has one row a line, so that it can be read and compared row by row
however long it is; how it is broken into lines means nothing to a reader.
"""

from __future__ import annotations

import json
from typing import Any

FORMAT = "scorekeeper-league/1"

Row = dict[str, Any]

SECTIONS: dict[str, tuple[str, ...]] = {
    "devices": ("id", "name"),
    "people": ("archived_at", "erased_at", "guest", "id", "merged_into", "name"),
    "rulebooks": ("id", "variant"),
    "house_rules": ("archived_at", "id", "name"),
    "house_versions": ("device", "house", "number", "rulebook", "saved_at", "settings"),
    "nights": ("closed_at", "day", "id", "opened_at"),
    "seasons": ("archived_at", "ends_on", "id", "name", "standing", "starts_on"),
    "games": (
        "device", "finished_at", "head", "house", "id", "night", "played_on", "rematch_of", "rulebook", "seats",
        "started_at", "title", "touched_at",
    ),
    "lines": ("actor", "device", "facts", "game", "kind", "recorded_at", "seq", "target"),
    "opinions": ("device", "game", "note", "person", "said_at", "says", "seq"),
    "entries": (
        "actor", "currency", "device", "game", "id", "kind", "night", "note", "posted_at", "postings", "reverses",
        "seq",
    ),
    "changes": ("actor", "device", "facts", "id", "made_at", "what"),
    "former_names": ("change", "name", "person"),
}  # fmt: skip
"""The lists of a document in their order, and the keys of a row of each.  A row only refers to rows before it."""

LEAGUE = ("created_at", "currency", "name", "stake_limit")


def written(value: Any) -> str:
    """Write a value in one line, keys in the order given."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
