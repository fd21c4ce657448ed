"""A game about to begin, as the new-game pages hand it over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.errors import unreadable
from scorekeeper.rules.sheet import FORMAT

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.values import Value


@dataclass(frozen=True)
class GameDraft:
    """What a new game needs.  Players are meant by their place in `names`, from 0."""

    variant: str
    """Key of the catalogue."""
    names: tuple[str, ...]
    """Clockwise; they become the seat keys "1", "2", … in this order."""
    dealer: int
    sides: tuple[tuple[int, ...], ...] | None = None
    """None: as the variant seats them."""
    house: Mapping[str, Value] = field(default_factory=dict)
    """House rules, dotted key -> value."""
    opening: Mapping[int, int] = field(default_factory=dict)
    """Scores carried over from paper; any member stands for the side."""
    stakes: Mapping[str, str | int] | None = None
    """As `[stakes]` of a scoresheet."""
    title: str | None = None
    date: dt.date | None = None
    kept: tuple[int, int] | None = None
    """Id and number of the league's house rules this starts from: its variant is the one kept with them."""
    save_as: str | None = None
    """The name to keep these rules under."""
    league: str | None = None
    """The address of the league it is for; None: the one its phone played in last."""
    founds: str | None = None
    """What a league is called that is founded with it."""


def as_document(draft: GameDraft) -> Document:
    """Give the head of a scoresheet that says the same.  Raises UnreadableSheet for a place nobody sits at."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "variant": draft.variant,
        "players": list(draft.names),
        "dealer": _name(draft.names, draft.dealer, "dealer"),
        "rules": dict(draft.house),
        "opening": {_name(draft.names, at, "opening"): score for at, score in draft.opening.items()},
    }
    if draft.sides is not None:
        document["sides"] = [[_name(draft.names, at, "sides") for at in side] for side in draft.sides]
    given = {"stakes": draft.stakes, "title": draft.title, "date": draft.date}
    return document | {key: value for key, value in given.items() if value is not None}


def _name(names: Sequence[str], at: int, field: str) -> str:
    if not 0 <= at < len(names):
        raise unreadable(field, f"Nobody sits at place {at + 1}.")
    return names[at]
