"""The phones of a league: who holds them, what they may, when they last wrote; to be let in and shut out.

Nobody changes a phone of his own rank or above, or gives a rank above his own; an owner changes whom he likes, and a
league always keeps one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import and_, func, select, update

from scorekeeper.models import Device, Line, Member, Person
from scorekeeper.services.errors import NoSuchPhone, NotYours
from scorekeeper.services.roles import Role
from scorekeeper.services.transaction import lock_league, writing

if TYPE_CHECKING:
    import datetime as dt

    from sqlalchemy import Connection, Update
    from sqlalchemy.orm import Session

    from scorekeeper.services.clock import Clock
    from scorekeeper.services.roles import Standing

LAST_OWNER = "This is the league's only owner. Make another phone an owner first."


@dataclass(frozen=True)
class PhoneCard:
    """A phone of a league."""

    device_id: int
    name: str
    person: str | None
    role: Role
    since: dt.datetime
    last_write: dt.datetime | None
    asked: bool
    shut_out: bool


def phones_of(session: Session, league_id: int) -> list[PhoneCard]:
    """Give every phone a league ever had: who asks first, then by rank, then those that were shut out."""
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
        PhoneCard(
            device_id=row.device_id,
            name=row.name,
            person=row.person,
            role=Role.of(row.role),
            since=row.since,
            last_write=row.wrote,
            asked=row.asked_at is not None,
            shut_out=row.revoked_at is not None,
        )
        for row in found
    ]
    return sorted(cards, key=lambda card: (card.shut_out, not card.asked, -card.role, card.device_id))


def admit(session: Session, clock: Clock, standing: Standing, phone: int) -> None:
    """Let a viewer keep score.  Who may already keeps what he may.  Raises NoSuchPhone."""
    _change(session, clock, standing, phone, Role.SCORER, only_from=Role.VIEWER)


def not_now(session: Session, standing: Standing, phone: int) -> None:
    """Answer a phone that asked: it goes on watching, and may ask again.  Raises NoSuchPhone."""
    with writing(session) as connection:
        _member(connection, standing, phone)
        connection.execute(_of(standing, phone).values(asked_at=None))


def give_role(session: Session, clock: Clock, standing: Standing, phone: int, role: Role) -> None:
    """Give a phone another role.  Raises NoSuchPhone, NotYours with a sentence."""
    _change(session, clock, standing, phone, role)


def shut_out(session: Session, clock: Clock, standing: Standing, phone: int) -> None:
    """Take everything from a phone at once; its lines stay, and so does its place in the list.

    Raises NoSuchPhone, NotYours with a sentence.
    """
    now = clock()
    with writing(session) as connection:
        role = _member(connection, standing, phone)
        _check_rank(standing, role, Role.VIEWER)
        _keep_an_owner(connection, standing.league_id, role)
        connection.execute(_of(standing, phone).values(revoked_at=now, asked_at=None))


def let_back_in(session: Session, clock: Clock, standing: Standing, phone: int) -> None:
    """Let a phone that was shut out watch again.  Raises NoSuchPhone."""
    now = clock()
    with writing(session) as connection:
        _member(connection, standing, phone, gone=True)
        changed = {"role": Role.VIEWER.word, "since": now, "admitted_by": standing.device_id, "revoked_at": None}
        connection.execute(_of(standing, phone).values(**changed))


# ---------------------------------------------------------------- the rules of rank


def _change(  # noqa: PLR0913 - what a form carries
    session: Session, clock: Clock, standing: Standing, phone: int, role: Role, *, only_from: Role | None = None
) -> None:
    now = clock()
    with writing(session) as connection:
        was = _member(connection, standing, phone)
        if was == role or only_from not in (None, was):
            return
        _check_rank(standing, was, role)
        if role != Role.OWNER:
            _keep_an_owner(connection, standing.league_id, was)
        changed = {"role": role.word, "since": now, "admitted_by": standing.device_id, "asked_at": None}
        connection.execute(_of(standing, phone).values(**changed))


def _check_rank(standing: Standing, was: Role, role: Role) -> None:
    """Raise NotYours for a phone of one's own rank or above, and for a rank above one's own."""
    if standing.role == Role.OWNER:
        return
    if was >= standing.role:
        raise NotYours("Only an owner changes what a keeper or an owner may.")
    if role > standing.role:
        raise NotYours("Nobody gives more than he has.")


def _keep_an_owner(connection: Connection, league_id: int, was: Role) -> None:
    """Raise NotYours for the last owner: with him gone nobody could keep the league."""
    owners = connection.scalar(
        select(func.count())
        .select_from(Member)
        .where(Member.league_id == league_id, Member.role == Role.OWNER.word, Member.revoked_at.is_(None))
    )
    if was == Role.OWNER and owners == 1:
        raise NotYours(LAST_OWNER)


def _member(connection: Connection, standing: Standing, phone: int, *, gone: bool = False) -> Role:
    """Give the role of a phone of this league, held until the transaction ends; `gone`: of one that was shut out."""
    league_id = lock_league(connection, standing.league_id)
    row = connection.execute(
        select(Member.role, Member.revoked_at).where(Member.league_id == league_id, Member.device_id == phone)
    ).one_or_none()
    if row is None or (row.revoked_at is not None) != gone:
        raise NoSuchPhone
    return Role.of(row.role)


def _of(standing: Standing, phone: int) -> Update:
    return update(Member).where(Member.league_id == standing.league_id, Member.device_id == phone)
