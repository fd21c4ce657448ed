"""How a game stands: from its snapshot, or, where that is missing or of another version, from its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.snapshot import table_to_json
from scorekeeper.services.book import read_rows
from scorekeeper.services.history import last_action
from scorekeeper.services.snapshots import MOST_RECENT, Recent, RecentLine, Snapshot
from scorekeeper.services.views import show_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from scorekeeper.rules.table import Table
    from scorekeeper.services.book import OpenGame
    from scorekeeper.services.history import Row
    from scorekeeper.services.views import ShownLine


def standing_of(connection: Connection, game: OpenGame) -> Table:
    """Give the table the next line is played at."""
    return game.standing() or replayed(connection, game).table


def is_settled(game: OpenGame, table: Table) -> bool:
    """Tell whether nothing stands at an open table any more: it was settled, and may go on or not."""
    fresh = table.rules.finish.start
    return table.rules.table.open and game.seq > 0 and all(score == fresh for score in table.scores.values())


def snapshot_of(connection: Connection, game: OpenGame) -> Snapshot:
    """Give the same with the last lines."""
    return game.snapshot() or replayed(connection, game)


def replayed(connection: Connection, game: OpenGame) -> Snapshot:
    """Give the snapshot as the lines make it, whatever the one that is kept says."""
    rows = read_rows(connection, game)
    table, shown = show_lines(game.head, rows)
    return Snapshot(table, recent_of(shown, rows))


def recent_of(shown: Sequence[ShownLine], rows: Sequence[Row]) -> Recent:
    """Give the last lines of a log that was played."""
    stand = [line for line in shown if line.number is not None and line.before is not None]
    lines = tuple(
        RecentLine(line.seq, line.version, line.number or 0, line.facts, table_to_json(line.before))
        for line in stand[-MOST_RECENT:]
        if line.before is not None
    )
    return Recent(lines, last_action(rows))
