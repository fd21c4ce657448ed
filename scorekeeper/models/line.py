"""A line of a game's log, and its reviews.  Append-only: triggers refuse UPDATE and DELETE.

Undo and correction are new lines.  Of several reviews from one phone the last counts.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import Json, UtcDateTime

LINE, CORRECT, UNDO = "line", "correct", "undo"
AGREE, DISPUTE = "agree", "dispute"


class Line(Base):
    """One line of the log of a game, with who recorded it and when.

    kind "line": facts {"v": 1, "line": one line of a scoresheet, seat keys for names}, and a "reason" where one was
    asked for, after the close of the night;
    kind "correct": the same and a "reason", in place of the line `target`;
    kind "undo": takes back `target`, a line of any kind; facts {"v": 1, "reason": … or null}.
    """

    __tablename__ = "lines"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        ForeignKeyConstraint(["league_id", "actor_id"], ["people.league_id", "people.id"]),
        Index(None, "league_id", "device_id", "recorded_at"),  # a phone's last write
        CheckConstraint("seq >= 1", name="counted"),
        CheckConstraint("target IS NULL OR target < seq", name="backwards"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """From 1, without gaps (a trigger); the order of a game, whatever the clocks say."""
    kind: Mapped[str] = mapped_column(Text)
    target: Mapped[int | None]
    facts: Mapped[dict[str, Any]] = mapped_column(Json)
    actor_id: Mapped[int | None]
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    recorded_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    previous_hash: Mapped[bytes] = mapped_column(LargeBinary)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    """SHA-256 over this line and `previous_hash` (`games.store`): so a line changed by hand is noticed."""


class LineReview(Base):
    """A phone's review of row `seq` of a game's log: agreed, or disputed.  It changes no score.

    The table is called `opinions`, an older name, and stays so: a released table is not renamed.
    """

    __tablename__ = "opinions"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id", "seq"], ["lines.league_id", "lines.game_id", "lines.seq"]),
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        CheckConstraint("says IN ('agree', 'dispute')", name="says"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    said_at: Mapped[dt.datetime] = mapped_column(UtcDateTime, primary_key=True)
    says: Mapped[str] = mapped_column(Text)
    note: Mapped[str | None] = mapped_column(Text)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    person_id: Mapped[int | None]
