"""The board of a tournament: the tables of the round and the standings, a screen at a time, to read from afar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.web.tournaments.pages import round_card, standings_card, status_words

if TYPE_CHECKING:
    import datetime as dt

    from scorekeeper.services.tournaments.view import TournamentView
    from scorekeeper.web.tournaments.pages import PlaceLine, StandingsCard, TableCard

TABLES, LINES = 8, 16
"""The tables, and the lines of the standings, that a screen has room for."""


@dataclass(frozen=True)
class BoardPage:
    """One screen of the board: tables of the round, or lines of the standings."""

    name: str
    heading: str
    status: str
    ends_at: dt.datetime | None
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
        current.ends_at if current and on_tables else None,
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
