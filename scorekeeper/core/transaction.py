"""One write: a single immediate transaction, done completely or not at all, however often its form is sent.

And why it was refused; what cannot have happened at the table is raised as `rules.errors.SheetError`.
"""

import datetime as dt
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field, is_dataclass
from hashlib import sha256
from typing import Any, TypeVar

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from scorekeeper.access.codes import AnyDevice, KnownDevice, enroll
from scorekeeper.core.clock import Clock
from scorekeeper.core.text import checked_op_id, new_op_id
from scorekeeper.models import Answer, Device, League, Member
from scorekeeper.models.engine import WRITE, write_lock
from scorekeeper.sheets.phrases import say_error

T = TypeVar("T")


def one_line(error: BaseException) -> str:
    """Return the first line of an error's message, without the SQL statement that SQLAlchemy adds."""
    return (say_error(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__])[0]


class ServiceError(Exception):
    """Base of what is raised where something is refused."""


class NotFound(ServiceError):
    """There is no such game, league, person, phone …: 404, and 410 where a league was deleted."""


def must_exist(found: T | None) -> T:
    if found is None:
        raise NotFound
    return found


class NotAllowed(ServiceError):
    """A phone may not do that to another one; the message is a sentence for the person who tried."""


class AccessLowered(ServiceError):
    """A phone's role was lowered, or it was shut out, while its form waited: nothing of it was written."""


class UnknownCode(ServiceError):
    """A code or passphrase that never existed or is no longer valid."""


class TooManyFailures(ServiceError):
    """Too many wrong codes from one address; `seconds` until it may try again."""

    def __init__(self, seconds: int) -> None:
        super().__init__("Too many wrong codes.")
        self.seconds = seconds


class BudgetSpent(TooManyFailures):
    """Too many leagues or files from one address, or from all strangers together."""


class FoundingClosed(ServiceError):
    """Only the person who runs this server can start a league."""


class TransferBusy(ServiceError):
    """Another league is being exported or imported; only one can be at a time."""


class OpIdReused(ServiceError):
    """This form was used before with other values.  What it wrote stays; a correction can change it."""


class ReasonRequired(ServiceError):
    """The night is closed: a keeper may still change it, but has to say why.  The message says so."""


class NotDue(ServiceError):
    """The payment to be marked is no longer owed: somebody else marked it, or a game was corrected since."""


# ---------------------------------------------------------------- a form that writes

RECHECK = "recheck"
"""Key in a session's `info`: a function that checks, on a write's connection, whether its phone may still do it."""

GUEST = "guest"
"""Key in a session's `info`: the same for a phone that isn't a member, but may write the lines of one game."""

ANSWERS_KEPT = dt.timedelta(days=90)
"""How long a form is answered as before: longer than a page lies open, and a hand waits on a phone without signal.

A hand that comes later still is not counted twice: its phone knows less than the last line.
"""

ALWAYS_KEPT = 500
"""Answers of a league that are kept however old they seem: the clock may be years ahead for a moment."""

_ANSWER = select(Answer.digest, Answer.answer).where(Answer.op_id == bindparam("op_id"))
SELECT_ANSWER = _ANSWER.where(Answer.league_id == bindparam("league_id"))
SELECT_ANSWER_OF_PHONE = _ANSWER.join(Member, Member.league_id == Answer.league_id).where(
    Member.device_id == bindparam("device_id"), Member.revoked_at.is_(None)
)


@dataclass
class Submission:
    """One sending of a form, as its view hands it over; the command line makes its own."""

    session: Session
    clock: Clock
    device: AnyDevice
    _: KW_ONLY
    league_id: int = 0
    """The league it is for; 0 where it is still to be made, or is that of a game."""
    actor: int | None = None
    """The id of the person who sent it, if known."""
    op_id: str = field(default_factory=new_op_id)
    """Unique to the form: the same one again means the form was sent twice."""
    seen: int = 0
    """The number of the last row of the game that the phone knows; 0 for a form that belongs to no log."""
    reason: str | None = None
    """Why a line is corrected or comes after the close of the night; for a payment, its note."""
    owner_seed: bytes = b""
    """What the code is made of that makes a phone the owner of the league it makes; on the command line alone."""


