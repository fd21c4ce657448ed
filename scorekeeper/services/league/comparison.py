"""Two people side by side: what each did in a season, counting all their games."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from scorekeeper.models.tables import person_seasons
from scorekeeper.services.league.counts import Share

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from scorekeeper.services.league.counts import Counts


class PersonRecord(NamedTuple):
    """One person's season in a few numbers."""

    games: int
    win: Share
    made: Share
    points: int
    """Points for less points against."""


def compare_people(
    connection: Connection, league_id: int, season_id: int, one: int, other: int
) -> tuple[PersonRecord, PersonRecord]:
    """Return what two people did in a season, with zeros for someone who did not play."""
    found = connection.execute(
        select(person_seasons.c.person_id, person_seasons.c.doc).where(
            person_seasons.c.league_id == league_id,
            person_seasons.c.season_id == season_id,
            person_seasons.c.person_id.in_((one, other)),
        )
    )
    docs: dict[int, Counts] = {row.person_id: row.doc for row in found}
    return _record(docs.get(one, {})), _record(docs.get(other, {}))


def _record(counts: Counts) -> PersonRecord:
    won = counts.get("won", 0)
    return PersonRecord(
        games=counts.get("games", 0),
        win=Share(won, won + counts.get("lost", 0)),
        made=Share(counts.get("made", 0), counts.get("bids", 0)),
        points=counts.get("for", 0) - counts.get("against", 0),
    )
