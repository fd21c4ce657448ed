"""Totals over the games of a league: the database adds them up when a page is shown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import JSON, ColumnElement, Connection, Select, and_, case, func, select, tuple_, type_coerce

from scorekeeper.league.counts import Counts
from scorekeeper.league.ratings import FIRST_POSITION, GamePosition, RatingState
from scorekeeper.models.season import ALL_TIME
from scorekeeper.models.tables import people, plays

theirs = plays.alias("theirs")


def in_season(season_id: int) -> list[ColumnElement[bool]]:
    """Return the condition on rows of `plays` to be of a season; none for `ALL_TIME`."""
    return [] if season_id == ALL_TIME else [plays.c.season_id == season_id]


def totals(
    connection: Connection, league_id: int, keys: Sequence[str], *which: ColumnElement[bool]
) -> dict[int, Counts]:
    """Return the sums of some counts for each person, over the rows of `plays` for which these conditions hold."""
    found = connection.execute(_sums(keys).where(plays.c.league_id == league_id, *which).group_by(plays.c.person_id))
    return {person: dict(zip(keys, map(int, sums), strict=True)) for person, *sums in found}


def totals_by_day(
    connection: Connection, league_id: int, keys: Sequence[str], *which: ColumnElement[bool]
) -> dict[str, dict[int, Counts]]:
    """Return the same for each day."""
    found = connection.execute(
        _sums(keys)
        .add_columns(plays.c.day)
        .where(plays.c.league_id == league_id, *which)
        .group_by(plays.c.day, plays.c.person_id)
    )
    days: dict[str, dict[int, Counts]] = {}
    for person, *sums, day in found:
        days.setdefault(day, {})[person] = dict(zip(keys, map(int, sums), strict=True))
    return days


def _sums(keys: Sequence[str]) -> Select[Any]:
    counts = type_coerce(plays.c.counts, JSON)
    return select(plays.c.person_id, *(func.coalesce(func.sum(counts[key].as_integer()), 0) for key in keys))


def select_pairs(league_id: int, *which: ColumnElement[bool]) -> Select[Any]:
    """Return the query of what people did with and against each other; conditions are on `plays` and `theirs`.

    `won` and `lost` are games in which the two shared a score; `met` those in which they did not, and `ahead` and
    `behind` say how often the side of the one came off better.
    """

    def games(condition: ColumnElement[bool]) -> ColumnElement[int]:
        return func.sum(case((condition, 1), else_=0))

    together = plays.c.side == theirs.c.side
    other = and_(
        theirs.c.league_id == plays.c.league_id,
        theirs.c.game_id == plays.c.game_id,
        theirs.c.person_id != plays.c.person_id,
    )
    return (
        select(
            plays.c.person_id,
            theirs.c.person_id.label("other_id"),
            games(and_(together, plays.c.place == 1)).label("won"),
            games(and_(together, plays.c.place > 1)).label("lost"),
            games(plays.c.side != theirs.c.side).label("met"),
            games(plays.c.place < theirs.c.place).label("ahead"),
            games(plays.c.place > theirs.c.place).label("behind"),
        )
        .select_from(plays.join(theirs, other))
        .where(plays.c.league_id == league_id, plays.c.side.is_not(None), theirs.c.side.is_not(None), *which)
        .group_by(plays.c.person_id, theirs.c.person_id)
        .order_by(plays.c.person_id, theirs.c.person_id)
    )


def states_before(
    connection: Connection,
    league_id: int,
    season_id: int,
    who: Collection[int],
    before: GamePosition | None = None,
) -> dict[int, RatingState]:
    """Return the ratings and runs of people in a season, before the game at a position: one index lookup a person."""
    states = dict.fromkeys(who, RatingState())
    if not who or before == FIRST_POSITION:
        return states
    earlier = plays.alias("earlier")
    upto = [] if before is None else [tuple_(earlier.c.day, earlier.c.game_id) < before]
    last = (
        select(earlier.c.game_id)
        .where(
            earlier.c.league_id == people.c.league_id,
            earlier.c.person_id == people.c.id,
            earlier.c.season_id == season_id,
            *upto,
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
