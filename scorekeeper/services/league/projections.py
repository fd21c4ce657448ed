"""Keeping results, totals and ratings up to date with the lines of a game, in the transaction of the line.

A change is always a list of games as they counted before and as they count now.  Totals subtract the one and add the
other, wherever in the season it was; ratings and runs are computed again from the earliest game that changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import delete, insert, select, tuple_

from scorekeeper.models.tables import nights, partner_games, plays, results
from scorekeeper.services.games.replay import replay_log
from scorekeeper.services.games.store import load_game, read_log
from scorekeeper.services.league.ratings import GamePosition, replay_ratings
from scorekeeper.services.league.results import game_result, merge_result, result_from_json, result_to_json
from scorekeeper.services.league.roster import merged_people, people_by_seat
from scorekeeper.services.league.season_rules import season_for_day, season_spans
from scorekeeper.services.league.totals import SeasonDeltas, add_totals
from scorekeeper.services.money.ledger import is_settlement
from scorekeeper.services.transaction import lock_league

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from sqlalchemy import ColumnElement, Connection

    from scorekeeper.models.tables import AnyRow
    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Table
    from scorekeeper.services.games.history import LogRow
    from scorekeeper.services.games.store import OpenGame
    from scorekeeper.services.league.results import GameResult


BATCH = 500
"""Games held in memory at a time."""

Item = TypeVar("Item")

Merges = Mapping[int, int]
"""Who was merged into whom."""


@dataclass(frozen=True)
class CountedGame:
    """A game as it counts: when, in which season, and for whom."""

    game_id: int
    day: str
    season_id: int
    result: GameResult
    """As it is stored: with the people who sat there."""
    counts: GameResult
    """The same with merged people replaced by the other."""

    @property
    def place(self) -> GamePosition:
        return self.day, self.game_id


GameChange = tuple[CountedGame | None, CountedGame | None]
"""A game before and after; None where it does not count."""


def update_projections(connection: Connection, game: OpenGame, table: Table, facts: Document | None) -> None:
    """Update everything that follows from a game after a row of its log: `facts` of a new line, None for other rows.

    `game` is as it was before, `table` as it is now.  A hand of a game that goes on runs no query, nor does an undo or
    a correction at a table that was never open: nothing was settled there.
    """
    settled = is_settlement(facts) if facts is not None else _may_have_been_open(table)
    if table.finished or settled or game.row.finished_at is not None:
        recompute_game(connection, game.row.league_id, game.row.code)


def _may_have_been_open(table: Table) -> bool:
    """Return whether a table is open or was: a vote that closed it is among its house rules."""
    return table.rules.table.open or "table.open" in table.house


def recompute_game(connection: Connection, league_id: int, code: str) -> None:
    """Replay a game and let it count as its lines say now."""
    lock_league(connection, league_id)
    game = load_game(connection, code)
    rows, merged = read_log(connection, game), merged_people(connection, league_id)
    before, after = (
        stored_game(connection, league_id, game.row.id, merged),
        counted_by_lines(connection, game, rows, merged),
    )
    if before != after:
        apply_changes(connection, league_id, [(before, after)], merged)


def may_count(game: OpenGame, rows: Iterable[LogRow]) -> bool:
    """Return whether a game may count, without playing it: it is finished, or a row of it says it was settled."""
    return game.row.finished_at is not None or any(row.facts is not None and is_settlement(row.facts) for row in rows)


def counted_by_lines(
    connection: Connection, game: OpenGame, rows: Sequence[LogRow], merged: Merges
) -> CountedGame | None:
    """Return a game as its lines make it count, None if it does not."""
    if not may_count(game, rows):
        return None
    table, shown = replay_log(game.head, rows)
    person = people_by_seat(connection, game.row.league_id, game.row.id)
    result = game_result(table, shown, {key: person[key] for key in sorted(person, key=int)})
    if result is None:
        return None
    day = _day_of(connection, game.row.league_id, game.row.night_id)
    season = season_for_day(day, season_spans(connection, game.row.league_id))
    return CountedGame(game.row.id, day, season, result, merge_result(result, merged))


def stored_game(connection: Connection, league_id: int, game_id: int, merged: Merges) -> CountedGame | None:
    """Return a game as it is stored, None if it does not count."""
    return next(iter(_stored_games(connection, league_id, merged, results.c.game_id == game_id)), None)


def _day_of(connection: Connection, league_id: int, night_id: int) -> str:
    day = select(nights.c.day).where(nights.c.league_id == league_id, nights.c.id == night_id)
    return str(connection.scalar(day))


# ---------------------------------------------------------------- any change at all


def apply_changes(connection: Connection, league_id: int, steps: Iterable[GameChange], merged: Merges) -> None:
    """Replace games by how they count now: None before for a new one, None after for one that no longer counts.

    `merged` says who is merged into whom afterwards.  The caller holds the league's lock.  A few hundred games are held
    in memory at a time, however many there are.
    """
    moved: dict[int, tuple[GamePosition, set[int]]] = {}
    for batch in in_batches(steps):
        delta = SeasonDeltas()
        for before, after in batch:
            if before:
                delta.add(before.season_id, before.counts, -1)
            if after:
                delta.add(after.season_id, after.counts)
        add_totals(connection, league_id, delta)
        _delete_results(connection, league_id, [before.game_id for before, _ in batch if before])
        write_results(connection, league_id, [after for _, after in batch if after])
        _record_moved(moved, batch)
    for season_id, (place, touched) in moved.items():
        replay_ratings(connection, league_id, season_id, since=place, touched=touched, merged=merged)


def in_batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Return items in lists of a few hundred."""
    source = iter(items)
    while batch := list(islice(source, BATCH)):
        yield batch


