"""The JSON Schema of a scoresheet, made from the same tables the reader uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.currencies import TWO_DECIMALS
from scorekeeper.rules.kinds import KINDS
from scorekeeper.rules.line_keys import MISDEAL, NOTE, OTHER_LINES, RULES
from scorekeeper.rules.plain import NAME, SCORE, TEXT, Schema, map_schema, table_schema
from scorekeeper.rules.sheet import FORMAT
from scorekeeper.rules.stakes import AMOUNT_KEYS, MAX_AMOUNT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.rules.line_keys import LineKey


def sheet_schema(variants: Sequence[str]) -> Schema:
    """Return the JSON Schema (2020-12) of a scoresheet whose variant is one of `variants`."""
    head: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "variant": {"enum": list(variants)},
        "players": {"type": "array", "items": NAME, "minItems": 2, "uniqueItems": True},
        "dealer": NAME,
        "title": TEXT,
        "date": {"type": "string", "format": "date"},
        "sides": {"type": "array", "items": {"type": "array", "items": NAME}, "minItems": 2},
        "opening": map_schema(SCORE),
        "rules": RULES,
        "stakes": _stakes(),
        "lines": {"type": "array", "items": {"anyOf": _lines()}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scoresheet",
        "description": "A whole game as facts: who sat where, which rules, what happened, line by line.",
        **table_schema(head, required=("format", "variant", "players")),
    }


def _lines() -> list[Schema]:
    return [
        _line("A hand of a bidding game", KINDS["bidding"].keys),
        _line("A hand of Smoke", (key for key in KINDS["smoke"].keys if key != MISDEAL), "tricks"),
        _line("Somebody sits down", OTHER_LINES["join"], "join"),
        _line("Somebody leaves", OTHER_LINES["leave"], "leave"),
        _line("The table changes a score", OTHER_LINES["adjust"], "adjust", "reason"),
        _line("The table changes a rule", OTHER_LINES["rules"], "rules"),
        _line("Money is settled, scores restart", OTHER_LINES["settle"], "settle"),
        _line("Somebody takes over a seat", OTHER_LINES["substitute"], "substitute", "replaces"),
        _line("Two players swap seats", OTHER_LINES["swap"], "swap"),
        _line("Somebody else deals the next hand", OTHER_LINES["dealer"], "dealer"),
        _line("The table ends the game", OTHER_LINES["end"], "end"),
    ]


def _line(title: str, keys: Iterable[LineKey], *required: str) -> Schema:
    return {"title": title, **table_schema({key.name: key.schema for key in (*keys, NOTE)}, required)}


def _stakes() -> Schema:
    whole = {"type": "integer", "minimum": 0, "maximum": MAX_AMOUNT}
    amount = {"anyOf": [{"type": "string", "pattern": r"^[0-9]{1,13}(\.[0-9]{1,2})?$"}, whole]}
    amounts = dict.fromkeys(AMOUNT_KEYS, amount)
    return table_schema({"currency": {"enum": sorted(TWO_DECIMALS)}, **amounts}, required=("currency",))
