"""If it ended now: what a game with stakes would cost each player at this moment, and what that is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.money_story import story_to_now
from scorekeeper.rules.money_words import say_part
from scorekeeper.web.money_text import money_text
from scorekeeper.web.views.lines import noun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.rules.money_story import Told
    from scorekeeper.services.views import GameView, ShownLine


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


def now_of(view: GameView) -> Now | None:
    """Give what the game would come to if it ended now; None for one that is over, or not played for money."""
    stakes = view.table.stakes
    if stakes is None or not stakes.some or view.table.finished:
        return None
    live = [line for line in view.lines if line.entry is not None]
    tables = [*(line.before for line in live if line.before), view.table]
    story = story_to_now(tables, [line.entry for line in live if line.entry])
    shares = (
        Share(view.names[key], sum(it.part.cents for it in told), tuple(_reason(view, live, it) for it in told))
        for key, told in story.items()
    )
    return Now(stakes.currency, tuple(shares))


def _reason(view: GameView, live: Sequence[ShownLine], told: Told) -> Reason:
    currency = view.table.stakes.currency if view.table.stakes else ""
    says = say_part(told.part, view.names.__getitem__, lambda cents: money_text(cents, currency), told.hands)
    moved = told.line <= len(live)
    where = noun(live[told.line - 1]) if moved else ""
    return Reason(f"{where[:1].upper()}{where[1:]}: {says}" if moved else says, told.part.cents)
