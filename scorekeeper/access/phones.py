"""The phones of a league: joining without an account, who holds them, their roles; admitting and removing them.

With a code a phone may watch, and a scorer can let it keep score.  A phone can't change a phone whose role is its own
or higher, or give a role above its own.  An owner can change any phone.  A league always keeps one owner.
"""

import datetime as dt
from dataclasses import dataclass, replace

from sqlalchemy import Connection, bindparam, func, select, update
from sqlalchemy.orm import Session, joinedload

from scorekeeper.access.codes import (
    JOIN_CODE,
    format_join_code,
    league_by_link,
    new_read_link,
    new_short_link,
    normalize_code,
    read_link,
    short_code_of,
)
from scorekeeper.access.rate_limits import (
    MAX_WRONG_JOINS,
    add_failure,
    check_failures,
    count_failure,
    remove_failure,
)
from scorekeeper.access.roles import Access, Role
from scorekeeper.core.text import checked_name
from scorekeeper.core.transaction import NotAllowed, NotFound, Submission, UnknownCode, Write, must_exist, writing
from scorekeeper.league.roster import find_or_add_person
from scorekeeper.models import JOIN, PLAYING, READ, Device, Game, Line, Link, Member, Person
from scorekeeper.rules.errors import unreadable

LAST_OWNER = "This is the league's only owner. Make another phone an owner first."


def join_league(form: Submission, typed: str, *, address: str) -> tuple[str | None, bool]:
    """Make a phone a viewer of the league whose code this is; a member keeps its role.

    Return the game to show, None in a league without one, and whether the phone wasn't a member before.  Raises
    UnknownCode for a code that never existed, was replaced, or comes from a phone that was shut out, and counts it;
    TooManyFailures for an address that failed too often.
    """
    code = normalize_code(typed)
    attempt = count_failure(form.session, form.clock, address, MAX_WRONG_JOINS)  # before it is checked
    league_id = league_by_link(form.session.connection(), code)
    if league_id is None:
        raise UnknownCode
    with writing(replace(form, league_id=league_id)) as write:
        remove_failure(write.connection, attempt)
        if done := write.answered("join", code):
            return done[0], done[1]
        member = write.session.get(Member, (league_id, write.device.id), populate_existing=True)
        if short_code_of(write.connection, league_id) != code or (member is not None and member.revoked_at is not None):
            raise UnknownCode
        if member is None:
            write.session.add(
                Member(league_id=league_id, device_id=write.device.id, role=Role.VIEWER.word, since=write.now)
            )
        return write.answer((current_game_code(write.connection, league_id), member is None))


def current_game_code(connection: Connection, league_id: int) -> str | None:
    """Return the code of the game a league plays now, else of its last; None if it has none."""
    return connection.scalar(
        select(Game.code)
        .where(Game.league_id == league_id)
        .order_by((Game.status == PLAYING).desc(), Game.touched_at.desc(), Game.id.desc())
        .limit(1)
    )


# ---------------------------------------------------------------- who holds a phone, and whether it keeps score


def set_holder(form: Submission, person: int | str | None, phone: str) -> None:
    """Store who holds a phone, and what it is called: a regular by id, somebody new by name, nobody by None.

    Raises UnreadableSheet: field "name" for an invalid name or a regular the league does not have, "phone";
    TooManyFailures for a phone that gave ten names in ten minutes: each may be somebody new in the league.
    """
    if isinstance(person, str):
        person = checked_name(person, "What's your name?")
    phone = checked_name(phone, "Give this phone a name for the log.", "phone")
    with writing(form) as write:
        connection, device_id = write.connection, write.device.id
        if write.answered("holder", person, phone):
            return
        if isinstance(person, str):
            key = f"people of phone {device_id}"
            check_failures(connection, key, write.now)
            add_failure(connection, key, write.now)
            person = find_or_add_person(connection, write.league_id, person)
        elif person is not None and write.session.get(Person, (write.league_id, person)) is None:
            raise unreadable("name", "Nobody in this league has that name. Type your name.")
        _member(write, device_id).person_id = person
        connection.execute(update(Device).where(Device.id == device_id).values(name=phone))


def ask_to_score(form: Submission) -> None:
    """Ask the scorers to let a viewer keep score too; asking again changes nothing."""
    with writing(form) as write:
        member = _member(write, write.device.id)
        if not write.answered("ask") and member.role == Role.VIEWER.word and member.asked_at is None:
            member.asked_at = write.now


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


