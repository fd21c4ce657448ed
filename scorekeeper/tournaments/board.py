"""What a tournament shows: its board and the board's public link, cards and results to print, results to take along."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from flask import Response, abort, current_app, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import KEEPER, SCORER, VIEWER
from scorekeeper.access.share_links import qr_code
from scorekeeper.core.form_values import parse_uint
from scorekeeper.core.htmx import render_page, see_other
from scorekeeper.league.blueprint import change_request, current_league
from scorekeeper.league.leagues import LeagueHead
from scorekeeper.tournaments.blueprint import ONE, bp, current_tournament
from scorekeeper.tournaments.forms import BoardLinkForm
from scorekeeper.tournaments.links import card_link, open_board
from scorekeeper.tournaments.maths.standings import lines_of
from scorekeeper.tournaments.pages import (
    RoundCard,
    StandingsCard,
    TableCard,
    entrants,
    has_standings,
    round_card,
    standings_card,
    status_words,
    table_card,
)
from scorekeeper.tournaments.prize_pages import Payment, payments
from scorekeeper.tournaments.reading import TournamentView
from scorekeeper.transfer.csv_tables import as_csv
from scorekeeper.transfer.views import download, spooled

TABLES, LINES = 8, 20
"""How many tables, or lines of names, fit on a screen."""
TABLES_BESIDE, LINES_BESIDE = 4, 16
"""How many of them fit beside one another: a hall this small needs one screen."""
COLUMN_WIDTH, COLUMN_HEIGHT = 21, 18
"""The size of each of a screen's two columns, in letters of the usual size; so are the sizes below."""
BESIDE_WIDTH = 26
"""The width of the tables' column where the standings stand beside it."""
LETTER = 0.56
"""The average width of a letter."""
TABLE_MARGIN, TABLE_ROW = 4.2, 3.1
"""Of a table: the width of what is beside the names, and the height."""
LINE_MARGIN, LINE_ROW = 4.4, 1.8
"""The same of a line."""
MIN_QUARTERS, MAX_QUARTERS = 4, 10
"""The smallest and the largest letters, in quarters of the usual size."""
Item = TypeVar("Item")
CSV_COLUMNS = ["round", "table", "side", "points", "points_against", "wins", "sets", "moons", "bye"]


class BoardLine(NamedTuple):
    """A line of the board: one of the standings, or where somebody sits; `paid` is their prize."""

    place: str
    name: str
    value: str
    paid: str = ""
    left: bool = False


class Screen(NamedTuple):
    """What one screen shows: some tables of the round, or some lines; in a small hall both."""

    heading: str
    tables: tuple[TableCard, ...] = ()
    lines: tuple[BoardLine, ...] = ()

    @property
    def beside(self) -> bool:
        """Return whether the standings stand beside the tables."""
        return bool(self.tables and self.lines)

    @property
    def size(self) -> int:
        """Return the size of its letters in quarters of the usual: as large as the longest name and all rows allow."""
        rows = len(self.tables) if self.beside else math.ceil(len(self.tables or self.lines) / 2) or 1
        width = BESIDE_WIDTH if self.beside else COLUMN_WIDTH
        if self.tables:
            longest = max(len(side.name) for table in self.tables for side in table.sides)
            margin, row = TABLE_MARGIN, TABLE_ROW
        else:
            longest = max((len(line.name) + len(line.paid) for line in self.lines), default=0)
            margin, row = LINE_MARGIN, LINE_ROW
        factor = min(width / (margin + LETTER * longest), COLUMN_HEIGHT / (rows * row))
        return min(max(int(4 * factor), MIN_QUARTERS), MAX_QUARTERS)


@dataclass(frozen=True)
class BoardPage:
    """One screen of the board, and which of them it is."""

    name: str
    status: str
    by_clock: bool
    """Whether its rounds are played by the clock."""
    ends_at: dt.datetime | None
    """When this round is over; None for one that is not played by the clock, or whose slips are in."""
    screen: Screen
    byes: tuple[str, ...]
    waiting: tuple[str, ...]
    number: int
    """Which screen this is, from 1."""
    screens: int

    @property
    def next(self) -> int:
        """Return the number of the screen that comes after it."""
        return self.number % self.screens + 1


def board_page(view: TournamentView, number: int) -> BoardPage:
    """Return a screen of the board, the first after the last, even if there are fewer screens than a moment ago."""
    current = round_card(view, view.state.rounds[-1]) if view.state.rounds else None
    tables = _table_screens(current) if current and not view.state.finished else []
    lines = _line_screens(view, current)
    if _fit_beside(tables, lines):
        tables, lines = [tables[0]._replace(lines=lines[0].lines)], []
    screens = [*tables, *lines] or [Screen("Players")]
    number = (number - 1) % len(screens) + 1
    last_of_tables = number == len(tables)
    return BoardPage(
        name=view.setup.name,
        status=status_words(view),
        by_clock=view.setup.end == "clock",
        ends_at=current.ends_at if current else None,
        screen=screens[number - 1],
        byes=current.byes if current and last_of_tables else (),
        waiting=current.waiting if current and last_of_tables else (),
        number=number,
        screens=len(screens),
    )


