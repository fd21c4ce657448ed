"""A league's currency, its house limit, and its last stakes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy import Connection, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import write_transaction
from scorekeeper.games.store import stakes_from_json
from scorekeeper.models import Game, League
from scorekeeper.rules.errors import unreadable
from scorekeeper.rules.sheet import Head
from scorekeeper.rules.stakes import Stakes, written_amount

GAMES_SEARCHED = 40
"""Games searched for the last stakes: a season of evenings."""
MAX_LIMIT = 100_000_000
"""Cents: a million.  There is no use for a higher limit."""


@dataclass(frozen=True)
class LeagueLimits:
    """What a league plays for; all None if it never played for money."""

    currency: str | None = None
    limit: int | None = None
    """The largest stake of a game, in cents."""
    last: Stakes | None = None
    current: Stakes | None = None
    """The stakes of its newest game; None if it was not played for money."""


def read_limits(session: Session, league_id: int) -> LeagueLimits:
    """Return what a league plays for; all None if there is none yet."""
    connection = session.connection()
    row = connection.execute(select(League.currency, League.stake_limit).where(League.id == league_id)).one_or_none()
    if row is None:
        return LeagueLimits()
    heads = connection.scalars(
        select(Game.head).where(Game.league_id == league_id).order_by(Game.id.desc()).limit(GAMES_SEARCHED)
    )
    played = [stakes if stakes and stakes.some else None for stakes in map(stakes_from_json, heads)]
    last = next((stakes for stakes in played if stakes), None)
    return LeagueLimits(row.currency, row.stake_limit, last, played[0] if played else None)


def set_limit(session: Session, league_id: int, cents: int | None) -> None:
    """Set the largest stake of a game in a league; None lifts it.  Games begun before stay as they are.

    Raises UnreadableSheet with the field `limit`.
    """
    if cents is not None and not 0 < cents <= MAX_LIMIT:
        raise unreadable("limit", f"Enter an amount above zero, {written_amount(MAX_LIMIT)} at most.")
    with write_transaction(session) as connection:
        connection.execute(update(League).where(League.id == league_id).values(stake_limit=cents))


# ---------------------------------------------------------------- for a game that begins


def without_zero_stakes(head: Head) -> Head:
    """Return the head without stakes where all of them are zero."""
    return replace(head, stakes=None) if head.stakes and not head.stakes.some else head


def accept_stakes(connection: Connection, league_id: int, stakes: Stakes | None) -> None:
    """Check a new game's stakes against the league; its first game for money sets the currency for good.

    Inside a `writing` transaction, the league locked.  Raises UnreadableSheet with the field `stakes.KEY`.
    """
    if stakes is None:
        return
    settled = connection.scalar(select(League.currency).where(League.id == league_id))
    if settled not in (None, stakes.currency):
        raise unreadable("stakes.currency", f"This league plays for {settled}.")
    check_limit(connection, league_id, stakes)
    set_first_currency(connection, league_id, stakes)


def set_first_currency(connection: Connection, league_id: int, stakes: Stakes | None) -> None:
    """Set the currency of a league that never played for money to that of this game.

    An imported game is in the ledger like any other, and it may be the league's first.
    """
    if stakes is not None and stakes.some:
        never = update(League).where(League.id == league_id, League.currency.is_(None))
        connection.execute(never.values(currency=stakes.currency))


def check_limit(connection: Connection, league_id: int, stakes: Stakes | None) -> None:
    """Raise UnreadableSheet (field `stakes.game`) for a stake above the league's limit."""
    limit = connection.scalar(select(League.stake_limit).where(League.id == league_id)) if stakes else None
    if stakes is not None and limit is not None and stakes.game > limit:
        most = f"{written_amount(limit)} {stakes.currency}"
        raise unreadable("stakes.game", f"The house limit is {most} a game.")
