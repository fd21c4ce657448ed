"""The close of a night: who may still change its games, closing one, and opening it again.

From half an hour after the close on, only who keeps or owns the league records, takes back or corrects there, and says
why.  A row says when by itself: the server dates it.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import and_, select

from scorekeeper.models import Member
from scorekeeper.models.tables import changes, devices, games, nights, people
from scorekeeper.rules.errors import impossible
from scorekeeper.services.access.roles import Role
from scorekeeper.services.errors import NotAllowed, ReasonRequired
from scorekeeper.services.league.change_log import NIGHT_CLOSED, NIGHT_OPENED, change_league
from scorekeeper.services.league.nights import IDLE_LIMIT, read_night_times, set_closed, set_open

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.models.tables import AnyRow
    from scorekeeper.services.access.devices import KnownDevice
    from scorekeeper.services.access.roles import Access
    from scorekeeper.services.league.change_log import ChangeRequest
    from scorekeeper.services.league.nights import NightTimes


GRACE_PERIOD = dt.timedelta(minutes=30)
"""How long after the close whoever keeps score may still put something right."""


@dataclass(frozen=True)
class NightStatus:
    """How the night of a game stands."""

    since: dt.datetime | None
    """When it was over; None while it goes on."""
    by_itself: bool
    """Nobody closed it: twelve hours went by."""
    final: bool
    """The half hour is over."""
    phone: str = ""
    """The phone that closed it."""
    who: str | None = None
    """Who held it, where he had said so."""

    def may_open(self, role: Role) -> bool:
        return self.since is not None and role >= (Role.KEEPER if self.final else Role.SCORER)


# ---------------------------------------------------------------- asked before every line


def require_open_night(  # noqa: PLR0913 - all there is to know
    connection: Connection, game: AnyRow, device: KnownDevice, why: str, now: dt.datetime, *, next_line: bool
) -> None:
    """Let a row be written in a game (as `open_row` gives it) whose night goes on, and ask the database nothing then.

    After the close and its half hour raises ImpossibleFact with field "line" for a phone that does not keep the league,
    and WantsReason for one that does and says no `why`.  What it then writes opens nothing: a night that was over by
    itself is written down as closed.  Only the `next_line` of a game nobody finished, in a night nobody closed, is the
    game played on: it needs no reason, and the night goes on for everybody.
    """
    if game.night_closed_at is None and now - game.touched_at < IDLE_LIMIT:
        return
    evening = read_night_times(connection, game.league_id, game.night_id)
    over = evening.over_since(now)
    if over is None or now - over < GRACE_PERIOD:
        return
    if _role_of(connection, game.league_id, device.id) < Role.KEEPER:
        owner = _owner_words(connection, game.league_id)
        wish = "open it again" if next_line and game.finished_at is None else "correct it"
        raise impossible("line", f"{_closed_words(evening, over, now)} Ask {owner} to {wish}.")
    if next_line and evening.closed_at is None and game.finished_at is None:
        return
    if not why:
        raise ReasonRequired(f"{_closed_words(evening, over, now)} The log keeps why it is changed now.")
    if evening.closed_at is None:
        set_closed(connection, game.league_id, game.night_id, over)


def _role_of(connection: Connection, league_id: int, device_id: int) -> Role:
    role = connection.scalar(
        select(Member.role).where(
            Member.league_id == league_id, Member.device_id == device_id, Member.revoked_at.is_(None)
        )
    )
    return Role.of(role) if role else Role.READER


def _owner_words(connection: Connection, league_id: int) -> str:
    """Say whom to ask: of several owners the first who said who he is."""
    its_person = and_(people.c.league_id == Member.league_id, people.c.id == Member.person_id)
    found = connection.execute(
        select(devices.c.name.label("phone"), people.c.name.label("who"))
        .select_from(Member)
        .join(devices, devices.c.id == Member.device_id)
        .outerjoin(people, its_person)
        .where(Member.league_id == league_id, Member.role == Role.OWNER.word, Member.revoked_at.is_(None))
        .order_by(people.c.id.is_(None), Member.since, Member.device_id)
        .limit(1)
    ).one_or_none()
    if found is None:
        return "whoever owns the table"
    return f"{found.who}, who owns the table," if found.who else f"whoever owns the table (phone: {found.phone})"


def _closed_words(evening: NightTimes, over: dt.datetime, now: dt.datetime) -> str:
    at, today = over.astimezone(), now.astimezone().date()
    day = "" if at.date() == today else f" on {at.day} {at:%b %Y}"
    if evening.closed_at is not None:
        return f"This night was closed{day} at {at:%H:%M}."
    return f"This night was over{day} at {at:%H:%M}, twelve hours after its last line."


# ---------------------------------------------------------------- looked at, closed, opened again


def night_status(session: Session, code: str, now: dt.datetime) -> NightStatus:
    """Give how the night of a game stands at `now`."""
    connection = session.connection()
    game = _game_night(connection, code)
    evening = read_night_times(connection, game.league_id, game.night_id)
    over = evening.over_since(now)
    if over is None:
        return NightStatus(None, by_itself=False, final=False)
    final = now - over >= GRACE_PERIOD
    closed = connection.execute(
        select(devices.c.name, people.c.name.label("who"))
        .select_from(changes)
        .join(devices, devices.c.id == changes.c.device_id)
        .outerjoin(people, and_(people.c.league_id == changes.c.league_id, people.c.id == changes.c.actor_id))
        .where(changes.c.league_id == game.league_id, changes.c.what == NIGHT_CLOSED, changes.c.made_at == over)
        .limit(1)
    ).one_or_none()
    if closed is None:
        return NightStatus(over, by_itself=True, final=final)
    return NightStatus(over, by_itself=False, final=final, phone=closed.name, who=closed.who)


def close_night(request: ChangeRequest, code: str) -> None:
    """Close the night of a game for everybody; one that is over already stays as it is.  Raises OpIdReused."""
    with change_league(request) as change:
        game = _game_night(change.connection, code)
        about = {"night": game.night_id, "day": game.day}
        if change.find_logged(NIGHT_CLOSED, about) is not None:
            return
        if read_night_times(change.connection, change.league_id, game.night_id).over_since(change.now) is None:
            set_closed(change.connection, change.league_id, game.night_id, change.now)
            change.log(NIGHT_CLOSED, about)


def reopen_night(request: ChangeRequest, code: str, access: Access) -> None:
    """Open the night of a game again once it is over.  Raises NotYours with a sentence, OpIdReused.

    Whoever keeps score may for half an hour, then only who keeps the league.
    """
    with change_league(request) as change:
        game = _game_night(change.connection, code)
        about = {"night": game.night_id, "day": game.day}
        if change.find_logged(NIGHT_OPENED, about) is not None:
            return
        evening = read_night_times(change.connection, change.league_id, game.night_id)
        over = evening.over_since(change.now)
        if over is None:
            return
        if change.now - over >= GRACE_PERIOD and access.role < Role.KEEPER:
            owner = _owner_words(change.connection, change.league_id)
            raise NotAllowed(f"{_closed_words(evening, over, change.now)} Ask {owner} to open it again.")
        set_open(change.connection, change.league_id, game.night_id, change.now)
        change.log(NIGHT_OPENED, about)


def _game_night(connection: Connection, code: str) -> AnyRow:
    """Give league, night and day of a game of a phone that may look at it."""
    return connection.execute(
        select(games.c.league_id, games.c.night_id, nights.c.day)
        .join(nights, and_(nights.c.league_id == games.c.league_id, nights.c.id == games.c.night_id))
        .where(games.c.code == code)
    ).one()
