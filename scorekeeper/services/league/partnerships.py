"""How often each two people of a league won together, in all their games."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from scorekeeper.models.season import ALL_TIME
from scorekeeper.models.tables import pair_seasons
from scorekeeper.services.league.counts import Share

if TYPE_CHECKING:
    from sqlalchemy import Connection


class Partnership(NamedTuple):
    """Two people who shared a score, the lower id first, and their games won together."""

    one: int
    other: int
    games: int
    win: Share


def read_partnerships(connection: Connection, league_id: int) -> tuple[Partnership, ...]:
    """Return each two people who were partners of a whole game, most games together first."""
    found = connection.execute(
        select(
            pair_seasons.c.person_id,
            pair_seasons.c.other_id,
            pair_seasons.c.together,
            pair_seasons.c.won,
            pair_seasons.c.lost,
        ).where(
            pair_seasons.c.league_id == league_id,
            pair_seasons.c.season_id == ALL_TIME,
            pair_seasons.c.person_id < pair_seasons.c.other_id,
            pair_seasons.c.together > 0,
        )
    )
    pairs = [
        Partnership(row.person_id, row.other_id, row.together, Share(row.won, row.won + row.lost)) for row in found
    ]
    return tuple(sorted(pairs, key=lambda pair: (-pair.games, pair.one, pair.other)))
