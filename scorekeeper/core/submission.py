"""What every form that writes carries besides its own fields."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.access.devices import KnownDevice


@dataclass(frozen=True, kw_only=True)
class Submission:
    """One sending of a form: which form, what its phone knew, and who sent it."""

    op_id: str
    """Unique to the form: the same one again means the form was sent twice."""
    seen: int = 0
    """The number of the last row of the game that the phone knows; 0 for a form that belongs to no log."""
    device: KnownDevice
    actor: int | None = None
    """The id of the person who sent it, if known."""
    reason: str | None = None
    """Why a line is corrected or comes after the close of the night; for a payment, its note."""
