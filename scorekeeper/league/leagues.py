"""Leagues: by address or name, those a phone is in, and those it keeps score in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.access.devices import KnownDevice
from scorekeeper.access.links import new_join_link
from scorekeeper.core.errors import LeagueNotFound
from scorekeeper.core.text import checked_name
from scorekeeper.core.transaction import Submission, Write, lock_league, writing
from scorekeeper.league.change_log import LEAGUE_RENAMED, log_change
from scorekeeper.models import Game, League, Member
from scorekeeper.models.tables import games, leagues, members, nights
from scorekeeper.rules.documents import name_key

LeagueRow = Row[Any, Any, Any, Any]


def read_league(session: Session, league_id: int) -> League:
    """Return a league by its id.  Raises LeagueNotFound."""
    league = session.get(League, league_id, populate_existing=True)
    if league is None:
        raise LeagueNotFound
    return league


def find_league(session: Session, text: str) -> League:
    """Return the league with that number, address, or name if no other has it.  Raises LeagueNotFound."""
    known = all_leagues(session)
    meant = [league for league in known if text in {str(league.id), league.code}]
    meant = meant or [league for league in known if name_key(league.name) == name_key(text)]
    if len(meant) != 1:
        raise LeagueNotFound
    return meant[0]


def all_leagues(session: Session) -> Sequence[League]:
    """Return every league of this database, oldest first."""
    return session.scalars(select(League).order_by(League.id)).all()


def rename_league(form: Submission, name: str) -> None:
    """Rename the league.  Raises UnreadableSheet (field "name")."""
    name = checked_name(name, "A league needs a name.")
    with writing(form) as write:
        if not write.answered(LEAGUE_RENAMED, name):
            write.connection.execute(update(leagues).where(leagues.c.id == write.league_id).values(name=name))
            log_change(write, LEAGUE_RENAMED, {"name": name})


def leagues_of_device(session: Session, device: KnownDevice) -> Sequence[LeagueRow]:
    """Return the leagues a device is in, the one that met last first: id, code, name.

    `last` is the day of the last night, None before the first.
    """
    last = select(func.max(nights.c.day)).where(nights.c.league_id == leagues.c.id).correlate(leagues).scalar_subquery()
    return session.execute(
        select(leagues.c.id, leagues.c.code, leagues.c.name, last.label("last"))
        .select_from(members.join(leagues, leagues.c.id == members.c.league_id))
        .where(members.c.device_id == device.id, members.c.revoked_at.is_(None))
        .order_by(last.is_(None), last.desc(), leagues.c.id)
    ).all()


def newest_game(session: Session, league_id: int) -> str | None:
    """Return the code of the game a league began last; None if it has none."""
    last = select(games.c.code).where(games.c.league_id == league_id).order_by(games.c.id.desc()).limit(1)
    return session.connection().scalar(last)


OWNER = "owner"
SCORING_ROLES = ("scorer", "keeper", OWNER)
KEEPING_ROLES = ("keeper", OWNER)
DEFAULT_LEAGUE_NAME = "Our league"
"""The name of a league until somebody names it."""

_LAST_PLAYED = (
    select(Game.touched_at)
    .where(Game.league_id == Member.league_id)
    .order_by(Game.id.desc())
    .limit(1)
    .correlate(Member)
    .scalar_subquery()
)
_SCORING_LEAGUES = (
    select(League.id, League.code, League.name, Member.role.in_(KEEPING_ROLES).label("is_kept"))
    .join(Member, Member.league_id == League.id)
    .where(Member.device_id == bindparam("device_id"), Member.role.in_(SCORING_ROLES), Member.revoked_at.is_(None))
    .order_by(_LAST_PLAYED.is_(None), _LAST_PLAYED.desc(), League.id)
)


def scoring_leagues(connection: Connection, device: KnownDevice) -> Sequence[LeagueRow]:
    """Return the leagues a device keeps score in, the one that was played in last first: id, code, name.

    `is_kept` says whether the phone is an admin or the owner, so that it may change the league's rules.
    """
    return connection.execute(_SCORING_LEAGUES, {"device_id": device.id}).all()


def scoring_league(connection: Connection, device: KnownDevice, code: str | None = None) -> int | None:
    """Return the league of that address, or else the one played in last; None if a device keeps no score."""
    found = scoring_leagues(connection, device)
    return next((league.id for league in found if code in (None, league.code)), None)


def league_of_keeper(connection: Connection, device: KnownDevice) -> str | None:
    """Return the address of the league a device keeps or owns, the one played in last; None if there is none."""
    found = connection.execute(
        _SCORING_LEAGUES.where(Member.role.in_(KEEPING_ROLES)).limit(1), {"device_id": device.id}
    ).first()
    return found.code if found else None


def league_for_game(write: Write, *, code: str | None = None, new_league: str | None = None) -> int:
    """Return the league that something new is for, locked until the transaction ends; it is the write's from now on.

    `code` is the address of one the device keeps score in, `new_league` the name of one to create.  With neither it is
    the one played in last; a device without one gets a new one.  Raises LeagueNotFound.
    """
    found = scoring_league(write.connection, write.device, code) if new_league is None else None
    if found is not None:
        write.league_id = lock_league(write.connection, found)
    elif code is not None and new_league is None:
        raise LeagueNotFound
    else:
        write.league_id = _create_league(write, DEFAULT_LEAGUE_NAME if new_league is None else new_league)
    return write.league_id


def found_league(
    form: Submission, name: str, *, also: Callable[[Connection, int], None] = lambda _connection, _league_id: None
) -> str:
    """Found a league of this name, the device its owner; return its address.

    `also` is done in the same transaction, with the number of the league.  Raises UnreadableSheet (field "name");
    OpIdReused for the same op_id with another name.
    """
    name = checked_name(name, "A league needs a name.")
    with writing(form) as write:
        if done := write.answered("found", name):
            return str(done)
        write.league_id = _create_league(write, name)
        log_change(write, LEAGUE_RENAMED, {"name": name})
        also(write.connection, write.league_id)
        code = write.connection.scalar(select(leagues.c.code).where(leagues.c.id == write.league_id))
        return write.answer(str(code))


def _create_league(write: Write, name: str) -> int:
    connection = write.connection
    league_id = connection.scalar(insert(League).returning(League.id), {"name": name, "created_at": write.now}) or 0
    owner = {"league_id": league_id, "device_id": write.device.id, "role": OWNER, "since": write.now}
    connection.execute(insert(Member), owner)
    new_join_link(connection, league_id, write.device.id, write.now)
    return league_id
