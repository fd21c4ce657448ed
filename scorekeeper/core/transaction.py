"""One write: a single immediate transaction, done completely or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, select
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from scorekeeper.core.errors import LeagueNotFound
from scorekeeper.models import League
from scorekeeper.models.engine import WRITE
from scorekeeper.models.write_lock import write_lock

RECHECK = "recheck"
"""Key in a session's `info`: a function that checks, on a write's connection, whether its phone may still do it."""

GUEST = "guest"
"""Key in a session's `info`: the same for a phone that isn't a member, but may write the lines of one game."""


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
def writing(session: Session, *, recheck: bool = True) -> Iterator[Connection]:
    """Return the connection of a transaction that may write: committed at the end, rolled back by any exception.

    The session's earlier reads are released first, so that a write always sees the newest rows.  It may have waited
    for other writers since the phone's role was read, so the role is read again here.  With `recheck` false the caller
    does that itself: in a query it needs anyway, or once it has locked the game, which comes before the phone.
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
    LeagueNotFound for a league that was deleted in the meantime.
    """
    locked = select(League.id).where(League.id == league_id).with_for_update(key_share=key_share)
    if connection.scalar(locked) is None:
        raise LeagueNotFound
    return league_id
