"""The log of a league: what somebody did to its people and seasons.  Append-only, as the log of a game is."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import Json, UtcDateTime


class Change(Base):
    """One change; `id` counts from 1, without gaps (a trigger), in each league.

    `facts` refer to people and seasons by id, never by name, so that somebody can be erased.
    """

    __tablename__ = "changes"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "actor_id"], ["people.league_id", "people.id"]),
        UniqueConstraint("league_id", "op_id"),
        CheckConstraint("id >= 1", name="counted"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    op_id: Mapped[str] = mapped_column(Text)
    what: Mapped[str] = mapped_column(Text)
    facts: Mapped[dict[str, Any]] = mapped_column(Json)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    actor_id: Mapped[int | None]
    made_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)


class FormerName(Base):
    """The name somebody had before a change, stored outside the log so that it can be deleted when they are erased."""

    __tablename__ = "former_names"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        ForeignKeyConstraint(["league_id", "change_id"], ["changes.league_id", "changes.id"]),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(primary_key=True)
    change_id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
