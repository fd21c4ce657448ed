"""Settling up: the payments it takes, and other lookups for the settle pages.

Cents above zero are owed to somebody, below zero they owe them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from scorekeeper.games.store import SELECT_GAMES, OpenGame, game_from_row, load_game
from scorekeeper.league.roster import merged_people, people_by_seat, read_people
from scorekeeper.models.tables import entries, games
from scorekeeper.money.balances import AccountBalance, league_balances, merge_balances
from scorekeeper.money.ledger import open_entries
from scorekeeper.rules.money import Payment, fewest_payments


@dataclass(frozen=True)
class Party:
    """A person; `name` is unique in the league: "Bob (2)"."""

    person_id: int
    name: str


@dataclass(frozen=True)
class Account(Party):
    """A person's balance, in cents."""

    cents: int
    played: int
    """The balance of the games alone, without payments."""


@dataclass(frozen=True)
class EntryShare(Party):
    """Somebody's cents of one entry."""

    cents: int


HasCents = TypeVar("HasCents", Account, EntryShare)


@dataclass(frozen=True)
class DuePayment:
    """What one person has to pay another, or did pay: cents above zero."""

    payer: Party
    payee: Party
    cents: int


def settle_directly(accounts: Iterable[Account]) -> tuple[DuePayment, ...]:
    """Return the fewest payments that settle accounts."""
    by_key = {str(account.person_id): account for account in accounts}
    owed = {key: account.cents for key, account in by_key.items()}
    return tuple(_due_payment(by_key, payment) for payment in fewest_payments(owed))


def _due_payment(by_key: Mapping[str, Account], payment: Payment) -> DuePayment:
    return DuePayment(by_key[payment.payer], by_key[payment.payee], payment.cents)


def settle_through(banker: Party, accounts: Iterable[Account]) -> tuple[DuePayment, ...]:
    """Return the payments that settle accounts through one person: debtors pay them, then they pay creditors."""
    others = by_cents(account for account in accounts if account.person_id != banker.person_id)
    paying = [DuePayment(account, banker, -account.cents) for account in reversed(others) if account.cents < 0]
    return (*paying, *(DuePayment(banker, account, account.cents) for account in others if account.cents > 0))


def by_cents(of: Iterable[HasCents]) -> tuple[HasCents, ...]:
    """Return people in the order of what they are owed, most first."""
    return tuple(sorted(of, key=lambda each: (-each.cents, each.name, each.person_id)))


# ---------------------------------------------------------------- what the settle pages ask


def people_in_game(session: Session, code: str) -> dict[str, int]:
    """Return seat key -> person of everybody who ever sat in a game; a merged person as the one they were merged into.

    Raises GameNotFound.
    """
    connection = session.connection()
    row = load_game(connection, code).row
    merged = merged_people(connection, row.league_id)
    return {key: merged.get(who, who) for key, who in people_by_seat(connection, row.league_id, row.id).items()}


def people_by_name(session: Session, league_id: int) -> dict[int, str]:
    """Return the people of a league by name, no two names alike; merged people once."""
    return read_people(session.connection(), league_id).by_name()


def merged_into(session: Session, league_id: int, person: int) -> int:
    """Return whom a person was merged into, else that person: the address of their account redirects there."""
    return merged_people(session.connection(), league_id).get(person, person)


def unfinished_games(session: Session, league_id: int, night_id: int) -> list[OpenGame]:
    """Return a night's games that are still being played, in the order they were begun."""
    still = SELECT_GAMES.where(
        games.c.league_id == league_id, games.c.night_id == night_id, games.c.finished_at.is_(None)
    )
    return [game_from_row(row) for row in session.connection().execute(still.order_by(games.c.id))]


def has_entries(session: Session, league_id: int) -> bool:
    """Return whether money ever moved in a league."""
    return bool(session.connection().scalar(select(exists().where(entries.c.league_id == league_id))))


def league_totals(session: Session, league_id: int) -> dict[str, dict[int, int]]:
    """Return currency -> person -> cents over all nights and payments of a league, without zeros."""
    connection = session.connection()
    balances = league_balances(connection, league_id)
    return totals_by_currency(merge_balances(balances, merged_people(connection, league_id)))


def totals_by_currency(balances: Iterable[AccountBalance]) -> dict[str, dict[int, int]]:
    """Return currency -> person -> cents, without zeros."""
    owing: dict[str, dict[int, int]] = {}
    for each in balances:
        if each.cents:
            owing.setdefault(each.currency, {})[each.person_id] = each.cents
    return owing


def still_due(
    payments: Iterable[DuePayment], owing: Mapping[int, int], via: int | None = None
) -> tuple[DuePayment, ...]:
    """Return what is left of a night's payments: nobody pays more than they owe over the season, nor receives more.

    So what was paid over the season, or is made up for by other nights, is not paid twice.  The person `via` only
    passes on what they receive.
    """
    left, due = dict(owing), []
    for payment in payments:
        payer, payee = payment.payer.person_id, payment.payee.person_id
        cents = min(
            payment.cents,
            payment.cents if payer == via else max(-left.get(payer, 0), 0),
            payment.cents if payee == via else max(left.get(payee, 0), 0),
        )
        if cents:
            left[payer] = left.get(payer, 0) + cents
            left[payee] = left.get(payee, 0) - cents
            due.append(replace(payment, cents=cents))
    return tuple(due)


def open_entries_of(session: Session, code: str) -> list[int]:
    """Return the numbers of a game's entries that are not reversed, oldest first.  Raises GameNotFound."""
    connection = session.connection()
    row = load_game(connection, code).row
    return [entry.entry_id for entry in open_entries(connection, row.league_id, row.id)]
