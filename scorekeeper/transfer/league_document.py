"""A league's document: which tables and columns it has, and reading it; README.md beside this file explains each key.

The document is JSON.  It is written with one row a line, so that it can be read and compared row by row however long it
is; line breaks have no meaning.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from sqlalchemy import Column, Table

from scorekeeper.models.tables import (
    changes,
    devices,
    entries,
    former_names,
    game_houses,
    games,
    house_rules,
    house_versions,
    leagues,
    line_reviews,
    lines,
    nights,
    people,
    postings,
    rulebooks,
    seasons,
    seats,
    tournament_lines,
    tournaments,
)
from scorekeeper.rules.documents import decode, parse_document
from scorekeeper.rules.errors import UnreadableSheet, unreadable

FORMAT = "scorekeeper-league/2"

JsonRow = dict[str, Any]

TABLES = (
    people, rulebooks, house_rules, house_versions, nights, seasons, games, seats, game_houses, lines, line_reviews,
    postings, entries, tournaments, tournament_lines, changes, former_names,
)  # fmt: skip
"""The tables whose rows of a league are in its document, in the order in which they can be inserted.

The others are ways in, which are secret, or follow from these.
"""
MADE_BY_IMPORT = {
    "league_id", "leagues.id", "devices.token_hash", "devices.created_at", "code", "board_code", "op_id", "op_hash",
    "hash", "previous_hash", "digest", "name_key", "title_key", "state", "status", "games.seq", "tournaments.seq",
    "tournaments.name", "tournaments.day",
}  # fmt: skip
"""The columns that are not in a document: secrets and addresses, and what follows from the rest."""


def _in_file(table: Table) -> dict[str, Column[Any]]:
    """Return key in a document → column, keys sorted: `game_id` is called `game`."""
    kept = [column for column in table.c if not {column.name, f"{table.name}.{column.name}"} & MADE_BY_IMPORT]
    return dict(sorted((column.name.removesuffix("_id"), column) for column in kept))


COLUMNS = {table: _in_file(table) for table in (leagues, devices, *TABLES)}
"""The columns of each table that are in a document, by their keys in it."""
SECTIONS = {table.name: table for table in (devices, *TABLES)}
"""The lists of a document, in their order."""


class RowPlace(NamedTuple):
    """The place of a row in a message: "Games, row 3"."""

    section: str
    row: int = 0

    def __str__(self) -> str:
        section = self.section.capitalize().replace("_", " ")
        return f"{section}, row {self.row}" if self.row else section

    def refusal(self, sentence: str, key: str = "") -> UnreadableSheet:
        """Return what is wrong with this row, or with one of its keys."""
        where = f"{self}, {key}" if key else str(self)
        return unreadable(f"{self.section}.{key}" if key else self.section, f"{where}: {sentence}")


def place_rows(document: JsonRow, section: str) -> Iterator[tuple[RowPlace, JsonRow]]:
    """Yield the rows of a section with their places."""
    for number, row in enumerate(document[section], start=1):
        yield RowPlace(section, number), row


def compact_json(value: Any) -> str:
    """Return a value as one line of JSON, keys in the order given."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read_document(file: BinaryIO) -> JsonRow:
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
