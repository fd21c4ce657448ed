"""The phones of a league: joining without an account, who holds them, their roles; admitting and removing them.

With a code a phone may watch, and a scorer can let it keep score.  A phone can't change a phone whose role is its own
or higher, or give a role above its own.  An owner can change any phone.  A league always keeps one owner.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, func, select, update
from sqlalchemy.orm import Session, joinedload

from scorekeeper.access.devices import AnyDevice, enroll
from scorekeeper.access.links import JOIN_CODE, format_join_code, league_by_join_code, normalize_code
from scorekeeper.access.rate_limits import MAX_WRONG_JOINS, add_failure, check_failures
from scorekeeper.access.roles import Access, Role
from scorekeeper.core.clock import Clock
from scorekeeper.core.errors import NotAllowed, PhoneNotFound, UnknownCode
from scorekeeper.core.text import checked_name
from scorekeeper.core.transaction import lock_league, write_transaction
from scorekeeper.league.roster import find_or_add_person
from scorekeeper.models import Device, Game, Line, Member, Person
from scorekeeper.models.game import PLAYING
from scorekeeper.rules.errors import unreadable

Joined = tuple[str | None, bool]
"""What a code opened: the game to show, None in a league without one, and whether the phone wasn't a member before."""
LAST_OWNER = "This is the league's only owner. Make another phone an owner first."


def join_league(session: Session, clock: Clock, device: AnyDevice, typed: str, *, address: str) -> Joined:
    """Make a phone a viewer of the league whose code this is; a member keeps its role.

    Raises UnknownCode for a code that never existed, was replaced, or comes from a phone that was shut out, and counts
    it; TooManyFailures for an address that failed too often.
    """
    now = clock()
    with write_transaction(session) as connection:
        check_failures(connection, address, now, MAX_WRONG_JOINS)
        joined = _join_league(session, device, normalize_code(typed), now)
        if joined is None:
            add_failure(connection, address, now)
    if joined is None:
        raise UnknownCode
    return joined


def _join_league(session: Session, device: AnyDevice, code: str, now: dt.datetime) -> Joined | None:
    connection = session.connection()
    league_id = league_by_join_code(connection, code)
    if league_id is None:
        return None
    lock_league(connection, league_id)
    known = enroll(connection, device, now)
    member = session.get(Member, (league_id, known.id), populate_existing=True)
    if member is not None and member.revoked_at is not None:
        return None
    if member is None:
        session.add(Member(league_id=league_id, device_id=known.id, role=Role.VIEWER.word, since=now))
    return current_game_code(connection, league_id), member is None


def current_game_code(connection: Connection, league_id: int) -> str | None:
    """Return the code of the game a league plays now, else of its last; None if it has none."""
    return connection.scalar(
        select(Game.code)
        .where(Game.league_id == league_id)
        .order_by((Game.status == PLAYING).desc(), Game.touched_at.desc(), Game.id.desc())
        .limit(1)
    )


# ---------------------------------------------------------------- who holds a phone, and whether it keeps score


def set_holder(session: Session, access: Access, person: int | str | None, phone: str) -> None:
    """Store who holds a phone, and what it is called: a regular by id, somebody new by name, nobody by None.

    Raises UnreadableSheet: field "name" for an invalid name or a regular the league does not have, "phone".
    """
    if isinstance(person, str):
        person = checked_name(person, "What's your name?")
    phone = checked_name(phone, "Give this phone a name for the log.", "phone")
    with write_transaction(session) as connection:
        if isinstance(person, str):
            person = find_or_add_person(connection, lock_league(connection, access.league_id), person)
        elif person is not None:
            known = select(Person.id).where(Person.league_id == access.league_id, Person.id == person)
            if connection.scalar(known) is None:
                raise unreadable("name", "Nobody in this league has that name. Type your name.")
        connection.execute(
            update(Member)
            .where(Member.league_id == access.league_id, Member.device_id == access.device_id)
            .values(person_id=person)
        )
        connection.execute(update(Device).where(Device.id == access.device_id).values(name=phone))


def ask_to_score(session: Session, clock: Clock, access: Access) -> None:
    """Ask the scorers to let a viewer keep score too; asking again changes nothing."""
    now = clock()
    with write_transaction(session) as connection:
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


# ---------------------------------------------------------------- at the table


@dataclass(frozen=True)
class PhonesAtTable:
    """The phones of a league as one of them sees them at a table: who asks to keep score, and how others get in."""

    code: str
    role: Role
    join_code: str
    """"" if the league has none."""
    waiting: bool
    """Whether this phone asked to keep score, and nobody answered yet."""
    askers: tuple[tuple[int, str], ...]
    """Who asks, for a phone that may let them: the number of the device, and whose it is."""
    alone: bool
    """Whether this phone keeps score and there is no other."""

    @property
    def can_score(self) -> bool:
        return self.role >= Role.SCORER

    @property
    def reads(self) -> bool:
        """Return whether it only has a read link, and is not a member."""
        return self.role == Role.READER

    @property
    def mark(self) -> str:
        """Return a short form of what it says: a phone sends it to ask whether that changed."""
        asking = ",".join(str(device) for device, _ in self.askers) if self.can_score else "asked" * self.waiting
        return f"{self.role.word}:{asking}"

    @property
    def spoken(self) -> str:
        """Return the join code as it is read aloud."""
        return format_join_code(self.join_code) if self.join_code else ""


