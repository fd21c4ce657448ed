"""Everybody's balance over the entries of a league, or of a night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, case, func, select

from scorekeeper.models.tables import entries, postings
from scorekeeper.money.ledger import ENTRIES_WITH_POSTINGS


class AccountBalance(NamedTuple):
    """Cents of one person in one currency; `played`: the part from games, without payments."""

    currency: str
    person_id: int
    cents: int
    played: int


def league_balances(connection: Connection, league_id: int, night_id: int | None = None) -> list[AccountBalance]:
    """Return the balance of everybody the ledger ever named, or named for one night, in cents."""
    of_night = [] if night_id is None else [entries.c.night_id == night_id]
    played = case((entries.c.game_id.is_not(None), postings.c.cents), else_=0)
    account = (entries.c.currency, postings.c.person_id)
    found = connection.execute(
        select(*account, func.sum(postings.c.cents).label("cents"), func.sum(played).label("played"))
        .select_from(ENTRIES_WITH_POSTINGS)
        .where(entries.c.league_id == league_id, *of_night)
        .group_by(*account)
        .order_by(*account)
    )
    rows = [row for row in found if row.person_id is not None]
    return [AccountBalance(row.currency, row.person_id, int(row.cents), int(row.played)) for row in rows]


# ---------------------------------------------------------------- merged people


def merge_balances(found: Iterable[AccountBalance], merged: Mapping[int, int]) -> list[AccountBalance]:
    """Return balances with those of merged people added to the person they were merged into."""
    sums: dict[tuple[str, int], AccountBalance] = {}
    for each in found:
        person = merged.get(each.person_id, each.person_id)
        before = sums.get((each.currency, person), AccountBalance(each.currency, person, 0, 0))
        sums[each.currency, person] = AccountBalance(
            each.currency, person, before.cents + each.cents, before.played + each.played
        )
    return list(sums.values())
