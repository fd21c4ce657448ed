"""Who owes whom: over a night or a whole league, by currency, and which entries moved it.

Everyone the ledger ever named is included, even people who left early.  Cents above zero are owed to somebody, below
zero they owe them.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from sqlalchemy import Connection, Text, and_, exists, func, select
from sqlalchemy import cast as sql_cast
from sqlalchemy.orm import Session

from scorekeeper.core.errors import GameNotFound
from scorekeeper.games.store import CODE, ON_NIGHT, json_object
from scorekeeper.league.roster import LeaguePeople, read_people
from scorekeeper.models.ledger import PAYMENT
from scorekeeper.models.tables import devices, entries, games, nights, postings
from scorekeeper.models.types import MAX_ID
from scorekeeper.money.balances import AccountBalance, league_balances, merge_balances
from scorekeeper.money.ledger import reversals
from scorekeeper.money.settle import (
    Account,
    DuePayment,
    EntryShare,
    Party,
    by_cents,
    settle_directly,
    settle_through,
    totals_by_currency,
)

MAX_MOVEMENTS = 50
POSTINGS_OF = and_(postings.c.league_id == entries.c.league_id, postings.c.entry_id == entries.c.id)
CENTS_BY_PERSON = (
    select(json_object(sql_cast(postings.c.person_id, Text), postings.c.cents))
    .where(POSTINGS_OF)
    .correlate(entries)
    .scalar_subquery()
)
"""Everybody's cents of an entry, in one JSON object."""


@dataclass(frozen=True)
class GameNight:
    """The league and the night that a game's money belongs to."""

    league_id: int
    night_id: int
    day: str
    """The day the night began on, "2026-11-19"."""
    last_entry: int
    """The number of the league's last ledger entry, 0 for none: whatever moves money adds one."""


@dataclass(frozen=True)
class CurrencyAccounts:
    """Everybody's account in one currency, the most owed first, and the payments that settle them."""

    currency: str
    accounts: tuple[Account, ...]
    payments: tuple[DuePayment, ...]


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
    """Who entered it, if known."""
    night_day: str | None
    """The day of its night; None for a payment over the season."""

    @property
    def payment(self) -> DuePayment | None:
        """Return who paid whom; None if it isn't a payment, or reverses one."""
        if self.kind != PAYMENT:
            return None
        payer, payee = self.shares
        return DuePayment(payer, payee, payer.cents)

    @property
    def is_active(self) -> bool:
        """Return whether it counts by itself: False for reversals and for the entries they reverse."""
        return self.reversed_by is None and self.reverses is None


def night_of_game(session: Session, code: str) -> GameNight:
    """Return the league and the night of a game.  Raises GameNotFound."""
    last = select(func.max(entries.c.id)).where(entries.c.league_id == games.c.league_id).scalar_subquery()
    row = (
        session.connection()
        .execute(
            select(games.c.league_id, games.c.night_id, nights.c.day, last.label("last_entry"))
            .join(nights, ON_NIGHT)
            .where(games.c.code == code)
        )
        .one_or_none()
        if CODE.fullmatch(code)
        else None
    )
    if row is None:
        raise GameNotFound
    return GameNight(row.league_id, row.night_id, row.day, row.last_entry or 0)


@dataclass(frozen=True)
class MoneyOverview:
    """Who owes whom, over a night or a whole league, and what it is shown with."""

    people: LeaguePeople
    accounts: tuple[CurrencyAccounts, ...]
    movements: tuple[Movement, ...]
    """The last entries, newest first."""
    league_totals: Mapping[str, Mapping[int, int]]
    """Currency -> person -> cents over all nights and payments of the league, without zeros."""


def money_overview(
    session: Session, league_id: int, night_id: int | None, *, via: int | None = None, most: int = MAX_MOVEMENTS
) -> MoneyOverview:
    """Return all the money data for the page of one night, or of the whole league (None); each row is read once."""
    connection = session.connection()
    people, balances = read_people(connection, league_id), league_balances(connection, league_id)
    found = balances if night_id is None else league_balances(connection, league_id, night_id)
    which = MovementFilter(night_id=night_id)
    return MoneyOverview(
        people=people,
        accounts=_by_currency(found, people, via),
        movements=_movements(connection, league_id, which, most, people),
        league_totals=totals_by_currency(merge_balances(balances, people.merged)),
    )


# ---------------------------------------------------------------- who stands how


def night_accounts(
    session: Session, league_id: int, night_id: int, *, via: int | None = None
) -> tuple[CurrencyAccounts, ...]:
    """Return the accounts of a night: its games, and the payments made for it; empty if it moved no money.

    `via` is the person everybody settles with; None, or a stranger, for the fewest payments.
    """
    connection = session.connection()
    found = league_balances(connection, league_id, night_id)
    return _by_currency(found, read_people(connection, league_id), via) if found else ()


