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

# ---------------------------------------------------------------- the words a setting may be

Sides = Literal["partners", "pairs", "solo", "called-partner"]
CallWhat = Literal["any-card", "trump-by-rank"]
CallNot = Literal["none", "own", "own-and-trey"]
Reveal = Literal["when-played", "at-once", "first-trick"]
TrumpOrder = Literal["normal", "reversed"]
JokerTie = Literal["ranked", "named-first", "first", "second"]
JackName = Literal["jack", "right-bauer", "right-bower", "right"]
OffJackName = Literal["jick", "left-bauer", "left-bower", "left", "off-jack"]
HighJokerName = Literal["high-joker", "big-joker"]
LowJokerName = Literal["low-joker", "little-joker"]
FiveName = Literal["five", "pedro", "right-pedro", "right-five"]
OffFiveName = Literal["off-five", "left-pedro", "left-five"]
NineName = Literal["nine", "sancho"]
FirstDealer = Literal["any", "high-card"]
MisdealClaim = Literal["wrong-deal", "no-scoring-card"]
MayDiscard = Literal["any", "no-points", "no-trump"]
TrumpMade = Literal["named", "after-exchange", "first-lead", "turned", "cut"]
Exchange = Literal["none", "discard", "draw", "refill", "blinds", "kitty", "widow", "dealer-takes-rest", "stock"]
Follow = Literal["follow-or-trump", "follow", "must-trump-if-void"]
FirstLead = Literal["any", "trump"]
Rounds = Literal["one", "many", "none"]
AllPass = Literal["redeal", "next-dealer", "dealer-forced", "dealer-set"]
SpecialName = Literal["none", "smudge", "moon"]
SpecialNeeds = Literal["all-points", "all-points-and-tricks"]
SpecialMade = Literal["score", "win-game", "win-or-zero", "none"]
SpecialFailed = Literal["lose", "lose-game", "score-becomes", "none"]
PointTo = Literal["taker", "holder"]
HighCard = Literal["in-play", "fixed"]
LowCard = Literal["in-play", "fixed", "lowest-natural"]
GameBy = Literal["count", "ten-of-trumps"]
GameTie = Literal["nobody", "low", "bidders", "defenders", "each"]
ScoringMade = Literal["taken", "bid"]
ScoringOthers = Literal["taken", "nothing"]
ScoringSet = Literal["bid", "double", "given", "both"]
Direction = Literal["up", "down"]
MayWin = Literal["any", "bid-made", "bid-made-or-opponents-set"]
Hold = Literal["none", "at-target", "one-short"]
HoldWho = Literal["defenders", "everyone"]
Crossing = Literal["higher-then-bidders", "bidders-first", "bidder-or-play-on", "in-order"]
Equal = Literal["together", "play-on"]
InstantWin = Literal["none", "four-bid", "all-points-by-anyone"]
RenegePenalty = Literal["none", "zero-and-max"]
NextDealer = Literal["left", "racehorse"]
SitsOut = Literal["nobody", "dealer"]

# Words that stand in place of a number.
All = Literal["all"]
Above = Literal["above"]
TheBid = Literal["bid"]
Never = Literal["none"]
Lowest = Literal["lowest"]

# ---------------------------------------------------------------- numbers and ranks

BidNumber = Annotated[int, Span(1, 100)]
SmallCount = Annotated[int, Span(0, 100)]
ScoreChange = Annotated[int, Span(-100, 100)]
Score = Annotated[int, Span(-MAX_NUMBER, MAX_NUMBER)]
Cards = Annotated[int, Span(0, 54)]
JokerCount = Annotated[int, Span(0, 2)]
Hands = Annotated[int, Span(0, 1000)]
Ranks = Annotated[str, CardRanks()]


# ---------------------------------------------------------------- the groups


@dataclass(frozen=True)
class Seating:
    sides: Sides = "solo"


@dataclass(frozen=True)
class Call:
    what: CallWhat = "any-card"
    not_: CallNot = "none"
    reveal: Reveal = "when-played"
    alone_by_choice: bool = False


@dataclass(frozen=True)
class Deck:
    ranks: Ranks = ""
    jokers: JokerCount = 0
    off_jack: bool = False
    trump_order: TrumpOrder = "normal"
    joker_tie: JokerTie = "ranked"


@dataclass(frozen=True)
class Names:
    """What a card is called at this table; the fields are named as the points of these cards."""

    jack: JackName = "jack"
    off_jack: OffJackName = "jick"
    high_joker: HighJokerName = "high-joker"
    low_joker: LowJokerName = "low-joker"
    five: FiveName = "five"
    off_five: OffFiveName = "off-five"
    nine: NineName = "nine"


@dataclass(frozen=True)
class Deal:
    cards: Cards = 0
    hand: Cards = 0
    exchange: Exchange = "none"
    exchange_size: Cards = 0
    packets: Cards = 0
    misdeal: MisdealClaim = "wrong-deal"
    may_discard: MayDiscard = "any"


@dataclass(frozen=True)
class Play:
    follow: Follow = "follow-or-trump"
    first_lead: FirstLead = "any"
    only_trumps: bool = False
    no_trump_first_trick: bool = False


@dataclass(frozen=True)
class Auction:
    min: BidNumber = 1
    max: BidNumber | All = "all"
    rounds: Rounds = "one"
    dealer_steals: bool = False
    all_pass: AllPass = "redeal"  # noqa: S105 - a pass in an auction, no password
    trump: TrumpMade = "named"
    throw_card: bool = False
    double_if_over_throw_set: bool = False
    forced_bid: BidNumber | Lowest = "lowest"
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
    bid: BidNumber | Above = "above"
    needs: SpecialNeeds = "all-points"
    over: BidNumber | Never = "none"
    made: SpecialMade = "score"
    made_score: Score | TheBid = "bid"
    zero_is_good: bool = True
    failed: SpecialFailed = "lose"
    failed_score: Score | TheBid = "bid"
    counts_sets: SmallCount = 1


@dataclass(frozen=True)
class Point:
    """One point of a hand: what it is worth (0 = not played) and who gets it."""

    worth: SmallCount = 0
    to: PointTo = "taker"


@dataclass(frozen=True)
class HighPoint(Point):
    card: HighCard = "in-play"


@dataclass(frozen=True)
class LowPoint(Point):
    card: LowCard = "in-play"


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
    by: GameBy = "count"
    tie: GameTie = "nobody"
    buried_to_bidder: bool = False


@dataclass(frozen=True)
class Scoring:
    made: ScoringMade = "taken"
    others: ScoringOthers = "taken"
    set: ScoringSet = "bid"


@dataclass(frozen=True)
class Finish:
    start: Score = 0
    direction: Direction = "up"
    target: Score | Never = "none"
    may_win: MayWin = "any"
    hold: Hold = "none"
    hold_who: HoldWho = "defenders"
    crossing: Crossing = "bidders-first"
    instant_win: InstantWin = "none"
    must_stand_at_target: bool = False
    bust: Score | Never = "none"
    hands: Hands = 0
    rounds: Hands = 0
    equal: Equal = "together"
    win_by: SmallCount = 0


@dataclass(frozen=True)
class Penalty:
    renege: RenegePenalty = "none"


@dataclass(frozen=True)
class Dealing:
    next: NextDealer = "left"
    first: FirstDealer = "high-card"
    sits_out: SitsOut = "nobody"


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
