"""The settings of a table: every key with its values, grouped in frozen dataclasses.

A dotted key (`auction.min`) is a group of `Ruleset` and a field of that group, and this file is the whole list;
docs/settings.md says what each of them means.  The field's type says what the value may be (a `Literal` is one of its
words); the checks and the schema are made from it.  Code that depends on such a word asks with `match` and
`assert_never`, so that mypy names every place that must know a new one.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal, assert_never

from scorekeeper.rules.values import LARGEST, CardRanks, Span, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

GameKind = Literal["bidding", "smoke"]
BIDDING: GameKind = "bidding"
SMOKE: GameKind = "smoke"

Sides = Literal["partners", "pairs", "solo", "called-partner"]
CallWhat = Literal["any-card", "trump-by-rank"]
CallNot = Literal["none", "own", "own-and-trey"]
Reveal = Literal["when-played", "at-once", "first-trick"]
TrumpOrder = Literal["normal", "reversed"]
JokerTie = Literal["ranked", "first", "second"]
JackName = Literal["jack", "right-bauer", "right-bower", "right"]
OffJackName = Literal["jick", "left-bauer", "left-bower", "left", "off-jack"]
FirstDealer = Literal["any", "high-card"]
MisdealClaim = Literal["wrong-deal", "no-scoring-card"]
MayDiscard = Literal["any", "no-points", "no-trump"]
TrumpMade = Literal["named", "after-exchange", "first-lead", "turned"]
Exchange = Literal["none", "discard", "draw", "refill", "blinds", "kitty", "widow", "dealer-takes-rest"]
Follow = Literal["follow-or-trump", "follow", "must-trump-if-void"]
FirstLead = Literal["any", "trump"]
Rounds = Literal["one", "many"]
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
Direction = Literal["up", "down"]
MayWin = Literal["any", "bid-made", "bid-made-or-opponents-set"]
Hold = Literal["none", "at-target", "one-short"]
HoldWho = Literal["defenders", "everyone"]
Crossing = Literal["higher-then-bidders", "bidders-first", "bidder-or-play-on"]
InstantWin = Literal["none", "four-bid", "all-points-by-anyone"]
RenegePenalty = Literal["none", "zero-and-max"]
NextDealer = Literal["left", "racehorse"]

BidNumber = Annotated[int, Span(1, 100)]
SmallCount = Annotated[int, Span(0, 100)]
ScoreChange = Annotated[int, Span(-100, 100)]
Score = Annotated[int, Span(-LARGEST, LARGEST)]
Cards = Annotated[int, Span(0, 54)]
JokerCount = Annotated[int, Span(0, 2)]
Ranks = Annotated[str, CardRanks()]

# Words that stand in place of a number.
All = Literal["all"]
Above = Literal["above"]
TheBid = Literal["bid"]
Never = Literal["none"]


def _derived() -> Any:
    """Return a field that follows from the settings; rulesets are equal, and one key, where their settings are."""
    return field(init=False, compare=False)


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
    """What a card is called at this table."""

    jack: JackName = "jack"
    off_jack: OffJackName = "jick"


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

    def __getitem__(self, key: str) -> Point:
        """Return the point of that key.  Raises AttributeError for a key that is no point."""
        point: Point = getattr(self, key)
        return point


POINT_KEYS = tuple(point.name for point in dataclasses.fields(Points))


@dataclass(frozen=True)
class Game:
    by: GameBy = "count"
    tie: GameTie = "nobody"
    buried_to_bidder: bool = False


@dataclass(frozen=True)
class Scoring:
    made: ScoringMade = "taken"
    others: ScoringOthers = "taken"


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


@dataclass(frozen=True)
class Penalty:
    renege: RenegePenalty = "none"


@dataclass(frozen=True)
class Dealing:
    next: NextDealer = "left"
    first: FirstDealer = "high-card"


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


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All settings in force at one table, checked: each value allowed, no two contradicting each other."""

    kind: GameKind = BIDDING
    seating: Seating = Seating()
    call: Call = Call()
    deck: Deck = Deck()
    names: Names = Names()
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

    worth: Mapping[str, int] = _derived()
    """The points on offer with what each is worth, in the order they are asked for."""
    on_offer: int = _derived()
    """The points of one hand, all together."""
    highest_bid: int = _derived()
    """The highest ordinary bid (`auction.max`; "all" is every point on offer)."""
    special_rank: int = _derived()
    """The number the special bid ranks and counts as (`special.bid`)."""
    has_special: bool = _derived()
    shares_scores: bool = _derived()
    """Whether partners have one score between them."""
    calls_partner: bool = _derived()
    made_scores_bid: bool = _derived()
    """Whether a made bid scores the bid, and not all the points that were taken (`scoring.made`)."""
    others_score: bool = _derived()
    """Whether the other sides score what they took (`scoring.others`)."""
    bid_is_all: bool = _derived()
    """Whether only the bid is scored, so that made or set is all there is to know."""
    counts_game: bool = _derived()
    """Whether card points are counted for game."""
    counts_down: bool = _derived()
    dealer_is_forced: bool = _derived()
    """Whether a dealer may not pass when nobody has bid (`auction.all_pass`)."""
    special_needs_tricks: bool = _derived()
    """Whether the special bid needs every trick, not only every point (`special.needs`)."""
    bidder_deals: bool = _derived()
    """Whether made or set decides who deals next (V46), not only the turn."""

    def __post_init__(self) -> None:
        """Work out what follows from the settings.  In fields, since one cached property slows every attribute."""
        every = {key: self.points[key].worth for key in POINT_KEYS}
        worth = {key: points for key, points in every.items() if points}
        on_offer = sum(worth.values())
        highest_bid = on_offer if self.auction.max == "all" else self.auction.max
        special_rank: int = highest_bid + 1 if self.special.bid == "above" else self.special.bid
        made_scores_bid, others_score = _scores_the_bid(self.scoring.made), _others_score(self.scoring.others)
        derived = {
            "worth": MappingProxyType(worth),
            "on_offer": on_offer,
            "highest_bid": highest_bid,
            "special_rank": special_rank,
            "has_special": self.special.name != "none",
            "shares_scores": _share_scores(self.seating.sides),
            "calls_partner": _call_partner(self.seating.sides),
            "made_scores_bid": made_scores_bid,
            "others_score": others_score,
            "bid_is_all": made_scores_bid and not others_score,
            "counts_game": "game" in worth and _is_counted(self.game.by),
            "counts_down": _counts_down(self.finish.direction),
            "dealer_is_forced": _forces_dealer(self.auction.all_pass),
            "special_needs_tricks": _needs_tricks(self.special.needs),
            "bidder_deals": _lets_bidder_deal(self.dealing.next),
        }
        for key, value in derived.items():
            object.__setattr__(self, key, value)

    def value(self, key: str) -> Value:
        """Return the value of a setting by its dotted key.  Raises AttributeError for a key that is no setting."""
        return attrgetter(key.replace(".not", ".not_"))(self)  # type: ignore[no-any-return]


