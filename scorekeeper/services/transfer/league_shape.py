"""The shape of a league's document as JSON Schema, from the columns of the tables, and of the facts in its logs.

What a value must be is said by the `description` of its schema, which ends the sentence "it must be …".
"""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Any

import fastjsonschema
from sqlalchemy import Integer

from scorekeeper.models.ledger import PAYMENT, PRIZES, REVERSAL, STAKES
from scorekeeper.models.line import AGREE, CORRECT, DISPUTE, LINE, UNDO
from scorekeeper.models.tables import leagues
from scorekeeper.models.types import MAX_ID, Json, UtcDateTime, utc_text
from scorekeeper.rules.documents import MAX_NAME, MAX_TEXT, is_printable, name_key
from scorekeeper.rules.stakes import TWO_DECIMALS
from scorekeeper.rules.values import MAX_NUMBER
from scorekeeper.services.league import change_log as log
from scorekeeper.services.league.season_rules import RANKINGS
from scorekeeper.services.text import UNWRITABLE, YEARS
from scorekeeper.services.tournaments import state as kinds
from scorekeeper.services.transfer.league_document import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Column

    from scorekeeper.services.transfer.league_document import JsonRow, RowPlace

    Schema = dict[str, Any]

MAX_CENTS = 10**15
"""More than all games of a league together move, and far below what a database can store."""


def whole(least: int = 1, most: int = MAX_ID) -> Schema:
    return {
        "type": "integer", "minimum": least, "maximum": most,
        "description": f"a whole number from {least} to {most}",
    }  # fmt: skip


def one_of(*words: object) -> Schema:
    kind = "integer" if isinstance(words[0], int) else "string"
    return {"type": kind, "enum": list(words), "description": f"one of {', '.join(map(str, words))}"}


def text(form: str, description: str, most: int = MAX_TEXT) -> Schema:
    return {"type": "string", "format": form, "maxLength": most, "description": description}


def table(**keys: Schema) -> Schema:
    """Return the schema of a table that has all of these keys and no other."""
    return {
        "type": "object", "properties": keys, "required": sorted(keys), "additionalProperties": False,
        "description": "an object with keys",
    }  # fmt: skip


def several(item: Schema, **bounds: int) -> Schema:
    return {"type": "array", "items": item, "description": "a list", **bounds}


def pair(first: Schema, second: Schema) -> Schema:
    return {
        "type": "array", "items": [first, second], "minItems": 2, "maxItems": 2, "additionalItems": False,
        "description": "a list of two",
    }  # fmt: skip


def optional(schema: Schema) -> Schema:
    """Allow null too."""
    return schema | {"type": [schema["type"], "null"]} | ({"enum": [*schema["enum"], None]} if "enum" in schema else {})


# ---------------------------------------------------------------- values


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
ID, COUNT, OBJECT = whole(), whole(0), {"type": "object", "description": "an object with keys"}
BOOL = {"type": "boolean", "description": "true or false"}
TEXT = text("text", f"text of at most {MAX_TEXT} characters, all of them valid")
TITLE = text("title", f"text of at most {MAX_TEXT} characters that can be printed")
NAME = text("name", f"a name of at most {MAX_NAME} characters", MAX_NAME)
TIME = text("time", 'a time in UTC, like "2026-11-19T20:15:00.000000Z"')
DAY = text("day", 'a day, like "2026-11-19"')
CURRENCY = text("currency", "a currency by its three letters, one that has cents, like USD")
CENTS = whole(-MAX_CENTS, MAX_CENTS) | {"not": {"const": 0}, "description": "cents, and not zero"}
POINTS, PRIZE = whole(-MAX_NUMBER, MAX_NUMBER), whole(0, MAX_CENTS)
RULE = table(by=one_of(*RANKINGS), floor=whole(0, 1_000), nights=whole(1, 1_000))

SPECIAL = {
    "leagues.name": NAME, "leagues.currency": CURRENCY, "people.name": NAME, "people.guest": one_of(0, 1),
    "house_rules.name": NAME, "nights.day": DAY, "seasons.name": NAME, "seasons.starts_on": DAY, "seasons.ends_on": DAY,
    "seasons.standing": RULE, "games.title": TITLE, "games.played_on": DAY, "lines.kind": one_of(LINE, CORRECT, UNDO),
    "opinions.says": one_of(AGREE, DISPUTE), "postings.cents": CENTS, "entries.currency": CURRENCY,
    "entries.kind": one_of(STAKES, REVERSAL, PAYMENT, PRIZES), "former_names.name": NAME,
}  # fmt: skip
"""The columns that take less than their type does."""


