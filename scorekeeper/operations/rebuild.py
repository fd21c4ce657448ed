"""Compute the snapshots of a league's games, what they count for, and ratings, again from their lines."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, delete, exists, func, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import lock_league, writing
from scorekeeper.games.replay import recent_lines, replay_log
from scorekeeper.games.snapshots import state_to_json
from scorekeeper.games.store import ON_NIGHT, SELECT_GAMES, game_from_row, read_log
from scorekeeper.league.projections import (
    league_context,
    rate_season,
    rows_of_game,
    store_games,
    wrong_ratings,
)
from scorekeeper.league.roster import people_by_seat
from scorekeeper.league.season_rules import season_spans
from scorekeeper.models.season import OUTSIDE
from scorekeeper.models.tables import games, nights, plays, results

Progress = Callable[[int, int], None]
"""Called with how many games are done, and how many there are."""


BATCH = 50
"""Games that are counted in one transaction: nobody waits long to save a hand."""


def rebuild(session: Session, league_id: int, progress: Progress = lambda _done, _of: None) -> None:
    """Rebuild a league while others save, some games at a time."""
    total = session.scalar(select(func.max(games.c.id)).where(games.c.league_id == league_id)) or 0
    for after in range(0, total, BATCH):
        with writing(session) as connection:
            lock_league(connection, league_id)
            _count_games(connection, league_id, after)
        progress(min(after + BATCH, total), total)
    for season_id in (OUTSIDE, *(span.season_id for span in season_spans(session.connection(), league_id))):
        if any(wrong_ratings(session.connection(), league_id, season_id)):
            with writing(session) as connection:
                lock_league(connection, league_id)
                rate_season(connection, league_id, season_id)


def _count_games(connection: Connection, league_id: int, after: int) -> None:
    its_result = exists().where(results.c.league_id == plays.c.league_id, results.c.game_id == plays.c.game_id)
    of_these = plays.c.game_id.between(after + 1, after + BATCH)
    connection.execute(delete(plays).where(plays.c.league_id == league_id, of_these, ~its_result))
    league = league_context(connection, league_id)
    found = connection.execute(
        SELECT_GAMES.add_columns(nights.c.day)
        .join(nights, ON_NIGHT)
        .where(games.c.league_id == league_id, games.c.id.between(after + 1, after + BATCH))
    ).all()
    counted = {}
    for row in found:
        game = game_from_row(row)
        log = read_log(connection, game)
        table, played = replay_log(game.head, log)
        state = state_to_json(game.seq, table, recent_lines(played, log))
        if game.state != state:
            this = (games.c.league_id == league_id, games.c.id == row.id)
            connection.execute(update(games).where(*this).values(state=state))
        person = people_by_seat(connection, league_id, row.id)
        counted[row.id] = rows_of_game(league, game, row.day, (table, played), person)
    for season_id, since in store_games(connection, league_id, counted).items():
        rate_season(connection, league_id, season_id, since)
