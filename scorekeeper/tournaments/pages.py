"""A tournament as its pages show it: with everybody's name, in words, on the screens of its board, and its log."""

import datetime as dt
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import accumulate, groupby, takewhile
from typing import Any, Self, TypeAlias

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.money_text import money_text
from scorekeeper.core.pages import chunks
from scorekeeper.core.transaction import must_exist
from scorekeeper.games.history import undone_rows
from scorekeeper.league.roster import read_people
from scorekeeper.models import Tournament
from scorekeeper.sheets.phrases import capped, listed, number_text, signed
from scorekeeper.sheets.rules_sheet import fill, one_line
from scorekeeper.tournaments.actions import read_rows
from scorekeeper.tournaments.maths.places import (
    CRITERIA,
    Chances,
    Place,
    Total,
    places_by,
    ranking_words,
    round_totals,
    totals,
    tournament_chances,
)
from scorekeeper.tournaments.maths.prizes import SIDE_PRIZES, side_prize_winners, weighted
from scorekeeper.tournaments.maths.rounds import Partners, flattened, tables_are
from scorekeeper.tournaments.state import (
    DRAW,
    UNDO,
    RoundState,
    Setup,
    TableState,
    TournamentRow,
    TournamentState,
    replay,
)

COLUMNS = {
    "points": "Points", "fewest_points": "Points", "wins": "Won", "losses": "Lost", "difference": "+/−",
    "sets": "Sets", "moons": "Moons", "high_game": "Best round", "strength": "Opponents", "last_round": "Last round",
}  # fmt: skip
"""The heading of each criterion's column in the standings."""
MAX_COLUMNS = 3
MAX_CHANCES = 50
_chances: dict[bytes, Chances[Partners] | None] = {}
"""Who can still win, by the hash of a tournament's last line."""


