"""A tournament of a league, and its log.  Append-only, as the log of a game is: undo and correction are new lines."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base, Json, UtcDateTime
from scorekeeper.models.league import new_code

OPEN, OVER = "open", "over"


class Tournament(Base):
    """One tournament; `name`, `day`, `status` and `seq` follow from its lines and are updated with them.

    `id` counts from 1 in each league.
    """

    __tablename__ = "tournaments"
    __table_args__ = (UniqueConstraint("code"), UniqueConstraint("board_code"), STRICT)

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    code: Mapped[str] = mapped_column(Text, default=new_code)
    """The code in the addresses of its table cards, beside a key for one table of one round."""
    board_code: Mapped[str | None] = mapped_column(Text)
    """The code in the public address of its board; None while it has none."""
    name: Mapped[str] = mapped_column(Text)
    day: Mapped[str] = mapped_column(Text)
    """The day it is played on, "2026-11-19"."""
    status: Mapped[str] = mapped_column(Text)
    seq: Mapped[int]
    """The number of its last line."""
    founded_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)

    @property
    def date(self) -> dt.date:
        return dt.date.fromisoformat(self.day)

    @property
    def over(self) -> bool:
        return self.status == OVER


class TournamentLine(Base):
    """One line of the log of a tournament, with who recorded it and when.

    The kinds and their facts are those of `tournaments.state`; people are named by their ids.
    """

    __tablename__ = "tournament_lines"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "tournament_id"], ["tournaments.league_id", "tournaments.id"]),
        ForeignKeyConstraint(["league_id", "actor_id"], ["people.league_id", "people.id"]),
        CheckConstraint("seq >= 1", name="counted"),
        CheckConstraint("target IS NULL OR target < seq", name="backwards"),
        CheckConstraint("(kind = 'undo') = (target IS NOT NULL)", name="target"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """From 1, without gaps (a trigger)."""
    kind: Mapped[str] = mapped_column(Text)
    target: Mapped[int | None]
    """The line that an undo takes back."""
    facts: Mapped[dict[str, Any]] = mapped_column(Json)
    actor_id: Mapped[int | None]
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    recorded_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
