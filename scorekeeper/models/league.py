"""A league: one circle of players, its devices, the log of its changes, and what stays once it is deleted."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.person import Person
from scorekeeper.models.types import Json, KeyText, UtcDateTime

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
    """The code in the addresses of its pages."""


class Device(Base):
    """A phone, tablet or laptop, which is not a person: a secret of 256 bits in its cookie, stored as its hash."""

    __tablename__ = "devices"
    __table_args__ = STRICT

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(Text, unique=True)
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)


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
    """viewer, scorer, keeper or owner: each may do what those before it may."""
    since: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    person_id: Mapped[int | None]
    """Who says that this is their phone."""
    asked_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
    """When it asked to keep score; None when it did not, or was answered."""
    admitted_by: Mapped[int | None] = mapped_column(ForeignKey("devices.id"))
    """The device that gave it its role; None for a founder's, and for one that came by the code."""
    revoked_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)

    device: Mapped[Device] = relationship(foreign_keys=[device_id], viewonly=True)
    person: Mapped[Person | None] = relationship(viewonly=True)


class Change(Base):
    """What somebody did to the people or seasons of a league; `id` counts from 1, without gaps (a trigger).

    Append-only, as the log of a game is.  `facts` refer to people and seasons by id, never by name, so that somebody
    can be erased.
    """

    __tablename__ = "changes"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "actor_id"], ["people.league_id", "people.id"]),
        CheckConstraint("id >= 1", name="counted"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    what: Mapped[str] = mapped_column(Text)
    facts: Mapped[dict[str, Any]] = mapped_column(Json)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    actor_id: Mapped[int | None]
    made_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)


class Answer(Base):
    """What a form was answered that wrote something: sent again, it is answered the same, and writes nothing."""

    __tablename__ = "answers"
    __table_args__ = STRICT

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    op_id: Mapped[str] = mapped_column(Text, primary_key=True)
    """Printed into the form by the server."""
    digest: Mapped[str] = mapped_column(Text)
    """SHA-256 of what it asked for, in hexadecimal: the same op_id may not ask for something else."""
    answer: Mapped[Any] = mapped_column(Json)
    """What it made: a number, the code of a game, the row of a log; true where there is nothing to tell."""


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
