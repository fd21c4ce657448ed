"""Every setting with its values and its default, grouped in frozen dataclasses.

A dotted key (`auction.min`) is a group of `Ruleset` and a field of that group, and this file is the whole list;
docs/settings.md says what each of them means.  The field's type says what the value may be (a `Literal` is one of its
words); the checks and the schema are made from it.  Code that depends on such a word asks with `match` and
`assert_never`, so that mypy names every place that must know a new one.
"""

import dataclasses
from dataclasses import dataclass
from typing import Annotated, Literal

from scorekeeper.rules.values import MAX_NUMBER, CardRanks, Span

# ---------------------------------------------------------------- words used in several places, or many

Sides = Literal["partners", "pairs", "solo", "called-partner"]
Exchange = Literal["none", "discard", "draw", "refill", "blinds", "kitty", "widow", "dealer-takes-rest", "stock"]
AllPass = Literal["redeal", "next-dealer", "dealer-forced", "dealer-set"]
SpecialName = Literal["none", "smudge", "moon"]
PointTo = Literal["taker", "holder"]
GameTie = Literal["nobody", "low", "bidders", "defenders", "each"]

# Words that stand in place of a number.
TheBid = Literal["bid"]
Never = Literal["none"]

# ---------------------------------------------------------------- numbers and ranks

BidNumber = Annotated[int, Span(1, 100)]
SmallCount = Annotated[int, Span(0, 100)]
ScoreChange = Annotated[int, Span(-100, 100)]
Score = Annotated[int, Span(-MAX_NUMBER, MAX_NUMBER)]
Cards = Annotated[int, Span(0, 54)]
Hands = Annotated[int, Span(0, 1000)]


# ---------------------------------------------------------------- the groups


@dataclass(frozen=True)
class Seating:
    sides: Sides = "solo"


@dataclass(frozen=True)
class Call:
    what: Literal["any-card", "trump-by-rank"] = "any-card"
    not_: Literal["none", "own", "own-and-trey"] = "none"
    reveal: Literal["when-played", "at-once", "first-trick"] = "when-played"
    alone_by_choice: bool = False


@dataclass(frozen=True)
class Deck:
    ranks: Annotated[str, CardRanks()] = ""
    jokers: Annotated[int, Span(0, 2)] = 0
    off_jack: bool = False
    trump_order: Literal["normal", "reversed"] = "normal"
    joker_tie: Literal["ranked", "named-first", "first", "second"] = "ranked"


@dataclass(frozen=True)
class Names:
    """What a card is called at this table; the fields are named as the points of these cards."""

    jack: Literal["jack", "right-bauer", "right-bower", "right"] = "jack"
    off_jack: Literal["jick", "left-bauer", "left-bower", "left", "off-jack"] = "jick"
    high_joker: Literal["high-joker", "big-joker"] = "high-joker"
    low_joker: Literal["low-joker", "little-joker"] = "low-joker"
    five: Literal["five", "pedro", "right-pedro", "right-five"] = "five"
    off_five: Literal["off-five", "left-pedro", "left-five"] = "off-five"
    nine: Literal["nine", "sancho"] = "nine"


@dataclass(frozen=True)
class Deal:
    cards: Cards = 0
    hand: Cards = 0
    exchange: Exchange = "none"
    exchange_size: Cards = 0
    packets: Cards = 0
    misdeal: Literal["wrong-deal", "no-scoring-card"] = "wrong-deal"
    may_discard: Literal["any", "no-points", "no-trump"] = "any"


@dataclass(frozen=True)
class Play:
    follow: Literal["follow-or-trump", "follow", "must-trump-if-void"] = "follow-or-trump"
    first_lead: Literal["any", "trump"] = "any"
    only_trumps: bool = False
    no_trump_first_trick: bool = False


@dataclass(frozen=True)
class Auction:
    min: BidNumber = 1
    max: BidNumber | Literal["all"] = "all"
    rounds: Literal["one", "many", "none"] = "one"
    dealer_steals: bool = False
    all_pass: AllPass = "redeal"  # noqa: S105 - a pass in an auction, no password
    trump: Literal["named", "after-exchange", "first-lead", "turned", "cut"] = "named"
    throw_card: bool = False
    double_if_over_throw_set: bool = False
    forced_bid: BidNumber | Literal["lowest"] = "lowest"
    seller_scores: bool = False


