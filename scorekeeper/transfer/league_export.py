"""Export a whole league as one document: everything that was recorded, nothing derived, and no secrets.

Addresses, codes, hashes and the numbers of forms are left out: they belong to this database.  The same league makes the
same text, and so does a copy of it that was imported elsewhere.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, Row, Select, func, select, union
from sqlalchemy import Table as SqlTable

from scorekeeper.league.change_log import IMPORTED
from scorekeeper.models.tables import changes, devices, leagues, line_reviews, lines
from scorekeeper.models.types import utc_text
from scorekeeper.transfer.league_document import COLUMNS, FORMAT, TABLES, JsonRow, compact_json

Numbers = dict[SqlTable, dict[int, int]]
Progress = Callable[[int, int], None]
"""Called with how many lines of games are written, and how many there are."""


BATCH = 1_000
"""Rows held in memory at a time."""
REVIEW_ORDER = [line_reviews.c[name] for name in ("game_id", "seq", "said_at", "op_id")]
"""The order of reviews, which have no number of their own."""


NUMBERED = {
    column: of
    for columns in COLUMNS.values()
    for column in columns.values()
    for of in (devices, changes)
    if column is of.c.id or column.references(of.c.id)
}
"""The columns that name a phone or a change, which are numbered from 1 without gaps in a document."""


def export_league(
    connection: Connection, league_id: int, progress: Progress = lambda _done, _of: None
) -> Iterator[str]:
    """Return the document of a league in pieces of some lines.  `connection` is one of `consistent_read`."""
    numbers: Numbers = {devices: {}, changes: {}}
    league = connection.execute(select(leagues).where(leagues.c.id == league_id)).one()
    yield f'{{"format":"{FORMAT}",\n"league":{compact_json(_json_row(league, leagues, numbers))}'
    for table, rows in ((devices, _devices_used(league_id)), *((table, _rows(table, league_id)) for table in TABLES)):
        yield f',\n"{table.name}":['
        done, of = 0, table is lines and connection.scalar(select(func.count()).select_from(rows.subquery()))
        for portion in connection.execute(rows.execution_options(yield_per=BATCH)).partitions():
            if table in numbers:
                numbers[table] |= {row.id: done + number for number, row in enumerate(portion, start=1)}
            text = ",\n".join(compact_json(_json_row(row, table, numbers)) for row in portion)
            yield f",\n{text}" if done else f"\n{text}"
            done += len(portion)
            if of:
                progress(done, of)
        yield "\n]"
    yield "\n}\n"


def _rows(table: SqlTable, league_id: int) -> Select[Any]:
    """Return the rows of a league in a table; that it was imported is said of this database, and left out."""
    order = REVIEW_ORDER if table is line_reviews else list(table.primary_key)[1:]
    found = select(table).where(table.c.league_id == league_id).order_by(*order)
    return found.where(changes.c.what != IMPORTED) if table is changes else found


def _devices_used(league_id: int) -> Select[Any]:
    """Return the phones that recorded anything of a league's document."""
    named = [_rows(table, league_id) for table in TABLES if "device_id" in table.c]
    used = union(*(rows.with_only_columns(rows.selected_columns.device_id).order_by(None) for rows in named))
    return select(devices).where(devices.c.id.in_(used.subquery().select())).order_by(devices.c.id)


def _json_row(row: Row[Any], table: SqlTable, numbers: Numbers) -> JsonRow:
    """Return a row with the keys of the document; phones and changes are numbered from 1 without gaps."""
    found = {}
    for key, column in COLUMNS[table].items():
        value = getattr(row, column.name)
        of = NUMBERED.get(column)
        found[key] = (
            numbers[of][value] if of is not None else utc_text(value) if isinstance(value, dt.datetime) else value
        )
    return found
