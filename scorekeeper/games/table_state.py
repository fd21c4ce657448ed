"""A game as its pages show it: whole, in a list, and at its table."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Protocol

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.access.devices import KnownDevice
from scorekeeper.games.history import LogRow, PlayedLine, replay_log
from scorekeeper.games.naming import distinct_names, rename_facts, rename_head
from scorekeeper.games.snapshots import RecentLine
from scorekeeper.games.store import (
    NIGHT_COLUMNS,
    ON_NIGHT,
    SELECT_GAMES,
    OpenGame,
    StoredGame,
    current_snapshot,
    current_table,
    game_from_row,
    is_settled,
    load_game,
    read_log,
)
from scorekeeper.models import Game, Member
from scorekeeper.models.tables import nights
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.sheet import Document, Head, Sheet
from scorekeeper.rules.snapshot import table_from_json
from scorekeeper.rules.table import LineResult, Table


@dataclass(frozen=True)
class GameView:
    """A whole game.  Players are seat keys; `names` says who they are."""

    code: str
    title: str | None
    date: dt.date | None
    seq: int
    head: Head
    names: Mapping[str, str]
    table: Table
    lines: tuple[PlayedLine, ...]
    rows: tuple[LogRow, ...] = ()
    """The log as it was written, undo rows and all."""

    def table_at(self, seen: int) -> Table:
        """Return the table after row `seen`."""
        return next((line.before for line in self.lines if line.seq > seen and line.before is not None), self.table)


# ---------------------------------------------------------------- a whole game


def read_game(session: Session, code: str) -> GameView:
    """Return a whole game.  Raises GameNotFound."""
    connection = session.connection()
    return full_view(connection, load_game(connection, code))


def full_view(connection: Connection, game: OpenGame) -> GameView:
    """Return a loaded game with every line, up to its row's `seq`."""
    rows = read_log(connection, game)
    table, shown = replay_log(game.head, rows)
    return GameView(
        code=game.row.code,
        title=game.row.title,
        date=_day(game.row.played_on),
        seq=game.seq,
        head=game.head,
        names=game.names,
        table=table,
        lines=shown,
        rows=tuple(rows),
    )


