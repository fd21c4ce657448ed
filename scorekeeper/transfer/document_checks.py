"""Check a league's document before it is written: each row, what it refers to, and every game replayed.

What these leave to the database (numbers without gaps, entries that add up to zero, nothing twice) and to the doctor is
checked as the rows are written.  The first fault is reported with its place: "Games, row 3, night: there is no night
12."
"""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import fastjsonschema
from sqlalchemy import Column, ForeignKeyConstraint, Integer, UniqueConstraint
from sqlalchemy import Table as SqlTable

from scorekeeper.core.text import UNWRITABLE, YEARS
from scorekeeper.games.history import PlayedLine
from scorekeeper.league.change_log import MERGED
from scorekeeper.league.results import GameResult, game_result
from scorekeeper.models.base import Json, UtcDateTime, utc_text
from scorekeeper.models.game import UNDO
from scorekeeper.models.ledger import PRIZES, REVERSAL, STAKES
from scorekeeper.models.tables import people
from scorekeeper.money.ledger import total_due
from scorekeeper.rules.documents import is_printable, name_key
from scorekeeper.rules.errors import SheetError, UnreadableSheet, unreadable
from scorekeeper.rules.stakes import TWO_DECIMALS
from scorekeeper.rules.table import Table
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.tournaments import state as kinds
from scorekeeper.tournaments.state import TournamentRow, TournamentState, replay
from scorekeeper.transfer.game_checks import (
    MAX_LINES,
    check_facts,
    check_house_rules,
    joined_in_order,
    log_row,
    read_head,
    read_rulebook,
    replay_as_written,
)
from scorekeeper.transfer.league_file import COLUMNS, SECTIONS, JsonRow, RowPlace, place_rows

Due = defaultdict[tuple[int, int], int]
"""(game, person) -> cents that its lines come to."""


# ---------------------------------------------------------------- rows and references


def check_rows(document: JsonRow) -> None:
    """Check every row by itself, and that what it refers to is there and what may be there once is not there twice."""
    check_shape(RowPlace("league"), document.get("league"))
    known = {section: set(_numbers(document, section, table)) for section, table in SECTIONS.items()}
    for section, table in SECTIONS.items():
        for place, row in place_rows(document, section):
            for of, number in facts_refer_to(section, row):
                if (number,) not in known[of]:
                    raise _not_there(place, of, number, "facts")
        for constraint in sorted(table.constraints, key=lambda each: str(each.name)):
            if isinstance(constraint, ForeignKeyConstraint) and constraint.referred_table.name in known:
                _check_references(document, section, constraint, known[constraint.referred_table.name])
            elif isinstance(constraint, UniqueConstraint):
                _check_unique(document, section, constraint)


def _check_references(
    document: JsonRow, section: str, constraint: ForeignKeyConstraint, known: set[tuple[int, ...]]
) -> None:
    of, keys = constraint.referred_table, _keys_of(constraint.table, constraint.column_keys)
    earlier = of is constraint.table and of is not people
    for place, row in place_rows(document, section):
        number = tuple(row[key] for key in keys)
        if None not in number and (number not in known or (earlier and number[0] >= row["id"])):
            raise _not_there(place, of.name, number[-1], keys[-1])


def _check_unique(document: JsonRow, section: str, constraint: UniqueConstraint) -> None:
    keys = _keys_of(constraint.table, constraint.columns.keys())
    known = set()
    for place, row in place_rows(document, section) if 0 < len(keys) == len(constraint.columns) - 1 else ():
        value = tuple(row[key] for key in keys)
        if value in known:
            raise place.refusal("another row says the same.", keys[0])
        if None not in value:
            known.add(value)


def _not_there(place: RowPlace, section: str, number: int, key: str) -> UnreadableSheet:
    what = {"people": "person", "entries": "entry"}.get(section, section.removesuffix("s").replace("_", " "))
    return place.refusal(f"there is no {what} {number} before this.", key)


def _keys_of(table: SqlTable, columns: Sequence[str]) -> list[str]:
    """Return the keys in a document of some columns, without those that no document has."""
    keys = {column.name: key for key, column in COLUMNS[table].items()}
    return [keys[name] for name in columns if name in keys]


def _numbers(document: JsonRow, section: str, table: SqlTable) -> Iterator[tuple[int, ...]]:
    """Check the rows of a section by themselves, and yield what they are referred to by."""
    keys, last = _keys_of(table, [column.name for column in table.primary_key]), (0,)
    for place, row in place_rows(document, section):
        check_shape(place, row)
        number = tuple(row[key] for key in keys)
        if number and number <= last:
            raise place.refusal("the rows must be in numerical order, each number once.", keys[-1])
        last = number
        yield number


def check_people(document: JsonRow) -> None:
    """Check that nobody is merged into somebody merged, and that every merge can be undone."""
    merged = {row["id"]: row["merged_into"] for row in document["people"] if row["merged_into"] is not None}
    merges = {(row["facts"].get("person"), row["id"]) for row in document["changes"] if row["what"] == MERGED}
    named = {row["person"] for row in document["former_names"] if (row["person"], row["change"]) in merges}
    for place, row in place_rows(document, "people"):
        if row["id"] not in merged:
            continue
        if merged[row["id"]] in merged:
            raise place.refusal(f"nobody can be merged into {merged[row['id']]}, who is merged.", "merged_into")
        if row["id"] not in named and row["erased_at"] is None:
            raise place.refusal("the name before the merge is missing in former_names.", "merged_into")


