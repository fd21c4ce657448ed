"""Games of before there was a ledger, or anything kept of them: both are made when their database is upgraded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Text, exists, select, type_coerce

from scorekeeper.models.tables import entries, games, leagues, results
from scorekeeper.services.games.replay import replay_log
from scorekeeper.services.games.store import load_game, read_log
from scorekeeper.services.league.rebuild import rebuild_league
from scorekeeper.services.money.ledger import EntryCause, post_change
from scorekeeper.services.transaction import writing

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
WITHOUT_RESULTS = (
    select(leagues.c.id)
    .where(
        exists().where(games.c.league_id == leagues.c.id, games.c.seq > 0),
        ~exists().where(results.c.league_id == leagues.c.id),
    )
    .order_by(leagues.c.id)
)


def post_missing(session: Session, clock: Clock) -> None:
    """Post what every game settled that has no entries; done twice it does nothing more."""
    for code, device_id in session.connection().execute(WITHOUT_ENTRIES).all():
        with writing(session) as connection:
            game = load_game(connection, code)
            table, lines = replay_log(game.head, read_log(connection, game))
            post_change(connection, game, table, lines, EntryCause(device_id, None, clock(), seq=game.seq))


def count_missing(session: Session) -> None:
    """Count the games of every league of which nothing is kept; done twice it does nothing more."""
    for league_id in session.connection().scalars(WITHOUT_RESULTS).all():
        with writing(session) as connection:
            rebuild_league(connection, league_id)
