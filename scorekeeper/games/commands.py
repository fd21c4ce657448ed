"""A form's request to change a game's log, and its outcome: a SaveResult, or Stale."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.core.errors import ServiceError
from scorekeeper.core.text import refuse_unwritable
from scorekeeper.core.transaction import Write
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.replay import Newcomer
from scorekeeper.games.store import OpenGame
from scorekeeper.models.line import LINE
from scorekeeper.rules.documents import MAX_TEXT
from scorekeeper.rules.errors import unreadable
from scorekeeper.rules.sheet import Document


class Stale(ServiceError):
    """Somebody wrote something first.

    `newer`: the lines that are new or changed since this phone last looked, in order of play;
    `mine`: the facts it sent, None for an undo.
    """

    def __init__(self, newer: tuple[PlayedLine, ...], mine: Document | None) -> None:
        super().__init__("Somebody else saved in this game first.")
        self.newer, self.mine = newer, mine


@dataclass(frozen=True)
class SaveResult:
    """What happened to a form.

    `seq`: the row that holds it; `agreed`: another phone had already saved the same line, so nothing was added;
    `replayed`: this same form had been sent before, so nothing was added; `game`: the game with that row, if
    this form wrote it and no new player sat down.
    """

    seq: int
    agreed: bool = False
    replayed: bool = False
    game: OpenGame | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class LineCommand:
    """What a form asks for; `facts` in seat keys throughout, None for an undo."""

    write: Write
    kind: str
    target: int | None
    facts: Document | None
    newcomer: Newcomer | None = None
    """Who sits down with this line."""

    @property
    def reason(self) -> str | None:
        """The reason given; for a new line an empty reason counts as none."""
        return self.write.reason or None if self.kind == LINE else self.write.reason

    @property
    def stated_reason(self) -> str:
        """The reason given, also that of a vote on the rules; "" if there is none."""
        voted = self.facts.get("reason") if self.kind == LINE and self.facts else None
        return (self.write.reason or voted or "").strip()


def check_reason(reason: str | None) -> None:
    """Raise UnreadableSheet for a reason that is too long or can't be saved."""
    refuse_unwritable(reason, "reason")
    if reason is not None and len(reason) > MAX_TEXT:
        raise unreadable("reason", f"reason has at most {MAX_TEXT} characters.")
