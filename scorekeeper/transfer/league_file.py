"""A league's document: its tables and columns, reading and writing it; README.md beside this file explains each key.

The document is JSON.  It is written with one row a line, so that it can be read and compared row by row however long it
is; line breaks have no meaning.
"""

import datetime as dt
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from sqlalchemy import Column, Connection, Engine, Row, Select, StaticPool, Table, create_engine, select, union

from scorekeeper.core.transaction import TransferBusy
from scorekeeper.league.change_log import IMPORTED
from scorekeeper.models import Base, utc_text
from scorekeeper.models.engine import configure_engine
from scorekeeper.operations.backup import copy_file, path_beside, try_lock
from scorekeeper.rules.documents import decode, parse_document
from scorekeeper.rules.errors import UnreadableSheet, unreadable

FORMAT = "scorekeeper-league/2"

READ_LOCK = "-reading"
"""Ending of the name of the file that the lock of who reads a whole database is on."""
READ_WAIT = 10.0
"""Seconds."""

JsonRow = dict[str, Any]

TABLES = tuple(
    Base.metadata.tables[name]
    for name in (
        "people", "rulebooks", "house_rules", "house_versions", "nights", "planned_nights", "night_answers", "seasons",
        "games", "seats", "game_houses", "lines", "opinions", "pots", "postings", "entries", "tournaments",
        "tournament_lines", "changes", "former_names",
    )
)  # fmt: skip
"""The tables whose rows of a league are in its document, in the order in which they can be inserted.

The others are ways in, which are secret, or follow from these.
"""
MADE_BY_IMPORT = {
    "league_id", "leagues.id", "devices.token_hash", "devices.created_at", "code", "board_code",
    "hash", "previous_hash", "digest", "name_key", "title_key", "state", "status", "games.seq", "tournaments.seq",
    "tournaments.name", "tournaments.day",
}  # fmt: skip
"""The columns that are not in a document: secrets and addresses, and what follows from the rest."""


def _in_file(table: Table) -> dict[str, Column[Any]]:
    """Return key in a document → column, keys sorted: `game_id` is called `game`."""
    kept = [column for column in table.c if not {column.name, f"{table.name}.{column.name}"} & MADE_BY_IMPORT]
    return dict(sorted((column.name.removesuffix("_id"), column) for column in kept))


leagues, devices, changes = (Base.metadata.tables[name] for name in ("leagues", "devices", "changes"))
COLUMNS = {table.name: _in_file(table) for table in (leagues, devices, *TABLES)}
SECTIONS = {table.name: table for table in (devices, *TABLES)}


class RowPlace(NamedTuple):
    """The place of a row in a message: "Games, row 3"."""

    section: str
    row: int = 0

    def __str__(self) -> str:
        section = self.section.capitalize().replace("_", " ")
        return f"{section}, row {self.row}" if self.row else section

    def refusal(self, sentence: str, key: str = "") -> UnreadableSheet:
        where = f"{self}, {key}" if key else str(self)
        return unreadable(f"{self.section}.{key}" if key else self.section, f"{where}: {sentence}")


def place_rows(document: JsonRow, section: str) -> Iterator[tuple[RowPlace, JsonRow]]:
    for number, row in enumerate(document[section], start=1):
        yield RowPlace(section, number), row


def compact_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read_document(file: IO[bytes]) -> JsonRow:
    """Return the document in a file: `league`, and the list of each section.  Raises UnreadableSheet."""
    file.seek(0)
    document = parse_document(decode(file.read()), is_json=True, fractions=False)
    if not isinstance(document, dict):
        raise unreadable("file", "This is not a league file.")
    if document.get("format") != FORMAT:
        raise unreadable("format", f'This is not a Scorekeeper league file: its format is not "{FORMAT}".')
    for key in document:
        if key not in {"format", "league", *SECTIONS}:
            raise unreadable(key, f"A league file has no part called {key}.")
    for section in SECTIONS:
        if not isinstance(document.get(section), list):
            raise unreadable(section, f"A league file needs a list called {section}.")
    return document


Numbers = dict[Table, dict[int, int]]


BATCH = 1_000


