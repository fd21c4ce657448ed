"""Compute everything that follows from the lines of a league again: results, totals, ratings, balances."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, func, select

from scorekeeper.models import Device, Line
from scorekeeper.models.tables import (
    games,
    nights,
    pair_seasons,
    partner_games,
    person_seasons,
    plays,
    results,
    seats,
)
from scorekeeper.services.games.history import LogRow
from scorekeeper.services.games.store import ON_NIGHT, SELECT_GAMES, game_from_row
from scorekeeper.services.league.counted_games import league_context
from scorekeeper.services.league.projection_rows import count_game, may_count
from scorekeeper.services.league.projections import apply_changes
from scorekeeper.services.money.balances import rebuild_balances
from scorekeeper.services.spool import Spool
from scorekeeper.services.transaction import lock_league, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sqlalchemy import Connection, Row
    from sqlalchemy.orm import Session

    from scorekeeper.services.league.projection_rows import CountedGame, LeagueContext

    Progress = Callable[[int, int], None]
    """Called with how many games are done, and how many there are."""


DERIVED_TABLES = (pair_seasons, person_seasons, partner_games, plays, results)
BATCH = 200
"""Games read at a time."""


class Replay(NamedTuple):
    """A game that was replayed, and all its result depends on besides the league's seasons and merges."""

    game_id: int
    basis: tuple[object, ...]
    counted: CountedGame | None
    """None if it does not count."""


class Replayed(NamedTuple):
    """The games of a league as they were replayed earlier, by batches, and what they were counted by."""

    league: LeagueContext
    batches: Iterator[list[Replay]]


def rebuild_while_others_save(session: Session, league_id: int, progress: Progress = lambda _done, _of: None) -> None:
    """Rebuild a league in one transaction; its games are replayed before that, while others can save.

    A game that changed in the meantime is replayed again.
    """
    with Spool[list[Replay]]() as spool:
        league, total = league_context(session.connection(), league_id), _last_number(session.connection(), league_id)
        for numbers in _batches(total):
            found = _stored_games(session.connection(), league_id, numbers)
            logs = _logs(session.connection(), league_id, numbers)
            session.commit()  # so that no save waits for a reader
            spool.add([_replay(league, game, logs) for game in found])
            progress(numbers[1], total)
        with writing(session) as connection:
            rebuild_league(connection, league_id, replayed=Replayed(league, spool.read()))


def rebuild_league(
    connection: Connection,
    league_id: int,
    progress: Progress = lambda _done, _of: None,
    replayed: Replayed | None = None,
) -> None:
    """Delete everything derived from a league's games, and compute it again from their lines.

    Inside a `writing` transaction.  Memory does not grow with the number of games.
    """
    lock_league(connection, league_id)
    rebuild_balances(connection, league_id)
    for table in DERIVED_TABLES:
        connection.execute(delete(table).where(table.c.league_id == league_id))
    league = league_context(connection, league_id)
    known = replayed.batches if replayed and replayed.league == league else iter(())
    apply_changes(connection, league, ((None, game) for game in _counted_games(connection, league, known, progress)))


# ---------------------------------------------------------------- from the lines


class SeatedGame(NamedTuple):
    """A row of `SELECT_GAMES` with the day of its night, and who sits at which seat key."""

    row: Row[Any]
    person: dict[str, int]

    @property
    def basis(self) -> tuple[object, ...]:
        return self.row.seq, self.row.hash, self.row.day, self.row.finished_at, self.person


def _counted_games(
    connection: Connection, league: LeagueContext, known: Iterator[list[Replay]], progress: Progress
) -> Iterator[CountedGame]:
    """Return the games that count: replayed, except those that are `known` and have not changed."""
    total = _last_number(connection, league.league_id)
    for numbers in _batches(total):
        earlier = {game.game_id: game for game in next(known, ())}
        found = _stored_games(connection, league.league_id, numbers)
        unchanged = {it.row.id for it in found if it.row.id in earlier and earlier[it.row.id].basis == it.basis}
        logs = _logs(connection, league.league_id, numbers) if len(unchanged) < len(found) else {}
        for game in found:
            replay = earlier[game.row.id] if game.row.id in unchanged else _replay(league, game, logs)
            if replay.counted is not None:
                yield replay.counted
        progress(numbers[1], total)


def _last_number(connection: Connection, league_id: int) -> int:
    return connection.scalar(select(func.max(games.c.id)).where(games.c.league_id == league_id)) or 0


def _batches(total: int) -> Iterator[tuple[int, int]]:
    """Return the numbers of games in batches: each above the first and up to the last."""
    return ((after, min(after + BATCH, total)) for after in range(0, total, BATCH))


def _replay(league: LeagueContext, game: SeatedGame, logs: Mapping[int, list[LogRow]]) -> Replay:
    opened, rows = game_from_row(game.row), logs.get(game.row.id, [])
    counts = may_count(opened, rows)
    counted = count_game(league, opened, game.row.day, rows, game.person) if counts else None
    return Replay(game.row.id, game.basis, counted)


def _stored_games(connection: Connection, league_id: int, numbers: tuple[int, int]) -> list[SeatedGame]:
    after, last = numbers
    found = connection.execute(
        SELECT_GAMES.add_columns(nights.c.day)
        .join(nights, ON_NIGHT)
        .where(games.c.league_id == league_id, games.c.id > after, games.c.id <= last)
        .order_by(games.c.id)
    ).all()
    person = _seated(connection, league_id, numbers)
    return [SeatedGame(row, person[row.id]) for row in found]


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
