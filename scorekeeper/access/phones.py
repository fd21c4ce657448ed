"""The phones of a league: who holds them, their roles, when they last wrote; admitting and removing them.

A phone can't change a phone whose role is its own or higher, or give a role above its own.  An owner can change any
phone.  A league always keeps one owner.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, Update, and_, func, select, update
from sqlalchemy.orm import Session

from scorekeeper.access.roles import Access, Role
from scorekeeper.core.clock import Clock
from scorekeeper.core.errors import NotAllowed, PhoneNotFound
from scorekeeper.core.transaction import lock_league, writing
from scorekeeper.models import Device, Line, Member, Person

LAST_OWNER = "This is the league's only owner. Make another phone an owner first."


@dataclass(frozen=True)
class PhoneView:
    """A phone of a league."""

    device_id: int
    name: str
    person: str | None
    role: Role
    since: dt.datetime
    last_write: dt.datetime | None
    asked: bool
    revoked: bool


def phones_of(session: Session, league_id: int) -> list[PhoneView]:
    """Return every phone a league ever had: first those asking to keep score, then by role, last those shut out."""
    wrote = (
        select(func.max(Line.recorded_at))
        .where(Line.league_id == Member.league_id, Line.device_id == Member.device_id)
        .correlate(Member)
        .scalar_subquery()
    )
    found = session.connection().execute(
        select(*Member.__table__.c, Device.name, Person.name.label("person"), wrote.label("wrote"))
        .join(Device, Device.id == Member.device_id)
        .outerjoin(Person, and_(Person.league_id == Member.league_id, Person.id == Member.person_id))
        .where(Member.league_id == league_id)
    )
    cards = [
        PhoneView(
            device_id=row.device_id,
            name=row.name,
            person=row.person,
            role=Role.of(row.role),
            since=row.since,
            last_write=row.wrote,
            asked=row.asked_at is not None,
            revoked=row.revoked_at is not None,
        )
        for row in found
    ]
    return sorted(cards, key=lambda card: (card.revoked, not card.asked, -card.role, card.device_id))


def admit(session: Session, clock: Clock, access: Access, phone: int) -> None:
    """Make a viewer a scorer; any other role stays as it is.  Raises PhoneNotFound."""
    _change_role(session, clock, access, phone, RoleChange(Role.SCORER, only_from=Role.VIEWER))


def decline(session: Session, access: Access, phone: int) -> None:
    """Decline a phone's request to keep score: it goes on watching, and may ask again.  Raises PhoneNotFound."""
    with writing(session) as connection:
        _locked_role(connection, access, phone)
        connection.execute(_update_member(access, phone).values(asked_at=None))


def set_role(session: Session, clock: Clock, access: Access, phone: int, role: Role) -> None:
    """Change the role of a phone.  Raises PhoneNotFound, NotAllowed with a sentence."""
    _change_role(session, clock, access, phone, RoleChange(role))


def revoke(session: Session, clock: Clock, access: Access, phone: int) -> None:
    """Shut a phone out at once; its lines stay, and so does its place in the list.  Doing it again changes nothing.

    Raises PhoneNotFound, NotAllowed with a sentence.
    """
    now = clock()
    with writing(session) as connection:
        role, gone = _locked_role(connection, access, phone)
        if gone:
            return
        _check_rank(access, role, Role.VIEWER)
        _check_owner_remains(connection, access.league_id, role)
        connection.execute(_update_member(access, phone).values(revoked_at=now, asked_at=None))


def restore_access(session: Session, clock: Clock, access: Access, phone: int) -> None:
    """Make a phone that was shut out a viewer again; doing it again changes nothing.  Raises PhoneNotFound."""
    now = clock()
    with writing(session) as connection:
        if not _locked_role(connection, access, phone)[1]:
            return
        changed = {"role": Role.VIEWER.word, "since": now, "admitted_by": access.device_id, "revoked_at": None}
        connection.execute(_update_member(access, phone).values(**changed))


# ---------------------------------------------------------------- the rules of rank


class RoleChange(NamedTuple):
    """The role a phone is given; with `only_from`, only if the phone still has that role."""

    role: Role
    only_from: Role | None = None


def _change_role(session: Session, clock: Clock, access: Access, phone: int, change: RoleChange) -> None:
    role, only_from = change
    now = clock()
    with writing(session) as connection:
        was, gone = _locked_role(connection, access, phone)
        if gone:
            raise PhoneNotFound
        if was == role or only_from not in (None, was):
            return
        _check_rank(access, was, role)
        if role != Role.OWNER:
            _check_owner_remains(connection, access.league_id, was)
        changed = {"role": role.word, "since": now, "admitted_by": access.device_id, "asked_at": None}
        connection.execute(_update_member(access, phone).values(**changed))


def _check_rank(access: Access, was: Role, role: Role) -> None:
    """Raise NotAllowed if the other phone's role is not below this phone's, or the new role is above it."""
    if access.role == Role.OWNER:
        return
    if was >= access.role:
        raise NotAllowed("Only an owner can change the role of an admin or an owner.")
    if role > access.role:
        raise NotAllowed("You can't give a role above your own.")


def _check_owner_remains(connection: Connection, league_id: int, was: Role) -> None:
    """Raise NotAllowed for the last owner: without one nobody could manage the league."""
    owners = connection.scalar(
        select(func.count())
        .select_from(Member)
        .where(Member.league_id == league_id, Member.role == Role.OWNER.word, Member.revoked_at.is_(None))
    )
    if was == Role.OWNER and owners == 1:
        raise NotAllowed(LAST_OWNER)


def _locked_role(connection: Connection, access: Access, phone: int) -> tuple[Role, bool]:
    """Return the role of a phone of this league and whether it was shut out, locked until the transaction ends."""
    league_id = lock_league(connection, access.league_id)
    row = connection.execute(
        select(Member.role, Member.revoked_at).where(Member.league_id == league_id, Member.device_id == phone)
    ).one_or_none()
    if row is None:
        raise PhoneNotFound
    return Role.of(row.role), row.revoked_at is not None


def _update_member(access: Access, phone: int) -> Update:
    return update(Member).where(Member.league_id == access.league_id, Member.device_id == phone)