def check_seasons(document: JsonRow) -> None:
    """Check that no day is in two seasons."""
    before = ""
    for place, row in sorted(place_rows(document, "seasons"), key=lambda placed: placed[1]["starts_on"]):
        last = row["ends_on"] or "9999-12-31"
        if last < row["starts_on"]:
            raise place.refusal("a season can't end before it starts.", "ends_on")
        if row["starts_on"] <= before:
            raise place.refusal("these days are also in another season.", "starts_on")
        before = last


def check_rules(document: JsonRow) -> dict[int, Variant]:
    """Return the variants of a league by the numbers of their rulebooks; its house rules fit them."""
    variants = {row["id"]: read_rulebook(place, row["variant"]) for place, row in place_rows(document, "rulebooks")}
    for place, row in place_rows(document, "house_versions"):
        check_house_rules(place, variants[row["rulebook"]], row["settings"])
    return variants


# ---------------------------------------------------------------- games and money


def check_games(
    document: JsonRow, variants: Mapping[int, Variant]
) -> Iterator[tuple[int, Table, GameResult | None]]:
    """Yield the number of lines of each game, the table after them, and its result if it counts.

    Then check that the ledger moved what their lines come to.
    """
    lines, reviews, seats = (_by_game(document, section) for section in ("lines", "opinions", "seats"))
    due: Due = defaultdict(int)
    belongs = {}
    for place, row in place_rows(document, "games"):
        number, person = row["id"], {str(seat["number"]): seat["person"] for _, seat in seats[row["id"]]}
        table, shown = _replayed(place, row, variants[row["rulebook"]], lines[number], list(person))
        for at, review in reviews[number]:
            if lines[number][review["seq"] - 1][1]["kind"] == UNDO:
                raise at.refusal("that row takes another back, and can't be reviewed.", "seq")
        if table.stakes is not None:
            belongs[number] = (row["night"], table.stakes.currency)
            for key, cents in total_due(table, shown).items():
                due[number, person[key]] += cents
        yield len(lines[number]), table, game_result(table, shown, person)
    _check_money(document, belongs, due)


def _by_game(document: JsonRow, section: str) -> defaultdict[int, list[tuple[RowPlace, JsonRow]]]:
    found = defaultdict(list)
    for place, row in place_rows(document, section):
        found[row["game"]].append((place, row))
    return found


def _replayed(
    place: RowPlace, row: JsonRow, variant: Variant, lines: list[tuple[RowPlace, JsonRow]], seats: list[str]
) -> tuple[Table, tuple[PlayedLine, ...]]:
    """Return a game as its lines make it, played as they were written."""
    if len(lines) > MAX_LINES:
        raise place.refusal(f"a game has at most {MAX_LINES:,} lines, and this one has {len(lines):,}.")
    for number, (at, line) in enumerate(lines, start=1):
        if line["seq"] != number:
            raise at.refusal("lines must be numbered from 1, with none missing.", "seq")
        check_facts(at, line)
    head, rows = read_head(place, variant, row["head"], len(seats)), [log_row(line) for _, line in lines]
    if seats != [str(seat) for seat in range(1, len(seats) + 1)] or not joined_in_order(head, rows, len(seats)):
        raise place.refusal("the seats don't match the people who sat down.")
    try:
        table, shown = replay_as_written(head, rows)
    except SheetError as error:
        at = lines[error.line - 1][0] if error.line else place
        raise at.refusal(f"it is not possible: {say_refusal(error.refusal)}") from None
    if table.finished != (row["finished_at"] is not None):
        raise place.refusal("its lines disagree about whether it is finished.", "finished_at")
    return table, shown


def _check_money(document: JsonRow, belongs: Mapping[int, tuple[int, str]], due: Due) -> None:
    """Check that stakes are of a game played for money, and that nothing stays due."""
    games = {}
    for place, row in place_rows(document, "entries"):
        games[row["id"]] = row["game"]
        if (row["kind"] == REVERSAL) != (row["reverses"] is not None):
            raise place.refusal("only a reversal names an entry.", "reverses")
        if row["kind"] == STAKES and belongs.get(row["game"]) != (row["night"], row["currency"]):
            raise place.refusal("no money game has that night and currency.", "game")
        if row["kind"] == PRIZES and (row["game"], row["night"]) != (None, None):
            raise place.refusal("a tournament's prizes can't have a game or a night.", "game")
    for row in document["postings"]:
        due[games.get(row["entry"]) or 0, row["person"]] -= row["cents"]
    for (game, person), cents in due.items():
        if game and cents:
            raise unreadable("entries", f"Entries: those of game {game} and person {person} don't match its lines.")


# ---------------------------------------------------------------- tournaments


def check_tournaments(document: JsonRow) -> Iterator[tuple[int, TournamentState]]:
    """Yield the number of lines of each tournament and how it stands; they could have been written like that."""
    lines: defaultdict[int, list[TournamentRow]] = defaultdict(list)
    for place, row in place_rows(document, "tournament_lines"):
        rows = lines[row["tournament"]]
        at = dt.datetime.fromisoformat(row["recorded_at"])
        rows.append(TournamentRow(row["seq"], row["kind"], row["target"], row["facts"], at))
        if row["seq"] != len(rows):
            raise place.refusal("lines must be numbered from 1, with none missing.", "seq")
        if (row["kind"] == kinds.UNDO) != (row["target"] is not None) or (row["target"] or 0) >= row["seq"]:
            raise place.refusal("an undo, and nothing else, must name the line before it that it takes back.", "target")
    for place, row in place_rows(document, "tournaments"):
        if not lines[row["id"]]:
            raise place.refusal("a tournament has at least one line.", "id")
        try:
            yield len(lines[row["id"]]), replay(lines[row["id"]])
        except SheetError as error:
            raise place.refusal(f"its lines are not possible: {say_refusal(error.refusal)}") from None


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
    """Return the JSON Schema of a name, a table or a list of `document_checks.toml`."""
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
