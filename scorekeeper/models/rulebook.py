"""A variant as it was when a game was played by it.  Never changed: old games keep their scores and stakes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import Json


class Rulebook(Base):
    """One text of a variant, kept once a league however many games follow it; `id` counts from 1 in each league."""

    __tablename__ = "rulebooks"
    __table_args__ = (UniqueConstraint("league_id", "digest"), STRICT)

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    digest: Mapped[str] = mapped_column(Text)
    """SHA-256 of the canonical text of `variant`, in hexadecimal."""
    variant: Mapped[dict[str, Any]] = mapped_column(Json)
    """What `rules.snapshot.variant_to_json` returns."""
