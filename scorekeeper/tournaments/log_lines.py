"""The log of a tournament in words: who did what, and what was taken back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate, groupby

from scorekeeper.league.leagues import LeagueHead
from scorekeeper.sheets.grammar import number_text
from scorekeeper.tournaments.reading import TournamentView
from scorekeeper.tournaments.state import (
    DRAW,
    ENTER,
    FEE,
    FEES,
    FINISH,
    GAME,
    LEAVE,
    RETURN,
    SAYS,
    SETUP,
    SLIP,
    UNDO,
    TournamentRow,
    undone_lines,
)

MAX_NAMES = 4
UNDONE, MAX_UNDOS = "Undone: ", 4


@dataclass(frozen=True)
class TournamentLogLine:
    """One line of the log."""

    seq: int
    text: str
    recorded_at: dt.datetime
    by: str
    undone: bool
    can_undo: bool
    at: str = ""
    """The round and table of a slip; "" for any other line."""
    sides: tuple[tuple[str, str], ...] = ()
    """Name and points of each side of a slip."""
    source: str = ""
    """Who entered a slip on a phone."""
    round: int = 0
    """The last round that was drawn until then; 0 before the first."""


@dataclass(frozen=True)
class LogRound:
    """What happened from the draw of a round to the next."""

    title: str
    lines: tuple[TournamentLogLine, ...]


@dataclass(frozen=True)
class TournamentLogPage:
    league: LeagueHead
    id: int
    name: str
    rounds: tuple[LogRound, ...]
    """The newest first."""
    newest: int
    """The newest line that can be undone, 0 if there is none."""


def log_rounds(view: TournamentView) -> tuple[LogRound, ...]:
    """Return the log round by round, newest first."""
    return tuple(
        LogRound(f"Round {number}" if number else "Before round 1", tuple(lines))
        for number, lines in groupby(log_lines(view), lambda line: line.round)
    )


def log_lines(view: TournamentView) -> tuple[TournamentLogLine, ...]:
    """Return the log, newest first."""
    undone = undone_lines(view.rows)
    rounds = tuple(accumulate((row.facts["round"] if row.kind == DRAW else 0 for row in view.rows), max))
    said: dict[int, str] = {}
    for row in view.rows:
        said[row.seq] = _undo_words(said[row.target or 1]) if row.kind == UNDO else sentence(view, row)
    return tuple(
        TournamentLogLine(
            row.seq,
            said[row.seq],
            row.recorded_at,
            row.actor or row.phone,
            row.seq in undone,
            row.seq > 1,
            _place(row) if row.kind == SLIP else "",
            tuple(_points_by_side(view, row)) if row.kind == SLIP else (),
            _source(view, row) if row.kind == SLIP else "",
            rounds[row.seq - 1],
        )
        for row in reversed(view.rows)
    )


def last_line(view: TournamentView) -> TournamentRow | None:
    """Return the last line in force that can be undone, None if there is none."""
    undone = undone_lines(view.rows)
    live = [row for row in view.rows if row.seq > 1 and row.seq not in undone and row.kind != UNDO]
    return live[-1] if live else None


def sentence(view: TournamentView, row: TournamentRow) -> str:
    """Return in words what a line did that is no undo."""
    return _SENTENCES[row.kind](view, row)


def _undo_words(what: str) -> str:
    """Say what was undone; of an undo of an undo of an undo no more than that."""
    return what if what.startswith(MAX_UNDOS * UNDONE) else UNDONE + what


def _place(row: TournamentRow) -> str:
    return f"Round {row.facts['round']}, table {row.facts['table']}"


def _slip_words(view: TournamentView, row: TournamentRow) -> str:
    words = ", ".join(f"{name} {points}" for name, points in _points_by_side(view, row))
    source = _source(view, row)
    return f"{words}; from {source}" if source else words


def _points_by_side(view: TournamentView, row: TournamentRow) -> Iterable[tuple[str, str]]:
    for side, points in enumerate(row.facts["points"]):
        yield _who(view, row, side), number_text(points)


def _source(view: TournamentView, row: TournamentRow) -> str:
    by = row.facts["by"]
    return "" if by is None else _who(view, row, by)


def _who(view: TournamentView, row: TournamentRow, side: int | None) -> str:
    """Name a side at the table of a line, as it was drawn last before that line."""
    if side is None:
        return "the director"
    try:
        return view.side_name(tuple(view.tables_of_lines[row.seq][row.facts["table"] - 1][side]))
    except (KeyError, IndexError):  # an imported line that is undone may name a table that never was
        return "nobody"


def _some(names: list[str]) -> str:
    """Name a few, and count the rest."""
    if len(names) <= MAX_NAMES:
        return ", ".join(names)
    return f"{', '.join(names[:MAX_NAMES])} and {len(names) - MAX_NAMES} more"


def _sides(view: TournamentView, row: TournamentRow) -> str:
    return _some([view.side_name(tuple(side)) for side in row.facts["sides"]])


def _setup_words(_view: TournamentView, row: TournamentRow) -> str:
    return "The tournament was set up" if row.seq == 1 else "The settings were changed"


def _opinion_words(view: TournamentView, row: TournamentRow) -> str:
    says = "confirmed" if row.facts["agree"] else "disputed"
    return f"{_place(row)}: {says} by {_who(view, row, row.facts['side'])}"


def _fee_words(row: TournamentRow) -> str:
    return "paid the entry fee in cash" if row.facts["paid"] else "has not paid the entry fee"


_SENTENCES: dict[str, Callable[[TournamentView, TournamentRow], str]] = {
    SETUP: _setup_words,
    ENTER: lambda view, row: f"{_sides(view, row)} entered",
    LEAVE: lambda view, row: f"{view.side_name(tuple(row.facts['side']))} left",
    RETURN: lambda view, row: f"{view.side_name(tuple(row.facts['side']))} came back",
    FEE: lambda view, row: f"{view.side_name(tuple(row.facts['side']))} {_fee_words(row)}",
    FEES: lambda view, row: f"{_sides(view, row)} paid the entry fee in cash",
    DRAW: lambda _view, row: f"Round {row.facts['round']} was drawn",
    GAME: lambda _view, row: f"{_place(row)}: the hands are scored on a phone",
    SLIP: lambda view, row: f"{_place(row)}: {_slip_words(view, row)}",
    SAYS: _opinion_words,
    FINISH: lambda _view, _row: "The tournament was finished",
}
