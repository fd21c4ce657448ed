"""Nights: which one a game belongs to, and when it is over.

An evening that goes past midnight stays one night: until noon a new game joins last evening's night if somebody wrote
in one of that night's games within the last twelve hours.  A night is over when somebody closes it (closing.py), else
by itself after those twelve hours.
"""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple, Protocol

from sqlalchemy import Connection, func, insert, select, update

from scorekeeper.models import Game, Night

IDLE_LIMIT = dt.timedelta(hours=12)
"""After this long without a line a night is over, whether or not somebody closed it."""
GRACE_PERIOD = dt.timedelta(minutes=30)
"""How long after the close a scorer may still make corrections."""


class NightKey(Protocol):
    """Anything with a night's key, such as a game's row."""

    @property
    def league_id(self) -> int: ...

    @property
    def night_id(self) -> int: ...


class NightTimes(NamedTuple):
    """When a night was opened, when its games were last written to, and when somebody closed it (None: nobody did)."""

    opened_at: dt.datetime
    last_line: dt.datetime
    closed_at: dt.datetime | None

    def over_since(self, now: dt.datetime) -> dt.datetime | None:
        """Return when it was over, None while it goes on.

        Unless closed, it is over only when the clock is that far past its last line.  A clock set back ends none; one
        that jumps ahead by more than twelve hours ends it early, until a keeper opens it again.
        """
        if self.closed_at is not None:
            return self.closed_at
        last = max(self.opened_at, self.last_line)
        return last + IDLE_LIMIT if now - last >= IDLE_LIMIT else None


class ListedGame(Protocol):
    """A game in a list."""

    @property
    def finished(self) -> bool: ...

    @property
    def settled(self) -> bool:
        """Whether it is an open table that was settled and not played on."""

    @property
    def touched_at(self) -> dt.datetime: ...


def is_going_on(game: ListedGame, night_closed_at: dt.datetime | None, now: dt.datetime) -> bool:
    """Return whether a game is being played: a settled table may go on, but not once its night is over."""
    evening = NightTimes(game.touched_at, game.touched_at, night_closed_at)
    return not game.finished and not (game.settled and evening.over_since(now))


def read_night_times(connection: Connection, league_id: int, night_id: int) -> NightTimes:
    """Return the times of a night."""
    row = connection.execute(
        select(Night.opened_at, Night.closed_at, func.max(Game.touched_at).label("touched_at"))
        .outerjoin(Game, (Game.league_id == Night.league_id) & (Game.night_id == Night.id))
        .where(Night.league_id == league_id, Night.id == night_id)
        .group_by(Night.opened_at, Night.closed_at)
    ).one()
    return NightTimes(row.opened_at, row.touched_at or row.opened_at, row.closed_at)


def set_closed(connection: Connection, league_id: int, night_id: int, at: dt.datetime) -> None:
    """Store when a night was over."""
    one = update(Night).where(Night.league_id == league_id, Night.id == night_id)
    connection.execute(one.values(closed_at=at))


def set_open(connection: Connection, league_id: int, night_id: int, now: dt.datetime) -> None:
    """Open a night again; its twelve hours count from now."""
    one = update(Night).where(Night.league_id == league_id, Night.id == night_id)
    connection.execute(one.values(closed_at=None, opened_at=now))


def night_for_new_game(connection: Connection, league_id: int, day: dt.date | None, now: dt.datetime) -> int:
    """Return the night of a new game, inserted if there is none; `day` is None, or today, for a game begun now.

    The caller holds the league's lock.  Playing on in a night of today that was closed opens it again; an imported old
    sheet opens nothing that was over.
    """
    today = now.astimezone().date()
    if day is None or day == today:
        going_on = _current_night(connection, league_id, now)
        if going_on is not None:
            return going_on
        day = today
    known = connection.scalar(select(Night.id).where(Night.league_id == league_id, Night.day == day.isoformat()))
    if known is None:
        return _insert_night(connection, league_id, day, now)
    evening = read_night_times(connection, league_id, known)
    if day == today and evening.closed_at is not None:
        set_open(connection, league_id, known, now)
    elif day != today and evening.closed_at is None and (over := evening.over_since(now)):
        set_closed(connection, league_id, known, over)
    return int(known)


def _current_night(connection: Connection, league_id: int, now: dt.datetime) -> int | None:
    """Return the night that is being played now, None if there is none.

    Only tonight's can be, or after midnight last evening's: a sheet imported now was not played now.
    """
    since = (now - IDLE_LIMIT).astimezone().date()
    last = connection.execute(
        select(Night.id, Night.opened_at, Night.closed_at, func.max(Game.touched_at).label("touched_at"))
        .join(Game, (Game.league_id == Night.league_id) & (Game.night_id == Night.id))
        .where(Night.league_id == league_id, Night.closed_at.is_(None), Night.day >= since.isoformat())
        .group_by(Night.id, Night.day, Night.opened_at, Night.closed_at)
        .order_by(Night.day.desc())
        .limit(1)
    ).one_or_none()
    if last is None or NightTimes(last.opened_at, last.touched_at, last.closed_at).over_since(now):
        return None
    return int(last.id)


def _insert_night(connection: Connection, league_id: int, day: dt.date, now: dt.datetime) -> int:
    last = connection.scalar(select(func.max(Night.id)).where(Night.league_id == league_id))
    night_id = (last or 0) + 1
    values = {"league_id": league_id, "id": night_id, "day": day.isoformat(), "opened_at": now}
    connection.execute(insert(Night), values)
    return night_id


def is_final(over: dt.datetime, now: dt.datetime) -> bool:
    """Return whether only keepers and owners may still write in a night that was over at `over`."""
    return now - over >= GRACE_PERIOD
