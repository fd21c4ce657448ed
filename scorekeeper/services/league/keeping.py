"""Keeping what is known of a league's games in step with their lines, in the transaction of the line.

A change is always the same: games as they counted before and as they count now.  Sums take off the one and put on the
other, wherever in the season it was; ratings and runs are followed anew from the earliest game that changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from scorekeeper.services.book import read_row, read_rows
from scorekeeper.services.founding import lock_league
from scorekeeper.services.league.calendar import season_of, spans
from scorekeeper.services.league.forms import follow_forms
from scorekeeper.services.league.results import counted_for, freeze_result, result_of, thaw_result
from scorekeeper.services.league.sums import Delta, add_sums
from scorekeeper.services.league.tables import games, nights, partner_games, people, plays, results
from scorekeeper.services.ledger import settles
from scorekeeper.services.people import seated
from scorekeeper.services.views import show_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import Connection

    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Table
    from scorekeeper.services.book import OpenGame
    from scorekeeper.services.league.results import Result

Place = tuple[str, int]
"""Where a game stands in the order of a league: its night's day, and its number."""


@dataclass(frozen=True)
class Placed:
    """A game as it counts: when, in which season, and who is meant by it."""

    game_id: int
    day: str
    season_id: int
    result: Result
    """As it is written down: who sat there."""
    counts: Result
    """The same for whom it counts."""

    @property
    def place(self) -> Place:
        return self.day, self.game_id


Step = tuple[Placed | None, Placed | None]
"""A game before and after."""


def keep_in_step(connection: Connection, game: OpenGame, table: Table, facts: Document | None) -> None:
    """Bring what is known up to date after a row of a game's log: `facts` of a new line, None for any other row.

    `game` is as it was before, `table` as it is now.  A hand of a game that goes on asks the database nothing.
    """
    settled = settles(facts) if facts is not None else table.rules.table.open
    if table.finished or settled or game.row.finished_at is not None:
        refresh(connection, game.row.league_id, game.row.code)


def refresh(connection: Connection, league_id: int, code: str) -> None:
    """Read a game's lines and let it count as they say now."""
    lock_league(connection, league_id)
    game = read_row(connection, code)
    table, shown = show_lines(game.head, read_rows(connection, game))
    person = seated(connection, league_id, game.row.id)
    whom = merged_people(connection, league_id)
    before = _kept(connection, league_id, game.row.id, whom)
    result = result_of(table, shown, {key: person[key] for key in sorted(person, key=int)})
    after = None
    if result is not None:
        day = before.day if before else _day_of(connection, league_id, game.row.id)
        season = season_of(day, spans(connection, league_id))
        after = Placed(game.row.id, day, season, result, counted_for(result, whom))
    if before != after:
        change_games(connection, league_id, [(before, after)])


def merged_people(connection: Connection, league_id: int) -> dict[int, int]:
    """Give who was merged into whom."""
    found = connection.execute(
        select(people.c.id, people.c.merged_into).where(
            people.c.league_id == league_id, people.c.merged_into.is_not(None)
        )
    )
    return {row.id: row.merged_into for row in found}


def _kept(connection: Connection, league_id: int, game_id: int, whom: Mapping[int, int]) -> Placed | None:
    row = connection.execute(
        select(results.c.day, results.c.season_id, results.c.doc).where(
            results.c.league_id == league_id, results.c.game_id == game_id
        )
    ).one_or_none()
    if row is None:
        return None
    result = thaw_result(row.doc)
    return Placed(game_id, row.day, row.season_id, result, counted_for(result, whom))


def _day_of(connection: Connection, league_id: int, game_id: int) -> str:
    """Give the day of a game's night."""
    return str(
        connection.scalar(
            select(nights.c.day)
            .join(games, (games.c.league_id == nights.c.league_id) & (games.c.night_id == nights.c.id))
            .where(games.c.league_id == league_id, games.c.id == game_id)
        )
    )


# ---------------------------------------------------------------- any change at all


def change_games(connection: Connection, league_id: int, steps: Iterable[Step]) -> None:
    """Let games count otherwise than before: `None` before is a new one, `None` after counts no longer.

    The caller holds the league's lock.
    """
    steps = list(steps)
    delta = Delta()
    for before, after in steps:
        if before:
            delta.add(before.season_id, before.counts, -1)
        if after:
            delta.add(after.season_id, after.counts)
    add_sums(connection, league_id, delta)
    _forget(connection, league_id, [before.game_id for before, _ in steps if before])
    write_results(connection, league_id, [after for _, after in steps if after])
    whom = merged_people(connection, league_id)
    for season_id, (place, touched) in _moved(steps).items():
        follow_forms(connection, league_id, season_id, since=place, touched=touched, whom=whom)


def _forget(connection: Connection, league_id: int, game_ids: Sequence[int]) -> None:
    for table in (results, plays, partner_games):
        for game_id in game_ids:
            connection.execute(delete(table).where(table.c.league_id == league_id, table.c.game_id == game_id))


def write_results(connection: Connection, league_id: int, placed: Sequence[Placed]) -> None:
    """Write games down, and who were partners in them; their ratings follow (`forms`)."""
    if not placed:
        return
    connection.execute(
        insert(results),
        [
            {
                "league_id": league_id, "game_id": each.game_id, "day": each.day, "season_id": each.season_id,
                "variant": each.result.variant, "doc": freeze_result(each.result),
            }
            for each in placed
        ],
    )  # fmt: skip
    partners = [
        {"league_id": league_id, "person_id": one, "other_id": other, "day": each.day, "game_id": each.game_id}
        for each in placed
        for side in each.counts.sides
        for one in side
        for other in side
        if one < other
    ]
    if partners:
        connection.execute(insert(partner_games), partners)


def _moved(steps: Sequence[Step]) -> dict[int, tuple[Place, set[int]]]:
    """Give for each season that changed the earliest game that did, and the people of all of them."""
    moved: dict[int, tuple[Place, set[int]]] = {}
    for each in (placed for step in steps for placed in step if placed):
        place, touched = moved.get(each.season_id, (each.place, set()))
        moved[each.season_id] = (min(place, each.place), touched | each.counts.people.keys())
    return moved


# ---------------------------------------------------------------- games of a span of days


def games_between(connection: Connection, league_id: int, first: str, last: str | None) -> list[Placed]:
    """Give the games that count of some days, in order; `last` None is all from the first on."""
    upto = [results.c.day <= last] if last is not None else []
    return _placed(connection, league_id, [results.c.day >= first, *upto])


def games_of(connection: Connection, league_id: int, person_id: int) -> list[Placed]:
    """Give the games that count for somebody, in order."""
    his = select(plays.c.game_id).where(plays.c.league_id == league_id, plays.c.person_id == person_id)
    return _placed(connection, league_id, [results.c.game_id.in_(his)])


def _placed(connection: Connection, league_id: int, which: Sequence[object]) -> list[Placed]:
    whom = merged_people(connection, league_id)
    found = connection.execute(
        select(results.c.game_id, results.c.day, results.c.season_id, results.c.doc)
        .where(results.c.league_id == league_id, *which)  # type: ignore[arg-type]
        .order_by(results.c.day, results.c.game_id)
    )
    placed = []
    for row in found:
        result = thaw_result(row.doc)
        placed.append(Placed(row.game_id, row.day, row.season_id, result, counted_for(result, whom)))
    return placed
