"""Joining a league without an account: with a code a phone may watch, and a scorer can let it keep score."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.access.devices import AnyDevice, KnownDevice, enroll
from scorekeeper.access.links import (
    JOIN_CODE,
    JOIN_LENGTH,
    join_code_of,
    new_join_link,
    new_read_link,
    normalize_code,
    read_link_of,
    revoke_links,
)
from scorekeeper.access.rate_limits import MAX_WRONG_JOINS, add_failure, check_failures
from scorekeeper.access.roles import Access, Role
from scorekeeper.core.clock import Clock
from scorekeeper.core.errors import UnknownCode
from scorekeeper.core.text import checked_name
from scorekeeper.core.transaction import lock_league, writing
from scorekeeper.league.roster import find_or_add_person
from scorekeeper.models import Device, Game, Link, Member, Person
from scorekeeper.models.game import PLAYING
from scorekeeper.models.link import JOIN, READ
from scorekeeper.rules.errors import unreadable


@dataclass(frozen=True)
class JoinResult:
    """What a code opened: the game to show, None in a league without one; `new` if the phone wasn't a member yet."""

    league_id: int
    code: str | None
    new: bool


def join_league(session: Session, clock: Clock, device: AnyDevice, typed: str, *, address: str) -> JoinResult:
    """Make a phone a viewer of the league whose code this is; a member keeps its role.

    Raises UnknownCode for a code that never existed, was replaced, or comes from a phone that was shut out, and counts
    it; TooManyFailures for an address that failed too often.
    """
    now = clock()
    with writing(session) as connection:
        check_failures(connection, address, now, MAX_WRONG_JOINS)
        joined = _join_league(connection, device, normalize_code(typed), now)
        if joined is None:
            add_failure(connection, address, now)
    if joined is None:
        raise UnknownCode
    return joined


def _join_league(connection: Connection, device: AnyDevice, code: str, now: dt.datetime) -> JoinResult | None:
    league_id = league_by_join_code(connection, code)
    if league_id is None:
        return None
    lock_league(connection, league_id)
    known = enroll(connection, device, now)
    member = connection.execute(
        select(Member.revoked_at).where(Member.league_id == league_id, Member.device_id == known.id)
    ).one_or_none()
    if member is not None and member.revoked_at is not None:
        return None
    if member is None:
        viewer = {"league_id": league_id, "device_id": known.id, "role": Role.VIEWER.word, "since": now}
        connection.execute(insert(Member), viewer)
    return JoinResult(league_id, current_game_code(connection, league_id), new=member is None)


def league_by_join_code(connection: Connection, code: str) -> int | None:
    """Return the league of a join code as `normalize_code` returns it; None for an unknown or a replaced one."""
    if len(code) != JOIN_LENGTH:
        code = ""
    live = [Link.code == code, Link.kind == JOIN, Link.revoked_at.is_(None)]
    return connection.scalar(select(Link.league_id).where(*live))


def current_game_code(connection: Connection, league_id: int) -> str | None:
    """Return the code of the game a league plays now, else of its last; None if it has none."""
    return connection.scalar(
        select(Game.code)
        .where(Game.league_id == league_id)
        .order_by((Game.status == PLAYING).desc(), Game.touched_at.desc(), Game.id.desc())
        .limit(1)
    )


# ---------------------------------------------------------------- who holds this phone


def regulars_of(session: Session, league_id: int) -> list[tuple[int, str]]:
    """Return id and name of everybody in a league, by name; archived and erased people are not offered."""
    found = session.connection().execute(
        select(Person.id, Person.name)
        .where(
            Person.league_id == league_id,
            Person.archived_at.is_(None),
            Person.erased_at.is_(None),
            Person.merged_into.is_(None),
        )
        .order_by(func.lower(Person.name), Person.id)
    )
    return [(row.id, row.name) for row in found]


def set_holder(session: Session, access: Access, person: int | str | None, phone: str) -> None:
    """Store who holds a phone, and what it is called: a regular by id, somebody new by name, nobody by None.

    Raises UnreadableSheet: field "name" for an invalid name or a regular the league does not have, "phone".
    """
    if isinstance(person, str):
        person = checked_name(person, "What's your name?")
    phone = checked_name(phone, "Give this phone a name for the log.", "phone")
    with writing(session) as connection:
        if isinstance(person, str):
            person = find_or_add_person(connection, lock_league(connection, access.league_id), person)
        elif person is not None:
            _check_regular(connection, access.league_id, person)
        connection.execute(
            update(Member)
            .where(Member.league_id == access.league_id, Member.device_id == access.device_id)
            .values(person_id=person)
        )
        connection.execute(update(Device).where(Device.id == access.device_id).values(name=phone))


