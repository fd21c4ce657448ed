"""Somebody who plays.  Names live here and nowhere else, so a person can be renamed, merged or erased."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import ForeignKey, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import Moment


class Person(Base):
    """A regular of a league; `id` counts from 1 in each league."""

    __tablename__ = "people"
    __table_args__ = (Index(None, "league_id", "name"), STRICT)

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(Text)
    archived_at: Mapped[dt.datetime | None] = mapped_column(Moment)
