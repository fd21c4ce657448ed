"""Check a league's document before it is written: each row by itself, whom it names, and every game replayed.

What these leave to the database and to the doctor is checked as the rows are written.  The first fault is reported
with its place: "Games, row 3, night: 12 is not among the nights."
"""

import datetime as dt
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import fastjsonschema
from sqlalchemy import Column, Integer

from scorekeeper.core.chain import canonical_json
from scorekeeper.core.clock import is_zone
from scorekeeper.core.text import UNWRITABLE, YEARS
from scorekeeper.games.history import LogRow, PlayedLine, current_lines, replay_log
from scorekeeper.games.store import head_to_json
from scorekeeper.league.results import GameResult, game_result
from scorekeeper.league.roster import newcomer_key
from scorekeeper.models import CORRECT, LINE, UNDO, BoundedText, Json, UtcDateTime, utc_text
from scorekeeper.money.ledger import CentsByPerson, total_due
from scorekeeper.rules.documents import MAX_TEXT, is_printable, name_key
from scorekeeper.rules.errors import SettingsError, SheetError, impossible
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.ruleset import SETTINGS, check_values
from scorekeeper.rules.sheet import AMOUNT_KEYS, FORMAT, TWO_DECIMALS, Head, usual_sides, written_amount
from scorekeeper.rules.table import Table
from scorekeeper.rules.variant import NOTES, Variant, variant_from_json
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.tournaments.state import TournamentRow, TournamentState, replay
from scorekeeper.transfer.league_file import COLUMNS, SECTIONS, JsonRow, RowPlace, place_rows

Schema = dict[str, Any]

WRITTEN: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
KINDS = {"changes": "what", "lines": "kind", "tournament_lines": "kind"}
"""The key by which a row of these lists says what its facts are."""


def check_rows(document: JsonRow) -> None:
    """Check every row by itself, and that whom and what it names is there."""
    _check_row(RowPlace("league"), "leagues", document.get("league"))
    for section in SECTIONS:
        for place, row in place_rows(document, section):
            _check_row(place, schema_of(section, row), row)
    known = {section: {row.get("id") for row in document[section]} for section in SECTIONS}
    for section in SECTIONS:
        for place, row in place_rows(document, section):
            for of, number, key in references(SCHEMAS[schema_of(section, row)], row):
                if number not in known[of]:
                    raise place.refusal(f"{number} is not among the {of.replace('_', ' ')}.", key)


def schema_of(section: str, row: Any) -> str:
    """Return the name of the schema of a row: that of its kind, if there is such a kind in its list."""
    name = f"{section}.{row.get(KINDS[section])}" if section in KINDS and isinstance(row, dict) else section
    return name if name in SCHEMAS else section