def _check_regular(connection: Connection, league_id: int, person: int) -> None:
    known = connection.scalar(select(Person.id).where(Person.league_id == league_id, Person.id == person))
    if known is None:
        raise unreadable("name", "Nobody in this league has that name. Type your name.")


# ---------------------------------------------------------------- keeping score too


def ask_to_score(session: Session, clock: Clock, access: Access) -> None:
    """Ask the scorers to let a viewer keep score too; asking again changes nothing."""
    now = clock()
    with writing(session) as connection:
        connection.execute(
            update(Member)
            .where(
                Member.league_id == access.league_id,
                Member.device_id == access.device_id,
                Member.role == Role.VIEWER.word,
                Member.asked_at.is_(None),
            )
            .values(asked_at=now)
        )


@dataclass(frozen=True)
class ScoringRequest:
    """A phone that asks to keep score; `person` is the name of its holder."""

    device_id: int
    phone: str
    person: str | None


@dataclass(frozen=True)
class PhonesAtTable:
    """The phones of a league: whether there is only one, which ask to keep score, and the code to join by."""

    alone: bool
    asking: tuple[ScoringRequest, ...]
    join_code: str | None


SELECT_MEMBERS = (
    select(Member.device_id, Member.asked_at, Device.name, Person.name.label("person"))
    .add_columns(JOIN_CODE.scalar_subquery().label("join_code"))
    .join(Device, Device.id == Member.device_id)
    .outerjoin(Person, (Person.league_id == Member.league_id) & (Person.id == Member.person_id))
    .where(Member.league_id == bindparam("league_id"), Member.revoked_at.is_(None))
    .order_by(Member.asked_at, Member.device_id)
)


def phones_at_table(session: Session, league_id: int) -> PhonesAtTable:
    """Return the phones of a league, in one query."""
    found = session.connection().execute(SELECT_MEMBERS, {"league_id": league_id}).all()
    asking = tuple(ScoringRequest(row.device_id, row.name, row.person) for row in found if row.asked_at is not None)
    return PhonesAtTable(len(found) == 1, asking, found[0].join_code if found else None)


# ---------------------------------------------------------------- links


def replace_join_code(session: Session, clock: Clock, access: Access, device: KnownDevice, old: str) -> None:
    """Replace the join code of a league; the old one no longer works.

    `old` is the code the form was printed with, "" if there is none: sent twice it does no more than once.
    """
    now = clock()
    with writing(session) as connection:
        league_id = lock_league(connection, access.league_id)
        if (join_code_of(connection, league_id) or "") == old:
            revoke_links(connection, league_id, JOIN, now)
            new_join_link(connection, league_id, device.id, now)


def open_read_link(session: Session, clock: Clock, access: Access, device: KnownDevice) -> None:
    """Make the link that shows this game, if it has none."""
    now = clock()
    with writing(session) as connection:
        league_id, game_id = _locked_game(connection, access)
        if read_link_of(connection, league_id, game_id) is None:
            new_read_link(connection, league_id, game_id, device.id, now)


def close_read_links(session: Session, clock: Clock, access: Access, *, every: bool) -> None:
    """Close the links that show this game, or with `every` all games of the league."""
    now = clock()
    with writing(session) as connection:
        league_id, game_id = _locked_game(connection, access)
        revoke_links(connection, league_id, READ, now, None if every else game_id)


def read_link(session: Session, access: Access) -> str | None:
    """Return the link that shows the game of this page, None if it has none."""
    connection = session.connection()
    found = connection.execute(
        select(Link.code)
        .join(Game, (Game.league_id == Link.league_id) & (Game.id == Link.game_id))
        .where(Game.code == access.code, Link.kind == READ, Link.revoked_at.is_(None))
        .order_by(Link.id.desc())
        .limit(1)
    ).one_or_none()
    return found.code if found else None


def _locked_game(connection: Connection, access: Access) -> tuple[int, int]:
    """Return league and number of the game of this page, its league locked until the transaction ends."""
    league_id = lock_league(connection, access.league_id)
    game_id = connection.scalar(select(Game.id).where(Game.league_id == league_id, Game.code == access.code))
    return league_id, game_id or 0
