"""Can this hand have happened at this table?  Checks the facts of a bidding hand and works out its contract.

An auction goes call by call: who bought the bid, for how much, by which right.  Its order and legality are those of
docs/scoresheet.md, "Auctions": one round in turn from the dealer's left, or many rounds until one is left (catalogue
V29); a dealer who may steal equals the highest bid (V24); a thrown card is a bid of four after which only the dealer
may still bid (V26).

Every refusal is an ImpossibleFact whose `field` is the key to mend (docs/scoresheet.md, "Lines").
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Literal, assert_never

from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.errors import Fault, ImpossibleFact, Refusal
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.setting_groups import Point
from scorekeeper.rules.sheet import (
    AuctionCall,
    Hand,
    Seats,
    Side,
    bidders_first,
    from_left_of,
    left_of,
    side_numbers,
    side_of,
    starting_with,
    statically_frozen,
    without,
)

PASS, THROW = "pass", "throw"
THROWN_BID = 4


@statically_frozen
class Bid:
    """The highest bid so far.  `rank` is its number; the special bid counts as `special.bid`."""

    player: str
    rank: int
    special: bool = False
    thrown: bool = False
    over_throw: bool = False


class _Calls:
    def __init__(self, rules: Ruleset, players: Sequence[str], dealer: str) -> None:
        order = from_left_of(dealer, players)
        self.order = order[:-1] if rules.dealer_sits_out else order
        self.rules, self.dealer = rules, dealer
        self.high: Bid | None = None
        self.passed: set[str] = set()
        self.callers: list[str] = []

    def add(self, player: str, call: int | str) -> None:
        if self.rules.dealer_sits_out and player == self.dealer:
            raise _refusal("dealer-sits-out", player)
        if self.is_over and (self.rules.bids_many_rounds or call != PASS):
            raise _refusal("auction-over", player)
        caller = self.next_caller
        if caller is None:
            raise _refusal("auction-everybody-spoke", player)
        if player != caller:
            raise _refusal("auction-out-of-turn", caller, player)
        if call != PASS:
            self.high = self._raised(player, call)
        elif player == self.dealer and self.high is None and self.rules.dealer_is_forced:
            raise _refusal("dealer-may-not-pass", player)
        else:
            self.passed.add(player)
        self.callers.append(player)

    def _raised(self, player: str, call: int | str) -> Bid:
        """Return the new highest bid.  Raises ImpossibleFact when it does not beat the old one."""
        rules, high, dealt = self.rules, self.high, player == self.dealer
        forced = high is None and rules.dealer_is_forced and dealt
        bid = _as_bid(rules, player, call, rules.forced_bid if forced else rules.auction.min)
        if high is None:
            _check_special_over(rules, bid, None)
            return bid
        if high.thrown and not (dealt and (bid.thrown or bid.special)):
            raise _refusal("auction-after-throw", high.player)
        if high.thrown and bid.thrown:
            return replace(bid, over_throw=True)
        if not (rules.auction.dealer_steals and dealt and bid.rank == high.rank):
            if bid.rank <= high.rank:
                raise _refusal("auction-bid-too-low", player, high.player)
            _check_special_over(rules, bid, high)
        return replace(bid, over_throw=high.thrown)

    @property
    def next_caller(self) -> str | None:
        """Return who calls next: everybody once, and in further rounds the next player who has not passed."""
        if len(self.callers) < len(self.order):
            return self.order[len(self.callers)]
        if not self.rules.bids_many_rounds:
            return None
        left = starting_with(left_of(self.callers[-1], self.order), self.order)
        return next((player for player in left if player not in self.passed), None)

    @property
    def is_over(self) -> bool:
        """Return whether no bid can follow, though passes may still be written after one round."""
        rules, high = self.rules, self.high
        if high is None:
            return False
        if rules.bids_many_rounds and {*self.order} - self.passed == {high.player}:
            return True
        waits_for_dealer = (
            (rules.auction.dealer_steals or high.thrown)
            and high.player != self.dealer
            and self.dealer not in self.passed
        )
        highest = rules.special_rank if rules.has_special else rules.highest_bid
        return high.rank >= highest and not waits_for_dealer


def winning_bid(calls: Sequence[AuctionCall], rules: Ruleset, players: Sequence[str], dealer: str) -> Bid | None:
    """Return the bid that bought the hand, None when everybody passed.

    Raises ImpossibleFact (field `auction`) at the first call that is not allowed, or when the auction stops too early.
    """
    said = _Calls(rules, players, dealer)
    for player, call in calls:
        said.add(player, call)
    caller = said.next_caller
    if caller is not None and not said.is_over:
        raise _refusal("auction-stops-early", caller)
    return said.high


def _refusal(code: str, *who: str, **facts: object) -> ImpossibleFact:
    return ImpossibleFact.at("auction", code, *who, **facts)


def _as_bid(rules: Ruleset, player: str, call: int | str, lowest: int) -> Bid:
    if isinstance(call, int):
        highest = rules.highest_bid
        if not lowest <= call <= highest:
            raise _refusal("auction-bid-outside", player, bid=call, lowest=lowest, highest=highest)
        return Bid(player, call)
    if call == THROW:
        if not rules.auction.throw_card:
            raise _refusal("no-throwing")
        return Bid(player, THROWN_BID, thrown=True)
    if not rules.has_special or call != rules.special.name:
        raise _refusal("bid-unknown", bid=call)
    return Bid(player, rules.special_rank, special=True)


def _check_special_over(rules: Ruleset, bid: Bid, high: Bid | None) -> None:
    """Refuse a special bid that must go over another player's bid of exactly `special.over` (V45) and does not."""
    over = rules.special.over
    if not bid.special or over == "none":
        return
    if high is None or high.player == bid.player or high.rank != over:
        raise _refusal("special-not-over", name=rules.special.name, over=over)


