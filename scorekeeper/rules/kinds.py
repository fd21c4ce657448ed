"""The two kinds of game, bidding and Smoke, and what a hand of each is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.line_keys import BIDDING_HAND, CLAIMED_BY, MISDEAL, PASSED_OUT, SMOKE_HAND
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
    required: tuple[str, str] | None = None
    """The key that every hand has, if there is one, and the refusal of a hand without it."""
    readers: Mapping[str, Callable[[object, str], Any]] = field(init=False)
    """The keys that are facts of a hand (all but those that say that none was played) -> what reads each."""
    facts: frozenset[str] = field(init=False)
    """The names of these."""

    def __post_init__(self) -> None:
        readers = {key.name: key.read for key in self.keys if key not in (PASSED_OUT, MISDEAL, CLAIMED_BY)}
        object.__setattr__(self, "readers", readers)
        object.__setattr__(self, "facts", frozenset(readers))


KINDS: Mapping[GameKind, Kind] = {
    "bidding": Kind(Hand, BIDDING_HAND),
    "smoke": Kind(SmokeHand, SMOKE_HAND, required=("tricks", "tricks-missing")),
}