# ---------------------------------------------------------------- what follows from a value


def _share_scores(sides: Sides) -> bool:
    match sides:
        case "partners" | "pairs":
            return True
        case "solo" | "called-partner":
            return False
    assert_never(sides)


def _call_partner(sides: Sides) -> bool:
    match sides:
        case "called-partner":
            return True
        case "partners" | "pairs" | "solo":
            return False
    assert_never(sides)


def _scores_the_bid(made: ScoringMade) -> bool:
    match made:
        case "bid":
            return True
        case "taken":
            return False
    assert_never(made)


def _others_score(others: ScoringOthers) -> bool:
    match others:
        case "taken":
            return True
        case "nothing":
            return False
    assert_never(others)


def _is_counted(game: GameBy) -> bool:
    match game:
        case "count":
            return True
        case "ten-of-trumps":
            return False
    assert_never(game)


def _counts_down(direction: Direction) -> bool:
    match direction:
        case "down":
            return True
        case "up":
            return False
    assert_never(direction)


def _forces_dealer(all_pass: AllPass) -> bool:
    match all_pass:
        case "dealer-forced":
            return True
        case "redeal" | "next-dealer" | "dealer-set":
            return False
    assert_never(all_pass)


def _needs_tricks(needs: SpecialNeeds) -> bool:
    match needs:
        case "all-points-and-tricks":
            return True
        case "all-points":
            return False
    assert_never(needs)


def _lets_bidder_deal(dealing: NextDealer) -> bool:
    match dealing:
        case "racehorse":
            return True
        case "left":
            return False
    assert_never(dealing)
