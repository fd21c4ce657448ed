"""Two people side by side: what each did in a season, in all their games and in those both played; and partners."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, func, select

from scorekeeper.models.season import ALL_TIME
from scorekeeper.models.tables import pair_seasons, partner_games, people, person_seasons, plays
from scorekeeper.services.league.counts import Share

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, FromClause

    from scorekeeper.services.league.counts import Counts

MAX_MEETINGS = 10


class PersonRecord(NamedTuple):
    """One person's season in a few numbers."""

    games: int
    win: Share
    made: Share
    points: int
    """Points for minus points against."""


class Meeting(NamedTuple):
    """A game that both people played."""

    day: str
    together: bool
    """Whether they shared a score."""
    won: tuple[bool, bool]


class SharedMoney(NamedTuple):
    """What two people won in the games both played, in cents of one currency; below zero they lost it."""

    currency: str
    cents: tuple[int, int]


class Partnership(NamedTuple):
    """Two people who shared a score, the lower id first, and their games won together."""

    one: int
    other: int
    games: int
    win: Share


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


def last_meetings(
    connection: Connection, league_id: int, season_id: int, one: int, other: int
) -> tuple[Meeting, ...]:
    """Return the last games both played, at most `MAX_MEETINGS`, oldest first."""
    mine, theirs, where = _both(league_id, season_id, one, other)
    low, high = sorted((one, other))
    shared = and_(
        partner_games.c.league_id == league_id,
        partner_games.c.person_id == low,
        partner_games.c.other_id == high,
        partner_games.c.day == mine.c.day,
        partner_games.c.game_id == mine.c.game_id,
    )
    found = connection.execute(
        select(
            mine.c.day,
            mine.c.won.label("mine"),
            theirs.c.won.label("theirs"),
            partner_games.c.game_id.is_not(None).label("together"),
        )
        .select_from(mine.join(theirs, _same_game(mine, theirs)).outerjoin(partner_games, shared))
        .where(*where)
        .order_by(mine.c.day.desc(), mine.c.game_id.desc())
        .limit(MAX_MEETINGS)
    ).all()
    return tuple(Meeting(row.day, bool(row.together), (bool(row.mine), bool(row.theirs))) for row in reversed(found))


def shared_money(
    connection: Connection, league_id: int, season_id: int, one: int, other: int
) -> tuple[SharedMoney, ...]:
    """Return what the two won in the games both played, by currency; without currencies in which both came out even."""
    mine, theirs, where = _both(league_id, season_id, one, other)
    found = connection.execute(
        select(mine.c.currency, func.sum(mine.c.cents).label("mine"), func.sum(theirs.c.cents).label("theirs"))
        .select_from(mine.join(theirs, _same_game(mine, theirs)))
        .where(*where, mine.c.currency.is_not(None))
        .group_by(mine.c.currency)
    ).all()
    sums = (SharedMoney(row.currency, (int(row.mine), int(row.theirs))) for row in found)
    return tuple(sorted(it for it in sums if any(it.cents)))


def _both(
    league_id: int, season_id: int, one: int, other: int
) -> tuple[FromClause, FromClause, list[ColumnElement[bool]]]:
    """Return the games of each of the two, and the conditions on both."""
    mine, theirs = plays.alias("mine"), plays.alias("theirs")
    season = [mine.c.season_id == season_id] if season_id != ALL_TIME else []
    where = [
        mine.c.league_id == league_id, theirs.c.league_id == league_id,
        mine.c.person_id == one, theirs.c.person_id == other, *season,
    ]  # fmt: skip
    return mine, theirs, where


def _same_game(mine: FromClause, theirs: FromClause) -> ColumnElement[bool]:
    return theirs.c.game_id == mine.c.game_id


def read_partnerships(connection: Connection, league_id: int, most: int) -> tuple[Partnership, ...]:
    """Return how the most frequent partners did together, most games first.

    Only partners of a whole game count.  At most this many people are included; archived and merged ones are left out.
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
