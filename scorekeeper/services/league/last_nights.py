"""The last nights of a season, each summed up: what standings were before them follows from that."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, select

from scorekeeper.models.season import ALL_TIME
from scorekeeper.models.tables import results
from scorekeeper.services.league.results import merge_result, result_from_json
from scorekeeper.services.league.roster import merged_people
from scorekeeper.services.league.totals import Totals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection


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
    """Return how many more games of some nights the one was ahead of the other in than behind."""
    counts = nights.pairs.get((one, other), {})
    return counts.get("ahead", 0) - counts.get("behind", 0)
