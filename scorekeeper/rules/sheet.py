"""A scoresheet in memory: who sits where, `[stakes]` in whole cents, its head, and each kind of line, as frozen values.

Facts only, never scores; `money.py` works out who owes what.  Beside them a reason as data (`Why`), of which
`sheets/text/reasons.toml` has the sentence.  A note stays in the document, since it changes no score.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal, Protocol, TypeVar, assert_never, dataclass_transform

from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.rules.ruleset import BIDDING, Ruleset
from scorekeeper.rules.setting_groups import Sides
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant

Side = tuple[str, ...]


class Seats(Protocol):
    """Who is at the table for a hand: players clockwise, who shares a score, who deals.  Every `Table` has it."""

    @property
    def players(self) -> tuple[str, ...]: ...

    @property
    def teams(self) -> tuple[Side, ...]: ...

    @property
    def dealer(self) -> str: ...


def left_of(player: str, players: Sequence[str]) -> str:
    """Return the player on the left, who is next: `players` sit clockwise."""
    return players[(players.index(player) + 1) % len(players)]


def right_of(player: str, players: Sequence[str]) -> str:
    """Return the player on the right, who was before."""
    return players[players.index(player) - 1]


def from_left_of(dealer: str, players: Sequence[str]) -> tuple[str, ...]:
    """Return everybody in bidding order: from the dealer's left round to the dealer."""
    return starting_with(left_of(dealer, players), players)


def starting_with(player: str, players: Sequence[str]) -> tuple[str, ...]:
    """Return everybody clockwise, `player` first."""
    at = players.index(player)
    return (*players[at:], *players[:at])


def usual_sides(seating: Sides, players: Sequence[str]) -> tuple[Side, ...]:
    """Return who shares a score: `partners` alternate seats, `pairs` face each other, else each player alone."""
    match seating:
        case "partners":
            return (tuple(players[::2]), tuple(players[1::2]))
        case "pairs":
            half = len(players) // 2
            return tuple((players[seat], players[seat + half]) for seat in range(half))
        case "solo" | "called-partner":
            return tuple((player,) for player in players)
    assert_never(seating)


def side_of(player: str, sides: Sequence[Side]) -> Side:
    """Return the side `player` belongs to.  Raises LookupError."""
    for side in sides:
        if player in side:
            return side
    raise LookupError(f"{player} is on no side.")


@lru_cache(maxsize=1024)
def without(player: str, sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """Return the sides a player does not belong to.  Cached, like `bidders_first`."""
    return tuple(side for side in sides if player not in side)


@lru_cache(maxsize=1024)
def bidders_first(bidder: str, sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """Return the sides, the bidder's first.  Cached: a table asks for the same few at every hand."""
    bidders = side_of(bidder, sides)
    return (bidders, *(side for side in sides if side != bidders))


@lru_cache(maxsize=1024)
def side_numbers(sides: tuple[Side, ...]) -> Mapping[str, int]:
    """Return the number of each player's side, the first being 0.  Cached, like `bidders_first`."""
    return {player: number for number, side in enumerate(sides) for player in side}


# ---------------------------------------------------------------- what is played for

Cents = dict[str, int]
"""By player: a positive amount is to receive, a negative one to pay."""

AMOUNT = re.compile(r"([0-9]+)(?:\.([0-9]{1,2}))?")
MAX_AMOUNT = 10**9
"""Whole units; more than any table plays for, and sums over all games of a league fit in 64 bits."""
AMOUNT_KEYS = ("game", "set", "point", "moon", "bid_point")


@dataclass(frozen=True)
class Stakes:
    """What is played for, in cents; 0 means there is no such stake."""

    currency: str
    game: int = 0
    set: int = 0
    point: int = 0
    moon: int = 0
    bid_point: int = 0

    @property
    def some(self) -> bool:
        """Return whether anything is played for at all."""
        return any(getattr(self, key) for key in AMOUNT_KEYS)


def read_stakes(value: object) -> Stakes:
    """Read `[stakes]` of a sheet.  Raises UnreadableSheet with the field `stakes.KEY`."""
    if not isinstance(value, dict):
        raise UnreadableSheet.at("stakes", "stakes-not-a-table")
    for key in value:
        if key != "currency" and key not in AMOUNT_KEYS:
            raise UnreadableSheet.at(f"stakes.{key}", "stake-unknown", key=key)
    currency = value.get("currency")
    if not isinstance(currency, str) or currency not in TWO_DECIMALS:
        raise UnreadableSheet.at("stakes.currency", "currency-unknown")
    return Stakes(currency, **{key: _cents(value[key], f"stakes.{key}") for key in AMOUNT_KEYS if key in value})


def _cents(value: object, field: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_AMOUNT:
        return value * 100
    written = AMOUNT.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        raise UnreadableSheet.at(field, "not-an-amount", field=field)
    if len(written[1]) > len(str(MAX_AMOUNT)):
        raise UnreadableSheet.at(field, "amount-too-large", field=field)
    return int(written[1]) * 100 + int((written[2] or "").ljust(2, "0"))


def written_amount(cents: int) -> str:
    """Write cents the way sheets do: "-0.05", "12.00"."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def add_money(balances: Mapping[str, int], change: Mapping[str, int]) -> Cents:
    """Return the balances after a change; a new player starts at 0."""
    sums = dict(balances)
    for who, cents in change.items():
        sums[who] = sums.get(who, 0) + cents
    return sums


def stakes_for(rules: Ruleset) -> tuple[str, ...]:
    """Return the keys of `[stakes]` that can move money under these rules (docs/scoresheet.md, "Stakes")."""
    bids = rules.kind == BIDDING
    can = {
        "game": not bids or _can_end(rules),
        "set": bids and _can_end(rules),
        "point": True,
        "moon": rules.has_special,
        "bid_point": bids and (rules.bid_is_all or rules.bidder_deals),
    }
    return tuple(key for key in AMOUNT_KEYS if can[key])


def _can_end(rules: Ruleset) -> bool:
    finish = rules.finish
    by_score = finish.target != "none" or finish.bust != "none" or finish.instant_win != "none"
    return by_score or (rules.has_special and (rules.special_may_win or rules.special_may_lose))


def stake_without_bids(rules: Ruleset, stakes: Stakes | None) -> str | None:
    """Return the stake that is paid by the bid where nobody bids; None where the stakes fit the rules."""
    if stakes is None or rules.has_bidding:
        return None
    return "moon" if stakes.moon else "bid_point" if stakes.bid_point else None


# ---------------------------------------------------------------- currencies

_CODES = """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC
    CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD
    KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO
    NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
    THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG
"""

TWO_DECIMALS = frozenset(_CODES.split())
"""The currencies of ISO 4217 that have two decimals.

A constant rather than a library's list because this package imports nothing but the standard library; a test holds it
against Babel's.
"""


# ---------------------------------------------------------------- the head and the lines

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
    handicap: Mapping[str, int] | None = None
    """None for opening scores carried over from paper; else they are a head start, worked out from so many `games`, and
    a point of it is `worth` so much strength (`league.handicap`)."""

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
