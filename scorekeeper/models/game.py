"""A game, who sits in it, and what it is played by.  Its row is also the snapshot: all that adding a line needs."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, LargeBinary, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import Json, KeyText, UtcDateTime

PLAYING, FINISHED = "playing", "finished"


class Game(Base):
    """One game from its opening to its end.

    `seq`, `hash`, `state`, `status` and `finished_at` follow from the lines and are updated with them; `state` is a
    cache that names the line it was made from and may be deleted.  `id` counts from 1 in each league.
    """

    __tablename__ = "games"
    __table_args__ = (
        UniqueConstraint("league_id", "rematch_of"),
        ForeignKeyConstraint(["league_id", "rulebook_id"], ["rulebooks.league_id", "rulebooks.id"]),
        ForeignKeyConstraint(["league_id", "rematch_of"], ["games.league_id", "games.id"]),
        ForeignKeyConstraint(["league_id", "night_id"], ["nights.league_id", "nights.id"]),
        Index(None, "league_id", "night_id"),
        Index(None, "league_id", "title_key", "id"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    code: Mapped[str] = mapped_column(Text, unique=True)
    """The code in its address: 128 random bits."""
    title: Mapped[str | None] = mapped_column(Text)
    played_on: Mapped[str | None] = mapped_column(Text)
    """The day as the table calls it, "2026-11-19"."""
    rulebook_id: Mapped[int]
    head: Mapped[dict[str, Any]] = mapped_column(Json)
    """Seats, rules, opening and stakes: `games.snapshots.head_to_json`, seat keys for names."""
    seq: Mapped[int]
    """The number of its last line, 0 before the first."""
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    """The hash of its last line; before the first, of the head."""
    state: Mapped[dict[str, Any]] = mapped_column(Json)
    """The snapshot: `games.snapshots.state_to_json`."""
    status: Mapped[str] = mapped_column(Text)
    started_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    touched_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
    rematch_of: Mapped[int | None]
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    """The device that started it."""
    night_id: Mapped[int]
    title_key: Mapped[str | None] = mapped_column(KeyText)
    """`title` in lower case, for searches."""


class Seat(Base):
    """The person of a seat key: seat 3 is the key "3" in the facts of the lines."""

    __tablename__ = "seats"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        UniqueConstraint("league_id", "person_id", "game_id"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person_id: Mapped[int]


class Rulebook(Base):
    """A variant as it was when a game was played by it.  Never changed: old games keep their scores and stakes.

    One text of a variant is kept once a league, however many games follow it; `id` counts from 1 in each league.
    """

    __tablename__ = "rulebooks"
    __table_args__ = (UniqueConstraint("league_id", "digest"), STRICT)

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    digest: Mapped[str] = mapped_column(Text)
    """SHA-256 of the canonical text of `variant`, in hexadecimal."""
    variant: Mapped[dict[str, Any]] = mapped_column(Json)
    """What `rules.snapshot.variant_to_json` returns."""