def _check_row(place: RowPlace, schema: str, row: Any) -> None:
    if any(len(text) > MAX_TEXT or UNWRITABLE.search(text) for text in _texts(row)):
        raise place.refusal(f"every text in it must be valid, and have at most {MAX_TEXT} characters.")
    try:
        _compiled(schema)(row)
    except fastjsonschema.JsonSchemaValueException as wrong:
        raise place.refusal(f"it must be {wrong.definition['description']}.", ".".join(wrong.path[1:])) from None


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in a value."""
    if isinstance(value, str):
        yield value
    for inside in (*value, *value.values()) if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(inside)


def references(schema: Schema, value: Any, key: str = "") -> Iterator[tuple[str, int, str]]:
    """Yield the lists and the numbers that a value names, and under which key of its row."""
    if value is None:
        return
    if "refers" in schema:
        yield schema["refers"], value, key
    for name, inside in schema.get("properties", {}).items():
        yield from references(inside, value.get(name), key or name)
    items = schema.get("items", [])
    for number, each in enumerate(value if items else ()):
        yield from references(items[number] if isinstance(items, list) else items, each, key)


def _is_time(value: str) -> bool:
    """Return whether it is a time in UTC as `utc_text` writes it."""
    try:
        moment = dt.datetime.fromisoformat(value)
        return utc_text(moment) == value and moment.year in YEARS
    except (ValueError, OverflowError):
        return False


FORMATS: dict[str, Callable[[str], bool]] = {
    "title": lambda value: is_printable(value, also="\n\t"),
    "name": lambda value: name_key(value) != "" and is_printable(value),
    "setting": lambda value: value in SETTINGS,
    "section": lambda value: value in NOTES,
    "currency": lambda value: value in TWO_DECIMALS,
    "time": _is_time,
    "day": lambda value: _is_time(f"{value}T00:00:00.000000Z"),
    "zone": is_zone,
}


def _schema(written: Any) -> Schema:
    """Return the JSON Schema of a name, a table or a list of `document_checks.toml`."""
    if isinstance(written, dict):
        inside = {key.removesuffix("?"): _schema(value) for key, value in written.items()}
        return _object(inside, [key for key in written if not key.endswith("?")])
    if isinstance(written, list):
        items = [_schema(each) for each in written]
        size = {"items": items[0]} if len(items) == 1 else {"items": items, "minItems": 2, "maxItems": 2}
        return {"type": "array", "description": "a list", **size}
    schema: Schema = WRITTEN["values"][written.removesuffix("?")]
    return _or_null(schema) if written.endswith("?") else schema


def _object(inside: Mapping[str, Schema], required: Iterable[str]) -> Schema:
    said = {"type": "object", "description": f"an object with these keys alone: {', '.join(inside) or 'none'}"}
    return {**said, "properties": inside, "required": list(required), "additionalProperties": False}


def _or_null(schema: Schema) -> Schema:
    return schema | {"type": [schema["type"], "null"]}


def _of_column(column: Column[Any]) -> Schema:
    """Return the JSON Schema of a column: what its type takes, or what `document_checks.toml` says of it."""
    types = ((Integer, "id"), (UtcDateTime, "time"), (Json, "object"), (BoundedText, "text"))
    usual = next((name for kind, name in types if isinstance(column.type, kind)), "")
    schema = _schema(WRITTEN["columns"].get(str(column), usual))
    if longest := getattr(column.type, "longest", None):
        said = f"{schema['description']} of at most {longest} characters"
        schema = schema | {"maxLength": longest, "description": said}
    if of := [key.column.table.name for key in column.foreign_keys if key.column.name == "id"]:
        schema = schema | {"refers": of[0]}
    return _or_null(schema) if column.nullable else schema


def _schemas() -> dict[str, Schema]:
    """Return the JSON Schema of a row of every list, and of one of every kind: "lines.undo"."""
    schemas = {}
    for name, columns in COLUMNS.items():
        kinds, key_of_kind = WRITTEN["facts"].get(name, {}), KINDS.get(name)
        inside = {key: _of_column(column) for key, column in columns.items() if key != key_of_kind}
        if key_of_kind:
            inside[key_of_kind] = {"enum": list(kinds), "description": f"one of {', '.join(kinds)}"}
        schemas[name] = _object(inside, columns)
        for kind, facts in kinds.items():
            schemas[f"{name}.{kind}"] = _object({**inside, "facts": _schema(facts)}, columns)
    return schemas


SCHEMAS = _schemas()


@cache
def _compiled(schema: str) -> Callable[[Any], Any]:
    """Return the check of a schema: made when a league is first brought in, as all of them take a while."""
    check: Callable[[Any], Any] = fastjsonschema.compile(SCHEMAS[schema], formats=FORMATS, use_default=False)
    return check


def check_rules(document: JsonRow) -> dict[int, Variant]:
    """Return the variants of a league by the numbers of their rulebooks; its house rules fit them."""
    variants = {row["id"]: _read_rulebook(place, row["variant"]) for place, row in place_rows(document, "rulebooks")}
    for place, row in place_rows(document, "house_versions"):
        variant = variants[row["rulebook"]]
        for size in variant.sizes:
            with suppress(SettingsError):
                variant.ruleset(size, row["settings"])
                break
        else:
            raise place.refusal("these rules fit no table size of that variant.", "settings")
    return variants


def _read_rulebook(place: RowPlace, text: JsonRow) -> Variant:
    """Return the variant of a rulebook, its settings valid and without contradictions."""
    variant = variant_from_json(text)
    for size in variant.sizes:
        try:
            faults = check_values(variant.kind, variant.settings_at(size))
            if not faults:
                variant.ruleset(size)
        except SettingsError as error:
            faults = list(error.faults)
        except (TypeError, ValueError):
            raise place.refusal("this is not a variant's text.", "variant") from None
        if faults:
            said = f"with {size} players the rules contradict each other: {say_refusal(faults[0].refusal)}"
            raise place.refusal(said, "variant")
    return variant


MAX_LINES = 2_000
"""Of an imported game.  The longest of an evening has a hundred; every page that shows a game replays all of them."""


def check_games(
    document: JsonRow, variants: Mapping[int, Variant]
) -> Iterator[tuple[int, Table, GameResult | None, CentsByPerson]]:
    """Yield the number of lines of each game, the table after them, its result if it counts, and the money it moved."""
    lines, seats = (_by(document, section, "game") for section in ("lines", "seats"))
    for place, row in place_rows(document, "games"):
        number, person = row["id"], {str(seat["number"]): seat["person"] for _, seat in seats[row["id"]]}
        table, shown = _replayed(place, row, variants[row["rulebook"]], lines[number], list(person))
        due = {person[key]: cents for key, cents in total_due(table, shown).items()}
        yield len(lines[number]), table, game_result(table, shown, person), due


def _by(document: JsonRow, section: str, key: str) -> defaultdict[int, list[tuple[RowPlace, JsonRow]]]:
    found = defaultdict(list)
    for place, row in place_rows(document, section):
        found[row[key]].append((place, row))
    return found


def _replayed(
    place: RowPlace, row: JsonRow, variant: Variant, lines: list[tuple[RowPlace, JsonRow]], seats: list[str]
) -> tuple[Table, tuple[PlayedLine, ...]]:
    """Return a game as its lines make it, played as they were written."""
    if len(lines) > MAX_LINES:
        raise place.refusal(f"a game has at most {MAX_LINES:,} lines, and this one has {len(lines):,}.")
    rows = []
    for number, (at, line) in enumerate(lines, start=1):
        if line["seq"] != number or (line["target"] is None) != (line["kind"] == LINE):
            raise at.refusal("lines are numbered from 1 in their order, and only a change has a target.", "seq")
        facts, moment = line["facts"], dt.datetime.fromisoformat(line["recorded_at"])
        rows.append(LogRow(number, line["kind"], line["target"], facts.get("line"), facts.get("reason"), moment, ""))
    head = _read_head(place, variant, row["head"])
    joins = {str(facts[key]) for it in rows if (facts := it.facts) and (key := newcomer_key(facts))}
    if seats != [str(seat) for seat in range(1, len(seats) + 1)] or {*head.players, *joins} != set(seats):
        raise place.refusal("the seats don't match the people who sat down.")
    try:
        table, shown = replay_as_written(head, rows)
    except SheetError as error:
        at = lines[error.line - 1][0] if error.line else place
        raise at.refusal(f"it is not possible: {say_refusal(error.refusal)}") from None
    if table.finished != (row["finished_at"] is not None):
        raise place.refusal("its lines disagree about whether it is finished.", "finished_at")
    return table, shown


def _read_head(place: RowPlace, variant: Variant, document: JsonRow) -> Head:
    """Return the head that `head_to_json` wrote.  Raises UnreadableSheet."""
    try:
        sheet = {key: document[key] for key in ("players", "dealer", "rules", "opening", "sides")}
        sheet |= {"format": FORMAT, "variant": variant.key}
        seating = variant.ruleset(len(document["players"]), document["rules"]).seating.sides
        if document["sides"] == [list(side) for side in usual_sides(seating, document["players"])]:
            del sheet["sides"]
        if stakes := document["stakes"]:
            money = {key: written_amount(stakes[key]) for key in AMOUNT_KEYS}
            sheet["stakes"] = {"currency": stakes["currency"], **money}
        head = read_sheet(sheet, {variant.key: variant}.__getitem__).head
        if canonical_json(head_to_json(head)) == canonical_json(document):
            return head
    except SheetError as error:
        raise place.refusal(say_refusal(error.refusal), "head") from None
    except (TypeError, ValueError, LookupError, AttributeError):
        pass
    raise place.refusal("this is not the head of a game.", "head")


def replay_as_written(head: Head, rows: Sequence[LogRow]) -> tuple[Table, tuple[PlayedLine, ...]]:
    """Replay a log, numbered from 1; return the table after it and the lines.

    Raises SheetError with the number of the row that could not have been written: a change of a row that is not there
    is one, or of one that was taken back already.
    """
    gone: set[int] = set()
    for row in rows:
        try:
            if row.facts is not None:
                read_line(row.facts, head.variant.kind)
            target = rows[row.target - 1] if row.target and row.target < row.seq else None
            if row.kind != LINE and (target is None or (row.kind == CORRECT and target.kind != LINE)):
                raise impossible("target", "there is no row to change.")
            if target is not None and target.seq in gone:
                raise impossible("target", "that row was already taken back.")
        except SheetError as error:
            raise error.at_line(row.seq) from error
        change = row
        while change.kind == UNDO and change.target:  # an undo of an undo puts back what that one took
            gone ^= {change.target}
            change = rows[change.target - 1]
    try:
        return replay_log(head, rows)
    except SheetError as error:
        live = [line.seq for line in current_lines(rows) if not line.struck]
        raise error.at_line(live[error.line - 1] if error.line else 0) from error


def check_tournaments(document: JsonRow) -> Iterator[tuple[int, TournamentState]]:
    """Yield the number of lines of each tournament and how it stands; they could have been written like that."""
    lines = _by(document, "tournament_lines", "tournament")
    for place, row in place_rows(document, "tournaments"):
        rows = []
        for _, line in lines[row["id"]]:
            moment = dt.datetime.fromisoformat(line["recorded_at"])
            rows.append(TournamentRow(line["seq"], line["kind"], line["target"], line["facts"], moment))
        try:
            yield len(rows), replay(rows)
        except SheetError as error:
            raise place.refusal(f"its lines are not possible: {say_refusal(error.refusal)}") from None
