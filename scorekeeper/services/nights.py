"""Nights: which evening a game belongs to, and when that evening is over.

An evening that goes past midnight stays one night: a game joins last evening's until noon, as long as somebody wrote in
one of its games within the last twelve hours.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select, update

from scorekeeper.models import Game, Night

if TYPE_CHECKING:
    from sqlalchemy import Connection

GOES_ON = dt.timedelta(hours=12)
"""After so long without a line a night is over, whether or not somebody closed it."""


def night_for(connection: Connection, league_id: int, day: dt.date | None, now: dt.datetime) -> int:
    """Give the night of a new game, begun if the league has none; `day` is None for a game begun now.

    The caller holds the league's lock.  A night that was closed and is played on is open again.
    """
    if day is None:
        going_on = _going_on(connection, league_id, now)
        if going_on is not None:
            return going_on
        day = now.astimezone().date()
    known = connection.execute(
        select(Night.id, Night.closed_at).where(Night.league_id == league_id, Night.day == day.isoformat())
    ).one_or_none()
    if known is None:
        return _begin(connection, league_id, day, now)
    if known.closed_at is not None:
        reopened = update(Night).where(Night.league_id == league_id, Night.id == known.id).values(closed_at=None)
        connection.execute(reopened)
    return int(known.id)


def _going_on(connection: Connection, league_id: int, now: dt.datetime) -> int | None:
    """Give the night that is still being played, None when everybody has gone home.

    Only tonight's can be, or after midnight last evening's: an old sheet brought in now was not played now.
    """
    since = (now - GOES_ON).astimezone().date()
    last = connection.execute(
        select(Night.id, func.max(Game.touched_at).label("touched_at"))
        .join(Game, (Game.league_id == Night.league_id) & (Game.night_id == Night.id))
        .where(Night.league_id == league_id, Night.closed_at.is_(None), Night.day >= since.isoformat())
        .group_by(Night.id, Night.day)
        .order_by(Night.day.desc())
        .limit(1)
    ).one_or_none()
    return int(last.id) if last and now - last.touched_at < GOES_ON else None


def _begin(connection: Connection, league_id: int, day: dt.date, now: dt.datetime) -> int:
    last = connection.scalar(select(func.max(Night.id)).where(Night.league_id == league_id))
    night_id = (last or 0) + 1
    values = {"league_id": league_id, "id": night_id, "day": day.isoformat(), "opened_at": now}
    connection.execute(insert(Night), values)
    return night_id
