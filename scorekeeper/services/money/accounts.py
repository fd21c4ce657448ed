"""Who owes whom: over a night or a whole league, each currency apart, and which entries moved it.

Everybody the ledger ever named stays in, also people who left early.  Cents above zero are owed to somebody, below zero
they owe them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import and_, case, exists, func, select

from scorekeeper.models.ledger import PAYMENT
from scorekeeper.models.tables import devices, entries, games, nights, postings
from scorekeeper.models.types import HIGHEST_ID
from scorekeeper.services.games.store import load_game
from scorekeeper.services.league.roster import merged_people, names_and_merges
from scorekeeper.services.money.balances import Balance, league_balances, merge_balances
from scorekeeper.services.money.ledger import ENTRIES_WITH_POSTINGS, reversals
from scorekeeper.services.money.settle import (
    Account,
    DuePayment,
    EntryShare,
    Party,
    by_cents,
    settle_directly,
    settle_through,
)

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.models.tables import AnyRow


MOST_MOVEMENTS = 50
POSTINGS_OF = and_(postings.c.league_id == entries.c.league_id, postings.c.entry_id == entries.c.id)


@dataclass(frozen=True)
class GameNight:
    """The league and the night that a game's money belongs to."""

    league_id: int
    night_id: int
    day: str
    """The day the night began on, "2026-11-19"."""


@dataclass(frozen=True)
class CurrencyAccounts:
    """Everybody's account in one currency, the most owed first, and the payments that settle them."""

    currency: str
    accounts: tuple[Account, ...]
    payments: tuple[DuePayment, ...]

    @property
    def settled(self) -> bool:
        return not self.payments


@dataclass(frozen=True)
class Movement:
    """One entry of the ledger with everybody's cents, the most received first."""

    entry_id: int
    kind: str
    """"stakes", "reversal" or "payment" (models/ledger.py)."""
    currency: str
    shares: tuple[EntryShare, ...]
    night_id: int | None
    game_code: str | None
    game_title: str | None
    seq: int | None
    """The row of the game's log it follows from."""
    reverses: int | None
    reversed_by: int | None
    note: str | None
    posted_at: dt.datetime
    device: str
    """The phone it came from."""
    actor: str | None
    """Who said so, if known."""

    @property
    def payment(self) -> DuePayment | None:
        """Return who paid whom; None for what is no payment, or reverses one."""
        if self.kind != PAYMENT:
            return None
        payer, payee = self.shares
        return DuePayment(payer, payee, payer.cents)

    @property
    def stands(self) -> bool:
        """Return whether it counts by itself: a reversal, and what one reverses, do not."""
        return self.reversed_by is None and self.reverses is None


def night_of_game(session: Session, code: str) -> GameNight:
    """Return the league and the night of a game.  Raises GameNotFound."""
    connection = session.connection()
    row = load_game(connection, code).row
    day = connection.scalar(
        select(nights.c.day).where(nights.c.league_id == row.league_id, nights.c.id == row.night_id)
    )
    return GameNight(row.league_id, row.night_id, day or "")


# ---------------------------------------------------------------- who stands how


def night_accounts(
    session: Session, league_id: int, night_id: int, *, via: int | None = None
) -> tuple[CurrencyAccounts, ...]:
    """Return the accounts of a night: its games, and the payments made for it; nothing where it moved no money.

    `via` is the person everybody settles with; None, or a stranger, for the fewest payments.
    """
    return _by_currency(session, league_id, via, night_balances(session.connection(), league_id, night_id))


def night_balances(connection: Connection, league_id: int, night_id: int) -> list[Balance]:
    """Return what a night moved for everybody it named."""
    found = connection.execute(
        select(
            entries.c.currency,
            postings.c.person_id,
            func.sum(postings.c.cents).label("cents"),
            func.sum(case((entries.c.game_id.is_not(None), postings.c.cents), else_=0)).label("played"),
        )
        .select_from(ENTRIES_WITH_POSTINGS)
        .where(entries.c.league_id == league_id, entries.c.night_id == night_id)
        .group_by(entries.c.currency, postings.c.person_id)
    )
    rows = [row for row in found if row.person_id is not None]
    return [Balance(row.currency, row.person_id, int(row.cents), int(row.played)) for row in rows]


def league_accounts(session: Session, league_id: int, *, via: int | None = None) -> tuple[CurrencyAccounts, ...]:
    """Return the accounts of a league over all its nights; `via` as in `night_accounts`."""
    return _by_currency(session, league_id, via, league_balances(session.connection(), league_id))


