"""What games count for.  All of it follows from the lines and can be computed from them again.

Totals are not stored: a page asks the database for the sums of these rows (`league.totals`).
"""

from __future__ import annotations

from sqlalchemy import ForeignKeyConstraint, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import Cents, Counts, Json


class Result(Base):
    """One game that counts; there is a `Play` for each of its people."""

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


class Play(Base):
    """One person in one game: what they did, and their rating and runs before and after it.

    `person_id` is the person it counts for; a merged person's games count for whom they were merged into.  Ratings are
    in millionths: integers are the same on every machine.  They and the runs begin anew with each season.
    """

    __tablename__ = "plays"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["results.league_id", "results.game_id"]),
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        Index(None, "league_id", "season_id", "day", "game_id"),
        Index(None, "league_id", "person_id", "day", "game_id"),
        Index(None, "league_id", "season_id", "person_id", "day", "game_id"),
        Index(None, "league_id", "person_id", "variant", "day", "game_id"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(primary_key=True)
    day: Mapped[str] = mapped_column(Text)
    season_id: Mapped[int]
    variant: Mapped[str] = mapped_column(Text)
    side: Mapped[int | None]
    """The number of their side, shared with partners; None if nobody won, or they left before the end."""
    place: Mapped[int | None]
    """What their side came in at: 1 is won, several sides may have the same."""
    won: Mapped[int | None]
    """1 or 0; None if nobody won, or they left before the end."""
    currency: Mapped[str | None] = mapped_column(Text)
    cents: Mapped[int] = mapped_column(Cents)
    counts: Mapped[dict[str, int]] = mapped_column(Counts)
    """What they did, by key (`league.totals`): what is added up for many people at once."""
    details: Mapped[dict[str, int]] = mapped_column(Json)
    """What else they did."""
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
