"""What phones ask every few seconds, cheaply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from scorekeeper.models import Game
from scorekeeper.services.errors import GameNotFound

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.orm import Session

SEQ = select(Game.seq).where(Game.code == bindparam("code"))


def seq_of(session: Session, code: str) -> int:
    """Give the number of a game's last row.  Raises GameNotFound."""
    seq = session.connection().scalar(SEQ, {"code": code})
    if seq is None:
        raise GameNotFound
    return int(seq)


def is_filled_in(tapped: Mapping[str, str]) -> bool:
    """Tell whether somebody is filling in the hand form: anything but its defaults is checked."""
    return any(text for name, text in tapped.items() if name != "seen")
