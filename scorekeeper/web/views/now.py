"""If it ended now: what a game with stakes would cost each player at this moment, and what that is made of.

The table tells it in a few words however long it was played; hand by hand it stands on the page of the game's money.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.money_story import if_it_ended_now
from scorekeeper.rules.money_words import say_part
from scorekeeper.web.money_text import money_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.money import Part
    from scorekeeper.rules.table import Table


@dataclass(frozen=True)
class Reason:
    """One amount and what it is for."""

    says: str
    cents: int


@dataclass(frozen=True)
class Share:
    """What one player would pay or receive: `cents` are those of the reasons added up."""

    name: str
    cents: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Now:
    """The shares of everybody who ever sat here, in seat order."""

    currency: str
    shares: tuple[Share, ...]


def now_of(table: Table, names: Mapping[str, str]) -> Now | None:
    """Give what a game would come to if it ended now; None for one that is over, or not played for money."""
    stakes = table.stakes
    if stakes is None or not stakes.some or table.finished:
        return None
    parts = if_it_ended_now(table)
    shares = (_share(names, [part for part in parts if part.player == key], key, stakes.currency) for key in names)
    return Now(stakes.currency, tuple(shares))


def _share(names: Mapping[str, str], parts: list[Part], key: str, currency: str) -> Share:
    def money(cents: int) -> str:
        return money_text(cents, currency)

    reasons = tuple(Reason(say_part(part, names.__getitem__, money), part.cents) for part in parts)
    return Share(names[key], sum(part.cents for part in parts), reasons)
