"""The games of a league that count, as they are stored: their ratings, and the sums of the last nights.

Nothing is written here: `projections` and the doctor read them the same way.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sqlalchemy import and_, func, select, tuple_

from scorekeeper.models.season import ALL_TIME
from scorekeeper.models.tables import nights, people, plays, results
from scorekeeper.services.league.projection_rows import CountedGame, LeagueContext, play_rows
from scorekeeper.services.league.ratings import FIRST_POSITION, RatingState
from scorekeeper.services.league.results import merge_result, result_from_json
from scorekeeper.services.league.roster import merged_people
from scorekeeper.services.league.season_rules import BEST_NIGHTS, season_spans
from scorekeeper.services.league.totals import Totals

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sqlalchemy import ColumnElement, Connection

    from scorekeeper.services.league.projection_rows import NewRow
    from scorekeeper.services.league.ratings import GamePosition

BATCH = 500
"""Games, or rows, held in memory at a time."""

Item = TypeVar("Item")

StoredRating = dict[str, int]
"""A rating and runs, as the column `person_seasons.form` stores them."""


def league_context(connection: Connection, league_id: int) -> LeagueContext:
    """Return what the games of a league are counted by now."""
    return LeagueContext(league_id, season_spans(connection, league_id), merged_people(connection, league_id))


def night_day(connection: Connection, league_id: int, night_id: int) -> str:
    """Return the day of a night."""
    return str(connection.scalar(select(nights.c.day).where(nights.c.league_id == league_id, nights.c.id == night_id)))


def in_batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Return items in lists of a few hundred."""
    source = iter(items)
    while batch := list(islice(source, BATCH)):
        yield batch


# ---------------------------------------------------------------- games


def stored_game(connection: Connection, league: LeagueContext, game_id: int) -> CountedGame | None:
    """Return a game as it is stored, None if it does not count."""
    return next(iter(_read_games(connection, league, results.c.game_id == game_id)), None)


def stored_games(
    connection: Connection, league: LeagueContext, *which: ColumnElement[bool], since: GamePosition = FIRST_POSITION
) -> Iterator[list[CountedGame]]:
    """Return the games that count from a position on, in order, in batches.

    They may be rewritten in between: each batch is read after the one before is done.
    """
    order = tuple_(results.c.day, results.c.game_id)
    found = _read_games(connection, league, order >= since, *which)
    while found:
        yield found
        found = _read_games(connection, league, order > found[-1].place, *which) if len(found) == BATCH else []


def games_of_people(
    connection: Connection, league: LeagueContext, people_ids: Collection[int]
) -> Iterator[CountedGame]:
    """Return the games that count for any of these people."""
    theirs = connection.scalars(
        select(plays.c.game_id)
        .where(plays.c.league_id == league.league_id, plays.c.person_id.in_(people_ids))
        .distinct()
    ).all()
    for numbers in in_batches(theirs):
        yield from _read_games(connection, league, results.c.game_id.in_(numbers))


def _read_games(connection: Connection, league: LeagueContext, *which: ColumnElement[bool]) -> list[CountedGame]:
    found = connection.execute(
        select(results.c.game_id, results.c.day, results.c.season_id, results.c.doc)
        .where(results.c.league_id == league.league_id, *which)
        .order_by(results.c.day, results.c.game_id)
        .limit(BATCH)
    ).all()
    return [
        CountedGame(row.game_id, row.day, row.season_id, result, merge_result(result, league.merged))
        for row in found
        for result in [result_from_json(row.doc)]
    ]


# ---------------------------------------------------------------- ratings and runs


def season_plays(
    connection: Connection,
    league: LeagueContext,
    season_id: int,
    states: dict[int, RatingState],
    *,
    since: GamePosition = FIRST_POSITION,
) -> Iterator[tuple[list[CountedGame], list[NewRow]]]:
    """Return the games of a season from a position on, in batches, and their rows of `plays`; `states` grow."""
    of_season = results.c.season_id == season_id
    for games in stored_games(connection, league, of_season, since=since):
        new = {person for game in games for person in game.counts.people} - states.keys()
        states |= states_before(connection, league.league_id, season_id, new, since)
        yield games, [row for game in games for row in play_rows(league.league_id, game, states)]