def _delete_results(connection: Connection, league_id: int, game_ids: Sequence[int]) -> None:
    if not game_ids:
        return
    for table in (results, plays, partner_games):
        connection.execute(delete(table).where(table.c.league_id == league_id, table.c.game_id.in_(game_ids)))


def write_results(connection: Connection, league_id: int, placed: Sequence[CountedGame]) -> None:
    """Store games, and who were partners in them; their ratings follow (`ratings`)."""
    if not placed:
        return
    connection.execute(
        insert(results),
        [
            {
                "league_id": league_id, "game_id": each.game_id, "day": each.day, "season_id": each.season_id,
                "variant": each.result.variant, "doc": result_to_json(each.result),
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


def _record_moved(moved: dict[int, tuple[GamePosition, set[int]]], steps: Iterable[GameChange]) -> None:
    """Note for each season the earliest game that changed, and the people of all that did."""
    for each in (placed for step in steps for placed in step if placed):
        place, touched = moved.get(each.season_id, (each.place, set()))
        moved[each.season_id] = (min(place, each.place), touched | each.counts.people.keys())


# ---------------------------------------------------------------- many games


def games_between(
    connection: Connection, league_id: int, merged: Merges, first: str, last: str | None
) -> Iterator[CountedGame]:
    """Return the games that count of some days, in order; `last` None is all from the first on.

    They may be rewritten meanwhile: each batch is read when the one before is done with.
    """
    upto = [results.c.day <= last] if last is not None else []
    place, order = (first, 0), tuple_(results.c.day, results.c.game_id)
    while found := _stored_games(connection, league_id, merged, order > place, *upto):
        yield from found
        place = found[-1].place


def games_of_people(
    connection: Connection, league_id: int, merged: Merges, people_ids: Collection[int]
) -> Iterator[CountedGame]:
    """Return the games that count for any of these people, as they count by `merged`."""
    theirs = connection.scalars(
        select(plays.c.game_id).where(plays.c.league_id == league_id, plays.c.person_id.in_(people_ids)).distinct()
    ).all()
    for numbers in in_batches(theirs):
        yield from _stored_games(connection, league_id, merged, results.c.game_id.in_(numbers))


def _stored_games(
    connection: Connection, league_id: int, merged: Merges, *which: ColumnElement[bool]
) -> list[CountedGame]:
    found = connection.execute(
        select(results.c.game_id, results.c.day, results.c.season_id, results.c.doc)
        .where(results.c.league_id == league_id, *which)
        .order_by(results.c.day, results.c.game_id)
        .limit(BATCH)
    ).all()
    return [_counted_game(row, merged) for row in found]


def _counted_game(row: AnyRow, merged: Merges) -> CountedGame:
    result = result_from_json(row.doc)
    return CountedGame(row.game_id, row.day, row.season_id, result, merge_result(result, merged))