def _fit_beside(tables: Sequence[Screen], lines: Sequence[Screen]) -> bool:
    """Return whether one screen has room for the tables and the standings beside them."""
    small = len(tables) == len(lines) == 1
    return small and len(tables[0].tables) <= TABLES_BESIDE and len(lines[0].lines) <= LINES_BESIDE


def _table_screens(current: RoundCard) -> list[Screen]:
    return [Screen(f"Round {current.number}", tables=some) for some in _chunks(current.tables, TABLES)]


def _line_screens(view: TournamentView, current: RoundCard | None) -> list[Screen]:
    """Return the players until a round is drawn; then who sits where, if there are many tables, and the standings."""
    if current is None:
        names = [BoardLine("", entrant.name, "", left=entrant.left) for entrant in entrants(view)]
        return [Screen("Players", lines=some) for some in _chunks(names, LINES)]
    screens = []
    if len(current.tables) > TABLES and not any(table.has_slip for table in current.tables):
        screens += [Screen("Find your table", lines=some) for some in _chunks(_seats(view), LINES)]
    if has_standings(view):
        lines = [BoardLine(it.place, it.name, it.values[0], it.paid, it.left) for it in standings_card(view).lines]
        screens += [Screen("Standings", lines=some) for some in _chunks(lines, LINES)]
    return screens


def _seats(view: TournamentView) -> list[BoardLine]:
    """Return each player's table, sorted by name."""
    seats = [
        BoardLine("", view.names[player], str(table.number))
        for table in view.state.rounds[-1].tables
        for side in table.sides
        for player in side
    ]
    return sorted(seats, key=lambda line: line.name.casefold())


def _chunks(items: Sequence[Item], most: int) -> list[tuple[Item, ...]]:
    """Return items in chunks of about the same size, `most` at most."""
    count = math.ceil(len(items) / most)
    size = math.ceil(len(items) / count) if count else 1
    return [tuple(items[first : first + size]) for first in range(0, len(items), size)]


@bp.get(f"{ONE}/board", role=VIEWER)
def board(tournament: int) -> Response:
    page = requested_screen(current_tournament(tournament))
    address = url_for("tournaments.board", tournament=tournament)
    return render_page("tournaments/board.html", ["board"], page=page, address=address, tournament=tournament)


def requested_screen(view: TournamentView) -> BoardPage:
    """Return the screen of the board that `page` in the address asks for, the first one if it asks for none."""
    return board_page(view, parse_uint(request.args.get("page")) or 1)


@bp.post(f"{ONE}/link", role=KEEPER)
def set_link(tournament: int) -> AnyResponse:
    """Make a public address of the board, or with `close` close it; doing it twice does it once."""
    form, view = BoardLinkForm(), current_tournament(tournament)
    open_board(change_request(form), view.id, closed=form.close.data)
    return see_other(url_for("tournaments.show", tournament=view.id, _anchor="link"))


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
    finished: bool
    status: str
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


@bp.get(f"{ONE}/cards", role=SCORER)
def cards(tournament: int) -> str:
    """Show a card for each table of the round, with the square that leads a phone to its slip."""
    view = current_tournament(tournament)
    current = view.state.current or abort(404)
    secret = current_app.config["SECRET_KEY"]
    printed = []
    for table in current.tables:
        card = card_link(secret, view, current, table.number)
        address = url_for("public_tournaments.card", card=card, _external=True)
        printed.append(PrintedCard(table_card(view, table), qr_code(address), address))
    shown = round_card(view, current)
    page = CardsPage(current_league(), view.id, view.setup.name, shown, view.setup.length.words(), tuple(printed))
    return render_template("tournaments/cards.html", page=page)


@bp.get(f"{ONE}/results", role=VIEWER)
def results(tournament: int) -> str:
    view = current_tournament(tournament)
    page = ResultsPage(
        league=current_league(),
        id=view.id,
        name=view.setup.name,
        day=dt.date.fromisoformat(view.setup.day),
        finished=view.state.finished,
        status=status_words(view),
        standings=standings_card(view),
        rounds=tuple(round_card(view, one) for one in view.state.rounds),
        payments=payments(view),
    )
    return render_template("tournaments/results.html", page=page)


@bp.get(f"{ONE}/results.csv", role=VIEWER)
def results_csv(tournament: int) -> Response:
    view = current_tournament(tournament)
    return download(spooled(as_csv(results_table(view))), "text/csv", f"tournament-{view.setup.day}-{view.id}.csv")