def _day(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


def played_sheet(view: GameView) -> Sheet:
    """Return the lines in force as a sheet, names for seat keys, so that a refusal names people."""
    name = distinct_names(view.names).__getitem__
    lines = tuple(rename_facts(line.facts, name) for line in view.lines if line.entry is not None)
    return Sheet(rename_head(view.head, name), lines)


# ---------------------------------------------------------------- many games

MAX_RECENT_GAMES = 50


@dataclass(frozen=True)
class GameSummary:
    """A game in a list.  `scores` go with `sides`; where everybody plays alone each side is one name."""

    code: str
    league_id: int
    title: str | None
    date: dt.date | None
    variant: str
    """Its name, as people say it."""
    players: tuple[str, ...]
    """Clockwise."""
    sides: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    winners: tuple[str, ...]
    """Names; empty while it goes on."""
    lines: int
    """How many lines are in force, as its last ones say; the hands scored where they do not, or the game is over."""
    target: int | None
    """The score that ends it, if one does."""
    counts_down: bool
    """Whether the lowest score is the best."""
    finished: bool
    settled: bool
    """An open table that was settled and not played on."""
    touched_at: dt.datetime
    night_closed_at: dt.datetime | None


_OTHER = aliased(Game)
_LAST = select(func.max(_OTHER.id)).where(_OTHER.league_id == Member.league_id).correlate(Member).scalar_subquery()
_RECENT_GAMES = (
    SELECT_GAMES.add_columns(*NIGHT_COLUMNS)
    .join(nights, ON_NIGHT)
    .join(Member, Member.league_id == Game.league_id)
    # The last games of each league, found by its key, not all that were ever played.
    .where(Member.device_id == bindparam("device_id"), Member.revoked_at.is_(None), Game.id > _LAST - bindparam("most"))
    .order_by(Game.league_id, Game.id)
)


def recent_games(session: Session, device: KnownDevice, *, most: int = MAX_RECENT_GAMES) -> list[GameSummary]:
    """Return the latest games of the leagues this device knows, newest first."""
    connection = session.connection()
    found = connection.execute(_RECENT_GAMES, {"device_id": device.id, "most": most})
    newest = islice(_newest_first(found), most)
    return [_summary(row, game, current_table(connection, game)) for row in newest for game in [game_from_row(row)]]


class _ListedGame(StoredGame, Protocol):
    night_closed_at: dt.datetime | None


def _newest_first(found: Iterable[_ListedGame]) -> Iterator[_ListedGame]:
    """Return games that come league by league, oldest first, in order of play, newest first.

    Within a league their numbers say which is newer, whatever the clock did.
    """
    piles = [list(pile) for _, pile in groupby(found, key=lambda row: row.league_id)]
    while piles := [pile for pile in piles if pile]:
        yield max(piles, key=lambda pile: pile[-1].touched_at).pop()


def _summary(row: _ListedGame, game: OpenGame, table: Table) -> GameSummary:
    names, target = game.names, table.rules.finish.target
    recent = () if table.finished or game.snapshot is None else game.snapshot.lines
    return GameSummary(
        code=game.row.code,
        league_id=game.row.league_id,
        title=game.row.title,
        date=_day(game.row.played_on),
        variant=game.head.variant.name,
        players=tuple(names[key] for key in table.players),
        sides=tuple(tuple(names[key] for key in team) for team in table.teams),
        scores=tuple(table.scores[team[0]] for team in table.teams),
        winners=tuple(names[key] for key in table.winners),
        lines=recent[-1].number if recent else table.hands,
        target=target if isinstance(target, int) else None,
        counts_down=table.rules.counts_down,
        finished=table.finished,
        settled=is_settled(game, table),
        touched_at=game.row.touched_at,
        night_closed_at=row.night_closed_at,
    )


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


@dataclass(frozen=True)
class TableView:
    """A game as its table screen shows it.  Players are seat keys; `names` says who they are."""

    code: str
    title: str | None
    seq: int
    names: Mapping[str, str]
    table: Table
    last: tuple[LastLine, ...]
    """Oldest first."""
    undo: int | None
    """The row that Undo would take back; None when there is none."""
    whole: GameView | None
    """The game with every line; None if the screen does not need them."""


def view_table(session: Session, game: OpenGame, *, whole: bool = False) -> TableView:
    """Return a game for its table screen, with every line where the screen needs them or `whole` asks for them.

    A game that was just read or saved needs no further query.
    """
    snapshot = current_snapshot(session.connection(), game)
    last = tuple(_last_line(game, line) for line in snapshot.lines or ())
    return TableView(
        code=game.row.code,
        title=game.row.title,
        seq=game.seq,
        names=game.names,
        table=snapshot.table,
        last=last,
        undo=snapshot.undo,
        whole=full_view(session.connection(), game) if whole or _needs_full_view(snapshot.table, last) else None,
    )


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
        found = _scored(game.head, line)
        _last_lines[key] = (game.head, line, found)
    return found


def _scored(head: Head, line: RecentLine) -> LastLine:
    before = table_from_json(head, line.before)
    _, entry = play(before, read_line(line.facts, before.variant.kind))
    return LastLine(line.seq, line.version, line.number, line.facts, entry, before)


def _needs_full_view(table: Table, last: tuple[LastLine, ...]) -> bool:
    """Return whether the screen shows more than the last lines: a finished game's chart, an older tally."""
    older_tally = table.is_smoke and bool(last) and last[0].number > 1 and not any(_is_tally(line) for line in last)
    return table.finished or older_tally


def _is_tally(line: LastLine) -> bool:
    return line.entry.outcome == "tally"
