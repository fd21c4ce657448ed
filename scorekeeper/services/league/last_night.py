"""The games of the last night of a season, summed up: what standings were before it follows from that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from scorekeeper.models.season import ALL_TIME
from scorekeeper.models.tables import results
from scorekeeper.services.league.results import merge_result, result_from_json
from scorekeeper.services.league.roster import merged_people
from scorekeeper.services.league.totals import Totals

if TYPE_CHECKING:
    from sqlalchemy import Connection


def last_night(connection: Connection, league_id: int, season_id: int) -> Totals:
    """Return the totals of the last night of a season, or with `ALL_TIME` of all nights; empty without a game."""
    mine = [results.c.league_id == league_id]
    if season_id != ALL_TIME:
        mine.append(results.c.season_id == season_id)
    last = select(func.max(results.c.day)).where(*mine).scalar_subquery()
    docs = connection.scalars(select(results.c.doc).where(*mine, results.c.day == last)).all()
    merged = merged_people(connection, league_id) if docs else {}
    night = Totals()
    for doc in docs:
        night.add(merge_result(result_from_json(doc), merged))
    return night


def lead_in(night: Totals, one: int, other: int) -> int:
    """Return how many more games of a night the one was ahead of the other in than behind."""
    counts = night.pairs.get((one, other), {})
    return counts.get("ahead", 0) - counts.get("behind", 0)
