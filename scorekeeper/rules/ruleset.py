"""The settings of a table: every key of the contract with its values, grouped in frozen dataclasses.

A dotted key (`auction.min`) is a group of `Ruleset` and a field of that group.  The allowed values stand in the
field itself, so this file is the whole list; docs/settings.md says what each of them means.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.values import LARGEST, CardRanks, Number, OneOf, Switch, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

BIDDING, SMOKE = "bidding", "smoke"


def _words(*words: str, default: str | None = None) -> Any:
    return field(default=words[0] if default is None else default, metadata={"allowed": OneOf(words)})


def _number(least: int = 0, most: int = LARGEST, *words: str, default: Value = 0) -> Any:
    return field(default=default, metadata={"allowed": Number(least, most, words)})


def _switch(*, default: bool = False) -> Any:
    return field(default=default, metadata={"allowed": Switch()})


def _follows() -> Any:
    """Give a field that no setting of its own stands behind; rules are equal, and one key, where their settings are."""
    return field(init=False, compare=False)


# ---------------------------------------------------------------- the groups


@dataclass(frozen=True)
class Seating:
    sides: str = _words("partners", "pairs", "solo", "called-partner", default="solo")


@dataclass(frozen=True)
class Call:
    what: str = _words("any-card", "trump-by-rank")
    not_: str = _words("none", "own", "own-and-trey")
    reveal: str = _words("when-played", "at-once", "first-trick")
    alone_by_choice: bool = _switch()


@dataclass(frozen=True)
class Deck:
    ranks: str = field(default="", metadata={"allowed": CardRanks()})
    jokers: int = _number(0, 2)
    off_jack: bool = _switch()
    trump_order: str = _words("normal", "reversed")


@dataclass(frozen=True)
class Deal:
    cards: int = _number(0, 54)
    hand: int = _number(0, 54)
    exchange: str = _words("none", "discard", "draw", "refill", "blinds", "kitty", "widow", "dealer-takes-rest")
    exchange_size: int = _number(0, 54)


@dataclass(frozen=True)
class Play:
    follow: str = _words("follow-or-trump", "follow", "must-trump-if-void")
    first_lead: str = _words("any", "trump")
    only_trumps: bool = _switch()
    no_trump_first_trick: bool = _switch()


@dataclass(frozen=True)
class Auction:
    min: int = _number(1, 100, default=1)
    max: int | str = _number(1, 100, "all", default="all")
    rounds: str = _words("one", "many")
    dealer_steals: bool = _switch()
    all_pass: str = _words("redeal", "next-dealer", "dealer-forced", "dealer-set")
    throw_card: bool = _switch()
    double_if_over_throw_set: bool = _switch()


@dataclass(frozen=True)
class Special:
    name: str = _words("none", "smudge", "moon")
    bid: int | str = _number(1, 100, "above", default="above")
    needs: str = _words("all-points", "all-points-and-tricks")
    over: int | str = _number(1, 100, "none", default="none")
    made: str = _words("score", "win-game", "win-or-zero", "none")
    made_score: int | str = _number(-LARGEST, LARGEST, "bid", default="bid")
    zero_is_good: bool = _switch(default=True)
    failed: str = _words("lose", "lose-game", "score-becomes", "none")
    failed_score: int | str = _number(-LARGEST, LARGEST, "bid", default="bid")
    counts_sets: int = _number(0, 100, default=1)


@dataclass(frozen=True)
class Point:
    """One point of a hand: what it is worth (0 = not played) and who gets it."""

    worth: int = _number(0, 100)
    to: str = _words("taker", "holder")


@dataclass(frozen=True)
class HighPoint(Point):
    card: str = _words("in-play", "fixed")


@dataclass(frozen=True)
class LowPoint(Point):
    card: str = _words("in-play", "fixed", "lowest-natural")


@dataclass(frozen=True)
class Points:
    """The points in the order they are asked for on the hand form."""

    high: HighPoint = HighPoint()
    low: LowPoint = LowPoint()
    jack: Point = Point()
    off_jack: Point = Point()
    joker: Point = Point()
    high_joker: Point = Point()
    low_joker: Point = Point()
    game: Point = Point()
    trey: Point = Point()
    deuce: Point = Point()
    five: Point = Point()
    off_five: Point = Point()
    ten: Point = Point()
    off_ace: Point = Point()
    off_ten: Point = Point()
    off_three: Point = Point()
    off_two: Point = Point()
    last_trick: Point = Point()
    high_spade: Point = Point()


@dataclass(frozen=True)
class Game:
    by: str = _words("count", "ten-of-trumps")
    tie: str = _words("nobody", "low", "bidders", "defenders", "each")
    buried_to_bidder: bool = _switch()


@dataclass(frozen=True)
class Scoring:
    made: str = _words("taken", "bid")
    others: str = _words("taken", "nothing")


@dataclass(frozen=True)
class Finish:
    start: int = _number(-LARGEST, LARGEST)
    direction: str = _words("up", "down")
    target: int | str = _number(-LARGEST, LARGEST, "none", default="none")
    may_win: str = _words("any", "bid-made", "bid-made-or-opponents-set")
    hold: str = _words("none", "at-target", "one-short")
    hold_who: str = _words("defenders", "everyone")
    crossing: str = _words("higher-then-bidders", "bidders-first", "bidder-or-play-on", default="bidders-first")
    instant_win: str = _words("none", "four-bid", "all-points-by-anyone")
    must_stand_at_target: bool = _switch()
    bust: int | str = _number(-LARGEST, LARGEST, "none", default="none")


@dataclass(frozen=True)
class Penalty:
    renege: str = _words("none", "zero-and-max")


@dataclass(frozen=True)
class Dealing:
    next: str = _words("left", "racehorse")


@dataclass(frozen=True)
class TableRules:
    open: bool = _switch()


@dataclass(frozen=True)
class Tally:
    trick: int = _number(-100, 100)
    no_trick: int = _number(-100, 100)
    infraction: int = _number(-100, 100)
    max_sits: int = _number(0, 100)
    box_at: int = _number(-LARGEST, LARGEST)
    never_land_at: int = _number(-LARGEST, LARGEST)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All settings in force at one table, checked: each value allowed, no two contradicting each other."""

    kind: str = BIDDING
    seating: Seating = Seating()
    call: Call = Call()
    deck: Deck = Deck()
    deal: Deal = Deal()
    play: Play = Play()
    auction: Auction = Auction()
    special: Special = Special()
    points: Points = Points()
    game: Game = Game()
    scoring: Scoring = Scoring()
    finish: Finish = Finish()
    penalty: Penalty = Penalty()
    dealing: Dealing = Dealing()
    table: TableRules = TableRules()
    tally: Tally = Tally()

    worth: Mapping[str, int] = _follows()
    """The points on offer with what each is worth, in the order they are asked for."""
    on_offer: int = _follows()
    """The points of one hand, all together."""
    highest_bid: int = _follows()
    """The highest ordinary bid (`auction.max`; "all" is every point on offer)."""
    special_rank: int = _follows()
    """The number the special bid ranks and counts as (`special.bid`)."""
    has_special: bool = _follows()
    shares_scores: bool = _follows()
    """Whether partners have one score between them."""
    calls_partner: bool = _follows()
    bid_is_all: bool = _follows()
    """Whether nothing but the bid is scored, so that made or set is all there is to know."""
    counts_down: bool = _follows()
    deals_by_the_bid: bool = _follows()
    """Whether made or set says who deals next (V46), and not only the turn."""

    def __post_init__(self) -> None:
        """Work out what follows from the settings.  In fields, for one cached property makes every attribute slow."""
        every = {point.name: getattr(self.points, point.name).worth for point in dataclasses.fields(Points)}
        worth = {key: points for key, points in every.items() if points}
        on_offer = sum(worth.values())
        highest_bid = on_offer if isinstance(self.auction.max, str) else self.auction.max
        follows = {
            "worth": MappingProxyType(worth),
            "on_offer": on_offer,
            "highest_bid": highest_bid,
            "special_rank": highest_bid + 1 if isinstance(self.special.bid, str) else self.special.bid,
            "has_special": self.special.name != "none",
            "shares_scores": self.seating.sides in {"partners", "pairs"},
            "calls_partner": self.seating.sides == "called-partner",
            "bid_is_all": self.scoring.made == "bid" and self.scoring.others == "nothing",
            "counts_down": self.finish.direction == "down",
            "deals_by_the_bid": self.dealing.next == "racehorse",
        }
        for key, value in follows.items():
            object.__setattr__(self, key, value)

    def value(self, key: str) -> Value:
        """Give the value of a setting by its dotted key.  Raises AttributeError for a key that is no setting."""
        return attrgetter(key.replace(".not", ".not_"))(self)  # type: ignore[no-any-return]