NUMBERED = {
    column: of
    for columns in COLUMNS.values()
    for column in columns.values()
    for of in (devices, changes)
    if column is of.c.id or column.references(of.c.id)
}
"""The columns that name a phone or a change, which are numbered from 1 without gaps in a document."""


def export_league(connection: Connection, league_id: int) -> Iterator[str]:
    """Return the document of a league in pieces of some lines.  `connection` is one of `consistent_read`."""
    numbers: Numbers = {devices: {}, changes: {}}
    league = connection.execute(select(leagues).where(leagues.c.id == league_id)).one()
    yield f'{{"format":"{FORMAT}",\n"league":{compact_json(_json_row(league, leagues, numbers))}'
    for table, rows in ((devices, _devices_used(league_id)), *((table, _rows(table, league_id)) for table in TABLES)):
        yield f',\n"{table.name}":['
        done = 0
        for portion in connection.execute(rows.execution_options(yield_per=BATCH)).partitions():
            if table in numbers:
                numbers[table] |= {row.id: done + number for number, row in enumerate(portion, start=1)}
            text = ",\n".join(compact_json(_json_row(row, table, numbers)) for row in portion)
            yield f",\n{text}" if done else f"\n{text}"
            done += len(portion)
        yield "\n]"
    yield "\n}\n"


def _rows(table: Table, league_id: int) -> Select[Any]:
    """Return the rows of a league in a table; that it was imported is said of this database, and left out."""
    found = select(table).where(table.c.league_id == league_id).order_by(*list(table.primary_key)[1:])
    return found.where(changes.c.what != IMPORTED) if table is changes else found


def _devices_used(league_id: int) -> Select[Any]:
    """Return the phones that recorded anything of a league's document."""
    named = [_rows(table, league_id) for table in TABLES if "device_id" in table.c]
    used = union(*(rows.with_only_columns(rows.selected_columns.device_id).order_by(None) for rows in named))
    return select(devices).where(devices.c.id.in_(used.subquery().select())).order_by(devices.c.id)


def _json_row(row: Row[Any], table: Table, numbers: Numbers) -> JsonRow:
    """Return a row with the keys of the document; phones and changes are numbered from 1 without gaps."""
    found = {}
    for key, column in COLUMNS[table.name].items():
        value = getattr(row, column.name)
        of = NUMBERED.get(column)
        found[key] = (
            numbers[of][value] if of is not None else utc_text(value) if isinstance(value, dt.datetime) else value
        )
    return found


# ---------------------------------------------------------------- one transfer at a time

_places = threading.Semaphore(5)
"""For one transfer, and four that wait for it."""


@contextmanager
def one_at_a_time(path: str | Path, wait: float) -> Iterator[None]:
    """Hold a lock on a file while the block runs, after waiting at most `wait` seconds for it.

    Raises TransferBusy, at once if enough threads of this process wait: who waits holds a thread.
    """
    if not _places.acquire(blocking=False):
        raise TransferBusy
    try:
        end = time.monotonic() + wait
        while True:
            with try_lock(path) as mine:
                if mine:
                    yield
                    return
            if time.monotonic() > end:
                raise TransferBusy
            time.sleep(0.05)
    finally:
        _places.release()


@contextmanager
def consistent_read(engine: Engine, wait: float = READ_WAIT) -> Iterator[Connection]:
    """Yield a connection on which nothing changes, however long it is read, and which no writer waits for.

    On SQLite without WAL a long reader would block every writer: so a temporary copy of the file is read, one at a
    time.  Raises TransferBusy if another one is being read for more than `wait` seconds.
    """
    if engine.dialect.name != "sqlite":
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
            # A download may be slow, but nobody waits for its transaction (models/engine.py).
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield connection
        return
    database = Path(engine.url.database or "")
    with (
        one_at_a_time(path_beside(database, READ_LOCK), wait),
        closing(sqlite3.connect("", check_same_thread=False)) as copy,  # SQLite itself deletes a file without a name
    ):
        copy_file(database, copy)
        reading = configure_engine(create_engine("sqlite://", creator=lambda: copy, poolclass=StaticPool))
        with reading.connect() as connection:
            yield connection
