"""The JSON Schema of a scoresheet, made from the same tables the reader uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.rules.currencies import TWO_DECIMALS
from scorekeeper.rules.plain import LARGEST, LONGEST_NAME, LONGEST_TEXT
from scorekeeper.rules.reading import TRUMPS
from scorekeeper.rules.ruleset import Points
from scorekeeper.rules.settings import SETTINGS
from scorekeeper.rules.sheet import FORMAT
from scorekeeper.rules.stakes import AMOUNT_KEYS
from scorekeeper.rules.stakes import LARGEST as LARGEST_AMOUNT
from scorekeeper.rules.values import Number, OneOf, Switch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.rules.values import Allowed

Schema = dict[str, Any]

NAME: Schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
TEXT: Schema = {"type": "string", "maxLength": LONGEST_TEXT}
SCORE: Schema = {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST}
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": LARGEST}
FLAG: Schema = {"type": "boolean"}
TRUE: Schema = {"const": True}


def sheet_schema(variants: Sequence[str]) -> Schema:
    """Give the JSON Schema (2020-12) of a scoresheet whose variant is one of `variants`."""
    head = {
        "format": {"const": FORMAT},
        "variant": {"enum": list(variants)},
        "players": {"type": "array", "items": NAME, "minItems": 2, "uniqueItems": True},
        "dealer": NAME,
        "title": TEXT,
        "date": {"type": "string", "format": "date"},
        "sides": {"type": "array", "items": {"type": "array", "items": NAME}, "minItems": 2},
        "opening": _map_of(SCORE),
        "rules": _rules(),
        "stakes": _stakes(),
        "lines": {"type": "array", "items": {"anyOf": _lines()}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scoresheet",
        "description": "A whole game as facts: who sat where, which rules, what happened, line by line.",
        **_object(head, required=["format", "variant", "players"]),
    }


def _lines() -> list[Schema]:
    bid = {"anyOf": [{"type": "integer"}, {"enum": ["smudge", "moon"]}]}
    word = {"anyOf": [{"type": "integer"}, {"enum": ["pass", "throw", "smudge", "moon"]}]}
    points = dict.fromkeys(Points.__dataclass_fields__, NAME)
    hand = {
        "bidder": NAME,
        "bid": bid,
        "points": _object(points),
        "counts": _map_of({**COUNT, "maximum": 80}),
        "buried": {**COUNT, "maximum": 80},
        "partner": NAME,
        "alone": FLAG,
        "all_tricks": FLAG,
        "made": FLAG,
        "thrown": FLAG,
        "over_throw": FLAG,
        "auction": {
            "type": "array",
            "items": {"type": "array", "prefixItems": [NAME, word], "minItems": 2, "maxItems": 2},
        },
        "renege": NAME,
        "passed_out": FLAG,
        "misdeal": FLAG,
        "trump": {"enum": list(TRUMPS)},
    }
    smoke = {
        "tricks": _map_of({**COUNT, "maximum": 5}),
        "sat": {"type": "array", "items": NAME, "uniqueItems": True},
        "first_trick": NAME,
        "pickups": _map_of(COUNT),
    }
    return [
        _line("A hand of a bidding game", hand),
        _line("A hand of Smoke", smoke, "tricks"),
        _line("Somebody sits down", {"join": NAME, "after": NAME}, "join"),
        _line("Somebody leaves", {"leave": NAME}, "leave"),
        _line("The table changes a score", {"adjust": _map_of(SCORE), "reason": TEXT}, "adjust", "reason"),
        _line("The table changes a rule", {"rules": _rules()}, "rules"),
        _line("Money is settled, scores restart", {"settle": TRUE}, "settle"),
    ]


def _line(title: str, properties: Schema, *required: str) -> Schema:
    return {"title": title, **_object({**properties, "note": TEXT}, required=list(required))}


def _rules() -> Schema:
    return _object({key: _allowed(allowed) for key, (allowed, _unsaid) in SETTINGS.items()})


def _allowed(allowed: Allowed) -> Schema:
    match allowed:
        case OneOf(words):
            return {"enum": list(words)}
        case Number(least, most, words):
            number = {"type": "integer", "minimum": least, "maximum": most}
            return {"anyOf": [number, {"enum": list(words)}]} if words else number
        case Switch():
            return FLAG
    return {"type": "string"}


def _stakes() -> Schema:
    whole = {"type": "integer", "minimum": 0, "maximum": LARGEST_AMOUNT}
    amount = {"anyOf": [{"type": "string", "pattern": r"^[0-9]{1,13}(\.[0-9]{1,2})?$"}, whole]}
    amounts = dict.fromkeys(AMOUNT_KEYS, amount)
    return _object({"currency": {"enum": sorted(TWO_DECIMALS)}, **amounts}, required=["currency"])


def _object(properties: Schema, required: Sequence[str] = ()) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _map_of(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}
