"""What a phone asks that only follows a game: whether anything happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from scorekeeper.services.errors import GameNotFound
from scorekeeper.services.statements import games

if TYPE_CHECKING:
    from sqlalchemy import Connection

SEQ = select(games.c.seq).where(games.c.code == bindparam("code"))


def seq_followed(connection: Connection, code: str) -> int:
    """Give the number of a game's last row, in one lookup.  Raises GameNotFound.

    Every way of following asks here: the stream, the poll in front of Flask and in it, the Watch screen.  Who may
    follow is decided in this statement and nowhere else.
    """
    seq = connection.scalar(SEQ, {"code": code})
    if seq is None:
        raise GameNotFound
    return int(seq)
