"""The two kinds of game, bidding and Smoke, and what a hand of each is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.line_keys import BIDDING_HAND, MISDEAL, PASSED_OUT, SMOKE_HAND
from scorekeeper.rules.sheet import Hand, SmokeHand

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorekeeper.rules.line_keys import LineKey
    from scorekeeper.rules.ruleset import GameKind


@dataclass(frozen=True)
class Kind:
    """A kind of game: what a hand of it is."""

    hand: type[Hand | SmokeHand]
    keys: tuple[LineKey, ...]
    """The keys a line about a deal may have."""
    required: Mapping[str, str] = field(default_factory=dict)
    """The keys that every hand has -> the refusal of a hand without it."""
    fields: tuple[LineKey, ...] = field(init=False)
    """The keys that are fields of a hand: all but those that say that none was played."""
    readers: tuple[tuple[str, Callable[[object, str], Any]], ...] = field(init=False)
    """The same as pairs of name and reader, which every hand goes through."""

    def __post_init__(self) -> None:
        fields = tuple(key for key in self.keys if key not in (PASSED_OUT, MISDEAL))
        object.__setattr__(self, "fields", fields)
        object.__setattr__(self, "readers", tuple((key.name, key.read) for key in fields))


KINDS: Mapping[GameKind, Kind] = {
    "bidding": Kind(Hand, BIDDING_HAND),
    "smoke": Kind(SmokeHand, SMOKE_HAND, {"tricks": "tricks-missing"}),
}
