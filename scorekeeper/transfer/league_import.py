"""Import a league's document: checked, then written in one transaction that the doctor looks at, or not at all.

It always becomes a league of its own.  Nothing is ever replaced: a league that somebody has a link to keeps its
addresses and its log, and people who want the copy instead continue in the copy.  A file cannot prove that it is newer
than what it would overwrite, and one wrong file would cost a season.

Checking the rows and replaying the games takes most of the time and needs no database, so others can save hands
meanwhile.
"""

import datetime as dt
import secrets
from collections.abc import Callable
from hashlib import sha256
from itertools import chain
from typing import BinaryIO

from sqlalchemy import Connection, insert
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import IntegrityError

from scorekeeper.access.codes import LINK_BYTES, KnownDevice, hash_secret, new_short_link, new_token
from scorekeeper.access.roles import Role
from scorekeeper.core.chain import chain_to, digest, first_hash
from scorekeeper.core.text import checked_op_id, name_columns
from scorekeeper.core.transaction import Submission, writing
from scorekeeper.games.create import CODE_BYTES
from scorekeeper.games.store import Snapshot
from scorekeeper.league.change_log import IMPORTED
from scorekeeper.league.results import GameResult, in_batches, league_context, play_rows, rate_league, store_games
from scorekeeper.models import FINISHED, OPEN, OVER, PLAYING, READ, Base, Device, League, Member, UtcDateTime
from scorekeeper.money.ledger import CentsByPerson
from scorekeeper.operations.league_checks import ledger, names, played_tournaments, seasons, wrong_stakes
from scorekeeper.rules.errors import unreadable
from scorekeeper.rules.sheet import Stakes
from scorekeeper.sheets.phrases import capped
from scorekeeper.transfer.document_checks import check_games, check_rows, check_rules, check_tournaments
from scorekeeper.transfer.league_file import COLUMNS, TABLES, JsonRow, RowPlace, read_document

Rows = dict[str, list[JsonRow]]
"""Table -> its rows."""
PlayedGames = list[tuple[JsonRow, GameResult | None, Stakes | None, CentsByPerson]]
"""The row of each game, its result if it counts, what it was played for, and what its lines come to."""


BATCH = 1_000
"""Rows that are inserted together."""
REFUSED = {
    "unique": "another row says the same",
    "foreign key": "it names a row that is not there",
    "check constraint": "what it says does not go together",
}
"""What a database says of a row, and what is said instead."""
OWNER = 0
"""Number of the owner's phone; the phones of a document count from 1."""


def import_league(
    form: Submission,
    file: BinaryIO,
    *,
    also: Callable[[Connection, int], None] = lambda _connection, _league_id: None,
) -> tuple[int, str]:
    """Import a document as a new league, owned by the device; return its id and its address.

    `also` is called in the same transaction.  Raises UnreadableSheet, with the place in its sentence, for an invalid
    document; OpIdReused for the same op_id with another file.
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
        league_id, code = _insert_league(connection, write.device, document, now)
        write.league_id = league_id
        rows["changes"].append({
            "id": len(rows["changes"]) + 1, "what": IMPORTED, "facts": facts, "actor_id": None, "made_at": now,
            "device_id": OWNER,
        })  # fmt: skip
        rows["links"] = [
            {"id": number, "kind": READ, "game_id": game["id"], "device_id": OWNER, "made_at": now,
             "code": secrets.token_urlsafe(LINK_BYTES)}
            for number, game in enumerate(rows["games"], start=2)
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
        also(connection, league_id)
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
        code = secrets.token_urlsafe(CODE_BYTES)
        row.update(
            code=code, seq=seq, state=Snapshot(table).to_json(seq), status=FINISHED if table.finished else PLAYING,
            hash=first_hash(code=code, head=row["head"], variant=text[row["rulebook_id"]]),
            title_key=row["title"].casefold() if row["title"] else None,
        )  # fmt: skip
        played.append((row, result, table.stakes, due))
    for row, (seq, state) in zip(rows["tournaments"], check_tournaments(document), strict=True):
        code = secrets.token_urlsafe(CODE_BYTES)
        row.update(
            code=code, hash=first_hash(code=code), name=state.setup.name, day=state.setup.day, seq=seq,
            status=OVER if state.finished else OPEN,
        )  # fmt: skip
    return rows, played


def _made_row(table: str, row: JsonRow) -> JsonRow:
    """Return a row of a document with the columns of its table, but for its league."""
    return {
        column.name: dt.datetime.fromisoformat(row[key])
        if isinstance(column.type, UtcDateTime) and row[key] is not None
        else row[key]
        for key, column in COLUMNS[table].items()
    }


# ---------------------------------------------------------------- writing


def _insert_league(connection: Connection, owner: KnownDevice, document: JsonRow, now: dt.datetime) -> tuple[int, str]:
    code = secrets.token_urlsafe(CODE_BYTES)
    values = {**_made_row("leagues", document["league"]), "code": code}
    league_id = connection.scalar(insert(League).returning(League.id), values) or 0
    member = {"league_id": league_id, "device_id": owner.id, "role": Role.OWNER.word, "since": now}
    connection.execute(insert(Member), member)
    new_short_link(connection, league_id, owner.id, now)
    return league_id, code


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
