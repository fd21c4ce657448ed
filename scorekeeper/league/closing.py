"""Closing a night, reopening it, and who may still write in it once it is over.

Half an hour after its end, only keepers and owners may still record, undo or correct there, and must say why.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, and_, select
from sqlalchemy.orm import Session

from scorekeeper.access.roles import Access, Role
from scorekeeper.core.clock import moment_text
from scorekeeper.core.errors import NotAllowed, ReasonRequired
from scorekeeper.core.transaction import Submission, Write, writing
from scorekeeper.games.history import LogRow
from scorekeeper.games.store import OpenGame
from scorekeeper.league.change_log import NIGHT_CLOSED, NIGHT_OPENED, log_change
from scorekeeper.league.nights import (
    IDLE_LIMIT,
    NightKey,
    NightTimes,
    is_final,
    read_night_times,
    set_closed,
    set_open,
)
from scorekeeper.models import Member
from scorekeeper.models.line import LINE
from scorekeeper.models.tables import changes, devices, games, nights, people
from scorekeeper.rules.errors import impossible


@dataclass(frozen=True)
class NightStatus:
    """Whether the night of a game is over, and how it ended."""

    since: dt.datetime | None
    """When it was over; None while it goes on."""
    by_itself: bool
    """Nobody closed it: twelve hours passed."""
    final: bool
    """The half hour after the close is over."""
    phone: str = ""
    """The phone that closed it."""
    who: str | None = None
    """The name of the person holding it, if given."""

    def may_open(self, role: Role) -> bool:
        return self.since is not None and role >= (Role.KEEPER if self.final else Role.SCORER)


# ---------------------------------------------------------------- before every line


def require_may_write(write: Write, opened: OpenGame, row: LogRow) -> None:
    """Check that a row may be written in a game as `load_game_for_update` returns it; no query while its night goes on.

    After the close and its half hour raises ImpossibleFact with field "line" if the phone isn't a keeper, and
    ReasonRequired for a keeper without a reason.  A keeper's line doesn't reopen the night: one that ended by itself
    is stored as closed.  The next line of an unfinished game needs no reason if nobody closed the night: the players
    went on with the game, and the night goes on for everybody.
    """
    connection, now, game, next_line = write.connection, write.now, opened.row, row.kind == LINE
    if game.night_closed_at is None and now - game.touched_at < IDLE_LIMIT:
        return
    evening = read_night_times(connection, game.league_id, game.night_id)
    over = evening.over_since(now)
    if over is None or not is_final(over, now):
        return
    if _role_of(connection, game.league_id, write.device.id) < Role.KEEPER:
        owner = _owner_words(connection, game.league_id)
        request = "reopen it" if next_line and game.finished_at is None else "correct it"
        raise impossible("line", f"{_closed_words(evening, over)} Ask {owner} to {request}.")
    if next_line and evening.closed_at is None and game.finished_at is None:
        return
    voted = row.facts.get("reason") if next_line and row.facts else None
    if not (row.reason or voted or "").strip():
        raise ReasonRequired(f"{_closed_words(evening, over)} The log keeps your reason for changing it now.")
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
    """Return in words whom to ask: the first owner with a name, if there are several."""
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
        return "the league owner"
    return f"{found.who}, the league owner," if found.who else f"the league owner (phone: {found.phone})"


def _closed_words(evening: NightTimes, over: dt.datetime) -> str:
    if evening.closed_at is not None:
        return f"This night ended on {moment_text(over)}."
    return f"This night ended on {moment_text(over)}, twelve hours after its last hand."


# ---------------------------------------------------------------- close and open again


def night_status(session: Session, night: NightKey, now: dt.datetime) -> NightStatus:
    """Return the status of a night at `now`."""
    connection = session.connection()
    evening = read_night_times(connection, night.league_id, night.night_id)
    over = evening.over_since(now)
    if over is None:
        return NightStatus(None, by_itself=False, final=False)
    final = is_final(over, now)
    closed = connection.execute(
        select(devices.c.name, people.c.name.label("who"))
        .select_from(changes)
        .join(devices, devices.c.id == changes.c.device_id)
        .outerjoin(people, and_(people.c.league_id == changes.c.league_id, people.c.id == changes.c.actor_id))
        .where(changes.c.league_id == night.league_id, changes.c.what == NIGHT_CLOSED, changes.c.made_at == over)
        .limit(1)
    ).one_or_none()
    if closed is None:
        return NightStatus(over, by_itself=True, final=final)
    return NightStatus(over, by_itself=False, final=final, phone=closed.name, who=closed.who)


def close_night(form: Submission, code: str) -> None:
    """Close the night of a game for everybody; one that is over already stays as it is.  Raises OpIdReused."""
    with writing(form) as write:
        game = _game_night(write.connection, code)
        about = {"night": game.night_id, "day": game.day}
        if write.answered(NIGHT_CLOSED, about):
            return
        if read_night_times(write.connection, write.league_id, game.night_id).over_since(write.now) is None:
            set_closed(write.connection, write.league_id, game.night_id, write.now)
            log_change(write, NIGHT_CLOSED, about)


def reopen_night(form: Submission, code: str, access: Access) -> None:
    """Reopen the night of a game.  Raises NotAllowed with a sentence, OpIdReused.

    Scorers can for half an hour after its end, then only keepers and owners.
    """
    with writing(form) as write:
        game = _game_night(write.connection, code)
        about = {"night": game.night_id, "day": game.day}
        if write.answered(NIGHT_OPENED, about):
            return
        evening = read_night_times(write.connection, write.league_id, game.night_id)
        over = evening.over_since(write.now)
        if over is None:
            return
        if is_final(over, write.now) and access.role < Role.KEEPER:
            owner = _owner_words(write.connection, write.league_id)
            raise NotAllowed(f"{_closed_words(evening, over)} Ask {owner} to reopen it.")
        set_open(write.connection, write.league_id, game.night_id, write.now)
        log_change(write, NIGHT_OPENED, about)


class _GameNight(NamedTuple):
    league_id: int
    night_id: int
    day: str


def _game_night(connection: Connection, code: str) -> _GameNight:
    """Return league, night and day of a game that the phone may see."""
    row = connection.execute(
        select(games.c.league_id, games.c.night_id, nights.c.day)
        .join(nights, and_(nights.c.league_id == games.c.league_id, nights.c.id == games.c.night_id))
        .where(games.c.code == code)
    ).one()
    return _GameNight(*row)
