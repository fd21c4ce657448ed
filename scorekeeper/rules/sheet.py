"""A scoresheet in memory: its head, and each kind of line, as frozen values.  Facts only, never scores.

Beside them a reason as data (`Why`), of which `sheets/text/reasons.toml` has the sentence.

A note stays in the document, since it changes no score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeVar, dataclass_transform

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.seats import Side
from scorekeeper.rules.stakes import Stakes
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant

Record = TypeVar("Record")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def statically_frozen(cls: type[Record]) -> type[Record]:
    """Make a dataclass whose fields mypy allows nobody to set; at run time nothing stops it.

    A dataclass that Python itself freezes takes five times as long to make, so that the engine would play two fifths
    fewer hands a second (111,000 -> 63,000), and row 8 of the benchmarks would fall from 0.36 to 0.20.
    """
    return dataclass(slots=True)(cls)


Fact = Any
"""A number, a word or a switch; or what a sentence is worked out from: a mapping or a tuple of the hand."""
Facts = dict[str, Fact]


@statically_frozen
class Why:
    """One reason: `what` names its sentence; `who` are the players it is about, `by` the one who acted."""

    what: str
    who: tuple[str, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=dict)
    by: str = ""


def why(what: str, who: tuple[str, ...] = (), by: str = "", **facts: Fact) -> Why:
    """Return a reason, its numbers as keywords."""
    return Why(what, who, facts, by)


FORMAT = "scoresheet/1"

Document = dict[str, Any]
"""A line or a head as written in TOML or JSON."""


@dataclass(frozen=True)
class Head:
    """Everything above the lines: who plays, and what.  `rules` are the house rules, dotted key -> value."""

    variant: Variant
    players: tuple[str, ...]
    dealer: str
    sides: tuple[Side, ...]
    rules: Mapping[str, Value] = field(default_factory=dict)
    opening: Mapping[str, int] = field(default_factory=dict)
    stakes: Stakes | None = None

    @cached_property
    def ruleset(self) -> Ruleset:
        """Return the rules of the first hand, built once.  Raises SettingsError."""
        return self.variant.ruleset(len(self.players), self.rules)


@dataclass(frozen=True)
class Sheet:
    """A head and its lines.  Lines stay documents and are read one by one, so that the first error comes first."""

    head: Head
    lines: tuple[object, ...]


EndWinner = Literal["leaders", "nobody"]

AuctionCall = tuple[str, int | str]
"""One call of an auction: the player, and a number, "pass", "throw" or the special bid."""


@statically_frozen
class Hand:
    """A hand of a bidding game, as written; None where the sheet does not say.  Its fields are `BIDDING_HAND`'s."""

    bidder: str | None = None
    bid: int | str | None = None
    points: Mapping[str, str] | None = None
    counts: Mapping[str, int] | None = None
    buried: int | None = None
    partner: str | None = None
    alone: bool | None = None
    all_tricks: bool | None = None
    made: bool | None = None
    thrown: bool | None = None
    over_throw: bool | None = None
    auction: tuple[AuctionCall, ...] | None = None
    renege: str | None = None
    trump: str | None = None
    turned: tuple[str, ...] | None = None
    gift: bool | None = None
    hung: bool | None = None


@statically_frozen
class SmokeHand:
    """A hand of Smoke: the tricks of everyone who stayed, who sat out, infractions.  Its fields are `SMOKE_HAND`'s."""

    tricks: Mapping[str, int]
    sat: tuple[str, ...] = ()
    first_trick: str | None = None
    pickups: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Passed:
    """Nobody bid."""


@dataclass(frozen=True)
class Misdeal:
    """The deal was void; who called it, if the sheet says."""

    claimed_by: str | None = None


@dataclass(frozen=True)
class Join:
    player: str
    after: str | None = None


@dataclass(frozen=True)
class Leave:
    player: str


@dataclass(frozen=True)
class Adjust:
    by: Mapping[str, int]
    reason: str


@dataclass(frozen=True)
class RulesChange:
    changes: Mapping[str, Value]


@dataclass(frozen=True)
class Settle:
    """Money is settled, scores start again."""


@dataclass(frozen=True)
class Substitute:
    """Somebody takes over the seat of the player they replace: the same score and side."""

    player: str
    replaces: str


@dataclass(frozen=True)
class Swap:
    """Two players change seats; everybody keeps their score and side."""

    players: tuple[str, ...]


@dataclass(frozen=True)
class DealerChange:
    """Somebody else deals the next hand: the log had the wrong dealer, or the deal moved."""

    dealer: str


@dataclass(frozen=True)
class End:
    """The table ends the game: `winner` says whether the leaders win it, or nobody."""

    winner: EndWinner


Line = (
    Hand | SmokeHand | Passed | Misdeal
    | Join | Leave | Adjust | RulesChange | Settle | Substitute | Swap | DealerChange | End
)  # fmt: skip
