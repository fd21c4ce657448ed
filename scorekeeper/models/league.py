"""A league: the people, rules and games of one circle, and the devices that belong to it."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import ForeignKey, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import Moment


class League(Base):
    __tablename__ = "leagues"
    __table_args__ = STRICT

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[dt.datetime] = mapped_column(Moment)


class Member(Base):
    """What a device may do in a league."""

    __tablename__ = "members"
    __table_args__ = (
        Index(None, "device_id"),  # "which leagues does this phone know?" is asked before a league is known
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(ForeignKey(League.id), primary_key=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"), primary_key=True)
    role: Mapped[str] = mapped_column(Text)
    since: Mapped[dt.datetime] = mapped_column(Moment)