@dataclass(frozen=True)
class Turn:
    """What the card turned up for trump brings the dealer, and what begging brings."""

    ace: SmallCount = 0
    jack: SmallCount = 0
    six: SmallCount = 0
    deuce: SmallCount = 0
    gift: SmallCount = 0


@dataclass(frozen=True)
class Special:
    name: SpecialName = "none"
    bid: BidNumber | Literal["above"] = "above"
    needs: Literal["all-points", "all-points-and-tricks"] = "all-points"
    over: BidNumber | Never = "none"
    made: Literal["score", "win-game", "win-or-zero", "none"] = "score"
    made_score: Score | TheBid = "bid"
    zero_is_good: bool = True
    failed: Literal["lose", "lose-game", "score-becomes", "none"] = "lose"
    failed_score: Score | TheBid = "bid"
    counts_sets: SmallCount = 1


@dataclass(frozen=True)
class Point:
    """One point of a hand: what it is worth (0 = not played) and who gets it."""

    worth: SmallCount = 0
    to: PointTo = "taker"


@dataclass(frozen=True)
class HighPoint(Point):
    card: Literal["in-play", "fixed"] = "in-play"


@dataclass(frozen=True)
class LowPoint(Point):
    card: Literal["in-play", "fixed", "lowest-natural"] = "in-play"


@dataclass(frozen=True)
class JackPoint(Point):
    hung: SmallCount = 0


@dataclass(frozen=True)
class Points:
    """The points in the order they are asked for on the hand form."""

    high: HighPoint = HighPoint()
    low: LowPoint = LowPoint()
    jack: JackPoint = JackPoint()
    off_jack: Point = Point()
    joker: Point = Point()
    high_joker: Point = Point()
    low_joker: Point = Point()
    game: Point = Point()
    trey: Point = Point()
    deuce: Point = Point()
    five: Point = Point()
    off_five: Point = Point()
    nine: Point = Point()
    ten: Point = Point()
    king: Point = Point()
    off_ace: Point = Point()
    off_ten: Point = Point()
    off_three: Point = Point()
    off_two: Point = Point()
    last_trick: Point = Point()
    high_spade: Point = Point()

    def __getitem__(self, key: str) -> Point:
        """Return the point of that key.  Raises AttributeError if the key isn't a point."""
        point: Point = getattr(self, key)
        return point


POINT_KEYS = tuple(point.name for point in dataclasses.fields(Points))


@dataclass(frozen=True)
class GamePointRules:
    by: Literal["count", "ten-of-trumps"] = "count"
    tie: GameTie = "nobody"
    buried_to_bidder: bool = False


@dataclass(frozen=True)
class Scoring:
    made: Literal["taken", "bid"] = "taken"
    others: Literal["taken", "nothing"] = "taken"
    set: Literal["bid", "double", "given", "both"] = "bid"


@dataclass(frozen=True)
class Finish:
    start: Score = 0
    direction: Literal["up", "down"] = "up"
    target: Score | Never = "none"
    may_win: Literal["any", "bid-made", "bid-made-or-opponents-set"] = "any"
    hold: Literal["none", "at-target", "one-short"] = "none"
    hold_who: Literal["defenders", "everyone"] = "defenders"
    crossing: Literal["higher-then-bidders", "bidders-first", "bidder-or-play-on", "in-order"] = "bidders-first"
    instant_win: Literal["none", "four-bid", "all-points-by-anyone"] = "none"
    must_stand_at_target: bool = False
    bust: Score | Never = "none"
    hands: Hands = 0
    rounds: Hands = 0
    equal: Literal["together", "play-on"] = "together"
    win_by: SmallCount = 0


@dataclass(frozen=True)
class Penalty:
    renege: Literal["none", "zero-and-max"] = "none"


@dataclass(frozen=True)
class Dealing:
    next: Literal["left", "racehorse"] = "left"
    first: Literal["any", "high-card"] = "high-card"
    sits_out: Literal["nobody", "dealer"] = "nobody"


@dataclass(frozen=True)
class TableRules:
    open: bool = False


@dataclass(frozen=True)
class Tally:
    trick: ScoreChange = 0
    no_trick: ScoreChange = 0
    infraction: ScoreChange = 0
    max_sits: SmallCount = 0
    box_at: Score = 0
    never_land_at: Score = 0