def league_accounts(session: Session, league_id: int, *, via: int | None = None) -> tuple[CurrencyAccounts, ...]:
    """Return the accounts of a league over all its nights; `via` as in `night_accounts`."""
    connection = session.connection()
    found = league_balances(connection, league_id)
    return _by_currency(found, read_people(connection, league_id), via) if found else ()


def _by_currency(
    found: Sequence[AccountBalance], people: LeaguePeople, via: int | None
) -> tuple[CurrencyAccounts, ...]:
    names, merged = people
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


class MovementFilter(NamedTuple):
    """Which entries are wanted: only of a night, a person or a game, and older than entry `before`, where given."""

    night_id: int | None = None
    person_id: int | None = None
    game_code: str | None = None
    before: int | None = None

    @property
    def older(self) -> int | None:
        """Return `before`, None if it is beyond every entry there may be."""
        return self.before if self.before is not None and self.before <= MAX_ID else None


ALL_MOVEMENTS = MovementFilter()


def movements(
    session: Session, league_id: int, which: MovementFilter = ALL_MOVEMENTS, *, most: int = MAX_MOVEMENTS
) -> tuple[Movement, ...]:
    """Return the entries that moved money, newest first, `most` at a time."""
    connection = session.connection()
    return _movements(connection, league_id, which, most, read_people(connection, league_id))


def _movements(
    connection: Connection, league_id: int, which: MovementFilter, most: int, people: LeaguePeople
) -> tuple[Movement, ...]:
    wanted = [entries.c.league_id == league_id]
    if which.night_id is not None:
        wanted.append(entries.c.night_id == which.night_id)
    if which.game_code is not None:
        its_id = select(games.c.id).where(games.c.league_id == league_id, games.c.code == which.game_code)
        wanted.append(entries.c.game_id == its_id.scalar_subquery())
    if which.older is not None:
        wanted.append(entries.c.id < which.older)
    if which.person_id is not None:
        same = [which.person_id, *(one for one, other in people.merged.items() if other == which.person_id)]
        if which.night_id is not None:
            wanted.append(exists().where(POSTINGS_OF, postings.c.person_id.in_(same)))
        else:
            latest = [_latest_entries(connection, league_id, each, which.older, most) for each in same]
            wanted.append(entries.c.id.in_({number for numbers in latest for number in numbers}))
    rows = connection.execute(
        select(
            *(entries.c[name] for name in MOVEMENT_COLUMNS),
            games.c.code,
            games.c.title,
            devices.c.name.label("device"),
            nights.c.day.label("night_day"),
            reversals.c.id.label("reversed_by"),
            CENTS_BY_PERSON.label("cents"),
        )
        .join(devices, devices.c.id == entries.c.device_id)
        .outerjoin(games, and_(games.c.league_id == entries.c.league_id, games.c.id == entries.c.game_id))
        .outerjoin(nights, and_(nights.c.league_id == entries.c.league_id, nights.c.id == entries.c.night_id))
        .outerjoin(
            reversals,
            and_(reversals.c.league_id == entries.c.league_id, reversals.c.reverses == entries.c.id),
        )
        .where(*wanted)
        .order_by(entries.c.id.desc())
        .limit(most)
    ).all()
    return tuple(_movement(row, people) for row in rows)


def _latest_entries(
    connection: Connection, league_id: int, person_id: int, before: int | None, most: int
) -> Sequence[int]:
    """Return the numbers of a person's last entries, straight from their postings: the ledger may be long."""
    older = [postings.c.entry_id < before] if before is not None else []
    return connection.scalars(
        select(postings.c.entry_id)
        .where(postings.c.league_id == league_id, postings.c.person_id == person_id, *older)
        .order_by(postings.c.entry_id.desc())
        .limit(most)
    ).all()


MOVEMENT_COLUMNS = ("id", "kind", "currency", "night_id", "seq", "reverses", "note", "posted_at", "actor_id")


class _MovementRow(Protocol):
    id: int
    kind: str
    currency: str
    night_id: int | None
    seq: int | None
    reverses: int | None
    note: str | None
    posted_at: dt.datetime
    actor_id: int | None
    code: str | None
    title: str | None
    device: str
    night_day: str | None
    reversed_by: int | None
    cents: dict[str, int] | None


def _movement(row: _MovementRow, people: LeaguePeople) -> Movement:
    names, merged = people
    moved = [(merged.get(int(who), int(who)), cents) for who, cents in (row.cents or {}).items()]
    return Movement(
        entry_id=row.id,
        kind=row.kind,
        currency=row.currency,
        shares=by_cents(EntryShare(who, names[who], cents) for who, cents in moved),
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
        night_day=row.night_day,
    )
