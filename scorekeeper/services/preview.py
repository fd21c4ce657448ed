"""What a line would do, said before it is saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.errors import impossible
from scorekeeper.services.book import read_row, read_rows
from scorekeeper.services.playing import play_line, with_seats
from scorekeeper.services.standing import standing_of
from scorekeeper.services.views import show_lines

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Entry, Table
    from scorekeeper.services.book import OpenGame


@dataclass(frozen=True)
class Preview:
    """What the line would do, and the table after it.  Players are seat keys."""

    entry: Entry
    table: Table


def preview_line(session: Session, code: str, facts: Document, *, target: int | None = None) -> Preview:
    """Play a line without saving it: the next one, or in place of the line written as row `target`.

    Raises GameNotFound; SheetError as `record_line` does; ImpossibleFact (field "target") for a line that is not there.
    """
    connection = session.connection()
    game = read_row(connection, code)
    facts, arrival = with_seats(game, facts)
    before = standing_of(connection, game) if target is None else _before(connection, game, target)
    table, entry = play_line(game, before, facts, arrival)
    return Preview(entry, table)


def _before(connection: Connection, game: OpenGame, target: int) -> Table:
    _, shown = show_lines(game.head, read_rows(connection, game))
    before = next((line.before for line in shown if line.seq == target), None)
    if before is None:
        raise impossible("target", "There is no such line in this game.")
    return before
