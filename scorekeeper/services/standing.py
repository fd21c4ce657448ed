"""How a game stands: from its snapshot, or, where that is missing or of another version, from its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.services.book import read_rows
from scorekeeper.services.views import show_lines

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from scorekeeper.rules.table import Table
    from scorekeeper.services.book import OpenGame


def standing_of(connection: Connection, game: OpenGame) -> Table:
    """Give the table the next line is played at."""
    return game.standing() or replayed(connection, game)


def replayed(connection: Connection, game: OpenGame) -> Table:
    """Give the table as the lines make it, whatever the snapshot says."""
    table, _ = show_lines(game.head, read_rows(connection, game))
    return table