# ---------------------------------------------------------------- who took which points


ALL_CARD_POINTS = 80
"""The card points of the whole deck [003: "The total value of all cards on deck is 80"]."""


def check_in_hand(player: str, field: str, rules: Ruleset, seats: Seats) -> None:
    """Refuse somebody who is not at the table, and a dealer who sits this hand out."""
    if player not in seats.players:
        raise ImpossibleFact.at(field, "not-at-table", player)
    if rules.dealer_sits_out and player == seats.dealer:
        raise ImpossibleFact.at(field, "dealer-sits-out", player)


def check_taken(hand: Hand, rules: Ruleset, seats: Seats, sides: tuple[Side, ...]) -> tuple[int, ...]:
    """Return the points each side took; refuse what cannot have been brought by a hand of these sides."""
    if hand.renege is not None or hand.made is not None or hand.points is None:
        _check_result(hand, rules, seats)
    taken = _add_points(hand, rules, seats, sides)
    if hand.counts is not None:
        _check_counts(hand, hand.counts, rules, seats)
    elif hand.buried is not None:
        raise ImpossibleFact.at("buried", "buried-without-counts")
    if hand.hung and not rules.points.jack.hung:
        raise ImpossibleFact.at("hung", "no-hanging")
    if hand.hung and "jack" not in (hand.points or {}):
        raise ImpossibleFact.at("hung", "hung-without-jack")
    return taken


def _check_result(hand: Hand, rules: Ruleset, seats: Seats) -> None:
    scored_by_renege = hand.renege is not None and rules.scores_renege
    if hand.renege is not None:
        check_in_hand(hand.renege, "renege", rules, seats)
    if scored_by_renege and any(x is not None for x in (hand.points, hand.counts, hand.made)):
        raise ImpossibleFact.at("renege", "renege-with-points")
    if hand.made is not None and not rules.bid_is_all:
        raise ImpossibleFact.at("made", "made-where-points-decide")
    if hand.made is not None and hand.points is not None:
        raise ImpossibleFact.at("made", "made-and-points")
    if hand.points is None and hand.made is None and not scored_by_renege:
        raise ImpossibleFact.at("points", "points-missing")


def _add_points(hand: Hand, rules: Ruleset, seats: Seats, sides: tuple[Side, ...]) -> tuple[int, ...]:
    """Return the points each side took.  Adding up checks that every player and every point is one of this table."""
    taken, number, worth = [0] * len(sides), side_numbers(sides), rules.worth
    points = hand.points or {}
    try:
        for point, player in points.items():
            taken[number[player]] += worth[point]
    except KeyError:
        raise _no_such_point(points, worth, number, seats.dealer) from None
    return tuple(taken)


def _no_such_point(
    points: Mapping[str, str], worth: Mapping[str, int], number: Mapping[str, int], dealer: str
) -> ImpossibleFact:
    point, player = next(pair for pair in points.items() if pair[0] not in worth or pair[1] not in number)
    if point not in worth:
        return ImpossibleFact.at(f"points.{point}", "point-unknown", point=point)
    return ImpossibleFact.at(f"points.{point}", "dealer-sits-out" if player == dealer else "not-at-table", player)


def _check_counts(hand: Hand, counts: Mapping[str, int], rules: Ruleset, seats: Seats) -> None:
    if "game" in (hand.points or {}):
        both = Refusal("counts-and-game")
        raise ImpossibleFact([Fault(0, "points.game", both), Fault(0, "counts", both)])
    if hand.made is not None:
        raise ImpossibleFact.at("counts", "counts-where-bid-decides")
    if not rules.counts_game:
        raise ImpossibleFact.at("counts", "counts-not-used")
    for player in counts:
        check_in_hand(player, f"counts.{player}", rules, seats)
    total = sum(counts.values()) + (hand.buried or 0)
    if total > ALL_CARD_POINTS:
        raise ImpossibleFact.at("counts", "counts-too-many", total=total, most=ALL_CARD_POINTS)


