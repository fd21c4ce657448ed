"""A review of a line by another phone: agreed, or disputed.  Append-only; of several from one phone the last counts.

The table is called `opinions`, an older name, and stays so: a released table is not renamed.
"""

from __future__ import annotations

import datetime as dt

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import UtcDateTime

AGREE, DISPUTE = "agree", "dispute"


class LineReview(Base):
    """A phone's review of row `seq` of a game's log; it changes no score."""

    __tablename__ = "opinions"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id", "seq"], ["lines.league_id", "lines.game_id", "lines.seq"]),
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        CheckConstraint("says IN ('agree', 'dispute')", name="says"),
        Index(None, "league_id", "game_id", "seq"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    op_id: Mapped[str] = mapped_column(Text, primary_key=True)
    game_id: Mapped[int]
    seq: Mapped[int]
    says: Mapped[str] = mapped_column(Text)
    note: Mapped[str | None] = mapped_column(Text)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    person_id: Mapped[int | None]
    said_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
