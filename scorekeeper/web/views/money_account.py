"""What moved money: the ledger, one person's account, and the money of one game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.models.ledger import PAYMENT, REVERSAL, STAKES
from scorekeeper.rules.sentence_args import join_names
from scorekeeper.web.views.money_story import why_posted
from scorekeeper.web.views.table_page import title_of

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from scorekeeper.services.games.view import GameView
    from scorekeeper.services.money.accounts import Movement
    from scorekeeper.web.views.money import Balance
    from scorekeeper.web.views.money_story import Part, Settlement


@dataclass(frozen=True)
class Moved:
    """One entry of the ledger as it is read: what it was, whose cents, from which phone."""

    entry: int
    says: str
    why: str
    """Which line or which correction it follows from, or the note of a payment."""
    currency: str
    shares: tuple[tuple[str, int], ...]
    """Name and cents, who was given most first."""
    code: str | None
    """The table of its game, None for a payment."""
    posted_at: dt.datetime
    phone: str
    """Who said so, if known, and on which phone."""
    stands: bool
    """False for what was taken back, and for what takes something back."""
    reversed_by: int | None
    reverses: int | None
    cents: int = 0
    """The cents of the one person whose account it is."""
    parts: tuple[Part, ...] = ()
    """Why he won or lost it."""


@dataclass(frozen=True)
class LedgerPage:
    """All movements of a league, a page at a time."""

    code: str
    title: str
    moved: tuple[Moved, ...]
    older: int | None
    """The entry before which the next page goes on, None on the last."""


@dataclass(frozen=True)
class PersonPage:
    """One person's account of a night or the season."""

    code: str
    title: str
    of: str
    night: str
    name: str
    person: int
    stands: tuple[tuple[str, Balance], ...]
    """How he stands in each currency."""
    moved: tuple[Moved, ...]
    older: int | None


@dataclass(frozen=True)
class GamePage:
    """The money of one game: every settlement with its reasons, and what the ledger says about it."""

    code: str
    title: str
    now: Settlement | None
    """What would be settled if it ended now."""
    settlements: tuple[Settlement, ...]
    moved: tuple[Moved, ...]
    playing: bool


def moved_of(movement: Movement, views: Mapping[str, GameView]) -> Moved:
    """Say what an entry was; `views` are the games that were looked at, by code: they know why theirs were posted."""
    view = views.get(movement.game_code or "")
    why = why_posted(view, movement.seq) if view and movement.game_code else movement.note or ""
    return Moved(
        entry=movement.entry_id,
        says=_says(movement, title_of(view) if view else ""),
        why=why,
        currency=movement.currency,
        shares=tuple((share.name, share.cents) for share in movement.shares),
        code=movement.game_code,
        posted_at=movement.posted_at,
        phone=said_by(movement),
        stands=movement.stands,
        reversed_by=movement.reversed_by,
        reverses=movement.reverses,
    )


def said_by(movement: Movement) -> str:
    return f"{movement.actor} \N{MIDDLE DOT} {movement.device}" if movement.actor else movement.device


def _says(movement: Movement, title: str) -> str:
    names = [share.name for share in movement.shares]
    game = movement.game_title or title or join_names(sorted(names))
    match movement.kind, movement.game_code:
        case kind, _ if kind == PAYMENT:
            return f"{names[0]} paid {names[-1]}"
        case kind, _ if kind == STAKES:
            return game
        case kind, None if kind == REVERSAL:
            return f"Taken back: {names[-1]} paid {names[0]}"
    return f"Taken back: {game}"


def page_of(found: Sequence[Movement], size: int) -> tuple[Sequence[Movement], int | None]:
    """Give a page of movements, of which one more than fits was asked for, and where the next goes on."""
    return (found[:size], found[size - 1].entry_id) if len(found) > size else (found, None)
