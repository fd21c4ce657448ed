"""How often each two people of a league won together, in all their games."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, func, select

from scorekeeper.models.season import ALL_TIME
from scorekeeper.models.tables import pair_seasons, people
from scorekeeper.services.league.counts import Share

if TYPE_CHECKING:
    from sqlalchemy import Connection


class Partnership(NamedTuple):
    """Two people who shared a score, the lower id first, and their games won together."""

    one: int
    other: int
    games: int
    win: Share


def read_partnerships(connection: Connection, league_id: int, most: int) -> tuple[Partnership, ...]:
    """Return how the people who were partners most often did together, most games first.

    Only partners of a whole game count.  At most so many people are looked at; archived and merged ones are left out.
    """
    pairs = pair_seasons.c
    of_league = and_(pairs.league_id == league_id, pairs.season_id == ALL_TIME, pairs.won + pairs.lost > 0)
    often = (
        select(pairs.person_id)
        .join(people, and_(people.c.league_id == pairs.league_id, people.c.id == pairs.person_id))
        .where(of_league, people.c.archived_at.is_(None), people.c.merged_into.is_(None))
        .group_by(pairs.person_id)
        .order_by(func.sum(pairs.together).desc(), pairs.person_id)
        .limit(most)
    )
    ids = connection.scalars(often).all()
    found = connection.execute(
        select(pairs.person_id, pairs.other_id, pairs.together, pairs.won, pairs.lost)
        .where(of_league, pairs.person_id.in_(ids), pairs.other_id.in_(ids), pairs.person_id < pairs.other_id)
        .order_by(pairs.together.desc(), pairs.person_id, pairs.other_id)
    )
    return tuple(
        Partnership(row.person_id, row.other_id, row.together, Share(row.won, row.won + row.lost)) for row in found
    )
