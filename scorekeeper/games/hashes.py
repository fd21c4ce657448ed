"""Hashes: of a JSON value, and the chain over the lines of a game.

Every line is hashed with the hash before it, so that a row that was changed by hand shows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

HASHED_COLUMNS = ("seq", "kind", "target", "facts", "actor_id", "device_id", "recorded_at")
"""The columns of a line that are hashed; `recorded_at` as `models.types.utc_text` writes it."""


def canonical_json(value: Any) -> bytes:
    """Return the one JSON text of a value: keys sorted, no blanks, plain ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def digest(value: Any) -> str:
    """Return the SHA-256 of a value's canonical text, in hexadecimal."""
    return sha256(canonical_json(value)).hexdigest()


def first_hash(code: str, head: Mapping[str, Any], variant: Mapping[str, Any]) -> bytes:
    """Return the hash a game starts from: its address, its head and the text of its rules (32 bytes)."""
    return sha256(canonical_json({"code": code, "head": head, "variant": variant})).digest()


def next_hash(previous: bytes, line: Mapping[str, Any]) -> bytes:
    """Return the hash of a line (all of `HASHED_COLUMNS` in it) that follows the hash `previous`."""
    return sha256(previous + canonical_json({key: line[key] for key in HASHED_COLUMNS})).digest()


def first_broken_line(start: bytes, lines: Iterable[Mapping[str, Any]], tip: bytes) -> int | None:
    """Return the number of the first line that was changed, None if the chain holds.

    `lines` carry `HASHED_COLUMNS`, `previous_hash` and `hash`, in order; `start` is `first_hash` of the game, `tip` the
    last hash the game knows.  Lines missing at the end count as broken at the first that is missing.
    """
    expected, seq = start, 0
    for seq, line in enumerate(lines, start=1):
        sound = line["seq"] == seq and line["previous_hash"] == expected
        expected = next_hash(expected, line)
        if not sound or line["hash"] != expected:
            return seq
    return None if expected == tip else seq + 1
