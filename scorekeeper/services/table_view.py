"""A game as its table screen shows it: how it stands, and the last lines.

That is in the game's row.  The log is read where a screen tells more: at the end of a game, and where somebody has just
taken something back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.reading import read_line
from scorekeeper.rules.snapshot import table_from_json
from scorekeeper.rules.table import play
from scorekeeper.services.games import whole_game
from scorekeeper.services.standing import snapshot_of, standing_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection

    from scorekeeper.rules.sheet import Document, Head
    from scorekeeper.rules.table import Entry, Table
    from scorekeeper.services.book import OpenGame
    from scorekeeper.services.snapshots import RecentLine
    from scorekeeper.services.views import GameView


@dataclass(frozen=True)
class LastLine:
    """One of the last lines that stand.  Players are seat keys throughout."""

    seq: int
    """The row it was written in."""
    version: int
    """The row that says what it says now."""
    number: int
    """1.. among the lines that stand."""
    facts: Document
    entry: Entry
    before: Table


@dataclass(frozen=True)
class TableView:
    """A game at its table.  Players are seat keys; `names` says who they are."""

    code: str
    title: str | None
    seq: int
    names: Mapping[str, str]
    table: Table
    last: tuple[LastLine, ...]
    """Oldest first."""
    undo: int | None
    """The row that Undo would take back; None when there is nothing to take back."""
    whole: GameView | None
    """The game with every line; None where its screen does without."""


def view_table(connection: Connection, game: OpenGame, *, whole: bool = False) -> TableView:
    """Give a game at its table, with every line where its screen needs them or `whole` asks for them."""
    snapshot = snapshot_of(connection, game)
    last = tuple(_last_line(game.head, line) for line in snapshot.recent.lines)
    return TableView(
        code=game.row.code,
        title=game.row.title,
        seq=game.seq,
        names=game.names,
        table=snapshot.table,
        last=last,
        undo=snapshot.recent.undo,
        whole=whole_game(connection, game) if whole or _tells_more(snapshot.table, last) else None,
    )


def table_seen(connection: Connection, game: OpenGame, seen: int) -> Table:
    """Give the table a phone had before it that knows the game up to row `seen`."""
    return standing_of(connection, game) if seen == game.seq else whole_game(connection, game).table_at(seen)


def _last_line(head: Head, line: RecentLine) -> LastLine:
    before = table_from_json(head, line.before)
    _, entry = play(before, read_line(line.facts, before.variant.kind))
    return LastLine(line.seq, line.version, line.number, line.facts, entry, before)


def _tells_more(table: Table, last: tuple[LastLine, ...]) -> bool:
    """Tell whether the screen shows more than the last lines: the way of a finished game, an older tally."""
    older_tally = table.is_smoke and bool(last) and last[0].number > 1 and not any(_is_tally(line) for line in last)
    return table.finished or older_tally


def _is_tally(line: LastLine) -> bool:
    return line.entry.outcome == "tally"
