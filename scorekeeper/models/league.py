"""A league: the people, rules and games of one circle, and the devices that belong to it."""

from __future__ import annotations

import datetime as dt
import secrets

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import UtcDateTime

CODE_BYTES = 16


def new_code() -> str:
    """Return a random code for an address: 128 bits."""
    return secrets.token_urlsafe(CODE_BYTES)


class League(Base):
    __tablename__ = "leagues"
    __table_args__ = STRICT

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    currency: Mapped[str | None] = mapped_column(Text)
    """What it plays for, ISO 4217; None until a game is played for money."""
    stake_limit: Mapped[int | None]
    """The largest stake of a game it allows, in cents; None if there is no limit."""
    code: Mapped[str] = mapped_column(Text, unique=True, default=new_code)
    """What stands in the addresses of its pages."""


class Member(Base):
    """The role of a device in a league, and its holder.  A role that was revoked stays on record."""

    __tablename__ = "members"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        Index(None, "device_id"),  # "which leagues is this phone in?" is asked before a league is known
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(ForeignKey(League.id), primary_key=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"), primary_key=True)
    role: Mapped[str] = mapped_column(Text)
    """viewer, scorer, keeper or owner: each may what those before it may."""
    since: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    person_id: Mapped[int | None]
    """Who says that this is their phone."""
    asked_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
    """When it asked to keep score; None when it did not, or was answered."""
    admitted_by: Mapped[int | None] = mapped_column(ForeignKey("devices.id"))
    """The device that gave it its role; None for a founder's, and for one that came by the code."""
    revoked_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