def decline(form: Submission, phone: int) -> None:
    """Decline a phone's request to keep score: it goes on watching, and may ask again.  Raises NotFound."""
    with writing(form) as write:
        if not write.answered("decline", phone):
            _member(write, phone).asked_at = None


def set_role(form: Submission, by: Role, phone: int, role: Role, *, only_from: Role | None = None) -> None:
    """Change the role of a phone, as one of the role `by` may; with `only_from`, only if it still has that one.

    Raises NotFound, NotAllowed with a sentence.
    """
    with writing(form) as write:
        if write.answered("role", phone, role, only_from):
            return
        member = _member(write, phone)
        if member.revoked_at is not None:
            raise NotFound
        was = Role.of(member.role)
        if was == role or only_from not in (None, was):
            return
        _check_rank(by, was, role)
        if role != Role.OWNER:
            _check_owner_remains(write.session, member)
        member.role, member.since, member.admitted_by, member.asked_at = role.word, write.now, write.device.id, None


def revoke(form: Submission, by: Role, phone: int) -> None:
    """Shut a phone out at once; its lines stay, and so does its place in the list.  Doing it again changes nothing.

    Raises NotFound, NotAllowed with a sentence.
    """
    with writing(form) as write:
        if write.answered("revoke", phone):
            return
        member = _member(write, phone)
        if member.revoked_at is None:
            _check_rank(by, Role.of(member.role), Role.VIEWER)
            _check_owner_remains(write.session, member)
            member.revoked_at, member.asked_at = write.now, None


def restore_access(form: Submission, phone: int) -> None:
    """Make a phone that was shut out a viewer again; doing it again changes nothing.  Raises NotFound."""
    with writing(form) as write:
        if write.answered("restore", phone):
            return
        member = _member(write, phone)
        if member.revoked_at is not None:
            member.role, member.since, member.admitted_by = Role.VIEWER.word, write.now, write.device.id
            member.revoked_at = None


def _member(write: Write, phone: int) -> Member:
    """Return a phone of this league.  Raises NotFound."""
    return must_exist(write.session.get(Member, (write.league_id, phone), populate_existing=True))


def _check_rank(by: Role, was: Role, role: Role) -> None:
    """Raise NotAllowed if the other phone's role is not below this phone's, or the new role is above it."""
    if by == Role.OWNER:
        return
    if was >= by:
        raise NotAllowed("Only an owner can change the role of an admin or an owner.")
    if role > by:
        raise NotAllowed("You can't give a role above your own.")


def _check_owner_remains(session: Session, member: Member) -> None:
    """Raise NotAllowed for the last owner: without one nobody could manage the league."""
    owners = select(func.count()).where(
        Member.league_id == member.league_id, Member.role == Role.OWNER.word, Member.revoked_at.is_(None)
    )
    if member.role == Role.OWNER.word and session.scalar(owners) == 1:
        raise NotAllowed(LAST_OWNER)


# ---------------------------------------------------------------- the code and the links of a league


def replace_short_code(form: Submission, old: str, kind: str = JOIN) -> None:
    """Replace the join code of a league, or that of its door; the old one no longer works.

    `old` is the code the form was printed with, "" if there is none: one that was replaced meanwhile is not again.
    """
    with writing(form) as write:
        known = short_code_of(write.connection, write.league_id, kind) or ""
        if not write.answered("code", kind, old) and known == old:
            _revoke_links(write, kind)
            new_short_link(write.connection, write.league_id, write.device.id, write.now, kind)


def open_read_link(form: Submission, game_id: int | None) -> None:
    """Make the link that shows a game, or with None the league's events, if there is none."""
    with writing(form) as write:
        if not write.answered("link", game_id) and read_link(write.connection, write.league_id, game_id) is None:
            new_read_link(write.connection, write.league_id, game_id, write.device.id, write.now)


def close_read_links(form: Submission, game_id: int | None, kind: str = READ) -> None:
    """Close the links that show a game, or with None all games of the league; or its links of another kind."""
    with writing(form) as write:
        if not write.answered("close links", game_id, kind):
            _revoke_links(write, kind, game_id)


def _revoke_links(write: Write, kind: str, game_id: int | None = None) -> None:
    """Revoke the links of a kind, only those of a game where one is given."""
    those = [Link.league_id == write.league_id, Link.kind == kind, Link.revoked_at.is_(None)]
    if game_id is not None:
        those.append(Link.game_id == game_id)
    write.connection.execute(update(Link).where(*those).values(revoked_at=write.now))
