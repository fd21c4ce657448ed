"""The phones of a league: joining without an account, who holds them, their roles; admitting and removing them.

With a code a phone may watch, and a scorer can let it keep score.  A phone can't change a phone whose role is its own
or higher, or give a role above its own.  An owner can change any phone.  A league always keeps one owner.

A passphrase makes any phone the owner's, and printed codes do it once each: the passphrase is stored as an argon2 hash,
a code as its SHA-256.  Every attempt takes the same hashing, whether or not the league, passphrase or code exists.  A
league made on the command line belongs to no phone yet: a printed code makes the first one its owner.
"""

import datetime as dt
import hmac
import re
import secrets
from dataclasses import dataclass, replace
from functools import cache
from threading import Semaphore

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session, joinedload

from scorekeeper.access.codes import (
    SELECT_SHORT_CODE,
    format_join_code,
    format_recovery_code,
    hash_secret,
    league_by_link,
    new_device,
    new_read_link,
    new_short_link,
    normalize_code,
    read_link,
    recovery_code,
    recovery_league,
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
from scorekeeper.core.clock import Clock
from scorekeeper.core.text import checked_name, refuse_unwritable
from scorekeeper.core.transaction import NotAllowed, NotFound, Submission, UnknownCode, Write, must_exist, writing
from scorekeeper.league.roster import find_or_add_person
from scorekeeper.models import (
    JOIN,
    PLAYING,
    READ,
    Device,
    Game,
    Line,
    Link,
    Member,
    OwnerPassphrase,
    Person,
    RecoveryCode,
)
from scorekeeper.rules.errors import unreadable


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
        return write.answer((game_to_show(write.connection, league_id), member is None))


def game_to_show(connection: Connection, league_id: int) -> str | None:
    """Return the game to lead a phone to that came in: one that is played, else the last."""
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
        return format_join_code(self.join_code) if self.join_code else ""


SELECT_MEMBERS = (
    select(Member.device_id, Member.asked_at, Device.name, Person.name.label("person"))
    .add_columns(SELECT_SHORT_CODE.scalar_subquery().label("join_code"))
    .join(Member.device)
    .outerjoin(Member.person)
    .where(Member.league_id == bindparam("league_id"), Member.revoked_at.is_(None))
    .order_by(Member.asked_at, Member.device_id)
)


def phones_at_table(session: Session, access: Access) -> PhonesAtTable:
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
        member = _member(write, phone)
        if not write.answered("revoke", phone) and member.revoked_at is None:
            _check_rank(by, Role.of(member.role), Role.VIEWER)
            _check_owner_remains(write.session, member)
            member.revoked_at, member.asked_at = write.now, None


def restore_access(form: Submission, phone: int) -> None:
    """Make a phone that was shut out a viewer again; doing it again changes nothing.  Raises NotFound."""
    with writing(form) as write:
        member = _member(write, phone)
        if not write.answered("restore", phone) and member.revoked_at is not None:
            member.role, member.since, member.admitted_by = Role.VIEWER.word, write.now, write.device.id
            member.revoked_at = None


def _member(write: Write, phone: int) -> Member:
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
        raise NotAllowed("This is the league's only owner. Make another phone an owner first.")


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
    with writing(form) as write:
        if not write.answered("link", game_id) and read_link(write.connection, write.league_id, game_id) is None:
            new_read_link(write.connection, write.league_id, game_id, write.device.id, write.now)


def close_read_links(form: Submission, game_id: int | None, kind: str = READ) -> None:
    """Close the links that show a game, or with None all games of the league; or its links of another kind."""
    with writing(form) as write:
        if not write.answered("close links", game_id, kind):
            _revoke_links(write, kind, game_id)


def _revoke_links(write: Write, kind: str, game_id: int | None = None) -> None:
    those = [Link.league_id == write.league_id, Link.kind == kind, Link.revoked_at.is_(None)]
    if game_id is not None:
        those.append(Link.game_id == game_id)
    write.connection.execute(update(Link).where(*those).values(revoked_at=write.now))


# ---------------------------------------------------------------- who owns a league


RECOVERY_CODES = 10
MIN_LENGTH, MIN_WORDS, MAX_LENGTH = 12, 3, 200
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""As OWASP advises for a server: 19 MB and two rounds, so that many attempts at once do not use up its memory."""
_few_at_once = Semaphore(2)
"""What a process hashes at the same time: sixty threads would take a gigabyte, and keep it."""


def ownership_status(session: Session, league_id: int) -> tuple[dt.datetime | None, int]:
    """Return when the passphrase was set, and how many recovery codes are left: the ways an owner can prove it."""
    set_at = session.scalar(select(OwnerPassphrase.set_at).where(OwnerPassphrase.league_id == league_id))
    left = session.scalar(
        select(func.count())
        .select_from(RecoveryCode)
        .where(RecoveryCode.league_id == league_id, RecoveryCode.used_at.is_(None))
    )
    return set_at, left or 0


def set_passphrase(form: Submission, passphrase: str, *, seed: bytes) -> list[str]:
    """Set the league's passphrase and return its new recovery codes, which are stored as hashes; old ones are void.

    `seed` identifies the form: sent twice it returns the same codes.  Raises UnreadableSheet (field "passphrase") for a
    weak one.
    """
    refuse_unwritable(passphrase, "passphrase")
    phrase, league_id = _normalized(passphrase), form.league_id
    words = re.findall(r"\w{2,}", phrase)
    if len(phrase) > MAX_LENGTH:
        raise unreadable("passphrase", f"A passphrase has at most {MAX_LENGTH} characters.")
    if len(set(phrase)) < MIN_WORDS + 1 or (len(phrase) < MIN_LENGTH and len(words) < MIN_WORDS):
        raise unreadable(
            "passphrase", "That is easy to guess. Use three unrelated words, or at least twelve characters."
        )
    with _few_at_once:
        stored_hash = HASHER.hash(phrase)
    seeds = [hmac.digest(seed, f"{number} {phrase}".encode(), "sha256") for number in range(RECOVERY_CODES)]
    codes = [recovery_code(league_id, one) for one in seeds]
    with writing(form) as write:
        connection = write.connection
        if not write.answered("passphrase", hash_secret(codes[0])):  # which nobody can guess, as they could the phrase
            connection.execute(delete(OwnerPassphrase).where(OwnerPassphrase.league_id == league_id))
            phrase_row = {"league_id": league_id, "passphrase_hash": stored_hash, "set_at": write.now}
            connection.execute(insert(OwnerPassphrase), phrase_row)
            connection.execute(delete(RecoveryCode).where(RecoveryCode.league_id == league_id))
            rows = [{"league_id": league_id, "code_hash": hash_secret(code), "made_at": write.now} for code in codes]
            connection.execute(insert(RecoveryCode), rows)
    return codes


def _normalized(passphrase: str) -> str:
    """Return the passphrase in lower case and with single spaces: people forget capitals and spaces most easily."""
    return " ".join(passphrase.split()).casefold()


# ---------------------------------------------------------------- proving it


def claim_ownership(form: Submission, secret: str, *, table: str = "", address: str) -> str | None:
    """Make a phone an owner's, with the passphrase or with a recovery code, which is used up by it.

    `table` is the join code as typed, for the passphrase: a recovery code names its league itself.  Return the game to
    show, None in a league without one.  Raises UnknownCode for a wrong secret, and counts it; TooManyFailures for a
    network address that failed too often.
    """
    attempt = count_failure(form.session, form.clock, address)  # before it is checked
    league_id, recovery = _proven(form.session.connection(), secret, table)
    if league_id is None:
        raise UnknownCode
    with writing(replace(form, league_id=league_id)) as write:
        remove_failure(write.connection, attempt)
        if not write.answered("claim"):
            if recovery is not None:
                its = (RecoveryCode.league_id == league_id, RecoveryCode.code_hash == recovery)
                unused = update(RecoveryCode).where(*its, RecoveryCode.used_at.is_(None))
                if write.connection.execute(unused.values(used_at=write.now)).rowcount == 0:
                    raise UnknownCode
            _make_owner(write)
        return game_to_show(write.connection, league_id)


def _proven(connection: Connection, secret: str, table: str) -> tuple[int | None, str | None]:
    """Return the league that the secret proves, None for none, and the hash of a recovery code, None for a passphrase.

    It is looked up both ways, and hashed in any case.
    """
    code = normalize_code(secret)
    named, typed = recovery_league(code), league_by_link(connection, normalize_code(table))
    known = connection.scalar(
        select(RecoveryCode.code_hash).where(
            RecoveryCode.league_id == (named or 0), RecoveryCode.code_hash == hash_secret(code)
        )
    )
    stored_hash = connection.scalar(
        select(OwnerPassphrase.passphrase_hash).where(OwnerPassphrase.league_id == (typed or 0))
    )
    is_phrase = _verify(stored_hash or _dummy_hash(), _normalized(secret)[:MAX_LENGTH])
    if known is not None and named is not None:
        return named, known
    return (typed if is_phrase and stored_hash is not None else None), None


def _verify(stored_hash: str, phrase: str) -> bool:
    try:
        with _few_at_once:
            return HASHER.verify(stored_hash, phrase.encode("utf-8", "surrogatepass"))
    except VerificationError:
        return False


@cache
def _dummy_hash() -> str:
    """Return a hash that nothing matches, to spend the same time without a passphrase."""
    return HASHER.hash("\0 nobody's")


def _make_owner(write: Write) -> None:
    member = write.session.get(Member, (write.league_id, write.device.id), populate_existing=True)
    if member is None:
        owner = Member(league_id=write.league_id, device_id=write.device.id, role=Role.OWNER.word, since=write.now)
        write.session.add(owner)
    elif member.role != Role.OWNER.word or member.revoked_at is not None:
        member.role, member.since = Role.OWNER.word, write.now
        member.admitted_by = member.asked_at = member.revoked_at = None


def command_line_form(session: Session, clock: Clock, league_id: int = 0) -> Submission:
    """Return a form of a placeholder device, which owns a league until a phone does; nobody learns its secret."""
    device = new_device("Scorekeeper's server")
    return Submission(session, clock, device, league_id=league_id, owner_seed=secrets.token_bytes(32))


def owner_code(form: Submission, league_id: int) -> str:
    """Return the code, formatted, that makes one phone the owner of the league that this form made."""
    return format_recovery_code(recovery_code(league_id, form.owner_seed))
