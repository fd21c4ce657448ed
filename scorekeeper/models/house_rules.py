"""House rules a league keeps under a name.  Versions are append-only, like lines."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.game import Rulebook
from scorekeeper.models.league import Device
from scorekeeper.models.types import Json, UtcDateTime


class HouseRules(Base):
    """A name for house rules; `id` counts from 1 in each league."""

    __tablename__ = "house_rules"
    __table_args__ = STRICT

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(Text)
    archived_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
    """When it was archived, None while it is offered for new games."""


class HouseRulesVersion(Base):
    """What a name stood for at one time: a variant's text, and the settings the league changed."""

    __tablename__ = "house_versions"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "house_id"], ["house_rules.league_id", "house_rules.id"]),
        ForeignKeyConstraint(["league_id", "rulebook_id"], ["rulebooks.league_id", "rulebooks.id"]),
        CheckConstraint("number >= 1", name="counted"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    house_id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """From 1, without gaps (a trigger); the last is the one in force."""
    rulebook_id: Mapped[int]
    settings: Mapped[dict[str, Any]] = mapped_column(Json)
    """Dotted key -> value, only what differs from the variant itself."""
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    saved_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)

    house: Mapped[HouseRules] = relationship(viewonly=True, lazy="joined", innerjoin=True)
    rulebook: Mapped[Rulebook] = relationship(viewonly=True, lazy="joined", innerjoin=True)
    device: Mapped[Device] = relationship(viewonly=True, lazy="joined", innerjoin=True)

    @property
    def name(self) -> str:
        return self.house.name

    @property
    def version(self) -> tuple[int, int]:
        return self.house_id, self.number

    @property
    def is_own_game(self) -> bool:
        """Return whether this is a game the league wrote itself, and not house rules over some game."""
        return "extends" in self.rulebook.variant and self.rulebook.variant["name"] == self.name


class GameHouseRules(Base):
    """The version a game was begun under.  The game's own head has the settings, whatever happens to the name."""

    __tablename__ = "game_houses"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        ForeignKeyConstraint(
            ["league_id", "house_id", "number"],
            ["house_versions.league_id", "house_versions.house_id", "house_versions.number"],
        ),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(primary_key=True)
    house_id: Mapped[int]
    number: Mapped[int]