def _shape_of(column: Column[Any]) -> Schema:
    kinds_of_columns = ((Integer, ID), (UtcDateTime, TIME), (Json, OBJECT))
    usual = next((shape for kind, shape in kinds_of_columns if isinstance(column.type, kind)), TEXT)
    shape = SPECIAL.get(str(column), usual)
    return optional(shape) if column.nullable else shape


# ---------------------------------------------------------------- facts

WHO, GAME, ENTRY = (ID | {"refers": section} for section in ("people", "games", "entries"))
PERSON = table(person=WHO)
SEASON = table(season=ID, name=NAME, starts_on=DAY, ends_on=optional(DAY), rule=RULE)
NIGHT = table(night=ID, day=DAY)
SIDE = several(WHO)
SIDES = several(SIDE)
FACTS: dict[str, dict[str, Schema]] = {
    "changes": {
        log.RENAMED: PERSON,
        log.GUEST: table(person=WHO, guest=BOOL),
        log.ARCHIVED: table(person=WHO, archived=BOOL),
        log.MERGED: table(person=WHO, into=WHO, **{"with": SIDE}),
        log.SPLIT: table(person=WHO, **{"from": WHO, "with": SIDE}),
        log.ERASED: PERSON,
        log.SEASON_BEGUN: SEASON,
        log.SEASON_CHANGED: SEASON,
        log.SEASON_ARCHIVED: table(season=ID, name=NAME, archived=BOOL),
        log.LEAGUE_RENAMED: table(name=NAME),
        log.NIGHT_CLOSED: NIGHT,
        log.NIGHT_OPENED: NIGHT,
    },
    "tournament_lines": {
        kinds.SETUP: table(
            name=NAME, day=DAY, variant=TEXT, house=optional(ID), format=TEXT, rounds=COUNT, end=TEXT, number=COUNT,
            fee=PRIZE, currency=CURRENCY, shares=several(COUNT), side_pots=several(pair(TEXT, PRIZE)),
            ranking=several(TEXT), six=BOOL, head_splits=BOOL, seed=COUNT,
        ),
        kinds.ENTER: table(sides=SIDES),
        kinds.LEAVE: table(side=SIDE),
        kinds.RETURN: table(side=SIDE),
        kinds.FEE: table(side=SIDE, paid=BOOL),
        kinds.FEES: table(sides=SIDES),
        kinds.DRAW: table(round=ID, tables=several(several(several(ID))), byes=several(ID), waiting=several(ID)),
        kinds.GAME: table(round=ID, table=ID, game=GAME),
        kinds.SLIP: table(
            round=ID, table=ID, points=several(POINTS), winner=optional(COUNT), sets=several(POINTS),
            moons=several(POINTS), by=optional(COUNT),
        ),
        kinds.SAYS: table(round=ID, table=ID, slip=ID, side=optional(COUNT), agree=BOOL),
        kinds.FINISH: table(paid=several(pair(WHO, PRIZE)), entry=optional(ENTRY)),
        kinds.UNDO: table(),
    },
}  # fmt: skip
"""The facts of each kind of a row of these; that a league was imported is in no document."""
KIND_KEYS = {"changes": "what", "tournament_lines": "kind"}


def _compiled(schema: Schema) -> Callable[[Any], Any]:
    check: Callable[[Any], Any] = fastjsonschema.compile(schema, formats=FORMATS, use_default=False)
    return check


ROWS = {
    "league" if of is leagues else of.name: _compiled(table(**{key: _shape_of(each) for key, each in columns.items()}))
    for of, columns in COLUMNS.items()
}
LOGGED = {section: {kind: _compiled(schema) for kind, schema in of.items()} for section, of in FACTS.items()}


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


def check_shape(place: RowPlace, row: JsonRow) -> None:
    """Check one row of a document by itself.  Raises UnreadableSheet."""
    _check(ROWS[place.section], row, place)
    if place.section in LOGGED:
        key = KIND_KEYS[place.section]
        if row[key] not in LOGGED[place.section]:
            raise place.refusal("there is no such kind of row.", key)
        _check(LOGGED[place.section][row[key]], row["facts"], place, "facts")


def _check(check: Callable[[Any], Any], value: Any, place: RowPlace, under: str = "") -> None:
    try:
        check(value)
    except fastjsonschema.JsonSchemaValueException as wrong:
        keys, sentence = [under, *map(str, wrong.path[1:])], f"it must be {wrong.definition['description']}."
        if wrong.rule == "required":
            keys.append(next(key for key in wrong.rule_definition if key not in wrong.value))
            sentence = "it is missing."
        elif wrong.rule == "additionalProperties":
            keys.append(next(key for key in wrong.value if key not in wrong.definition["properties"]))
            sentence = "unknown key."
        raise place.refusal(sentence, ".".join(filter(None, keys))) from None
