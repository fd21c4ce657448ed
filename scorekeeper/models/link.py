"""Ways in: the code that lets a phone watch, links that show one game, and an owner's passphrase and codes."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import UtcDateTime

JOIN, READ = "join", "read"


class Link(Base):
    """kind "join": seven characters that make a phone a viewer of the league; kind "read": shows one game to anybody.

    A link that is replaced is revoked, never deleted; `id` counts from 1 in each league.
    """

    __tablename__ = "links"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        CheckConstraint("kind IN ('join', 'read')", name="kind"),
        CheckConstraint("(kind = 'read') = (game_id IS NOT NULL)", name="game"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(Text)
    game_id: Mapped[int | None]
    code: Mapped[str] = mapped_column(Text, unique=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    made_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)


class OwnerPassphrase(Base):
    """The passphrase that makes a phone an owner, as an argon2 hash.  Its table is still called `claims`."""

    __tablename__ = "claims"
    __table_args__ = STRICT

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    passphrase_hash: Mapped[str] = mapped_column(Text)
    set_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)


class RecoveryCode(Base):
    """A printed code that does once what the passphrase does, as the SHA-256 of its 128 bits and more."""

    __tablename__ = "recovery_codes"
    __table_args__ = STRICT

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    code_hash: Mapped[str] = mapped_column(Text, primary_key=True)
    made_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    used_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)


class Failure(Base):
    """A wrong code or passphrase: counted by address, deleted after a while."""

    __tablename__ = "failures"
    __table_args__ = (Index(None, "address", "failed_at"), STRICT)

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(Text)
    """A keyed hash of the address it came from."""
    failed_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