def check_all_tricks(hand: Hand, rules: Ruleset, bidders: Side, game: Iterable[Side]) -> None:
    """Refuse `all_tricks` when another side than the `bidders` has a point that goes to the taker of a trick.

    `game` are the sides that score game by their card points.
    """
    if not hand.all_tricks:
        return
    others = [key for key, player in (hand.points or {}).items() if player not in bidders]
    others += ["game" for side in game if side != bidders]
    for key in others:
        if key == "game" or goes_to_taker(rules.points[key]):
            raise ImpossibleFact.at("all_tricks", "all-tricks-but-a-point", point=key)


def goes_to_taker(point: Point) -> bool:
    """Return whether a point goes to the winner of the trick with its card."""
    match point.to:
        case "taker":
            return True
        case "holder":
            return False
    assert_never(point.to)


# ---------------------------------------------------------------- what a hand brings beside the points taken in it

GainedBy = Literal["sold", "turned", "gift"]


@statically_frozen
class Gain:
    """Points of one side: `player` sold the bid, turned up the cards or begged."""

    what: GainedBy
    player: str
    side: Side
    points: int
    cards: tuple[str, ...] = ()


def extra_gains(hand: Hand, bid: Bid | None, rules: Ruleset, seats: Seats) -> tuple[Gain, ...]:
    """Return what was sold, turned up and given in a hand, in the order in which it counts.

    Raises ImpossibleFact for a card or a gift that brings nothing at this table.
    """
    gains = []
    eldest = left_of(seats.dealer, seats.players)
    if bid is not None and rules.auction.seller_scores:  # who sits left of the dealer sells the bid to another side
        side = side_of(eldest, seats.teams)
        if bid.player not in side:
            gains.append(Gain("sold", eldest, side, bid.rank))
    if hand.turned:
        brings = {rank: getattr(rules.turn, rank) for rank in TURNED}
        for rank in hand.turned:
            if not brings[rank]:
                raise ImpossibleFact.at("turned", "turned-for-nothing", rank=rank)
        points = sum(brings[rank] for rank in hand.turned)
        gains.append(Gain("turned", seats.dealer, side_of(seats.dealer, seats.teams), points, hand.turned))
    if hand.gift:
        if not rules.turn.gift:
            raise ImpossibleFact.at("gift", "no-gifts")
        gains.append(Gain("gift", eldest, side_of(eldest, seats.teams), rules.turn.gift))
    return tuple(gains)


# ---------------------------------------------------------------- the contract


OF_BIDDING = (
    "bidder", "bid", "buried", "partner", "alone", "all_tricks", "made", "thrown", "over_throw", "auction",
)  # fmt: skip
"""The facts of a hand that there are only where somebody bids."""


@statically_frozen
class Contract:
    """What was bought: the bid, None without bidding, and the sides of this one hand, the bidding side first.

    A dealer who sits out is on none of the sides.
    """

    bid: Bid | None
    bidders: Side
    """The bidding side; nobody where nobody bids."""
    sides: tuple[Side, ...]
    taken: tuple[int, ...]
    """The points each side took, of those the sheet gives to a player."""
    gains: tuple[Gain, ...] = ()
    """What was sold, turned up or given before them."""

    @property
    def bidder(self) -> str:
        """Return who bought the bid; empty where nobody bids."""
        return self.bid.player if self.bid else ""

    @property
    def defenders(self) -> tuple[str, ...]:
        return tuple(player for side in self.sides if side != self.bidders for player in side)


def check_hand(hand: Hand, rules: Ruleset, seats: Seats) -> Contract | None:
    """Return the contract of a hand that can have happened; None when its auction was passes only.

    Raises ImpossibleFact with the key at fault.
    """
    if not rules.has_bidding:
        for key in OF_BIDDING:
            if getattr(hand, key) is not None:
                raise ImpossibleFact.at(key, "nobody-bids", key=key)
        sides = _at_play(rules, seats)
        taken = check_taken(hand, rules, seats, sides)
        return Contract(None, (), sides, taken, extra_gains(hand, None, rules, seats))
    bought = winning_bid(hand.auction, rules, seats.players, seats.dealer) if hand.auction is not None else None
    if hand.auction is not None and bought is None:
        for fact in fields(Hand):
            if fact.name != "auction" and getattr(hand, fact.name) is not None:
                raise ImpossibleFact.at(fact.name, "everybody-passed")
        return None
    bid = _bid(hand, rules, seats, bought)
    sides = _sides(hand, rules, seats, bid.player)
    taken = check_taken(hand, rules, seats, sides)
    return Contract(bid, sides[0], sides, taken, extra_gains(hand, bid, rules, seats))


