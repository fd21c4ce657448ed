"""The hash chain of a log, a game's or a tournament's: a line that was changed by hand shows.

Every line is hashed with the hash before it, the first with that of what the log is about; whose log it is knows the
last hash.
"""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from scorekeeper.models import utc_text

HASHED_COLUMNS = ("seq", "kind", "target", "facts", "actor_id", "device_id", "recorded_at")


def canonical_json(value: Any) -> bytes:
    """Return the one JSON text of a value: keys sorted, no blanks, plain ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def digest(value: Any) -> str:
    return sha256(canonical_json(value)).hexdigest()


def first_hash(**about: Any) -> bytes:
    """Return the hash a log starts from (32 bytes).

    `about` is, for a game, its address, its head and the text of its rules; for a tournament, its address.
    """
    return sha256(canonical_json(about)).digest()


def _next_hash(previous: bytes, line: Mapping[str, Any]) -> bytes:
    """Return the hash of a line (all of `HASHED_COLUMNS` in it) that follows the hash `previous`."""
    hashed = {key: line[key] for key in HASHED_COLUMNS} | {"recorded_at": utc_text(line["recorded_at"])}
    return sha256(previous + canonical_json(hashed)).digest()


def chain_to(tip: bytes, lines: Iterable[dict[str, Any]]) -> bytes:
    """Give each line its hash and the one before it, `tip` for the first; return the last."""
    for line in lines:
        line["previous_hash"] = tip
        line["hash"] = tip = _next_hash(tip, line)
    return tip


def first_broken_line(start: bytes, lines: Iterable[Mapping[str, Any]], tip: bytes) -> int | None:
    """Return the number of the first line that was changed, None if the chain holds.

    `lines` carry `HASHED_COLUMNS`, `previous_hash` and `hash`, in order; `start` is the log's `first_hash`, `tip` the
    last hash that is known.  Lines missing at the end count as broken at the first that is missing.
    """
    expected, seq = start, 0
    for seq, line in enumerate(lines, start=1):
        sound = line["seq"] == seq and line["previous_hash"] == expected
        expected = _next_hash(expected, line)
        if not sound or line["hash"] != expected:
            return seq
    return None if expected == tip else seq + 1
