"""A game's row and its log: open, read, append.

Adding a line takes three: open the game (and look whether this form was used before), append, bring the snapshot up to
date.  No earlier line is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorekeeper.models.game import FINISHED, PLAYING
from scorekeeper.models.line import LINE
from scorekeeper.models.types import written_moment
from scorekeeper.services.chain import next_hash
from scorekeeper.services.errors import GameNotFound
from scorekeeper.services.history import Row
from scorekeeper.services.snapshots import (
    FACTS_VERSION,
    freeze_state,
    head_from,
    thaw_recent,
    thaw_snapshot,
    thaw_state,
)
from scorekeeper.services.statements import ADVANCE, ADVANCE_AND_SAY, APPEND, OPEN_GAME, READ_GAME, READ_LINES

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection

    from scorekeeper.models.tables import AnyRow
    from scorekeeper.rules.sheet import Document, Head
    from scorekeeper.rules.table import Table
    from scorekeeper.services.snapshots import Frozen, Recent, RecentLine, Snapshot


CODE = re.compile(r"[A-Za-z0-9_-]{22}")
"""128 random bits, as `secrets.token_urlsafe(16)` writes them."""


@dataclass(frozen=True)
class OpenGame:
    """A game as its row says; `row` has the columns of `statements.OF_THE_GAME`.

    `seq` and `state` are those of the row, or, of what `append_lines` gives back, those it has now.
    """

    row: AnyRow
    head: Head
    names: dict[str, str]
    """Seat key -> name of everybody who ever sat here, in the order they sat down."""
    seq: int
    state: Frozen

    def standing(self) -> Table | None:
        """Give the table from the snapshot, None where it has to be made anew from the lines."""
        return thaw_state(self.head, self.seq, self.state)

    def snapshot(self) -> Snapshot | None:
        """Give the same with the last lines, None where any of it has to be made anew."""
        return thaw_snapshot(self.head, self.seq, self.state)

    def last_lines(self) -> tuple[RecentLine, ...] | None:
        """Give the last lines alone, oldest first; None where the snapshot does not have them."""
        return thaw_recent(self.seq, self.state)


@dataclass(frozen=True)
class NewLine:
    """What is about to be written; `facts` as the column keeps them."""

    op_id: str
    kind: str
    target: int | None
    facts: Document
    device_id: int
    actor_id: int | None
    recorded_at: dt.datetime


def read_row(connection: Connection, code: str) -> OpenGame:
    """Give a game to look at.  Raises GameNotFound."""
    return _found(connection.execute(READ_GAME, {"code": _checked(code)}).one_or_none())


def open_row(connection: Connection, code: str, op_id: str) -> OpenGame:
    """Give a game to write in.  Raises GameNotFound.

    `done_…` is what was written under this op_id before, `night_closed_at` when its night was closed.
    """
    return _found(connection.execute(OPEN_GAME, {"code": _checked(code), "op_id": op_id}).one_or_none())


def _checked(code: str) -> str:
    """Give a code back; what cannot be one never reaches the database, whatever characters somebody put in a link."""
    if not CODE.fullmatch(code):
        raise GameNotFound
    return code


def _found(row: AnyRow | None) -> OpenGame:
    if row is None:
        raise GameNotFound
    return opened(row)


def opened(row: AnyRow) -> OpenGame:
    """Give the game of a row of `statements.GAMES`."""
    names = {key: row.names[key] for key in sorted(row.names, key=int)}
    return OpenGame(row, head_from(row.variant, row.head), names, row.seq, row.state)


def read_rows(connection: Connection, game: OpenGame) -> list[Row]:
    """Give the log of a game as far as its row goes: what comes in between two SELECTs waits for the next look."""
    found = connection.execute(READ_LINES, {"league_id": game.row.league_id, "game_id": game.row.id, "seq": game.seq})
    return [
        Row(
            seq=row.seq,
            kind=row.kind,
            target=row.target,
            facts=row.facts.get("line"),
            reason=row.facts.get("reason"),
            recorded_at=row.recorded_at,
            device=row.device,
            who=row.who,
        )
        for row in found
    ]


def stored_facts(kind: str, facts: Document | None, reason: str | None) -> Document:
    """Give the facts of a row as the column keeps them (models/line.py)."""
    stored: Document = {"v": FACTS_VERSION}
    if facts is not None:
        stored["line"] = facts
    return stored if kind == LINE and not reason else {**stored, "reason": reason}


def append_lines(
    connection: Connection, game: OpenGame, new: Sequence[NewLine], table: Table, recent: Recent | None = None
) -> OpenGame:
    """Append lines and bring the game's row up to date with the table after them; give the game as it is then.

    `recent` are the last lines after them, if known.
    """
    if not new:
        return game
    rows = list(_chained(game, new))
    connection.execute(APPEND, rows if len(rows) > 1 else rows[0])
    seq, tip = rows[-1]["seq"], rows[-1]["hash"]
    now, state = new[-1].recorded_at, freeze_state(seq, table, recent)
    connection.execute(
        ADVANCE_AND_SAY if connection.dialect.name == "postgresql" else ADVANCE,
        {
            "of_league": game.row.league_id,
            "of_game": game.row.id,
            "seq": seq,
            "hash": tip,
            "state": state,
            "status": FINISHED if table.finished else PLAYING,
            "touched_at": now,
            "finished_at": (game.row.finished_at or now) if table.finished else None,
        },
    )
    return replace(game, seq=seq, state=state)


def _chained(game: OpenGame, new: Sequence[NewLine]) -> Iterator[Document]:
    """Give the rows of new lines, numbered and hashed on from the game's last."""
    tip = game.row.hash
    for seq, line in enumerate(new, start=game.seq + 1):
        row = {
            "seq": seq, "op_id": line.op_id, "kind": line.kind, "target": line.target, "facts": line.facts,
            "actor_id": line.actor_id, "device_id": line.device_id, "recorded_at": line.recorded_at,
        }  # fmt: skip
        hashed = next_hash(tip, {**row, "recorded_at": written_moment(line.recorded_at)})
        where = {"league_id": game.row.league_id, "game_id": game.row.id}
        yield {**where, **row, "previous_hash": tip, "hash": hashed}
        tip = hashed
