"""Import a league's document: checked, then written in one transaction that the doctor looks at, or not at all.

It always becomes a league of its own.  Nothing is ever replaced: a league that somebody has a link to keeps its
addresses and its log, and people who want the copy instead continue in the copy.  A file cannot prove that it is newer
than what it would overwrite, and one wrong file would cost a season.

Checking the rows and replaying the games takes most of the time and needs no database, so others can save hands
meanwhile.
"""

import datetime as dt
import secrets
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import IO, Any

import fastjsonschema
from sqlalchemy import Column, Connection, Integer, insert
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import IntegrityError

from scorekeeper.access.codes import LINK_BYTES, hash_secret, new_short_link, new_token
from scorekeeper.core.chain import canonical_json, chain_to, digest, first_hash
from scorekeeper.core.clock import is_zone
from scorekeeper.core.text import UNWRITABLE, YEARS, checked_op_id, name_columns
from scorekeeper.core.transaction import Submission, writing
from scorekeeper.games.history import LogRow, PlayedLine, current_lines, replay_log
from scorekeeper.games.store import Snapshot, head_to_json
from scorekeeper.league.change_log import IMPORTED
from scorekeeper.league.leagues import create_league
from scorekeeper.league.ratings import MAX_START
from scorekeeper.league.results import (
    GameResult,
    game_result,
    in_batches,
    league_context,
    play_rows,
    rate_league,
    store_games,
)
from scorekeeper.league.roster import newcomer_key
from scorekeeper.models import (
    CORRECT,
    DOOR,
    FINISHED,
    LINE,
    OPEN,
    OVER,
    PLAYING,
    READ,
    UNDO,
    Base,
    BoundedText,
    Device,
    Json,
    UtcDateTime,
    new_code,
    utc_text,
)
from scorekeeper.money.ledger import CentsByPerson, total_due
from scorekeeper.operations.league_checks import ledger, names, played_tournaments, seasons, wrong_stakes
from scorekeeper.rules.documents import MAX_TEXT, is_printable, name_key
from scorekeeper.rules.errors import SettingsError, SheetError, impossible, unreadable
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.sheet import AMOUNT_KEYS, FORMAT, TWO_DECIMALS, Head, Stakes, usual_sides, written_amount
from scorekeeper.rules.table import Table
from scorekeeper.rules.variant import NOTES, Variant, variant_from_json
from scorekeeper.sheets.phrases import capped, say_refusal
from scorekeeper.tournaments.state import TournamentRow, TournamentState, replay
from scorekeeper.transfer.league_file import COLUMNS, SECTIONS, TABLES, JsonRow, RowPlace, place_rows, read_document
from scorekeeper.variants.catalogue import variant_faults

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
    """Return the JSON Schema of a column: what its type takes, or what `league_import.toml` says of it."""
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
    variants = {}
    for place, row in place_rows(document, "rulebooks"):
        variant = variants[row["id"]] = variant_from_json(row["variant"])
        try:
            wrong = variant_faults(variant)
        except (TypeError, ValueError):
            raise place.refusal("this is not a variant's text.", "variant") from None
        for size, faults in wrong.items():
            said = f"with {size} players the rules contradict each other: {say_refusal(faults[0].refusal)}"
            raise place.refusal(said, "variant")
    for place, row in place_rows(document, "house_versions"):
        variant = variants[row["rulebook"]]
        for size in variant.sizes:
            with suppress(SettingsError):
                variant.ruleset(size, row["settings"])
                break
        else:
            raise place.refusal("these rules fit no table size of that variant.", "settings")
    return variants


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
        worth = (row["head"].get("handicap") or {}).get("worth", 0)
        yield len(lines[number]), table, game_result(table, shown, person, worth), due


def _by(document: JsonRow, section: str, key: str) -> defaultdict[int, list[tuple[RowPlace, JsonRow]]]:
    found = defaultdict(list)
    for place, row in place_rows(document, section):
        found[row[key]].append((place, row))
    return found


