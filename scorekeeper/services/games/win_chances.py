"""Win probabilities of a game in the database, and the hand that turned it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sqlalchemy import Text, bindparam, select, type_coerce

from scorekeeper.models.game import FINISHED
from scorekeeper.models.tables import games, lines
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.table import open_table
from scorekeeper.rules.win_probability import ROUNDS, PoolHand, WinModel
from scorekeeper.services.games.history import LogRow, current_lines
from scorekeeper.services.games.naming import END, first_players, rename_facts
from scorekeeper.services.games.snapshots import cached_head

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Mapping, Sequence

    from sqlalchemy import Connection

    from scorekeeper.rules.seats import Side
    from scorekeeper.rules.sheet import Document, Head
    from scorekeeper.rules.table import Table
    from scorekeeper.services.games.history import PlayedLine
    from scorekeeper.services.games.store import StoredGame
    from scorekeeper.services.games.view import GameView

MAX_POOL_GAMES, MAX_POOL_HANDS = 10, 120
"""How many games before this one the hands are taken from, and how many hands, the latest first."""
MAX_GAMES_BACK = 400
"""How many games back to search for the same rules."""
ENOUGH_HANDS = 40
"""With fewer hands of other games than this, the game's own hands are added."""
ROUGH_ROUNDS, CANDIDATES = 600, 2
"""Simulated rounds in a rough pass over the whole game; the best candidates are then simulated fully."""
MIN_ROUNDS, MAX_ROUNDS = 16, 50
"""The fewest and the most rounds for one hand in the rough pass."""
MAX_CACHED = 500
"""Games whose turning hand is remembered in each process."""

_own = games.alias("own")
_earlier = (
    select(games.c.id)
    .join(_own, (_own.c.league_id == games.c.league_id) & (_own.c.rulebook_id == games.c.rulebook_id))
    .where(
        _own.c.league_id == bindparam("league_id"),
        _own.c.id == bindparam("game_id"),
        games.c.id < _own.c.id,
        games.c.id >= _own.c.id - MAX_GAMES_BACK,
        games.c.status == FINISHED,
    )
    .order_by(games.c.id.desc())
    .limit(bindparam("most"))
)
_POOL = (
    select(
        lines.c.game_id,
        type_coerce(games.c.head, Text).label("head"),
        lines.c.seq,
        lines.c.kind,
        lines.c.target,
        lines.c.facts,
        lines.c.recorded_at,
    )
    .join(games, (games.c.league_id == lines.c.league_id) & (games.c.id == lines.c.game_id))
    .where(lines.c.league_id == bindparam("league_id"), lines.c.game_id.in_(_earlier))
    .order_by(lines.c.game_id, lines.c.seq)
)


@dataclass(frozen=True)
class TurningHand:
    """The hand that changed the winner's probability most: by its row, from `before` to `after` (0 to 1)."""

    seq: int
    before: float
    after: float


class _Hand(NamedTuple):
    """A hand that was scored: the row it was written in, and the table before it, as `_as_begun` has it."""

    seq: int
    before: Table


_found: dict[tuple[str, int], TurningHand | None] = {}


def read_turning_hand(connection: Connection, game: StoredGame, view: GameView) -> TurningHand | None:
    """Return the turning hand of a finished game; None if nobody won or too little was played to tell.

    One statement, and none for a game that was asked about before.
    """
    key = (view.code, view.seq)
    if key not in _found:
        if len(_found) >= MAX_CACHED:
            _found.clear()
        _found[key] = turning_hand(view, read_pool(connection, game, view.head))
    return _found[key]


