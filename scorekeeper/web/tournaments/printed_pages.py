"""Pages of a tournament to print: cards for its tables, results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime as dt

    from scorekeeper.services.league.leagues import LeagueHead
    from scorekeeper.web.tournaments.pages import Payment, RoundCard, StandingsCard, TableCard


@dataclass(frozen=True)
class PrintedCard:
    """One table's card: who sits there, and the square and address that lead a phone to its slip."""

    table: TableCard
    qr: str
    address: str


@dataclass(frozen=True)
class CardsPage:
    """The cards of a round."""

    league: LeagueHead
    id: int
    name: str
    round: RoundCard
    length: str
    cards: tuple[PrintedCard, ...]


@dataclass(frozen=True)
class ResultsPage:
    """The results of a tournament: the standings, prizes, and every round."""

    league: LeagueHead
    id: int
    name: str
    day: dt.date
    standings: StandingsCard
    rounds: tuple[RoundCard, ...]
    payments: tuple[Payment, ...]
