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
from typing import TYPE_CHECKING, Annotated, Any, Literal

from scorekeeper.rules import derived
from scorekeeper.rules.choices import (  # noqa: TC001 - `settings.py` reads the types of the fields at run time
    Above,
    All,
    AllPass,
    CallNot,
    CallWhat,
    Crossing,
    Direction,
    Equal,
    Exchange,
    FirstDealer,
    FirstLead,
    Follow,
    GameBy,
    GameTie,
    HighCard,
    Hold,
    HoldWho,
    InstantWin,
    JackName,
    JokerTie,
    LowCard,
    Lowest,
    MayDiscard,
    MayWin,
    MisdealClaim,
    Never,
    NextDealer,
    OffJackName,
    PointTo,
    RenegePenalty,
    Reveal,
    Rounds,
    ScoringMade,
    ScoringOthers,
    ScoringSet,
    Sides,
    SitsOut,
    SpecialFailed,
    SpecialMade,
    SpecialName,
    SpecialNeeds,
    TheBid,
    TrumpMade,
    TrumpOrder,
)
from scorekeeper.rules.values import LARGEST, CardRanks, Span, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

GameKind = Literal["bidding", "smoke"]
BIDDING: GameKind = "bidding"
SMOKE: GameKind = "smoke"

BidNumber = Annotated[int, Span(1, 100)]
SmallCount = Annotated[int, Span(0, 100)]
ScoreChange = Annotated[int, Span(-100, 100)]
Score = Annotated[int, Span(-LARGEST, LARGEST)]
Cards = Annotated[int, Span(0, 54)]
JokerCount = Annotated[int, Span(0, 2)]
Hands = Annotated[int, Span(0, 1000)]
Ranks = Annotated[str, CardRanks()]


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
class Game:
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
    turn: Turn = Turn()
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
    has_bidding: bool = _derived()
    forced_bid: int = _derived()
    """What a dealer who may not pass bids at least, and what `dealer-set` costs (`auction.forced_bid`)."""
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
    times_lost: int = _derived()
    """How many times a set costs the bid (`scoring.set`)."""
    gives_sets: bool = _derived()
    """Whether the others score what was bid by a side that was set (`scoring.set`)."""
    counts_in_order: bool = _derived()
    """Whether the points are counted one after another to see who is first at the target (`finish.crossing`)."""
    dealer_sits_out: bool = _derived()
    has_limit: bool = _derived()
    """Whether the game ends after so many hands (`finish.hands`, `finish.rounds`)."""
    plays_on_equal: bool = _derived()
    """Whether equal best scores at the limit of hands are played on (`finish.equal`)."""
    bidder_deals: bool = _derived()
    """Whether made or set decides who deals next (V46), not only the turn."""

    def __post_init__(self) -> None:
        """Work out what follows from the settings.  In fields, since one cached property slows every attribute."""
        every = {key: self.points[key].worth for key in POINT_KEYS}
        worth = {key: points for key, points in every.items() if points}
        on_offer = sum(worth.values())
        highest_bid = on_offer if self.auction.max == "all" else self.auction.max
        special_rank: int = highest_bid + 1 if self.special.bid == "above" else self.special.bid
        made_scores_bid = derived.scores_the_bid(self.scoring.made)
        others_score = derived.others_score(self.scoring.others)
        following = {
            "worth": MappingProxyType(worth),
            "on_offer": on_offer,
            "highest_bid": highest_bid,
            "has_bidding": derived.have_bids(self.auction.rounds),
            "forced_bid": self.auction.min if self.auction.forced_bid == "lowest" else self.auction.forced_bid,
            "special_rank": special_rank,
            "has_special": self.special.name != "none",
            "shares_scores": derived.share_scores(self.seating.sides),
            "calls_partner": derived.call_partner(self.seating.sides),
            "made_scores_bid": made_scores_bid,
            "others_score": others_score,
            "bid_is_all": made_scores_bid and not others_score,
            "counts_game": "game" in worth and derived.is_counted(self.game.by),
            "counts_down": derived.counts_down(self.finish.direction),
            "dealer_is_forced": derived.forces_dealer(self.auction.all_pass),
            "special_needs_tricks": derived.needs_tricks(self.special.needs),
            "times_lost": derived.times_lost(self.scoring.set),
            "gives_sets": derived.is_given(self.scoring.set),
            "counts_in_order": derived.counts_in_order(self.finish.crossing),
            "dealer_sits_out": derived.dealer_sits_out(self.dealing.sits_out),
            "has_limit": bool(self.finish.hands or self.finish.rounds),
            "plays_on_equal": derived.plays_on_equal(self.finish.equal),
            "bidder_deals": derived.lets_bidder_deal(self.dealing.next),
        }
        for key, value in following.items():
            object.__setattr__(self, key, value)

    def hands_limit(self, size: int) -> int:
        """Return after how many scored hands a game of `size` players ends; 0 where there is no limit."""
        return self.finish.hands or self.finish.rounds * size

    def value(self, key: str) -> Value:
        """Return the value of a setting by its dotted key.  Raises AttributeError if the key isn't a setting."""
        return attrgetter(key.replace(".not", ".not_"))(self)  # type: ignore[no-any-return]
