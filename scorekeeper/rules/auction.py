"""An auction call by call: who bought the bid, for how much, by which right.

Order and legality are those of docs/scoresheet.md, "Auctions": one round in turn from the dealer's left, or many rounds
until one is left (catalogue V29); a dealer who may steal equals the highest bid (V24); a thrown card is a bid of four
after which only the dealer may still bid (V26).
"""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.sheet import AuctionCall, from_left_of, left_of, starting_with, statically_frozen

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
    """What was called in an auction so far."""

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
