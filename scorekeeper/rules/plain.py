"""The smallest values of a document: how a table, a name, a number, a text, true or false are read, and their schema.

Errors are UnreadableSheet with the dotted path of the key that was read, `field`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.rules.name_keys import name_key
from scorekeeper.rules.values import MAX_NUMBER

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

MAX_NAME, MAX_TEXT = 60, 2_000
JOINERS = "\u200c\u200d"
"""Zero-width joiners: invisible, but Persian names and family emoji are spelt with them."""

Schema = dict[str, Any]

NAME: Schema = {"type": "string", "minLength": 1, "maxLength": MAX_NAME}
TEXT: Schema = {"type": "string", "maxLength": MAX_TEXT}
SCORE: Schema = {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER}
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}
FLAG: Schema = {"type": "boolean"}


def table_schema(properties: Mapping[str, Schema], required: tuple[str, ...] = ()) -> Schema:
    """Return the schema of a table with these keys and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def map_schema(values: Schema) -> Schema:
    """Return the schema of a table from players to such values."""
    return {"type": "object", "additionalProperties": values}


def read_table(
    value: object, field: str, code: str, usual: AbstractSet[str] = frozenset(), /, **facts: object
) -> dict[str, Any]:
    """Return a table whose keys are texts, as the `usual` ones are; `code` and `facts` refuse anything else."""
    if isinstance(value, dict) and (value.keys() <= usual or all(isinstance(key, str) for key in value)):
        return value
    raise UnreadableSheet.at(field, code, **facts)


def read_name(value: object, field: str) -> str:
    if isinstance(value, str) and len(value) <= MAX_NAME and is_name(value):
        return value
    if isinstance(value, str) and name_key(value) and is_printable(value):
        raise UnreadableSheet.at(field, "name-too-long", most=MAX_NAME)
    raise UnreadableSheet.at(field, "not-a-name", field=field)


def read_names(names: dict[str, Any], field: str) -> dict[str, str]:
    """Return a table whose values are all names."""
    try:
        if _are_names(frozenset(names.values())):
            return names
    except TypeError:  # a list or a table, which no set takes
        pass
    for key, name in names.items():
        read_name(name, f"{field}.{key}")
    return names


@lru_cache(maxsize=4096)
def _are_names(names: frozenset[object]) -> bool:
    """Return whether all of these are names.  A game repeats the same few in every line, so the answer is kept."""
    return all(isinstance(name, str) and len(name) <= MAX_NAME and is_name(name) for name in names)


@lru_cache(maxsize=4096)
def is_name(text: str) -> bool:
    """Return whether a short text can be a name.  A game repeats the same few in every line, so the answer is kept."""
    return bool(name_key(text)) and is_printable(text)


def read_flag(value: object, field: str) -> bool:
    if isinstance(value, bool):
        return value
    raise UnreadableSheet.at(field, "not-a-flag", field=field)


def read_integer(value: object, field: str, least: int, player: str | None = None) -> int:
    """Read a whole number from `least` to MAX_NUMBER; `player` is whose it is in a table from players to numbers."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MAX_NUMBER:
        who = () if player is None else (player,)
        place = ".".join((field, *who))
        raise UnreadableSheet.at(place, "not-an-integer", *who, field=field, least=least, most=MAX_NUMBER)
    return value


def read_count(value: object, field: str) -> int:
    return read_integer(value, field, 0)


def read_text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise UnreadableSheet.at(field, "not-text", field=field)
    if len(value) > MAX_TEXT:
        raise UnreadableSheet.at(field, "text-too-long", field=field, most=MAX_TEXT)
    if not is_printable(value, also="\n\t"):
        raise UnreadableSheet.at(field, "text-unprintable", field=field)
    return value


def is_printable(text: str, also: str = "") -> bool:
    """Return whether a text can stand on a page: no control characters, none that reverses the writing direction."""
    return all(character.isprintable() or character in JOINERS + also for character in text)
