"""What phones ask while another may have saved: what became of a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from scorekeeper.models import Game, Line
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.text import checked_op_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.orm import Session

WRITTEN = (
    select(Line.seq)
    .join(Game, (Game.league_id == Line.league_id) & (Game.id == Line.game_id))
    .where(Game.code == bindparam("code"), Line.op_id == bindparam("op_id"))
)


def written_as(session: Session, code: str, op_id: str) -> int | None:
    """Give the row a form was saved as, whatever became of the answer to it; None when it was not."""
    try:
        asked = {"code": code, "op_id": checked_op_id(op_id)}
    except SheetError:
        return None
    return session.connection().scalar(WRITTEN, asked)


def is_filled_in(tapped: Mapping[str, str]) -> bool:
    """Tell whether somebody is filling in the hand form: anything but its defaults is checked."""
    return any(text for name, text in tapped.items() if name not in {"seen", "op_id"})