def _at_play(rules: Ruleset, seats: Seats) -> tuple[Side, ...]:
    return without(seats.dealer, seats.teams) if rules.dealer_sits_out else seats.teams


# ---------------------------------------------------------------- the bid


def _bid(hand: Hand, rules: Ruleset, seats: Seats, bought: Bid | None) -> Bid:
    if bought is not None:
        _check_agreement(hand, rules, bought)
        return bought
    if hand.bidder is None:
        raise ImpossibleFact.at("bidder", "bidder-missing")
    check_in_hand(hand.bidder, "bidder", rules, seats)
    rank, special = _rank(hand, rules, seats), isinstance(hand.bid, str)
    if not (hand.thrown or hand.over_throw):
        return Bid(hand.bidder, rank, special)
    _check_thrown(hand, rules, seats, special=special)
    return Bid(hand.bidder, rank, special, bool(hand.thrown), bool(hand.over_throw))


def _check_agreement(hand: Hand, rules: Ruleset, bought: Bid) -> None:
    """Refuse facts beside an auction that differ from it."""
    bid = rules.special.name if bought.special else bought.rank
    both = {
        "bidder": (hand.bidder, bought.player),
        "bid": (hand.bid, bid),
        "thrown": (hand.thrown, bought.thrown),
        "over_throw": (hand.over_throw, bought.over_throw),
    }
    for key, (written, in_auction) in both.items():
        if written is not None and written != in_auction:
            raise ImpossibleFact.at(key, "auction-disagrees", bought.player, bid=bid)


def _rank(hand: Hand, rules: Ruleset, seats: Seats) -> int:
    """Return the number the bid ranks as; refuse a bid that cannot be made here."""
    lowest, highest = rules.auction.min, rules.highest_bid
    if rules.dealer_is_forced and hand.bidder == seats.dealer:
        lowest = min(lowest, rules.forced_bid)  # nobody else may have bid (`auction.forced_bid`)
    if hand.bid is None:
        raise ImpossibleFact.at("bid", "bid-missing", hand.bidder or "")
    if isinstance(hand.bid, str):
        if not rules.has_special or hand.bid != rules.special.name:
            raise ImpossibleFact.at("bid", "bid-unknown", bid=hand.bid)
        return rules.special_rank
    if hand.bid < lowest:
        raise ImpossibleFact.at("bid", "bid-too-low", bid=hand.bid, lowest=lowest)
    if rules.has_special and hand.bid == rules.special_rank:
        raise ImpossibleFact.at("bid", "bid-is-special", bid=hand.bid, name=rules.special.name)
    if hand.bid > highest:
        raise ImpossibleFact.at("bid", "bid-too-high", bid=hand.bid, highest=highest)
    return hand.bid


def _check_thrown(hand: Hand, rules: Ruleset, seats: Seats, *, special: bool) -> None:
    if not rules.auction.throw_card:
        raise ImpossibleFact.at("thrown" if hand.thrown else "over_throw", "no-throwing")
    if hand.thrown and (special or hand.bid != THROWN_BID):
        raise ImpossibleFact.at("thrown", "thrown-bid", bid=THROWN_BID)
    if hand.over_throw and hand.bidder != seats.dealer:
        raise ImpossibleFact.at("over_throw", "over-throw-not-by-dealer", seats.dealer)
    if hand.over_throw and not (special or hand.thrown):
        raise ImpossibleFact.at("over_throw", "over-throw-how")


def _sides(hand: Hand, rules: Ruleset, seats: Seats, bidder: str) -> tuple[Side, ...]:
    """Return the sides of this hand, the bidding side first; called partners against everybody else (V02, V08)."""
    partner, alone = hand.partner, bool(hand.alone)
    if not rules.calls_partner:
        if partner is not None:
            raise ImpossibleFact.at("partner", "partner-not-called")
        if alone:
            raise ImpossibleFact.at("alone", "alone-not-chosen")
        return bidders_first(bidder, _at_play(rules, seats))
    if partner is None and not alone:
        raise ImpossibleFact.at("partner", "partner-or-alone-missing", bidder)
    if partner is not None and alone:
        raise ImpossibleFact.at("partner", "partner-and-alone", bidder)
    if partner == bidder:
        raise ImpossibleFact.at("partner", "partner-to-oneself", bidder)
    if partner is not None and partner not in seats.players:
        raise ImpossibleFact.at("partner", "not-at-table", partner)
    bidders = (bidder,) if partner is None else (bidder, partner)
    return (bidders, tuple(player for player in seats.players if player not in bidders))
