"""Somebody who plays.  Names are stored here and nowhere else, so a person can be renamed, merged or erased."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import KeyText, UtcDateTime


class Person(Base):
    """A regular of a league, or a guest; `id` counts from 1 in each league.

    Somebody merged into another keeps their seats and postings, under the other's name; readers follow `merged_into`.
    """

    __tablename__ = "people"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "merged_into"], ["people.league_id", "people.id"]),
        CheckConstraint("guest IN (0, 1)", name="guest"),
        Index(None, "league_id", "name_key"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(Text)
    name_key: Mapped[str] = mapped_column(KeyText)
    """`name_key` of the name: the same for all its spellings.  Not unique: two people can have the same name."""
    archived_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
    guest: Mapped[int] = mapped_column(default=0)
    """1 for somebody who isn't a regular: they play, and are not placed in standings."""
    merged_into: Mapped[int | None]
    """Whom this person was merged into; always one hop, as that person isn't merged."""
    erased_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
    """When their name was erased everywhere; their games stay."""


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
