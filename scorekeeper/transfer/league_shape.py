"""The shape of a league's document as JSON Schema: from the columns of the tables, and from `league_shape.toml`."""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import fastjsonschema
from sqlalchemy import Column, Integer

from scorekeeper.core.text import UNWRITABLE, YEARS
from scorekeeper.models.types import Json, UtcDateTime, utc_text
from scorekeeper.rules.documents import is_printable, name_key
from scorekeeper.rules.stakes import TWO_DECIMALS
from scorekeeper.transfer.league_document import COLUMNS, JsonRow, RowPlace

Schema = dict[str, Any]
Check = Callable[[Any], Any]
"""Raises JsonSchemaValueException."""

WRITTEN: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
KIND_KEYS = {"changes": "what", "tournament_lines": "kind"}
"""The key by which a row says what its facts are."""


def _is_time(value: str) -> bool:
    """Return whether it is a time in UTC as `utc_text` writes it."""
    try:
        moment = dt.datetime.fromisoformat(value)
        return utc_text(moment) == value and moment.year in YEARS
    except (ValueError, OverflowError):
        return False


def _is_day(value: str) -> bool:
    try:
        return re.fullmatch(r"[0-9-]{10}", value) is not None and dt.date.fromisoformat(value).year in YEARS
    except ValueError:
        return False


FORMATS: dict[str, Callable[[str], bool]] = {
    "text": lambda value: not UNWRITABLE.search(value),
    "title": lambda value: is_printable(value, also="\n\t"),
    "name": lambda value: name_key(value) != "" and is_printable(value),
    "currency": lambda value: value in TWO_DECIMALS,
    "time": _is_time,
    "day": _is_day,
}


def _schema(written: Any) -> Schema:
    """Return the JSON Schema of a name, a table or a list of `league_shape.toml`."""
    if isinstance(written, dict):
        inside = {key: _schema(value) for key, value in written.items()}
        keys = {"properties": inside, "required": sorted(inside), "additionalProperties": False}
        return {**WRITTEN["values"]["object"], **keys}
    if isinstance(written, list):
        items = [_schema(each) for each in written]
        size = {"items": items[0]} if len(items) == 1 else {"items": items, "minItems": 2, "maxItems": 2}
        return {"type": "array", "description": "a list", **size}
    schema: Schema = WRITTEN["values"][written.removesuffix("?")]
    return schema | {"type": [schema["type"], "null"]} if written.endswith("?") else schema


def _of_column(column: Column[Any]) -> Any:
    types = ((Integer, "id"), (UtcDateTime, "time"), (Json, "object"))
    usual = next((name for kind, name in types if isinstance(column.type, kind)), "text")
    written = WRITTEN["columns"].get(str(column), usual)
    return f"{written}?" if column.nullable else written


def _compiled(schema: Schema) -> Check:
    check: Check = fastjsonschema.compile(schema, formats=FORMATS, use_default=False)
    return check


FACTS = {section: {kind: _schema(keys) for kind, keys in of.items()} for section, of in WRITTEN["facts"].items()}
CHECK_FACTS = {section: {kind: _compiled(schema) for kind, schema in of.items()} for section, of in FACTS.items()}
CHECK_ROW = {
    table.name: _compiled(_schema({key: _of_column(column) for key, column in columns.items()}))
    for table, columns in COLUMNS.items()
}


def check_shape(place: RowPlace, row: Any) -> None:
    """Check one row of a document by itself.  Raises UnreadableSheet."""
    _check(CHECK_ROW["leagues" if place.section == "league" else place.section], row, place)
    if place.section in CHECK_FACTS:
        key = KIND_KEYS[place.section]
        if row[key] not in CHECK_FACTS[place.section]:
            raise place.refusal("there is no such kind of row.", key)
        _check(CHECK_FACTS[place.section][row[key]], row["facts"], place, "facts")


def _check(check: Check, value: Any, place: RowPlace, *under: str) -> None:
    try:
        check(value)
    except fastjsonschema.JsonSchemaValueException as wrong:
        keys, sentence = [*under, *wrong.path[1:]], f"it must be {wrong.definition['description']}."
        if wrong.rule == "required":
            keys.append(next(key for key in wrong.rule_definition if key not in wrong.value))
            sentence = "it is missing."
        elif wrong.rule == "additionalProperties":
            keys.append(next(key for key in wrong.value if key not in wrong.definition["properties"]))
            sentence = "unknown key."
        raise place.refusal(sentence, ".".join(keys)) from None


def facts_refer_to(section: str, row: JsonRow) -> Iterator[tuple[str, int]]:
    """Yield the sections and the numbers that the facts of a row name."""
    if section in FACTS:
        yield from _references(FACTS[section][row[KIND_KEYS[section]]], row["facts"])


def _references(schema: Schema, value: Any) -> Iterator[tuple[str, int]]:
    if "refers" in schema and value is not None:
        yield schema["refers"], value
    for key, inside in schema.get("properties", {}).items():
        yield from _references(inside, value[key])
    items = schema.get("items", [])
    for number, each in enumerate(value if items else ()):
        yield from _references(items[number] if isinstance(items, list) else items, each)
