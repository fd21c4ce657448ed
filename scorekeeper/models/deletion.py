"""Deleting a league: the mark that lets its log be deleted, and what stays to tell a phone that it is gone."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import KeyText, UtcDateTime


class LeagueDeletion(Base):
    """While a league is in this table, its rows may be deleted.  Outside of that transaction the table is empty."""

    __tablename__ = "league_deletions"
    __table_args__ = STRICT

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True, autoincrement=False)


class DeletedAddress(Base):
    """The SHA-256 of an address that led into a deleted league: of itself, a game, a link or a tournament."""

    __tablename__ = "deleted_addresses"
    __table_args__ = STRICT

    hash: Mapped[str] = mapped_column(KeyText, primary_key=True)
    deleted_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