def turning_hand(view: GameView, pool: Sequence[PoolHand]) -> TurningHand | None:
    """Return the turning hand of a game, with probabilities from `pool`, and from its own hands if that is small.

    A substitute is counted as the player whose seat it was at the beginning, like the players of the pool.
    """
    seats = first_players(view.lines)
    end = _as_begun(view.table, seats[END], view.head.sides)
    hands = [
        _Hand(line.seq, _as_begun(line.before, seats[line.seq], end.teams))
        for line in view.lines
        if line.before is not None and line.entry is not None and any(line.entry.changes.values())
    ]
    if not end.winners or any(hand.before.teams != end.teams for hand in hands):
        return None
    if len(pool) < ENOUGH_HANDS:
        pool = [*pool, *(_own_hand(line, line.before, seats[line.seq]) for line in view.lines if line.before)]
    winner = next(team for team in end.teams if team[0] in end.winners)
    tables = [*(hand.before for hand in hands), end]
    models = {id(table.rules): table for table in tables}
    model_of = {key: WinModel(table, pool, view.code) for key, table in models.items()}
    if not all(model.has_hands for model in model_of.values()):
        return None

    def chance(number: int, rounds: int) -> float:
        table = tables[number]
        return model_of[id(table.rules)].probabilities(table, rounds)[winner]

    rounds = min(max(ROUGH_ROUNDS // len(tables), MIN_ROUNDS), MAX_ROUNDS)
    rough = [chance(number, rounds) for number in range(len(tables))]
    likely = sorted(range(len(hands)), key=lambda number: rough[number] - rough[number + 1])[:CANDIDATES]
    turns = [TurningHand(hands[n].seq, chance(n, ROUNDS), chance(n + 1, ROUNDS)) for n in sorted(likely)]
    return max(turns, key=lambda turn: turn.after - turn.before, default=None)


# ---------------------------------------------------------------- substitutes and swaps


def _as_begun(table: Table, first: Mapping[str, str], teams: Sequence[Side]) -> Table:
    """Return a table under the players who began, its sides in the order of `teams` if they are the same."""

    def seat(player: str) -> str:
        return first.get(player, player)

    own = tuple(tuple(map(seat, team)) for team in table.teams)
    return replace(
        table,
        players=tuple(map(seat, table.players)),
        teams=tuple(teams) if set(map(frozenset, own)) == set(map(frozenset, teams)) else own,
        dealer=seat(table.dealer),
        scores={seat(player): score for player, score in table.scores.items()},
        sits={seat(player): sits for player, sits in table.sits.items()},
        winners=tuple(map(seat, table.winners)),
    )


def _own_hand(line: PlayedLine, before: Table, first: Mapping[str, str]) -> PoolHand:
    """Return a line of the game itself under the players who began."""
    facts = rename_facts(line.facts, lambda player: first.get(player, player))
    return PoolHand(read_line(facts, before.variant.kind), first.get(before.dealer, before.dealer))


# ---------------------------------------------------------------- the pool


def read_pool(connection: Connection, game: StoredGame, head: Head) -> list[PoolHand]:
    """Return the hands of the last games before this one by the same rules, with as many players on the same sides."""
    found = connection.execute(_POOL, {"league_id": game.league_id, "game_id": game.id, "most": MAX_POOL_GAMES})
    pool: list[PoolHand] = []
    for (_, text), rows in groupby(found, key=lambda row: (row.game_id, row.head)):
        theirs = cached_head(game.variant, text)
        if (theirs.players, theirs.sides, theirs.rules) == (head.players, head.sides, head.rules):
            pool += hands_of(theirs, [_log_row(row) for row in rows])
    return pool[-MAX_POOL_HANDS:]


def hands_of(head: Head, rows: Sequence[LogRow]) -> Iterator[PoolHand]:
    """Yield the lines in force of a log with who dealt them, up to the first that can't be played."""
    table = open_table(head)
    for line in current_lines(rows):
        if line.struck:
            continue
        dealer = table.dealer
        try:
            read = read_line(line.facts, table.variant.kind)
            table, _ = play(table, read)
        except SheetError:
            return
        yield PoolHand(read, dealer)


class _LineRow(Protocol):
    seq: int
    kind: str
    target: int | None
    facts: Document
    recorded_at: dt.datetime


def _log_row(row: _LineRow) -> LogRow:
    return LogRow(row.seq, row.kind, row.target, row.facts.get("line"), None, row.recorded_at, "")
