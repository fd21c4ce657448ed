"""Compute everything that follows from the lines of a league again: results, totals, ratings, balances.

An upgrade does it for games that were played before there was a ledger, or statistics.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from sqlalchemy import Text, delete, exists, func, select, type_coerce

from scorekeeper.models import Device, Line
from scorekeeper.models.tables import (
    entries,
    games,
    leagues,
    nights,
    pair_seasons,
    partner_games,
    person_seasons,
    plays,
    results,
    seats,
)
from scorekeeper.services.games.history import LogRow
from scorekeeper.services.games.replay import replay_log
from scorekeeper.services.games.store import ON_NIGHT, SELECT_GAMES, game_from_row, load_game, read_log
from scorekeeper.services.league.counted_games import league_context
from scorekeeper.services.league.projection_rows import count_game, may_count
from scorekeeper.services.league.projections import apply_changes
from scorekeeper.services.league.roster import people_by_seat
from scorekeeper.services.money.balances import rebuild_balances
from scorekeeper.services.money.ledger import EntryCause, post_change, settlements_of
from scorekeeper.services.transaction import lock_league, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.services.clock import Clock
    from scorekeeper.services.league.projection_rows import CountedGame, LeagueContext

    Progress = Callable[[int, int], None]
    """Called with how many games are done, and how many there are."""


DERIVED_TABLES = (pair_seasons, person_seasons, partner_games, plays, results)
BATCH = 200
"""Games read at a time."""


def rebuild_league(connection: Connection, league_id: int, progress: Progress = lambda _done, _of: None) -> None:
    """Delete everything derived from a league's games, and compute it again from their lines.

    Inside a `writing` transaction.  Memory does not grow with the number of games.
    """
    lock_league(connection, league_id)
    rebuild_balances(connection, league_id)
    for table in DERIVED_TABLES:
        connection.execute(delete(table).where(table.c.league_id == league_id))
    league = league_context(connection, league_id)
    apply_changes(connection, league, ((None, game) for game in _replayed_games(connection, league, progress)))


# ---------------------------------------------------------------- from the lines


def _replayed_games(connection: Connection, league: LeagueContext, progress: Progress) -> Iterator[CountedGame]:
    """Replay every game, and return those that count."""
    done = 0
    total = connection.scalar(select(func.max(games.c.id)).where(games.c.league_id == league.league_id)) or 0
    while done < total:
        last = min(done + BATCH, total)
        yield from _counted_games(connection, league, (done, last))
        done = last
        progress(done, total)


def _counted_games(connection: Connection, league: LeagueContext, numbers: tuple[int, int]) -> Iterator[CountedGame]:
    """Return the games that count with numbers above the first and up to the last."""
    after, last = numbers
    found = connection.execute(
        SELECT_GAMES.add_columns(nights.c.day)
        .join(nights, ON_NIGHT)
        .where(games.c.league_id == league.league_id, games.c.id > after, games.c.id <= last)
        .order_by(games.c.id)
    ).all()
    person, rows = _seated(connection, league.league_id, numbers), _logs(connection, league.league_id, numbers)
    for row in found:
        game, written = game_from_row(row), rows.get(row.id, [])
        counted = count_game(league, game, row.day, written, person[row.id]) if may_count(game, written) else None
        if counted is not None:
            yield counted


def _seated(connection: Connection, league_id: int, numbers: tuple[int, int]) -> dict[int, dict[str, int]]:
    after, last = numbers
    found = connection.execute(
        select(seats.c.game_id, seats.c.number, seats.c.person_id)
        .where(seats.c.league_id == league_id, seats.c.game_id > after, seats.c.game_id <= last)
        .order_by(seats.c.game_id, seats.c.number)
    )
    return {
        game_id: {str(row.number): row.person_id for row in rows}
        for game_id, rows in groupby(found, lambda row: row.game_id)
    }


def _logs(connection: Connection, league_id: int, numbers: tuple[int, int]) -> dict[int, list[LogRow]]:
    after, last = numbers
    found = connection.execute(
        select(
            Line.game_id, Line.seq, Line.kind, Line.target, Line.facts, Line.recorded_at, Device.name.label("device")
        )
        .join(Device, Device.id == Line.device_id)
        .where(Line.league_id == league_id, Line.game_id > after, Line.game_id <= last)
        .order_by(Line.game_id, Line.seq)
    )
    return {
        game_id: [
            LogRow(
                row.seq,
                row.kind,
                row.target,
                row.facts.get("line"),
                row.facts.get("reason"),
                row.recorded_at,
                row.device,
            )
            for row in rows
        ]
        for game_id, rows in groupby(found, lambda row: row.game_id)
    }


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


def post_missing_entries(session: Session, clock: Clock) -> None:
    """Post the entries of every game that has none and should; done twice it does nothing more."""
    for code, device_id in session.connection().execute(WITHOUT_ENTRIES).all():
        with writing(session) as connection:
            game = load_game(connection, code)
            lock_league(connection, game.row.league_id)
            table, lines = replay_log(game.head, read_log(connection, game))
            person = people_by_seat(connection, game.row.league_id, game.row.id)
            cause = EntryCause(device_id, None, clock(), seq=game.seq)
            post_change(connection, game, person, settlements_of(table, lines), cause)


def rebuild_missing(session: Session) -> None:
    """Rebuild every league that has lines and no results; done twice it does nothing more."""
    for league_id in session.connection().scalars(WITHOUT_RESULTS).all():
        with writing(session) as connection:
            rebuild_league(connection, league_id)