def _replayed(
    place: RowPlace, row: JsonRow, variant: Variant, lines: list[tuple[RowPlace, JsonRow]], seats: list[str]
) -> tuple[Table, tuple[PlayedLine, ...]]:
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
        if "handicap" in document:
            known = document["handicap"]
            head = replace(head, handicap={"games": known["games"], "worth": min(max(known["worth"], 1), MAX_START)})
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
    taken_back: Counter[int] = Counter()  # by how many rows in force
    for row in rows:
        try:
            if row.facts is not None:
                read_line(row.facts, head.variant.kind)
            target = rows[row.target - 1] if row.target and row.target < row.seq else None
            if row.kind != LINE and (target is None or (row.kind == CORRECT and target.kind != LINE)):
                raise impossible("target", "there is no row to change.")
            if target is not None and taken_back[target.seq]:
                raise impossible("target", "that row was already taken back.")
        except SheetError as error:
            raise error.at_line(row.seq) from error
        change, by = row, 1
        while change.kind == UNDO and change.target:  # an undo of an undo puts back what only that one took
            taken_back[change.target] += by
            if taken_back[change.target] != max(by, 0):  # it was already, or still is
                break
            change, by = rows[change.target - 1], -by
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


# ---------------------------------------------------------------- the import


Rows = dict[str, list[JsonRow]]
PlayedGames = list[tuple[JsonRow, GameResult | None, Stakes | None, CentsByPerson]]
"""The row of each game, its result if it counts, what it was played for, and what its lines come to."""


BATCH = 1_000
REFUSED = {
    "unique": "another row says the same",
    "foreign key": "it names a row that is not there",
    "check constraint": "what it says does not go together",
}
"""What a database says of a row, and what is said instead."""
OWNER = 0
"""Number of the owner's phone; the phones of a document count from 1."""


def import_league(form: Submission, file: IO[bytes]) -> tuple[int, str]:
    """Import a document as a new league, owned by the device; return its id and its address.

    Raises UnreadableSheet, with the place in its sentence, for an invalid document; OpIdReused for the same op_id with
    another file.
    """
    checked_op_id(form.op_id)
    document = read_document(file)
    file.seek(0)
    facts = {"digest": sha256(file.read()).hexdigest()}
    form.session.commit()  # checking takes a while: no transaction stays open meanwhile
    rows, played = _checked_rows(document)
    with writing(form) as write:
        if done := write.answered("league", facts):
            league_id, code = done
            return league_id, code
        connection, now = write.connection, write.now
        league_id, code = create_league(write, _made_row("leagues", document["league"]))
        new_short_link(connection, league_id, write.device.id, now, DOOR)
        write.league_id = league_id
        rows["changes"].append({
            "id": len(rows["changes"]) + 1, "what": IMPORTED, "facts": facts, "actor_id": None, "made_at": now,
            "device_id": OWNER,
        })  # fmt: skip
        rows["links"] = [
            {"id": number, "kind": READ, "game_id": game["id"], "device_id": OWNER, "made_at": now,
             "code": secrets.token_urlsafe(LINK_BYTES)}
            for number, game in enumerate(rows["games"], start=3)
        ]  # fmt: skip
        used = {row.get("device_id") for row in chain(*rows.values())}
        phones = [row for row in document["devices"] if row["id"] in used]
        device_ids = {OWNER: write.device.id, **_insert_devices(connection, phones, now)}
        for row in chain(*rows.values()):
            row["league_id"] = league_id
            if "device_id" in row:
                row["device_id"] = device_ids[row["device_id"]]
        _chain_lines(rows)
        for table, its_rows in rows.items():
            _insert_rows(connection, Base.metadata.tables[table], its_rows)
        for row, _, stakes, due in played:
            if wrong := wrong_stakes(connection, league_id, row["id"], row["night_id"], stakes, due):
                raise unreadable("entries", f"Game {row['id']}: {wrong}")
        for check in (names, seasons, ledger, played_tournaments):
            for fault in check(connection, league_id):
                raise unreadable("file", capped(fault))
        day = {row["id"]: row["day"] for row in document["nights"]}
        league = league_context(connection, league_id)
        for some in in_batches((row, result) for row, result, *_ in played if result):
            counted = {row["id"]: play_rows(league, row["id"], day[row["night_id"]], result) for row, result in some}
            store_games(connection, league_id, counted)
        rate_league(connection, league)
        write.answer([league_id, code])
        return league_id, code


