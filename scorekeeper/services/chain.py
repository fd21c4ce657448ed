"""The hash chain: every line is hashed with the hash before it, so that a row changed by hand shows."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

HASHED = ("seq", "op_id", "kind", "target", "facts", "actor_id", "device_id", "recorded_at")
"""What is hashed of a line; `recorded_at` as `models.types.written_moment` writes it."""


def canonical(value: Any) -> bytes:
    """Give the one JSON text of a value: keys sorted, no blanks, plain ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def digest(value: Any) -> str:
    """Give the SHA-256 of a value's canonical text, in hexadecimal."""
    return sha256(canonical(value)).hexdigest()


def first_hash(code: str, head: Mapping[str, Any], variant: Mapping[str, Any]) -> bytes:
    """Give the hash a game starts from: its address, its head and the text of its rules (32 bytes)."""
    return sha256(canonical({"code": code, "head": head, "variant": variant})).digest()


def next_hash(previous: bytes, line: Mapping[str, Any]) -> bytes:
    """Give the hash of a line (all of `HASHED` in it) that follows the hash `previous`."""
    return sha256(previous + canonical({key: line[key] for key in HASHED})).digest()


def first_broken(start: bytes, lines: Iterable[Mapping[str, Any]], tip: bytes) -> int | None:
    """Give the number of the first line that is not what was written, None when the chain holds.

    `lines` carry `HASHED`, `previous_hash` and `hash`, in order; `start` is `first_hash` of the game, `tip` the last
    hash the game knows.  Lines missing at the end count as broken at the first that is missing.
    """
    expected, seq = start, 0
    for seq, line in enumerate(lines, start=1):
        sound = line["seq"] == seq and line["previous_hash"] == expected
        expected = next_hash(expected, line)
        if not sound or line["hash"] != expected:
            return seq
    return None if expected == tip else seq + 1