SELECT_MEMBERS = (
    select(Member.device_id, Member.asked_at, Device.name, Person.name.label("person"))
    .add_columns(JOIN_CODE.scalar_subquery().label("join_code"))
    .join(Member.device)
    .outerjoin(Member.person)
    .where(Member.league_id == bindparam("league_id"), Member.revoked_at.is_(None))
    .order_by(Member.asked_at, Member.device_id)
)


def phones_at_table(session: Session, access: Access) -> PhonesAtTable:
    """Return the phones of a league as the one with this access sees them, in one query."""
    found = session.execute(SELECT_MEMBERS, {"league_id": access.league_id}).all()
    can_score, asking = access.role >= Role.SCORER, [row for row in found if row.asked_at is not None]
    return PhonesAtTable(
        code=access.code,
        role=access.role,
        join_code=(found[0].join_code if found else None) or "",
        waiting=any(row.device_id == access.device_id for row in asking),
        askers=tuple(
            (row.device_id, f"{row.person}, {row.name}" if row.person else row.name) for row in asking if can_score
        ),
        alone=can_score and len(found) == 1,
    )


def phones_of(session: Session, league_id: int) -> list[tuple[Member, dt.datetime | None]]:
    """Return every phone a league ever had, and when it last wrote.

    First those asking to keep score, then by role, last those shut out.
    """
    wrote = (
        select(func.max(Line.recorded_at))
        .where(Line.league_id == Member.league_id, Line.device_id == Member.device_id)
        .correlate(Member)
        .scalar_subquery()
    )
    found = session.execute(
        select(Member, wrote)
        .where(Member.league_id == league_id)
        .options(joinedload(Member.device), joinedload(Member.person))
        .execution_options(populate_existing=True)
    )
    return sorted(
        ((member, last) for member, last in found),
        key=lambda it: (
            it[0].revoked_at is not None, it[0].asked_at is None, -Role.of(it[0].role), it[0].device_id
        ),
    )  # fmt: skip


# ---------------------------------------------------------------- roles


def admit(session: Session, clock: Clock, access: Access, phone: int) -> None:
    """Make a viewer a scorer; any other role stays as it is.  Raises PhoneNotFound."""
    set_role(session, clock, access, phone, Role.SCORER, only_from=Role.VIEWER)


def decline(session: Session, access: Access, phone: int) -> None:
    """Decline a phone's request to keep score: it goes on watching, and may ask again.  Raises PhoneNotFound."""
    with write_transaction(session):
        _locked_member(session, access, phone).asked_at = None


def set_role(  # noqa: PLR0913 - what is changed, for whom
    session: Session, clock: Clock, access: Access, phone: int, role: Role, *, only_from: Role | None = None
) -> None:
    """Change the role of a phone; with `only_from`, only if it still has that one.

    Raises PhoneNotFound, NotAllowed with a sentence.
    """
    now = clock()
    with write_transaction(session):
        member = _locked_member(session, access, phone)
        if member.revoked_at is not None:
            raise PhoneNotFound
        was = Role.of(member.role)
        if was == role or only_from not in (None, was):
            return
        _check_rank(access, was, role)
        if role != Role.OWNER:
            _check_owner_remains(session, member)
        member.role, member.since, member.admitted_by, member.asked_at = role.word, now, access.device_id, None


def revoke(session: Session, clock: Clock, access: Access, phone: int) -> None:
    """Shut a phone out at once; its lines stay, and so does its place in the list.  Doing it again changes nothing.

    Raises PhoneNotFound, NotAllowed with a sentence.
    """
    now = clock()
    with write_transaction(session):
        member = _locked_member(session, access, phone)
        if member.revoked_at is None:
            _check_rank(access, Role.of(member.role), Role.VIEWER)
            _check_owner_remains(session, member)
            member.revoked_at, member.asked_at = now, None


def restore_access(session: Session, clock: Clock, access: Access, phone: int) -> None:
    """Make a phone that was shut out a viewer again; doing it again changes nothing.  Raises PhoneNotFound."""
    now = clock()
    with write_transaction(session):
        member = _locked_member(session, access, phone)
        if member.revoked_at is not None:
            member.role, member.since, member.admitted_by = Role.VIEWER.word, now, access.device_id
            member.revoked_at = None


def _locked_member(session: Session, access: Access, phone: int) -> Member:
    """Return a phone of this league, which is locked until the transaction ends.  Raises PhoneNotFound."""
    league_id = lock_league(session.connection(), access.league_id)
    member = session.get(Member, (league_id, phone), populate_existing=True)
    if member is None:
        raise PhoneNotFound
    return member


def _check_rank(access: Access, was: Role, role: Role) -> None:
    """Raise NotAllowed if the other phone's role is not below this phone's, or the new role is above it."""
    if access.role == Role.OWNER:
        return
    if was >= access.role:
        raise NotAllowed("Only an owner can change the role of an admin or an owner.")
    if role > access.role:
        raise NotAllowed("You can't give a role above your own.")


def _check_owner_remains(session: Session, member: Member) -> None:
    """Raise NotAllowed for the last owner: without one nobody could manage the league."""
    owners = select(func.count()).where(
        Member.league_id == member.league_id, Member.role == Role.OWNER.word, Member.revoked_at.is_(None)
    )
    if member.role == Role.OWNER.word and session.scalar(owners) == 1:
        raise NotAllowed(LAST_OWNER)