def _by_currency(
    session: Session, league_id: int, via: int | None, found: Sequence[Balance]
) -> tuple[CurrencyAccounts, ...]:
    if not found:
        return ()
    connection = session.connection()
    names, merged = names_and_merges(connection, league_id)
    accounts: dict[str, list[Account]] = {}
    for each in merge_balances(found, merged):
        account = Account(each.person_id, names[each.person_id], each.cents, each.played)
        accounts.setdefault(each.currency, []).append(account)
    banker = Party(via, names[via]) if via is not None and via in names and via not in merged else None
    return tuple(
        CurrencyAccounts(currency, by_cents(these), settle_through(banker, these) if banker else settle_directly(these))
        for currency, these in sorted(accounts.items())
    )


# ---------------------------------------------------------------- what moved it


def movements(  # noqa: PLR0913 - what a page may ask for
    session: Session,
    league_id: int,
    *,
    night_id: int | None = None,
    person_id: int | None = None,
    game_code: str | None = None,
    before: int | None = None,
    most: int = MOST_MOVEMENTS,
) -> tuple[Movement, ...]:
    """Return the entries that moved money, newest first, `most` at a time.

    Only of a night, a person or a game, and older than entry `before`, where they are given.
    """
    connection = session.connection()
    wanted = [entries.c.league_id == league_id]
    if night_id is not None:
        wanted.append(entries.c.night_id == night_id)
    if game_code is not None:
        its_id = select(games.c.id).where(games.c.league_id == league_id, games.c.code == game_code)
        wanted.append(entries.c.game_id == its_id.scalar_subquery())
    if before is not None and before <= HIGHEST_ID:
        wanted.append(entries.c.id < before)
    if person_id is not None:
        same = [person_id, *(one for one, other in merged_people(connection, league_id).items() if other == person_id)]
        if night_id is not None:
            wanted.append(exists().where(POSTINGS_OF, postings.c.person_id.in_(same)))
        else:
            latest = [_latest_entries(connection, league_id, each, before, most) for each in same]
            wanted.append(entries.c.id.in_({number for numbers in latest for number in numbers}))
    rows = connection.execute(
        select(
            *(entries.c[name] for name in MOVEMENT_COLUMNS),
            games.c.code,
            games.c.title,
            devices.c.name.label("device"),
            reversals.c.id.label("reversed_by"),
        )
        .join(devices, devices.c.id == entries.c.device_id)
        .outerjoin(games, and_(games.c.league_id == entries.c.league_id, games.c.id == entries.c.game_id))
        .outerjoin(
            reversals,
            and_(reversals.c.league_id == entries.c.league_id, reversals.c.reverses == entries.c.id),
        )
        .where(*wanted)
        .order_by(entries.c.id.desc())
        .limit(most)
    ).all()
    names, merged = names_and_merges(connection, league_id) if rows else ({}, {})
    moved = _postings_of(connection, league_id, [row.id for row in rows], names, merged)
    return tuple(_movement(row, moved[row.id], names) for row in rows)


def _latest_entries(
    connection: Connection, league_id: int, person_id: int, before: int | None, most: int
) -> Sequence[int]:
    """Return the numbers of a person's last entries, straight from their postings: the ledger may be long."""
    older = [postings.c.entry_id < before] if before is not None and before <= HIGHEST_ID else []
    return connection.scalars(
        select(postings.c.entry_id)
        .where(postings.c.league_id == league_id, postings.c.person_id == person_id, *older)
        .order_by(postings.c.entry_id.desc())
        .limit(most)
    ).all()


MOVEMENT_COLUMNS = ("id", "kind", "currency", "night_id", "seq", "reverses", "note", "posted_at", "actor_id")


def _postings_of(
    connection: Connection, league_id: int, numbers: list[int], names: Mapping[int, str], merged: Mapping[int, int]
) -> dict[int, list[EntryShare]]:
    """Return entry -> everybody's cents, those of merged people under the other's name."""
    moved: dict[int, list[EntryShare]] = {number: [] for number in numbers}
    for row in connection.execute(
        select(postings.c.entry_id, postings.c.person_id, postings.c.cents).where(
            postings.c.league_id == league_id, postings.c.entry_id.in_(numbers)
        )
    ):
        person = merged.get(row.person_id, row.person_id)
        moved[row.entry_id].append(EntryShare(person, names[person], row.cents))
    return moved


def _movement(row: AnyRow, moved: list[EntryShare], names: Mapping[int, str]) -> Movement:
    return Movement(
        entry_id=row.id,
        kind=row.kind,
        currency=row.currency,
        shares=by_cents(moved),
        night_id=row.night_id,
        game_code=row.code,
        game_title=row.title,
        seq=row.seq,
        reverses=row.reverses,
        reversed_by=row.reversed_by,
        note=row.note,
        posted_at=row.posted_at,
        device=row.device,
        actor=names[row.actor_id] if row.actor_id is not None else None,
    )
