"""What a phone asks that only follows a game: whether anything happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from scorekeeper.services.devices import hashed
from scorekeeper.services.errors import GameNotFound
from scorekeeper.services.roles import ITS_DEVICE, ITS_MEMBER, members
from scorekeeper.services.statements import devices, games

if TYPE_CHECKING:
    from sqlalchemy import Connection

SEQ = select(games.c.seq).where(games.c.code == bindparam("code"))


SEQ_OF_MEMBER = (
    select(games.c.seq)
    .select_from(games.join(devices, ITS_DEVICE).join(members, ITS_MEMBER))
    .where(games.c.code == bindparam("code"))
)


def seq_followed(connection: Connection, code: str) -> int:
    """Give the number of a game's last row, in one lookup.  Raises GameNotFound.

    Every way of following asks here, once it is known that it may: the stream, the poll in Flask, the Watch screen.
    """
    seq = connection.scalar(SEQ, {"code": code})
    if seq is None:
        raise GameNotFound
    return int(seq)


def seq_for_member(connection: Connection, code: str, token: str) -> int | None:
    """Give the same to a phone with that secret, in one lookup too; None unless it is a member of the game's league."""
    seq: int | None = connection.scalar(SEQ_OF_MEMBER, {"code": code, "token_hash": hashed(token)})
    return seq
