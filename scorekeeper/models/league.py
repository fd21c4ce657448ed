"""A league: its phones, members and links, people, nights and seasons, what games count for, the log of changes."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.models.base import STRICT, Base, Cents, Counts, Json, KeyText, Numbered, OfGame, ShortText, UtcDateTime

CODE_BYTES = 16


def new_code() -> str:
    return secrets.token_urlsafe(CODE_BYTES)


class League(Base):
    __tablename__ = "leagues"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(ShortText)
    created_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    currency: Mapped[str | None] = mapped_column(Text)
    """What it plays for, ISO 4217; None until a game is played for money."""
    stake_limit: Mapped[int | None]
    """The largest stake of a game it allows, in cents; None if there is no limit."""
    code: Mapped[str] = mapped_column(Text, unique=True, default=new_code)


class Device(Base):
    """A phone, tablet or laptop, which is not a person: a secret of 256 bits in its cookie, stored as its hash."""

    __tablename__ = "devices"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(Text, unique=True)
    name: Mapped[str] = mapped_column(ShortText)
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


class Change(Numbered, Base):
    """What somebody did to the people or seasons of a league; `id` has no gaps (a trigger).

    Append-only, as the log of a game is.  `facts` refer to people and seasons by id, never by name, so that somebody
    can be erased.
    """

    __tablename__ = "changes"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "actor_id"], ["people.league_id", "people.id"]),
        CheckConstraint("id >= 1", name="counted"),
        STRICT,
    )

    what: Mapped[str] = mapped_column(Text)
    facts: Mapped[dict[str, Any]] = mapped_column(Json)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    actor_id: Mapped[int | None]
    made_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)


class Answer(Base):
    """What a form was answered that wrote something: sent again, it is answered the same, and writes nothing."""

    __tablename__ = "answers"

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    op_id: Mapped[str] = mapped_column(Text, primary_key=True)
    """Printed into the form by the server."""
    digest: Mapped[str] = mapped_column(Text)
    """SHA-256 of what it asked for, in hexadecimal: the same op_id may not ask for something else."""
    answer: Mapped[Any] = mapped_column(Json)
    """What it made: a number, the code of a game, the row of a log; true where there is nothing to tell."""
    answered_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)


class LeagueDeletion(Base):
    """While a league is in this table, its rows may be deleted.  Outside of that transaction the table is empty."""

    __tablename__ = "league_deletions"

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True, autoincrement=False)


class DeletedAddress(Base):
    """The SHA-256 of an address that led into a deleted league: of itself, a game, a link or a tournament."""

    __tablename__ = "deleted_addresses"

    hash: Mapped[str] = mapped_column(KeyText, primary_key=True)
    deleted_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)


JOIN, READ, EVENTS, DOOR = "join", "read", "events", "door"


class Link(Numbered, Base):
    """kind "join": seven characters that make a phone a viewer of the league; kind "read": shows one game to anybody.

    Kind "events" shows other programs the league's games and standings; kind "door" lets anybody say who comes to the
    next night, and check in: ten characters.  A link that is replaced is revoked, never deleted.
    """

    __tablename__ = "links"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        CheckConstraint("kind IN ('join', 'read', 'events', 'door')", name="kind"),
        CheckConstraint("(kind = 'read') = (game_id IS NOT NULL)", name="game"),
        STRICT,
    )

    kind: Mapped[str] = mapped_column(Text)
    game_id: Mapped[int | None]
    code: Mapped[str] = mapped_column(Text, unique=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    made_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)


class OwnerPassphrase(Base):
    """The passphrase that makes a phone an owner, as an argon2 hash.  Its table is still called `claims`."""

    __tablename__ = "claims"

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True)
    passphrase_hash: Mapped[str] = mapped_column(Text)
    set_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)


class RecoveryCode(Base):
    """A printed code that does once what the passphrase does, as the SHA-256 of its 128 bits and more."""

    __tablename__ = "recovery_codes"

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


class Person(Numbered, Base):
    """A regular of a league, or a guest.

    Somebody merged into another keeps their seats and postings, under the other's name; readers follow `merged_into`.
    """

    __tablename__ = "people"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "merged_into"], ["people.league_id", "people.id"]),
        CheckConstraint("guest IN (0, 1)", name="guest"),
        Index(None, "league_id", "name_key"),
        STRICT,
    )

    name: Mapped[str] = mapped_column(ShortText)
    name_key: Mapped[str] = mapped_column(KeyText)
    """`name_key` of the name: the same for all its spellings.  Not unique: two people can have the same name."""
    archived_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
    guest: Mapped[int] = mapped_column(default=0)
    """1 for somebody who isn't a regular: they play, and are not placed in standings."""
    merged_into: Mapped[int | None]
    """Whom this person was merged into; always one hop, as that person isn't merged."""
    erased_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)


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
    name: Mapped[str] = mapped_column(ShortText)