@dataclass(frozen=True)
class TournamentView:
    """A tournament, its log, its state after that, and the names of everybody in the league."""

    id: int
    code: str
    board_code: str | None
    rows: tuple[TournamentRow, ...]
    state: TournamentState
    names: Mapping[int, str]
    hidden: bool = False
    """Whether the last round is hidden from who looks: its points, and with them the standings."""

    def for_hall(self) -> Self:
        """Return it as everybody but the director sees it."""
        return replace(self, hidden=self.state.is_blind)

    def shows(self, table: TableState) -> bool:
        """Return whether who looks sees the points of a table."""
        current = self.state.current
        return not (self.hidden and current and any(table is one for one in current.tables))

    def shows_slip(self, row: TournamentRow) -> bool:
        """Return whether who looks sees the points of a slip in the log."""
        return not self.hidden or row.facts["round"] != len(self.state.rounds)

    @property
    def setup(self) -> Setup:
        return self.state.setup

    @property
    def date(self) -> dt.date:
        return dt.date.fromisoformat(self.setup.day)

    @property
    def counted(self) -> int:
        """Return how many rounds the standings are of, the same for everybody: those whose slips are all in."""
        return sum(1 for _ in takewhile(lambda one: not one.open_tables, self.state.rounds))

    @cached_property
    def places(self) -> list[Place]:
        """Return the standings after the last complete round."""
        tournament = self.state.tournament()
        return places_by(totals(replace(tournament, rounds=tournament.rounds[: self.counted])), self.setup.criteria)

    @property
    def has_places(self) -> bool:
        """Return whether a round counts yet, until then everybody is level; and who looks may see them."""
        return not self.hidden and self.counted > 0

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Return the columns of the standings with their headings: what places go by, and points if there is room."""
        keys = dict.fromkeys([*self.setup.criteria[:MAX_COLUMNS], "points", "wins"])
        return [(key, COLUMNS[key]) for key in keys][:MAX_COLUMNS]

    @cached_property
    def words(self) -> dict[str, str]:
        """Return what its pages say of it in sentences (sheets/text/night/tournament.txt)."""
        values = {"view": self, "state": self.state, "setup": self.setup, "tables_are": tables_are}
        values |= {"players": lambda sides: len(flattened(sides))}
        values |= {"money": partial(money_text, currency=self.setup.currency)}
        _, *told = re.split(r"^# (\w+)$", fill("night/tournament.txt", values), flags=re.MULTILINE)
        return {name: one_line(text) for name, text in zip(told[::2], told[1::2], strict=True)}

    def side_name(self, side: Partners) -> str:
        """Return the names of a side: "Ann & Bob"."""
        return " & ".join(self.names[player] for player in side)

    def paid(self, side: Partners) -> int:
        """Return the cents that a side was paid in prizes."""
        return sum(cents for player, cents in self.state.paid if player in side)

    def ends_at(self, one: RoundState) -> dt.datetime | None:
        """Return when the time is up, of a round by the clock whose slips are not all in."""
        if not self.setup.by_clock or not one.open_tables or self.state.finished:
            return None
        return one.drawn_at + dt.timedelta(minutes=self.setup.number)

    @property
    def possible(self) -> Chances[str] | None:
        """Return how likely each side is to win, None if nothing can be said of it to who looks.

        It takes a moment, and every screen of the hall asks for it: a process computes it once after each line.
        """
        if not self.has_places or self.state.finished:
            return None
        line = self.rows[-1].hash
        if line not in _chances:
            if len(_chances) >= MAX_CHANCES:
                _chances.clear()
            _chances[line] = tournament_chances(self.state.tournament(), self.setup.rounds)
        if found := _chances[line]:
            return [(self.side_name(side), share) for side, share in found[0]], found[1]
        return None

    def more_time(self, table: TableState) -> dt.datetime | None:
        """Return when the extra minutes of a table are up; None if it has none, or its slip is in."""
        ends_at = self.ends_at(self.state.current) if self.state.current and table.extra and not table.is_in else None
        return ends_at + dt.timedelta(minutes=table.extra) if ends_at else None

    @property
    def ranking_words(self) -> str:
        return ranking_words(self.setup.criteria)

    def value(self, total: Total, key: str) -> str:
        """Return what the standings show of a criterion: half a win is ½."""
        if key == "difference":
            return signed(total.difference)
        value = {"fewest_points": total.points, "losses": total.losses, "sets": total.sets}.get(key)
        number = CRITERIA[key][1](total) if value is None else value
        whole = int(number)
        half = "½" if number != whole else ""
        return (number_text(whole) if whole or not half else "") + half

    def tie_words(self, place: Place, above: Place | None) -> str:
        """Return what decided between a side and the one above it, where they are tied in what counts first."""
        if not above or not (place.total.high_game or place.total.wins):  # without either, level with many others
            return ""
        tied = f"Tied with {self.side_name(above.total.side)}"
        if above.place == place.place:
            return tied
        decided = place.decided_by
        return f"{tied}; {CRITERIA[decided][0]} decides" if decided and decided != self.setup.criteria[0] else ""

    def disputed_by(self, table: TableState) -> str:
        """Return the sides that dispute a table's slip, in words."""
        sides = sorted(side for side, right in table.says.items() if side is not None and not right)
        return listed([self.side_name(table.sides[side]) for side in sides])

    @cached_property
    def undone(self) -> set[int]:
        return undone_rows(self.rows)

    @cached_property
    def tables_of_lines(self) -> Mapping[int, Sequence[Sequence[list[int]]]]:
        """Return, by the number of a line about a table, the tables of its round as they were drawn last before it."""
        drawn, found = {}, {}
        for row in self.rows:
            if row.kind == DRAW:
                drawn[row.facts["round"]] = row.facts["tables"]
            elif row.facts.get("round") in drawn:
                found[row.seq] = drawn[row.facts["round"]]
        return found

    def side_at(self, row: TournamentRow, side: int | None) -> str:
        """Name a side at the table of a line, as it was drawn last before that line."""
        if side is None:
            return "the director"
        try:
            return self.side_name(tuple(self.tables_of_lines[row.seq][row.facts["table"] - 1][side]))
        except (KeyError, IndexError):  # an imported line that is undone may name a table that never was
            return "nobody"


