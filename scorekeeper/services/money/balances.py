"""Everybody's balance over all entries of a league, stored so that no page has to sum the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, case, delete, func, insert, select

from scorekeeper.models.tables import balances, entries, postings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection, Select


BalanceKey = tuple[str, int]
"""A currency and a person."""


class AccountBalance(NamedTuple):
    """Cents of one person in one currency; `played`: the part from games, without payments."""

    currency: str
    person_id: int
    cents: int
    played: int


def league_balances(connection: Connection, league_id: int) -> list[AccountBalance]:
    """Return the balance of everybody the ledger ever named, in cents."""
    found = connection.execute(
        select(balances.c.currency, balances.c.person_id, balances.c.cents, balances.c.played)
        .where(balances.c.league_id == league_id)
        .order_by(balances.c.currency, balances.c.person_id)
    )
    return [AccountBalance(*row) for row in found]


def add_to_balances(connection: Connection, league_id: int, moved: Iterable[AccountBalance]) -> None:
    """Add what new entries move.  The caller holds the league's lock."""
    more: dict[BalanceKey, tuple[int, int]] = {}
    for each in moved:
        cents, played = more.get((each.currency, each.person_id), (0, 0))
        more[each.currency, each.person_id] = (cents + each.cents, played + each.played)
    if not more:
        return
    named = and_(
        balances.c.league_id == league_id,
        balances.c.currency.in_({currency for currency, _ in more}),
        balances.c.person_id.in_({person for _, person in more}),
    )
    found = connection.execute(select(balances).where(named))
    now = {(row.currency, row.person_id): (row.cents, row.played) for row in found}
    for account, (cents, played) in more.items():
        before = now.get(account, (0, 0))
        now[account] = (before[0] + cents, before[1] + played)
    connection.execute(delete(balances).where(named))
    connection.execute(insert(balances), _rows(league_id, now))


def _rows(league_id: int, found: Mapping[BalanceKey, tuple[int, int]]) -> list[dict[str, object]]:
    return [
        {"league_id": league_id, "currency": currency, "person_id": person, "cents": cents, "played": played}
        for (currency, person), (cents, played) in found.items()
    ]


def rebuild_balances(connection: Connection, league_id: int) -> None:
    """Compute the balances of a league again from its postings."""
    connection.execute(delete(balances).where(balances.c.league_id == league_id))
    columns = ["league_id", "currency", "person_id", "cents", "played"]
    connection.execute(insert(balances).from_select(columns, _sums(league_id)))


def sum_postings(connection: Connection, league_id: int) -> list[AccountBalance]:
    """Return the balances as the postings sum up, in the order of `league_balances`."""
    found = connection.execute(_sums(league_id).order_by(entries.c.currency, postings.c.person_id))
    return [AccountBalance(row.currency, row.person_id, int(row.cents), int(row.played)) for row in found]


def _sums(league_id: int) -> Select[Any]:
    played = case((entries.c.game_id.is_not(None), postings.c.cents), else_=0)
    account = (entries.c.league_id, entries.c.currency, postings.c.person_id)
    return (
        select(*account, func.sum(postings.c.cents).label("cents"), func.sum(played).label("played"))
        .join(postings, and_(postings.c.league_id == entries.c.league_id, postings.c.entry_id == entries.c.id))
        .where(entries.c.league_id == league_id)
        .group_by(*account)
    )


# ---------------------------------------------------------------- merged people


def merge_balances(found: Iterable[AccountBalance], merged: Mapping[int, int]) -> list[AccountBalance]:
    """Return balances with those of merged people added to the person they were merged into."""
    sums: dict[BalanceKey, AccountBalance] = {}
    for each in found:
        person = merged.get(each.person_id, each.person_id)
        before = sums.get((each.currency, person), AccountBalance(each.currency, person, 0, 0))
        sums[each.currency, person] = AccountBalance(
            each.currency, person, before.cents + each.cents, before.played + each.played
        )
    return list(sums.values())
