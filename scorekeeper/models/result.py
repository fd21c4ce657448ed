"""Results and statistics of games.  All of it follows from the lines and can be computed from them again.

`person_id` is the person a game counts for; a merged person's games count for whom they were merged into.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKeyConstraint, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import Cents, Json


class Result(Base):
    """One game: who sat on which side, who won, and what each did (`services.league.results`)."""

    __tablename__ = "results"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        Index(None, "league_id", "day", "game_id"),
        Index(None, "league_id", "season_id", "day", "game_id"),
        Index(None, "league_id", "variant", "day", "game_id"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(primary_key=True)
    day: Mapped[str] = mapped_column(Text)
    """That of its night."""
    season_id: Mapped[int]
    variant: Mapped[str] = mapped_column(Text)
    doc: Mapped[dict[str, Any]] = mapped_column(Json)


class Play(Base):
    """One person in one game: won or lost, for how much, and their rating and runs before and after it.

    Ratings are in millionths: integers are the same on every machine.  They and the runs begin anew with each season.
    """

    __tablename__ = "plays"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        Index(None, "league_id", "person_id", "day", "game_id"),
        Index(None, "league_id", "person_id", "season_id", "day", "game_id"),
        Index(None, "league_id", "person_id", "variant", "day", "game_id"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(primary_key=True)
    day: Mapped[str] = mapped_column(Text)
    season_id: Mapped[int]
    variant: Mapped[str] = mapped_column(Text)
    won: Mapped[int | None]
    """1 or 0; None if nobody won, or they left before the end."""
    currency: Mapped[str | None] = mapped_column(Text)
    cents: Mapped[int] = mapped_column(Cents)
    mu_before: Mapped[int]
    sigma_before: Mapped[int]
    mu: Mapped[int]
    sigma: Mapped[int]
    run: Mapped[int]
    """Games won in a row up to this one, below zero lost in a row."""
    longest: Mapped[int]
    """The most won in a row this season."""
    drought: Mapped[int]
    """The most lost in a row this season."""


class PartnerGame(Base):
    """Two who shared a score in a game, the lower id first, to find the games of two partners."""

    __tablename__ = "partner_games"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        ForeignKeyConstraint(["league_id", "other_id"], ["people.league_id", "people.id"]),
        Index(None, "league_id", "game_id"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(primary_key=True)
    other_id: Mapped[int] = mapped_column(primary_key=True)
    day: Mapped[str] = mapped_column(Text, primary_key=True)
    game_id: Mapped[int] = mapped_column(primary_key=True)


class PersonSeason(Base):
    """The totals of one person's season, or with season `ALL_TIME` of all their games."""

    __tablename__ = "person_seasons"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        Index(None, "league_id", "person_id", "season_id"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    season_id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(primary_key=True)
    doc: Mapped[dict[str, int]] = mapped_column(Json)
    """Counts by their keys (`services.league.counts`), zeros left out, keys sorted."""
    form: Mapped[dict[str, int] | None] = mapped_column(Json)
    """Rating and runs after their last game, and games won on their best nights; None for all time."""


class PairSeason(Base):
    """What one person did with and against another in a season; each two people have two rows."""

    __tablename__ = "pair_seasons"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        ForeignKeyConstraint(["league_id", "other_id"], ["people.league_id", "people.id"]),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    season_id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(primary_key=True)
    other_id: Mapped[int] = mapped_column(primary_key=True)
    together: Mapped[int]
    """Games in which they shared a score; of these `won` and `lost`."""
    won: Mapped[int]
    lost: Mapped[int]
    bids: Mapped[int]
    """Hands in which one of them bid and they were partners, called ones too; of these `made`."""
    made: Mapped[int]
    met: Mapped[int]
    """Games in which they sat on different sides; `ahead` and `behind` say whose side came off better."""
    ahead: Mapped[int]
    behind: Mapped[int]