# ---------------------------------------------------------------- rows, without the database


def _checked_rows(document: JsonRow) -> tuple[Rows, PlayedGames]:
    """Return the rows of a document as they are inserted, and its games as played.  Raises UnreadableSheet."""
    check_rows(document)
    variants = check_rules(document)
    rows: Rows = {table.name: [_made_row(table.name, row) for row in document[table.name]] for table in TABLES}
    for row in rows["people"]:
        row.update(name_columns(row["name"]))
    for row in rows["rulebooks"]:
        row["digest"] = digest(row["variant"])
    text = {row["id"]: row["variant"] for row in rows["rulebooks"]}
    played: PlayedGames = []
    for row, (seq, table, result, due) in zip(rows["games"], check_games(document, variants), strict=True):
        code = new_code()
        row.update(
            code=code, seq=seq, state=Snapshot(table).to_json(seq), status=FINISHED if table.finished else PLAYING,
            hash=first_hash(code=code, head=row["head"], variant=text[row["rulebook_id"]]),
            title_key=row["title"].casefold() if row["title"] else None,
        )  # fmt: skip
        played.append((row, result, table.stakes, due))
    for row, (seq, state) in zip(rows["tournaments"], check_tournaments(document), strict=True):
        code = new_code()
        row.update(
            code=code, hash=first_hash(code=code), name=state.setup.name, day=state.setup.day, seq=seq,
            status=OVER if state.finished else OPEN,
        )  # fmt: skip
    return rows, played


def _made_row(table: str, row: JsonRow) -> JsonRow:
    return {
        column.name: dt.datetime.fromisoformat(row[key])
        if isinstance(column.type, UtcDateTime) and row[key] is not None
        else row[key]
        for key, column in COLUMNS[table].items()
    }


# ---------------------------------------------------------------- writing


def _insert_devices(connection: Connection, named: list[JsonRow], now: dt.datetime) -> dict[int, int]:
    """Insert placeholders for the phones that recorded something; no browser can use them."""
    values = [{"token_hash": hash_secret(new_token()), "name": row["name"], "created_at": now} for row in named]
    statement = insert(Device).returning(Device.id, sort_by_parameter_order=True)
    ids = connection.scalars(statement, values) if values else ()
    return dict(zip((row["id"] for row in named), ids, strict=True))


def _chain_lines(rows: Rows) -> None:
    """Set the hashes of lines, each of which includes the one before, and of whose logs they are.

    A hash includes the id of the phone, so it can't be computed before the phones are in the database.
    """
    for logs, lines, log in (("games", "lines", "game_id"), ("tournaments", "tournament_lines", "tournament_id")):
        by_id = {row["id"]: row for row in rows[logs]}
        for line in rows[lines]:
            whose = by_id[line[log]]
            whose["hash"] = chain_to(whose["hash"], [line])


def _insert_rows(connection: Connection, table: SqlTable, rows: list[JsonRow]) -> None:
    """Insert rows in batches.  Raises UnreadableSheet for the first that the database refuses."""
    if table.name == "people":  # so that whom somebody is merged into is there before them
        rows = sorted(rows, key=lambda row: row["merged_into"] is not None)
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        try:
            with connection.begin_nested():
                connection.execute(insert(table), batch)
        except IntegrityError:
            for number, row in enumerate(batch, start=start + 1):
                _insert_row(connection, RowPlace(table.name, number), table, row)
            raise


def _insert_row(connection: Connection, place: RowPlace, table: SqlTable, row: JsonRow) -> None:
    try:
        connection.execute(insert(table), row)
    except IntegrityError as error:
        said = str(error.orig).partition("\n")[0]  # of a trigger: a sentence of ours
        raise place.refusal(f"{next((REFUSED[kind] for kind in REFUSED if kind in said.lower()), said)}.") from None
