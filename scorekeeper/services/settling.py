"""What the settle pages ask beside the accounts: who sits where, which tables still play, what stands of a game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import exists, func, select

from scorekeeper.models.tables import entries, games
from scorekeeper.services.accounts import names_of
from scorekeeper.services.balances import counted_for, league_balances
from scorekeeper.services.games.store import load_game
from scorekeeper.services.ledger import standing_entries
from scorekeeper.services.people import merged_people, seated

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy.orm import Session

    from scorekeeper.services.accounts import Due


def people_at(session: Session, code: str) -> dict[str, int]:
    """Give seat key -> person of everybody who ever sat at a table, for whom it counts.  Raises GameNotFound."""
    connection = session.connection()
    row = load_game(connection, code).row
    merged = merged_people(connection, row.league_id)
    return {key: merged.get(who, who) for key, who in seated(connection, row.league_id, row.id).items()}


def everybody(session: Session, league_id: int) -> dict[int, str]:
    """Give everybody of a league by name, no two names alike; nobody twice who was merged."""
    connection = session.connection()
    merged = merged_people(connection, league_id)
    names = {who: name for who, name in names_of(connection, league_id).items() if who not in merged}
    return dict(sorted(names.items(), key=lambda named: (named[1].casefold(), named[0])))


def counts_as(session: Session, league_id: int, person: int) -> int:
    """Give into whom somebody was merged, himself for everybody else: the address of his account leads there."""
    return merged_people(session.connection(), league_id).get(person, person)


def unfinished_tables(session: Session, league_id: int, night_id: int) -> list[str]:
    """Give the codes of a night's games that are still being played, in the order they were begun."""
    still = select(games.c.code).where(
        games.c.league_id == league_id, games.c.night_id == night_id, games.c.finished_at.is_(None)
    )
    return list(session.connection().scalars(still.order_by(games.c.id)))


def has_entries(session: Session, league_id: int) -> bool:
    """Tell whether money ever moved in a league."""
    return bool(session.connection().scalar(select(exists().where(entries.c.league_id == league_id))))


def last_entry(session: Session, league_id: int) -> int:
    """Give the number of the entry a league's ledger ends with, 0 for none: whatever moves money writes a later one."""
    return session.connection().scalar(select(func.max(entries.c.id)).where(entries.c.league_id == league_id)) or 0


def over_the_season(session: Session, league_id: int) -> dict[str, dict[int, int]]:
    """Give currency -> person -> cents over all nights and payments of a league; nobody with nothing."""
    connection = session.connection()
    owing: dict[str, dict[int, int]] = {}
    for each in counted_for(league_balances(connection, league_id), merged_people(connection, league_id)):
        if each.cents:
            owing.setdefault(each.currency, {})[each.person_id] = each.cents
    return owing


def still_due(payments: Iterable[Due], owing: Mapping[int, int], via: int | None = None) -> tuple[Due, ...]:
    """Give what is left of a night's payments: nobody pays more than he owes over the season, nor gets more.

    What was paid over the season, or is made up for by other nights, is so not paid twice.  The banker `via` only
    passes on what he gets.
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


def standing_of_game(session: Session, code: str) -> list[int]:
    """Give a game's entries that nothing reversed, one a settlement, oldest first.  Raises GameNotFound."""
    connection = session.connection()
    row = load_game(connection, code).row
    return [entry.entry_id for entry in standing_entries(connection, row.league_id, row.id)]
