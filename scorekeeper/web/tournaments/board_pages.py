"""What a tournament shows: the screens of its board, cards and results to print, results for a spreadsheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.tournaments.standings import lines_of
from scorekeeper.web.tournaments.pages import round_card, standings_card, status_words

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator

    from scorekeeper.services.league.leagues import LeagueHead
    from scorekeeper.services.tournaments.view import TournamentView
    from scorekeeper.web.tournaments.pages import PlaceLine, RoundCard, StandingsCard, TableCard
    from scorekeeper.web.tournaments.prize_pages import Payment

TABLES, LINES = 8, 16
"""The tables, and the lines of the standings, that a screen has room for."""
CSV_COLUMNS = ["round", "table", "side", "points", "points_against", "wins", "sets", "moons", "bye"]


@dataclass(frozen=True)
class BoardPage:
    """One screen of the board: tables of the round, or lines of the standings."""

    name: str
    heading: str
    status: str
    by_clock: bool
    """Whether its rounds are played by the clock."""
    ends_at: dt.datetime | None
    """When this round is over; None for one that is not played by the clock, or whose slips are in."""
    tables: tuple[TableCard, ...]
    byes: tuple[str, ...]
    waiting: tuple[str, ...]
    standings: StandingsCard
    lines: tuple[PlaceLine, ...]
    number: int
    """Which screen this is, from 1."""
    screens: int

    @property
    def next(self) -> int:
        """Return the number of the screen that comes after it."""
        return self.number % self.screens + 1


def board_page(view: TournamentView, number: int) -> BoardPage:
    """Return a screen of the board; after the last comes the first, also while rounds change between two of them."""
    current = round_card(view, view.state.rounds[-1]) if view.state.rounds else None
    standings = standings_card(view)
    tables = _chunks(current.tables, TABLES) if current and not view.state.finished else []
    lines = _chunks(standings.lines, LINES)
    screens = max(1, len(tables) + len(lines))
    number = (number - 1) % screens + 1
    on_tables = number <= len(tables)
    heading = f"Round {current.number}" if current and on_tables else "Standings"
    if not current:
        heading = "Players"
    last_of_tables = number == len(tables)
    return BoardPage(
        view.setup.name,
        heading,
        status_words(view),
        view.setup.end == "clock",
        current.ends_at if current else None,
        tables[number - 1] if on_tables else (),
        current.byes if current and last_of_tables else (),
        current.waiting if current and last_of_tables else (),
        standings,
        () if on_tables or not lines else lines[number - 1 - len(tables)],
        number,
        screens,
    )


def _chunks(items: tuple, size: int) -> list:  # type: ignore[type-arg]  # of whatever they are
    return [items[first : first + size] for first in range(0, len(items), size)]


# ---------------------------------------------------------------- to print, to take along


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


def results_table(view: TournamentView) -> Iterator[list[Any]]:
    """Return what each round brought each side, the heads first.  Half a win is 0.5."""
    tournament = view.state.tournament()
    tables = {
        (one.number, player): table.number
        for one in view.state.rounds
        for table in one.tables
        for side in table.sides
        for player in side
    }
    yield CSV_COLUMNS
    for line in lines_of(tournament.played, tournament.sides, tournament.bye):
        table = tables.get((line.round, line.side[0]))
        counted = [line.points, line.against, f"{line.wins:g}", line.sets, line.moons]
        yield [line.round, table, view.side_name(line.side), *counted, int(line.bye)]
