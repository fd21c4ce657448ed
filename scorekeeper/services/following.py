"""What a phone asks that only follows a game: whether anything happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from scorekeeper.services.devices import hashed
from scorekeeper.services.roles import ITS_DEVICE, ITS_MEMBER, members
from scorekeeper.services.statements import devices, games

if TYPE_CHECKING:
    from sqlalchemy import Connection

SEQ_OF_MEMBER = (
    select(games.c.seq)
    .select_from(games.join(devices, ITS_DEVICE).join(members, ITS_MEMBER))
    .where(games.c.code == bindparam("code"))
)


def seq_for_member(connection: Connection, code: str, token: str) -> int | None:
    """Give the number of a game's last row, in one lookup; None unless the phone with that secret is in its league."""
    seq: int | None = connection.scalar(SEQ_OF_MEMBER, {"code": code, "token_hash": hashed(token)})
    return seq
