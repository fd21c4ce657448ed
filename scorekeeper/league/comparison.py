"""Two people side by side: what each did in a season, in all their games and in those both played; and partners."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, func, select

from scorekeeper.league.totals import Counts, Share, in_season, select_pairs, theirs, totals
from scorekeeper.models.tables import people, plays

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


def compare_people(
    connection: Connection, league_id: int, season_id: int, one: int, other: int
) -> tuple[PersonRecord, PersonRecord]:
    """Return what two people did in a season, with zeros for someone who did not play."""
    keys = ("games", "won", "lost", "made", "bids", "for", "against")
    found = totals(connection, league_id, keys, *in_season(season_id), plays.c.person_id.in_((one, other)))
    return _record(found.get(one, {})), _record(found.get(other, {}))


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
    found = connection.execute(
        select(
            plays.c.day,
            plays.c.won.label("mine"),
            theirs.c.won.label("theirs"),
            (plays.c.side == theirs.c.side).label("together"),
        )
        .join(theirs, SAME_GAME)
        .where(*_both(league_id, season_id, one, other))
        .order_by(plays.c.day.desc(), plays.c.game_id.desc())
        .limit(MAX_MEETINGS)
    ).all()
    return tuple(Meeting(row.day, bool(row.together), (bool(row.mine), bool(row.theirs))) for row in reversed(found))


def shared_money(
    connection: Connection, league_id: int, season_id: int, one: int, other: int
) -> tuple[SharedMoney, ...]:
    """Return what the two won in the games both played, by currency; without currencies in which both came out even."""
    found = connection.execute(
        select(plays.c.currency, func.sum(plays.c.cents).label("mine"), func.sum(theirs.c.cents).label("theirs"))
        .join(theirs, SAME_GAME)
        .where(*_both(league_id, season_id, one, other), plays.c.currency.is_not(None))
        .group_by(plays.c.currency)
    ).all()
    sums = (SharedMoney(row.currency, (int(row.mine), int(row.theirs))) for row in found)
    return tuple(sorted(it for it in sums if any(it.cents)))


SAME_GAME = and_(theirs.c.league_id == plays.c.league_id, theirs.c.game_id == plays.c.game_id)


def _both(league_id: int, season_id: int, one: int, other: int) -> list[ColumnElement[bool]]:
    """Return the conditions on `plays` and `theirs`."""
    return [
        plays.c.league_id == league_id, plays.c.person_id == one, theirs.c.person_id == other, *in_season(season_id)
    ]  # fmt: skip


def read_partnerships(connection: Connection, league_id: int, most: int) -> list[tuple[int, int, Share]]:
    """Return each two of the most frequent partners and the games they won together, most games first.

    Only partners of a whole game count.  At most this many people are included; archived and merged ones are left out.
    """
    each_once = plays.c.person_id < theirs.c.person_id
    found = connection.execute(select_pairs(league_id, plays.c.side == theirs.c.side, each_once))
    pairs = [(row.person_id, row.other_id, Share(row.won, row.won + row.lost)) for row in found]
    here = connection.scalars(
        select(people.c.id).where(
            people.c.league_id == league_id, people.c.archived_at.is_(None), people.c.merged_into.is_(None)
        )
    )
    games = {who: sum(share.of for *both, share in pairs if who in both) for who in here}
    often = sorted((who for who in games if games[who]), key=lambda who: (-games[who], who))[:most]
    shown = (pair for pair in pairs if pair[0] in often and pair[1] in often)
    return sorted(shown, key=lambda pair: (-pair[2].of, *pair[:2]))
