"""The ledger: double entry, whole cents, append-only.  Triggers refuse an entry whose postings do not sum to zero.

The postings of an entry are written before it; with the entry it is closed, and nothing is ever added to it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.models.base import STRICT, Base, Cents, LongText, Numbered, UtcDateTime
from scorekeeper.models.game import Game
from scorekeeper.models.league import Device, Night

STAKES, REVERSAL, PAYMENT, PRIZES = "stakes", "reversal", "payment", "prizes"


class LedgerEntry(Numbered, Base):
    """One thing that moved money between people; `id` has no gaps.

    kind "stakes": what a game cost and brought, after its row `seq`; kind "reversal": reverses the entry `reverses`,
    each posting with the opposite sign; kind "payment": one person paid another; kind "prizes": the entry fees and the
    prizes of a tournament, which is its note.
    """

    __tablename__ = "entries"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        ForeignKeyConstraint(["league_id", "night_id"], ["nights.league_id", "nights.id"]),
        ForeignKeyConstraint(["league_id", "reverses"], ["entries.league_id", "entries.id"]),
        ForeignKeyConstraint(["league_id", "actor_id"], ["people.league_id", "people.id"]),
        UniqueConstraint("league_id", "reverses"),
        CheckConstraint("id >= 1", name="counted"),
        CheckConstraint("kind IN ('stakes', 'reversal', 'payment', 'prizes')", name="kind"),
        CheckConstraint("(kind = 'reversal') = (reverses IS NOT NULL)", name="reverses"),
        Index(None, "league_id", "game_id"),
        Index(None, "league_id", "night_id"),
        STRICT,
    )

    kind: Mapped[str] = mapped_column(Text)
    game_id: Mapped[int | None]
    """The game of a stakes entry and of its reversal; None for a payment."""
    seq: Mapped[int | None]
    """The row of the game's log it follows from."""
    night_id: Mapped[int | None]
    """The night it belongs to: a payment's is the one it settles, None for one over the season."""
    reverses: Mapped[int | None]
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
    """The entry that reverses it."""
    game: Mapped[Game | None] = relationship(viewonly=True)
    night: Mapped[Night | None] = relationship(viewonly=True)
    device: Mapped[Device] = relationship(viewonly=True)

    @property
    def is_active(self) -> bool:
        """Return whether it counts by itself: False for reversals and for the entries they reverse."""
        return self.reverses is None and self.reversal is None

    @property
    def payer_id(self) -> int:
        """Return who paid, of a payment."""
        return max(self.postings, key=lambda posting: posting.cents).person_id

    @property
    def payee_id(self) -> int:
        """Return who was paid, of a payment."""
        return min(self.postings, key=lambda posting: posting.cents).person_id

    @property
    def cents(self) -> int:
        """Return how much was paid, of a payment."""
        return max(posting.cents for posting in self.postings)

    def cents_of(self, people: Collection[int]) -> int:
        return sum(posting.cents for posting in self.postings if posting.person_id in people)

    def shares(self, names: Mapping[int, str]) -> list[tuple[str, int]]:
        """Return everybody's name and cents, who received most first."""
        ordered = sorted(self.postings, key=lambda it: (-it.cents, names[it.person_id], it.person_id))
        return [(names[it.person_id], it.cents) for it in ordered]

    def posted_by(self, names: Mapping[int, str]) -> str:
        """Return who said so, if known, and on which phone."""
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
