"""A game as its pages show it: whole, in a list, and at its table."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.access.codes import KnownDevice
from scorekeeper.core.marks import Mark, brief_name, finishing_order, player_marks
from scorekeeper.games.history import LogRow, PlayedLine, replay_log
from scorekeeper.games.store import (
    NIGHT_COLUMNS,
    ON_NIGHT,
    SELECT_GAMES,
    OpenGame,
    RecentLine,
    current_snapshot,
    current_table,
    game_from_row,
    is_settled,
    load_game,
    read_log,
)
from scorekeeper.league.roster import distinct_names, rename_facts, rename_head
from scorekeeper.models import Game, Member, Night
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.sheet import Document, Head, Sheet
from scorekeeper.rules.table import LineResult, Table, table_from_json
from scorekeeper.sheets.words import say_target


@dataclass(frozen=True)
class GameView:
    """A game.  Players are seat keys; `names` says who they are."""

    code: str
    title: str | None
    date: dt.date | None
    seq: int
    head: Head
    names: Mapping[str, str]
    table: Table
    lines: tuple[PlayedLine, ...] = ()
    rows: tuple[LogRow, ...] = ()
    """The log as it was written, undo rows and all; empty, as `lines` is, where it was not read."""
    last: tuple[LastLine, ...] = ()
    """The last lines in force, oldest first, and the row that Undo would take back: what the table screen shows."""
    undo: int | None = None

    def table_at(self, seen: int) -> Table:
        """Return the table after row `seen`."""
        return next((line.before for line in self.lines if line.seq > seen and line.before is not None), self.table)


# ---------------------------------------------------------------- a whole game


def read_game(session: Session, code: str) -> GameView:
    """Return a whole game.  Raises NotFound."""
    connection = session.connection()
    return full_view(connection, load_game(connection, code))


def full_view(connection: Connection, game: OpenGame) -> GameView:
    """Return a loaded game with every line, up to its row's `seq`."""
    rows = read_log(connection, game)
    table, shown = replay_log(game.head, rows)
    return replace(_view(game, table), lines=shown, rows=tuple(rows))


def _view(game: OpenGame, table: Table) -> GameView:
    day = dt.date.fromisoformat(game.row.played_on) if game.row.played_on else None
    return GameView(game.row.code, game.row.title, day, game.seq, game.head, game.names, table)


def played_sheet(view: GameView) -> Sheet:
    """Return the lines in force as a sheet, names for seat keys, so that a refusal names people."""
    name = distinct_names(view.names).__getitem__
    lines = tuple(rename_facts(line.facts, name) for line in view.lines if line.entry is not None)
    return Sheet(rename_head(view.head, name), lines)


# ---------------------------------------------------------------- at its table


@dataclass(frozen=True)
class LastLine:
    """One of the last lines in force.  Players are seat keys throughout."""

    seq: int
    """The row it was written in."""
    version: int
    """The row that says what it says now."""
    number: int
    """1.. among the lines in force."""
    facts: Document
    entry: LineResult
    before: Table


def view_table(session: Session, game: OpenGame, *, whole: bool = False) -> GameView:
    """Return a game for its table screen, with every line where the screen needs them or `whole` asks for them.

    It needs them for the chart of a finished game, and for a tally older than the last lines.  A game that was just
    read or saved needs no further query otherwise.
    """
    snapshot = current_snapshot(session.connection(), game)
    table, last = snapshot.table, tuple(_last_line(game, line) for line in snapshot.lines or ())
    tally = not table.is_smoke or any(line.entry.outcome == "tally" for line in last)
    whole = whole or table.finished or not (tally or not last or last[0].number == 1)
    view = full_view(session.connection(), game) if whole else _view(game, table)
    return replace(view, last=last, undo=snapshot.undo)


def table_at(connection: Connection, game: OpenGame, seen: int) -> Table:
    """Return the table after row `seen`."""
    return current_table(connection, game) if seen == game.seq else full_view(connection, game).table_at(seen)


MAX_LAST_LINES = 1000
_last_lines: dict[tuple[str, int], tuple[Head, RecentLine, LastLine]] = {}
"""The last lines of tables with their scores, by game and row: after a hand, two of three were scored before."""


