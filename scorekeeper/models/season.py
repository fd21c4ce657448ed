"""When games are played: nights, and the seasons whose games count together."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import Json, KeyText, UtcDateTime

OUTSIDE = 0
"""The season id of games that were played in none."""
ALL_TIME = -1
"""The season id of totals over all seasons."""


class Night(Base):
    """The games one circle played on one evening, however far past midnight it went.

    `id` counts from 1 in each league; the newest need not have the highest, as old sheets come in later.
    """

    __tablename__ = "nights"
    __table_args__ = (UniqueConstraint("league_id", "day"), STRICT)

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    day: Mapped[str] = mapped_column(KeyText)
    """The day it began on, "2026-11-19"."""
    opened_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    """When it began, or was opened again."""
    closed_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
    """When somebody closed it; a night nobody closes is over twelve hours after its last line."""

    @property
    def date(self) -> dt.date:
        return dt.date.fromisoformat(self.day)


class Season(Base):
    """The days whose games count together, and how the standings are ranked; `id` counts from 1 in each league.

    No two of a league overlap (`league.seasons` sees to it).
    """

    __tablename__ = "seasons"
    __table_args__ = (
        CheckConstraint("id >= 1", name="counted"),
        CheckConstraint("starts_on <= ends_on", name="forwards"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(Text)
    starts_on: Mapped[str] = mapped_column(Text)
    """Its first day, "2026-09-01"."""
    ends_on: Mapped[str | None] = mapped_column(Text)
    """Its last day; None while its end is open."""
    rule: Mapped[dict[str, Any]] = mapped_column(Json)
    """A `league.standings.RankingRule` as JSON."""
    archived_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)

    @property
    def first_day(self) -> dt.date:
        return dt.date.fromisoformat(self.starts_on)

    @property
    def last_day(self) -> dt.date | None:
        return dt.date.fromisoformat(self.ends_on) if self.ends_on else None

    def has(self, day: dt.date) -> bool:
        """Return whether a day is one of its days."""
        return self.first_day <= day <= (self.last_day or dt.date.max)