@dataclass(kw_only=True)
class Write(Submission):
    """A form that is being carried out, in the transaction of `connection`."""

    device: KnownDevice
    connection: Connection
    now: dt.datetime
    digest: str = ""
    """Of what it asks for, while that is not answered."""

    def answered(self, *asked: Any) -> Any:
        """Return what this form was answered when it was sent before, None for a new one; the league is locked.

        A form that makes its league is looked for in every league of its phone.  Raises UnreadableSheet for an
        invalid op_id, OpIdReused where the same op_id asked for something else.
        """
        self.digest = sha256(json.dumps(asked, sort_keys=True, default=_plain).encode()).hexdigest()
        asked_before = SELECT_ANSWER if self.league_id else SELECT_ANSWER_OF_PHONE
        key = {"op_id": checked_op_id(self.op_id), "league_id": self.league_id, "device_id": self.device.id}
        done = self.connection.execute(asked_before, key).first()
        if done is None:
            return None
        if done.digest != self.digest:
            raise OpIdReused
        self.digest = ""
        return done.answer

    def answer(self, given: T) -> T:
        """Store what this form is answered, for the next time it is sent, and return it; not None.

        A form that asked, and has nothing to be told, is answered True when its write ends.
        """
        row = {"league_id": self.league_id, "op_id": self.op_id, "digest": self.digest, "answer": given}
        row["answered_at"] = self.now
        self.connection.execute(insert(Answer), row)
        self.digest = ""
        return given


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    if is_dataclass(value):
        return vars(value)
    raise TypeError(f"{value!r} cannot be compared with what the same form said before.")


@contextmanager
def writing(form: Submission, *, game_first: bool = False) -> Iterator[Write]:
    """Carry out a form, its league locked and its phone's role checked again; a new phone is stored with it.

    In that order, so that what waits for a league holds no phone that somebody is changing.  With `game_first` the
    caller does both, once it has locked the game.
    """
    now = form.clock()
    with write_transaction(form.session, recheck=False) as connection:
        if form.league_id and not game_first:
            lock_league(connection, form.league_id)
        if not game_first:
            check_phone(form.session, connection)
        device = enroll(connection, form.device, now)
        if not form.league_id and not game_first:  # two taps may not make two leagues
            connection.execute(select(Device.id).where(Device.id == device.id).with_for_update(key_share=True))
        write = Write(**{**vars(form), "device": device}, connection=connection, now=now)
        yield write
        if write.digest:
            write.answer(given=True)
        if not game_first:
            its = Answer.league_id == write.league_id
            newest = select(Answer.answered_at).where(its).order_by(Answer.answered_at.desc())
            last_kept = newest.offset(ALWAYS_KEPT - 1).limit(1).scalar_subquery()
            old = (its, Answer.answered_at < now - ANSWERS_KEPT, Answer.answered_at < last_kept)
            connection.execute(delete(Answer).where(*old))


@contextmanager
def guest(session: Session, check: Callable[[Connection], None]) -> Iterator[None]:
    """Let a phone that isn't a league member write lines of a game, unless `check` raises."""
    before = session.info.get(GUEST)
    session.info[GUEST] = check
    try:
        yield
    finally:
        session.info[GUEST] = before


@contextmanager
def write_transaction(session: Session, *, recheck: bool = True) -> Iterator[Connection]:
    """Return the connection of a transaction that may write: committed at the end, rolled back by any exception.

    The session's earlier reads are released first, so that a write always sees the newest rows.  It may have waited
    for other writers since the phone's role was read, so the role is read again here.  With `recheck` false the caller
    does that itself: in a query it needs anyway, or once it has locked the game or the league, which come before it.
    """
    if session.new or session.dirty or session.deleted:
        raise RuntimeError("Something is waiting to be written outside `writing`.")
    session.commit()
    engine: Engine = session.get_bind()  # type: ignore[assignment]  # sessions here are bound to engines
    with write_lock(engine):
        try:
            connection = session.connection(execution_options={WRITE: True})
            if recheck:
                check_phone(session, connection)
            yield connection
            session.commit()
        except BaseException:
            session.rollback()
            raise


def check_phone(session: Session, connection: Connection) -> None:
    """Check, on the connection of a write, whether its phone may still do it; raise what `RECHECK` raises."""
    if check := session.info.get(RECHECK):
        check(connection)


def lock_league(connection: Connection, league_id: int, *, key_share: bool = True) -> int:
    """Lock the counters of a league (games, people, rulebooks) until the transaction ends; return its id.

    With `key_share` false, on PostgreSQL, nothing that refers to the league can be written meanwhile.  Raises
    NotFound for a league that was deleted in the meantime.
    """
    if connection.scalar(select(League.id).where(League.id == league_id).with_for_update(key_share=key_share)) is None:
        raise NotFound
    return league_id