def states_before(
    connection: Connection, league_id: int, season_id: int, who: Collection[int], before: GamePosition
) -> dict[int, RatingState]:
    """Return the states of some people in a season before the game at a position: one index lookup a person."""
    states = dict.fromkeys(who, RatingState())
    if not who or before == FIRST_POSITION:
        return states
    earlier = plays.alias("earlier")
    last = (
        select(earlier.c.game_id)
        .where(
            earlier.c.league_id == people.c.league_id,
            earlier.c.person_id == people.c.id,
            earlier.c.season_id == season_id,
            tuple_(earlier.c.day, earlier.c.game_id) < before,
        )
        .order_by(earlier.c.day.desc(), earlier.c.game_id.desc())
        .limit(1)
        .correlate(people)
        .scalar_subquery()
    )
    of_last = and_(plays.c.league_id == people.c.league_id, plays.c.person_id == people.c.id, plays.c.game_id == last)
    found = connection.execute(
        select(plays.c.person_id, plays.c.mu, plays.c.sigma, plays.c.run, plays.c.longest, plays.c.drought)
        .select_from(people.join(plays, of_last))
        .where(people.c.league_id == league_id, people.c.id.in_(who))
    )
    return states | {person_id: RatingState(*state) for person_id, *state in found}


def stored_ratings(
    connection: Connection, league: LeagueContext, season_id: int, states: Mapping[int, RatingState]
) -> dict[int, StoredRating]:
    """Return ratings as they are stored; in a season by best nights, with how many games were won on those."""
    stored = {person: state._asdict() for person, state in states.items()}
    span = league.season(season_id)
    if span is None or span.rule.by != BEST_NIGHTS or not stored:
        return stored
    won = _won_by_night(connection, league.league_id, season_id, stored)
    return {
        person: {**rating, "best": sum(sorted(won[person], reverse=True)[: span.rule.nights])}
        for person, rating in stored.items()
    }


def _won_by_night(
    connection: Connection, league_id: int, season_id: int, who: Collection[int]
) -> defaultdict[int, list[int]]:
    found = connection.execute(
        select(plays.c.person_id, func.sum(plays.c.won).label("won"))
        .where(plays.c.league_id == league_id, plays.c.person_id.in_(who), plays.c.season_id == season_id)
        .group_by(plays.c.person_id, plays.c.day)
    )
    won: defaultdict[int, list[int]] = defaultdict(list)
    for row in found:
        won[row.person_id].append(int(row.won or 0))
    return won


class LastNight(NamedTuple):
    """The games of one night, summed up."""

    day: str
    totals: Totals


def last_nights(
    connection: Connection, league_id: int, season_id: int, most: int, merged: Mapping[int, int] | None = None
) -> tuple[LastNight, ...]:
    """Return the last nights of a season, newest first; with `ALL_TIME` those of all games.

    Who was `merged` into whom need not be read again.
    """
    mine = [results.c.league_id == league_id]
    if season_id != ALL_TIME:
        mine.append(results.c.season_id == season_id)
    first = select(results.c.day).where(*mine).distinct().order_by(results.c.day.desc()).limit(1).offset(most - 1)
    found = connection.execute(
        select(results.c.day, results.c.doc).where(*mine, results.c.day >= func.coalesce(first.scalar_subquery(), ""))
    ).all()
    if merged is None:
        merged = merged_people(connection, league_id) if found else {}
    nights: dict[str, Totals] = {}
    for row in found:
        nights.setdefault(row.day, Totals()).add(merge_result(result_from_json(row.doc), merged))
    return tuple(LastNight(day, nights[day]) for day in sorted(nights, reverse=True))


def lead_in(nights: Totals, one: int, other: int) -> int:
    """Return, for some nights, the games the first person finished ahead minus those behind."""
    counts = nights.pairs.get((one, other), {})
    return counts.get("ahead", 0) - counts.get("behind", 0)