OUTSIDE = 0
"""The season id of games that were played in none."""
ALL_TIME = -1
"""The season id of totals over all seasons."""


class Night(Numbered, Base):
    """The games one circle played on one evening, however far past midnight it went.

    The newest need not have the highest `id`, as old sheets come in later.
    """

    __tablename__ = "nights"
    __table_args__ = (UniqueConstraint("league_id", "day"), STRICT)

    day: Mapped[str] = mapped_column(KeyText)
    opened_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    """When it began, or was opened again."""
    closed_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
    """When somebody closed it; a night nobody closes is over twelve hours after its last line."""

    @property
    def date(self) -> dt.date:
        return dt.date.fromisoformat(self.day)


class PlannedNight(Numbered, Base):
    """When and where a league meets next; of its plans the last is in force (`league.next_night`)."""

    __tablename__ = "planned_nights"
    __table_args__ = (CheckConstraint("weekly IN (0, 1)", name="weekly"), STRICT)

    starts_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    zone: Mapped[str] = mapped_column(Text)
    """The time zone it is planned in, "America/Chicago": a weekly night begins at the same time of the clock there."""
    place: Mapped[str] = mapped_column(ShortText)
    """Where, "" if that was not said."""
    weekly: Mapped[int]
    """1 for one that comes again every week."""
    called_off: Mapped[list[str]] = mapped_column(Json)
    sequence: Mapped[int]
    """How often it was changed: a calendar takes the version with the higher number."""
    changed_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)


COMES, STAYS_AWAY = "in", "out"


class NightAnswer(Base):
    """Whether a person comes on one day of a plan, and whether they are there."""

    __tablename__ = "night_answers"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "plan_id"], ["planned_nights.league_id", "planned_nights.id"]),
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        CheckConstraint("says IN ('in', 'out')", name="says"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    plan_id: Mapped[int] = mapped_column(primary_key=True)
    day: Mapped[str] = mapped_column(KeyText, primary_key=True)
    person_id: Mapped[int] = mapped_column(primary_key=True)
    says: Mapped[str | None] = mapped_column(Text)
    """in or out; None for somebody who said neither, or took it back."""
    here_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)


class Season(Numbered, Base):
    """The days whose games count together, and how the standings are ranked.

    No two of a league overlap (`league.seasons` sees to it).
    """

    __tablename__ = "seasons"
    __table_args__ = (
        CheckConstraint("id >= 1", name="counted"),
        CheckConstraint("starts_on <= ends_on", name="forwards"),
        STRICT,
    )

    name: Mapped[str] = mapped_column(ShortText)
    starts_on: Mapped[str] = mapped_column(Text)
    ends_on: Mapped[str | None] = mapped_column(Text)
    """Its last day; None while its end is open."""
    rule: Mapped[dict[str, Any]] = mapped_column(Json)
    archived_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)

    @property
    def first_day(self) -> dt.date:
        return dt.date.fromisoformat(self.starts_on)

    @property
    def last_day(self) -> dt.date | None:
        return dt.date.fromisoformat(self.ends_on) if self.ends_on else None

    def has(self, day: dt.date) -> bool:
        return self.first_day <= day <= (self.last_day or dt.date.max)


class Counted(OfGame):
    """What is stored of a game that counts, and of each of its people."""

    day: Mapped[str] = mapped_column(Text)
    season_id: Mapped[int]
    variant: Mapped[str] = mapped_column(Text)


class Result(Counted, Base):
    """One game that counts; there is a `Play` for each of its people."""

    __tablename__ = "results"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        Index(None, "league_id", "day", "game_id"),
        Index(None, "league_id", "season_id", "day", "game_id"),
        Index(None, "league_id", "variant", "day", "game_id"),
        STRICT,
    )


class Play(Counted, Base):
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

    person_id: Mapped[int] = mapped_column(primary_key=True)
    side: Mapped[int | None]
    """The number of their side, shared with partners; None if nobody won, or they left before the end."""
    place: Mapped[int | None]
    """What their side came in at: 1 is won, several sides may have the same."""
    won: Mapped[int | None]
    """1 or 0; None if nobody won, or they left before the end."""
    currency: Mapped[str | None] = mapped_column(Text)
    cents: Mapped[int] = mapped_column(Cents)
    opening: Mapped[int]
    """The points their side began with, above the side that began lowest."""
    worth: Mapped[int]
    """What each of those is worth in strength, if they are a head start by ratings; 0 if they are not."""
    counts: Mapped[dict[str, int]] = mapped_column(Counts)
    """What they did, by key (`league.totals`): what is added up for many people at once."""
    details: Mapped[dict[str, int]] = mapped_column(Json)
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
