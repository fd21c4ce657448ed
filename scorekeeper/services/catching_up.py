"""Games of before there was a ledger: what they came to is posted when their database is upgraded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Text, exists, select, type_coerce

from scorekeeper.services.book import read_row, read_rows
from scorekeeper.services.ledger import Cause, entries, post_change
from scorekeeper.services.statements import games
from scorekeeper.services.views import show_lines
from scorekeeper.services.writing import writing

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from scorekeeper.services.clock import Clock

WITHOUT_ENTRIES = (
    select(games.c.code, games.c.device_id)
    .where(
        type_coerce(games.c.head, Text).contains('"stakes":{'),
        games.c.seq > 0,
        ~exists().where(entries.c.league_id == games.c.league_id, entries.c.game_id == games.c.id),
    )
    .order_by(games.c.league_id, games.c.id)
)


def post_missing(session: Session, clock: Clock) -> None:
    """Post what every game settled that has no entries; done twice it does nothing more."""
    for code, device_id in session.connection().execute(WITHOUT_ENTRIES).all():
        with writing(session) as connection:
            game = read_row(connection, code)
            table, lines = show_lines(game.head, read_rows(connection, game))
            post_change(connection, game, table, lines, Cause(device_id, None, clock(), seq=game.seq))