def read_tournament(session: Session, league_id: int, tournament_id: int) -> TournamentView:
    """Return a tournament of a league.  Raises NotFound."""
    which = (Tournament.league_id == league_id, Tournament.id == tournament_id)
    connection = session.connection()
    found = must_exist(connection.execute(select(Tournament.code, Tournament.board_code).where(*which)).one_or_none())
    rows = tuple(read_rows(connection, league_id, tournament_id))
    names, _ = read_people(connection, league_id)
    return TournamentView(tournament_id, found.code, found.board_code, rows, replay(rows), names)


def tournaments_of(session: Session, league_id: int) -> Sequence[Tournament]:
    """Return the tournaments of a league, the last one first."""
    its = select(Tournament).where(Tournament.league_id == league_id)
    return session.scalars(its.order_by(Tournament.day.desc(), Tournament.id.desc())).all()


def results_table(view: TournamentView) -> Iterator[list[Any]]:
    """Return what each round brought each side, the heads first.  Half a win is 0.5."""
    tournament = view.state.tournament()
    tables = {
        (one.number, player): table.number
        for one in view.state.rounds for table in one.tables for player in table.players
    }  # fmt: skip
    yield ["round", "table", "side", "points", "points_against", "wins", "sets", "moons", "bye"]
    for one in round_totals(tournament.rounds[: -1 if view.hidden else None], tournament.sides, tournament.bye):
        table = tables.get((one.round, one.side[0]))
        numbers = [one.points, one.against, f"{one.wins:g}", one.sets, one.moons]
        yield [one.round, table, view.side_name(one.side), *numbers, int(one.bye)]


# ---------------------------------------------------------------- money


def prizes(view: TournamentView) -> list[tuple[str, int, str]]:
    """Return how the pot is shared: what each prize is for, its cents, and who wins a side prize as things are."""
    setup = view.setup
    if not view.state.pot:
        return []
    whole = sum(setup.shares)
    found = [
        (f"Place {number} · {round(100 * share / whole)}%", cents, "")
        for number, (share, cents) in enumerate(zip(setup.shares, place_amounts(view), strict=True), start=1)
        if share
    ]
    for key, cents in setup.side_pots:
        winners = side_prize_winners(key, [] if view.hidden else [place.total for place in view.places])
        found.append((capped(SIDE_PRIZES[key]), cents, listed([view.side_name(side) for side in winners])))
    return found


def place_amounts(view: TournamentView) -> list[int]:
    """Return the cents that each place gets of the pot as it is now, less the side prizes; nothing without a pot."""
    if not view.state.pot or not any(view.setup.shares):
        return []
    return weighted(view.setup.shares, max(view.state.pot - sum(cents for _, cents in view.setup.side_pots), 0))


def prizes_paid(view: TournamentView) -> list[tuple[int, int, int]]:
    """Return what everybody was paid, the most first: player, cents, and how much of them in cash."""
    paid = sorted(view.state.paid, key=lambda each: (-each[1], view.names[each[0]]))
    cash = view.state.cash_and_ledger(dict(view.state.paid))[0]
    return [(player, cents, cash.get(player, 0)) for player, cents in paid]


# ---------------------------------------------------------------- the board

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
BoardLine: TypeAlias = tuple[str, str, str, str, bool]
"""A line of the board: place, name, value, a prize, and whether they left."""


