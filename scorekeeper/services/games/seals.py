"""Seals: a short text that identifies a game's history up to a row, to be kept outside the database.

A game's rows are a chain of hashes.  The seal of a row is its number and 59 bits of its hash: "14-K7P4-RWX9-3QMT".
Somebody who rewrites the history cannot choose it.  A history that still has it has not changed since it was shown.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from scorekeeper.models.tables import lines
from scorekeeper.models.types import MAX_ID, utc_text
from scorekeeper.services.access.links import SYMBOLS, normalize_code
from scorekeeper.services.games.hashes import HASHED_COLUMNS, first_hash, next_hash

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from scorekeeper.services.games.store import OpenGame

LENGTH, GROUP = 12, 4
WRITTEN = re.compile(r"\s*(\d{1,10})\W+(\w.*)", re.DOTALL)


class Seal(NamedTuple):
    """The row of a game, and the symbols that follow from its hash."""

    seq: int
    symbols: str

    def __str__(self) -> str:
        groups = (self.symbols[at : at + GROUP] for at in range(0, LENGTH, GROUP))
        return "-".join([str(self.seq), *groups])


def seal_of(seq: int, row_hash: bytes) -> Seal:
    """Return the seal of a game's history up to a row, from the row's hash."""
    number, symbols = int.from_bytes(row_hash), ""
    for _ in range(LENGTH):
        number, rest = divmod(number, len(SYMBOLS))
        symbols += SYMBOLS[rest]
    return Seal(seq, symbols)


def read_seal(text: str) -> Seal | None:
    """Return the seal that was typed, None if it isn't one; case, dashes, spaces and look-alikes do not matter."""
    parts = WRITTEN.fullmatch(text)
    if parts is None or not 0 < int(parts[1]) <= MAX_ID:
        return None
    symbols = normalize_code(parts[2])
    return Seal(int(parts[1]), symbols) if len(symbols) == LENGTH else None


def find_sealed(connection: Connection, seal: Seal) -> tuple[int, int] | None:
    """Return league and game whose history has a seal, None if none has it."""
    found = connection.execute(select(lines.c.league_id, lines.c.game_id, lines.c.hash).where(lines.c.seq == seal.seq))
    return next(((row.league_id, row.game_id) for row in found if seal_of(seal.seq, row.hash) == seal), None)


def read_seals(connection: Connection, game: OpenGame, row: int) -> tuple[Seal | None, Seal | None]:
    """Return the seal of a game's last row and that of `row`, None for a row that isn't there.

    Both follow from what the rows say, not from the hashes stored beside them: a row that was changed by hand has
    another seal, whether or not somebody wrote new hashes too.
    """
    tip = first_hash(game.row.code, json.loads(game.row.head), json.loads(game.row.variant))
    seq, sealed = 0, None
    written = connection.execute(
        select(*(lines.c[name] for name in HASHED_COLUMNS))
        .where(lines.c.league_id == game.row.league_id, lines.c.game_id == game.row.id, lines.c.seq <= game.seq)
        .order_by(lines.c.seq)
    ).mappings()
    for line in written:
        tip = next_hash(tip, {**line, "recorded_at": utc_text(line["recorded_at"])})
        seq = line["seq"]
        if seq == row:
            sealed = seal_of(seq, tip)
    return seal_of(seq, tip) if seq else None, sealed
