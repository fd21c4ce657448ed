"""What every form that writes carries beside what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.services.access.devices import KnownDevice


@dataclass(frozen=True, kw_only=True)
class Submission:
    """One sending of a form: which form, what its phone knew, and who sent it."""

    op_id: str
    """A number of the form's own: the same one again is the same form sent twice."""
    seen: int = 0
    """The number of the last row of the game that the phone knows; 0 for a form that belongs to no log."""
    device: KnownDevice
    actor: int | None = None
    """The id of the person who says so, if known."""
    reason: str | None = None
    """Why: of a correction, of a line after the close of the night; the note of a payment."""
