"""A night: the games one circle played on one evening, however far past midnight it went."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import KeyText, UtcDateTime


class Night(Base):
    """`id` counts from 1 in each league; the newest need not have the highest, as old sheets come in later."""

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
