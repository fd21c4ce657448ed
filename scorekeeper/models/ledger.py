"""The ledger: double entry, whole cents, append-only.  Triggers refuse an entry whose postings do not sum to zero.

The postings of an entry are written before it; with the entry it is closed, and nothing is ever added to it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.models.base import STRICT, Base, Cents, LongText, Numbered, ShortText, UtcDateTime
from scorekeeper.models.game import Game
from scorekeeper.models.league import Device, Night

STAKES, REVERSAL, PAYMENT, PRIZES, POT = "stakes", "reversal", "payment", "prizes", "pot"
POTS = 0
"""The account of all pots together, where that of a person has their number: one jar, whose cash nobody tells apart."""
PER_NIGHT, PER_GAME = "night", "game"
MOON, SKUNK, HIGH_GAME, ATTENDANCE = "moon", "skunk", "high_game", "attendance"
CARRIED, SPLIT, BACK = "carried", "split", "back"


class Pot(Numbered, Base):
    """What everybody pays into, what wins it, and what becomes of it if nobody does.

    What is in it is not stored: it is what the entries of the ledger with its `pot_id` add up to.
    """

    __tablename__ = "pots"
    __table_args__ = (
        CheckConstraint("per IN ('night', 'game')", name="per"),
        CheckConstraint("won_by IN ('moon', 'skunk', 'high_game', 'attendance')", name="won_by"),
        CheckConstraint("nobody IN ('carried', 'split', 'back')", name="nobody"),
        STRICT,
    )

    name: Mapped[str] = mapped_column(ShortText)
    cents: Mapped[int] = mapped_column(Cents)
    """What each person pays in."""
    per: Mapped[str] = mapped_column(Text)
    """Whether they do for each night or for each game."""
    won_by: Mapped[str] = mapped_column(Text)
    number: Mapped[int]
    """A skunk: the score that a loser may not be above; attendance: nights in a row.  0 for the others."""
    nobody: Mapped[str] = mapped_column(Text)
    """At the end of a night: carried to the next, split among those who paid in, or paid back."""
    closed_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)


class LedgerEntry(Numbered, Base):
    """One thing that moved money between people, or between them and a pot; `id` has no gaps.

    kind "stakes": what a game cost and brought, after its row `seq`; kind "reversal": reverses the entry `reverses`,
    each posting with the opposite sign; kind "payment": one person, or the pots, paid another; kind "prizes": the entry
    fees and the prizes of a tournament, which is its note; kind "pot": people paid into a pot, or it was paid out.
    """

    __tablename__ = "entries"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        ForeignKeyConstraint(["league_id", "night_id"], ["nights.league_id", "nights.id"]),
        ForeignKeyConstraint(["league_id", "reverses"], ["entries.league_id", "entries.id"]),
        ForeignKeyConstraint(["league_id", "actor_id"], ["people.league_id", "people.id"]),
        ForeignKeyConstraint(["league_id", "pot_id"], ["pots.league_id", "pots.id"]),
        UniqueConstraint("league_id", "reverses"),
        CheckConstraint("id >= 1", name="counted"),
        CheckConstraint("kind IN ('stakes', 'reversal', 'payment', 'prizes', 'pot')", name="kind"),
        CheckConstraint("(kind = 'reversal') = (reverses IS NOT NULL)", name="reverses"),
        CheckConstraint("kind = 'reversal' OR (kind = 'pot') = (pot_id IS NOT NULL)", name="pot"),
        CheckConstraint("pot_cents IS NULL OR kind IN ('pot', 'payment', 'reversal')", name="pot_cents"),
        Index(None, "league_id", "game_id"),
        Index(None, "league_id", "night_id"),
        Index(None, "league_id", "pot_id"),
        STRICT,
    )

    kind: Mapped[str] = mapped_column(Text)
    game_id: Mapped[int | None]
    """The game of a stakes entry, of one that pays for it into a pot or wins one, and of a reversal; else None."""
    seq: Mapped[int | None]
    """The row of the game's log it follows from."""
    night_id: Mapped[int | None]
    """The night it belongs to: a payment's is the one it settles, None for one over the season."""
    reverses: Mapped[int | None]
    pot_id: Mapped[int | None]
    pot_cents: Mapped[int | None] = mapped_column(Cents)
    """The part of the pots, beside the postings of people: above zero it is owed to them."""
    currency: Mapped[str] = mapped_column(Text)
    """ISO 4217, of two decimals."""
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    actor_id: Mapped[int | None]
    note: Mapped[str | None] = mapped_column(LongText)
    posted_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)

    postings: Mapped[list[Posting]] = relationship(viewonly=True)
    reversal: Mapped[LedgerEntry | None] = relationship(
        primaryjoin="and_(LedgerEntry.league_id == remote(LedgerEntry.league_id),"
        " LedgerEntry.id == foreign(remote(LedgerEntry.reverses)))",
        uselist=False,
        viewonly=True,
    )
    game: Mapped[Game | None] = relationship(viewonly=True)
    night: Mapped[Night | None] = relationship(viewonly=True)
    pot: Mapped[Pot | None] = relationship(viewonly=True)
    device: Mapped[Device] = relationship(viewonly=True)

    @property
    def is_active(self) -> bool:
        """Return whether it counts by itself: False for reversals and for the entries they reverse."""
        return self.reverses is None and self.reversal is None

    @property
    def parts(self) -> dict[int, int]:
        """Return the cents of each account: each person's, and those of the pots."""
        parts = {it.person_id: it.cents for it in self.postings}
        return parts | {POTS: self.pot_cents} if self.pot_cents else parts

    @property
    def payer_id(self) -> int:
        return max(self.parts.items(), key=lambda part: part[1])[0]

    @property
    def payee_id(self) -> int:
        return min(self.parts.items(), key=lambda part: part[1])[0]

    @property
    def cents(self) -> int:
        return max(self.parts.values())

    def cents_of(self, accounts: Collection[int]) -> int:
        return sum(cents for account, cents in self.parts.items() if account in accounts)

    def shares(self, names: Mapping[int, str]) -> list[tuple[str, int]]:
        """Return every account's name and cents, who received most first."""
        ordered = sorted(self.parts.items(), key=lambda part: (-part[1], names[part[0]], part[0]))
        return [(names[account], cents) for account, cents in ordered]

    def posted_by(self, names: Mapping[int, str]) -> str:
        phone = self.device.name
        return f"{names[self.actor_id]} \N{MIDDLE DOT} {phone}" if self.actor_id is not None else phone


class Posting(Base):
    """One person's part of an entry: cents above zero are owed to them, below zero they owe."""

    __tablename__ = "postings"
    __table_args__ = (
        ForeignKeyConstraint(
            ["league_id", "entry_id"], ["entries.league_id", "entries.id"], deferrable=True, initially="DEFERRED"
        ),
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        Index(None, "league_id", "person_id", "entry_id"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    entry_id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(primary_key=True)
    cents: Mapped[int] = mapped_column(Cents)