def _last_line(game: OpenGame, line: RecentLine) -> LastLine:
    """Return a line with its scores, from memory unless the line or the table before it changed."""
    key = (game.row.code, line.seq)
    head, known, found = _last_lines.get(key, (None, None, None))
    if found is None or head is not game.head or known != line:
        if len(_last_lines) >= MAX_LAST_LINES:
            _last_lines.clear()
        before = table_from_json(game.head, line.before)
        _, entry = play(before, read_line(line.facts, before.variant.kind))
        found = LastLine(line.seq, line.version, line.number, line.facts, entry, before)
        _last_lines[key] = (game.head, line, found)
    return found


# ---------------------------------------------------------------- in a list

MAX_RECENT_GAMES = 50


class ListedGame:
    """A game in a list; `scores` go with `sides`, where everybody plays alone each side is one name."""

    def __init__(
        self, game: OpenGame, table: Table, day: str | None, night_closed_at: dt.datetime | None = None
    ) -> None:
        row, names, lines = game.row, game.names, game.snapshot.lines if game.snapshot else None
        self.id, self.code, self.title, self.touched_at = row.id, row.code, row.title, row.touched_at
        self.league_id, self.night_id = row.league_id, row.night_id
        self.day, self.night_closed_at = day, night_closed_at
        self.league = ""
        """The name of its league, for a phone that is in several."""
        self.names, self.head, self.table, self.finished = names, game.head, table, table.finished
        self.known: Collection[str] = names.values()
        """The names that its own are told apart from in brief."""
        self.variant = game.head.variant.name
        """The name of its variant, as people say it."""
        self.players = tuple(names[key] for key in table.players)
        self.sides = tuple(tuple(names[key] for key in team) for team in table.teams)
        self.scores = tuple(table.scores[team[0]] for team in table.teams)
        self.begun, self.goes_to = game.seq > 0, say_target(table)
        self.settled = is_settled(game, table)
        """Whether it is an open table that was settled and not played on."""
        self.hand = (lines[-1].number if lines and table.is_smoke else table.hands) + 1

    @property
    def date(self) -> dt.date | None:
        return dt.date.fromisoformat(self.day) if self.day else None

    def score_rows(self, known: Collection[str] = (), room: int = 14) -> list[tuple[Mark, int, bool]]:
        """Return whose, how many and whether it won, of each score in seat order.

        Names over `room` letters are brief, told apart from those `known`.  Where everybody plays alone, once it is
        over, the winner comes first.
        """
        names = {key: brief_name(name, known or self.known, room) for key, name in self.names.items()}
        marks = player_marks(self.table, names)
        won = [mark.key in self.table.winners for mark in marks]
        rows = list(zip(marks, self.scores, won, strict=True))
        if self.table.rules.shares_scores or not self.finished:
            return rows
        return [rows[place] for place in finishing_order(self.scores, won, counts_down=self.table.rules.counts_down)]


_OTHER = aliased(Game)
_LAST = select(func.max(_OTHER.id)).where(_OTHER.league_id == Member.league_id).correlate(Member).scalar_subquery()
_RECENT_GAMES = (
    SELECT_GAMES.add_columns(*NIGHT_COLUMNS)
    .join(Night, ON_NIGHT)
    .join(Member, Member.league_id == Game.league_id)
    # The last games of each league, found by its key, not all that were ever played.
    .where(Member.device_id == bindparam("device_id"), Member.revoked_at.is_(None), Game.id > _LAST - bindparam("most"))
    .order_by(Game.league_id, Game.id)
)


def recent_games(session: Session, device: KnownDevice | None, *, most: int = MAX_RECENT_GAMES) -> list[ListedGame]:
    """Return the latest games of the leagues this device knows, in order of play, newest first.

    Within a league their numbers say which is newer, whatever the clock did.
    """
    connection = session.connection()
    found = connection.execute(_RECENT_GAMES, {"device_id": device.id if device else None, "most": most})
    piles = [list(pile) for _, pile in groupby(found, key=lambda row: row.league_id)]
    newest: list[ListedGame] = []
    while (piles := [pile for pile in piles if pile]) and len(newest) < most:
        row = max(piles, key=lambda pile: pile[-1].touched_at).pop()
        game = game_from_row(row)
        newest.append(ListedGame(game, current_table(connection, game), row.day, row.night_closed_at))
    return newest