def board_screen(view: TournamentView, number: int) -> dict[str, Any]:
    """Return a screen of the board as its template takes it; the first after the last, even if some went just now."""
    current, finished = view.state.current, view.state.finished
    tables = chunks(current.tables, TABLES) if current and not finished else []
    lines = list(_line_screens(view))
    beside = len(tables) == len(lines) == 1 and len(tables[0]) <= TABLES_BESIDE and len(lines[0][1]) <= LINES_BESIDE
    screens: list[tuple[str, Sequence[TableState], Sequence[BoardLine]]] = [
        (f"Round {len(view.state.rounds)}", some, lines[0][1] if beside else ()) for some in tables
    ]
    if not beside:
        screens += [(heading, (), some) for heading, some in lines]
    screens = screens or [("Players", (), ())]
    number = (number - 1) % len(screens) + 1
    heading, shown, some_lines = screens[number - 1]
    return {
        "heading": heading,
        "tables": shown,
        "lines": some_lines,
        "size": letter_size([view.side_name(side) for it in shown for side in it.sides], len(shown), beside=beside)
        if shown
        else letter_size([name + paid for _, name, _, paid, _ in some_lines], len(some_lines), lines=True),
        "ends_at": view.ends_at(current) if current else None,
        "sits_out": current if number == len(tables) else None,
        "number": number,
        "screens": len(screens),
    }


def letter_size(names: Sequence[str], count: int, *, lines: bool = False, beside: bool = False) -> int:
    """Return the size of letters in quarters of the usual: as large as the longest name and all rows allow.

    There are `count` tables or lines, in two columns unless the standings stand `beside` the tables.
    """
    rows = count if beside else math.ceil(count / 2) or 1
    margin, row = (LINE_MARGIN, LINE_ROW) if lines else (TABLE_MARGIN, TABLE_ROW)
    width = (BESIDE_WIDTH if beside else COLUMN_WIDTH) / (margin + LETTER * max(map(len, names), default=0))
    return min(max(int(4 * min(width, COLUMN_HEIGHT / (rows * row))), MIN_QUARTERS), MAX_QUARTERS)


def _line_screens(view: TournamentView) -> Iterator[tuple[str, Sequence[BoardLine]]]:
    """Return the players until a round is drawn; then who sits where, if there are many tables, and the standings."""
    current, left = view.state.current, view.state.left
    if current is None:
        names = [("", view.side_name(side), "", "", side in left) for side in view.state.sides]
        yield from (("Players", some) for some in chunks(names, LINES))
        return
    if len(current.tables) > TABLES and not any(table.slip for table in current.tables):
        seats = [("", view.names[player], str(it.number), "", False) for it in current.tables for player in it.players]
        seats.sort(key=lambda line: line[1].casefold())
        yield from (("Find your table", some) for some in chunks(seats, LINES))
    if view.has_places:
        key, _ = view.columns[0]
        lines = []
        for place in view.places:
            side = place.total.side
            paid = money_text(view.paid(side), view.setup.currency) if view.paid(side) else ""
            lines.append((str(place.place), view.side_name(side), view.value(place.total, key), paid, side in left))
        yield from ((view.words["standings"], some) for some in chunks(lines, LINES))


# ---------------------------------------------------------------- the log

MAX_UNDOS = 4


def log_rounds(view: TournamentView) -> list[tuple[int, list[tuple[TournamentRow, TournamentRow, int]]]]:
    """Return the lines of the log, newest first, by the last round drawn until then, 0 for none.

    Each with the line that it is about, and how often that was undone: of an undo of an undo, the line itself.
    """
    rounds = list(accumulate((row.facts["round"] if row.kind == DRAW else 0 for row in view.rows), max))
    about: dict[int, tuple[TournamentRow, int]] = {}
    for row in view.rows:
        what, undos = about[row.target or 1] if row.kind == UNDO else (row, -1)
        about[row.seq] = what, min(undos + 1, MAX_UNDOS)
    return [
        (number, [(row, *about[row.seq]) for row in rows])
        for number, rows in groupby(reversed(view.rows), key=lambda row: rounds[row.seq - 1])
    ]


def last_line(view: TournamentView) -> TournamentRow | None:
    """Return the last line in force that can be undone, None if there is none."""
    live = [row for row in view.rows if row.seq > 1 and row.seq not in view.undone and row.kind != UNDO]
    return live[-1] if live else None
