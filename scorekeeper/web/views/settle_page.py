"""The settle page around who pays whom: the other tab, games still going on, a payment nobody was asked for."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.money import totals
from scorekeeper.rules.money_story import if_it_ended_now
from scorekeeper.services.money.ledger import total_due
from scorekeeper.web.views.money import SEASON
from scorekeeper.web.views.table_page import title_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.services.games.view import GameView
    from scorekeeper.web.views.money import Season, Settling


@dataclass(frozen=True)
class GoingOn:
    """A game of the night that is still being played: money the ledger does not count yet."""

    code: str
    title: str
    currency: str
    moved: tuple[tuple[str, int], ...]
    """Name and cents: what it would come to if it ended now, beyond what was settled already."""
    settles: bool
    """Whether its table settles whenever somebody comes or goes."""


@dataclass(frozen=True)
class FreeForm:
    """A payment nobody was asked for: who, whom, how much, what for."""

    people: tuple[tuple[int, str], ...]
    currencies: tuple[str, ...]
    typed: Mapping[str, str]
    wrong: Mapping[str, str]
    op_id: str

    @property
    def errors(self) -> tuple[tuple[str, str], ...]:
        return tuple(self.wrong.items())


@dataclass(frozen=True)
class SettlePage:
    """The settle page of one table."""

    title: str
    day: dt.date
    night: str
    """What the night is called: "Tonight"."""
    settling: Settling
    stakes: bool
    """Whether this very game is played for money."""
    nothing: str
    """Why there is nothing to settle, where there is nothing."""
    elsewhere: str
    """What the other tab says differently; empty where both agree."""
    bankers: tuple[tuple[int, str], ...]
    going_on: tuple[GoingOn, ...]
    form: FreeForm
    share: str
    mark: str
    """What it shows in short: another one is to be had as soon as this is said differently."""

    @property
    def code(self) -> str:
        return self.settling.code

    @property
    def of(self) -> str:
        return self.settling.of


def night_called(day: dt.date, today: dt.date) -> str:
    """Name a night: one that began today or yesterday is still tonight to those who sit there."""
    return "Tonight" if abs(today - day) <= dt.timedelta(days=1) else "That night"


def nothing_to_settle(of: str, *, playing: bool) -> str:
    """Say why there are no accounts yet."""
    if playing:
        return "Nothing is settled yet: the game is still being played."
    return "Nothing was played for money yet." if of == SEASON else "Nothing was played for money tonight."


def elsewhere(settling: Settling, season: Season) -> str:
    """Say what the season says otherwise than the night that is shown."""
    if settling.of == SEASON:
        return ""
    made_up = [purse for purse in settling.purses if sum(it.cents for it in purse.pays) < purse.open]
    if made_up:
        return "What is not to be paid here is made up for over the season, by other nights or by payments there."
    return "From other nights something is still owed: see over the season." if season and not settling.open else ""


# ---------------------------------------------------------------- what is not counted yet


def going_on(view: GameView) -> GoingOn | None:
    """Give the money of a game still being played that the ledger does not count yet; None for one without stakes."""
    stakes = view.table.stakes
    if stakes is None or not stakes.some or view.table.finished:
        return None
    now, posted = totals(if_it_ended_now(view.table)), total_due(view.table, view.lines)
    moved = {key: now.get(key, 0) - posted.get(key, 0) for key in view.table.balances}
    return GoingOn(
        code=view.code,
        title=title_of(view),
        currency=stakes.currency,
        moved=tuple((view.names[key], cents) for key, cents in moved.items() if cents),
        settles=view.table.rules.table.open,
    )
