"""An auction call by call: who bought the bid, for how much, by which right.

Order and legality are those of docs/scoresheet.md, "Auctions": one round in turn from the dealer's left, or many rounds
until one is left (catalogue V29); a dealer who may steal equals the highest bid (V24); a thrown card is a bid of four
after which only the dealer may still bid (V26).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.seats import from_left_of
from scorekeeper.rules.sheet import AuctionCall, statically_frozen

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


@dataclass(frozen=True)
class _AuctionState:
    order: tuple[str, ...]
    dealer: str
    high: Bid | None = None
    passed: frozenset[str] = frozenset()
    calls: int = 0
    last: str = ""
    """Who called last."""


def winning_bid(calls: Sequence[AuctionCall], rules: Ruleset, players: Sequence[str], dealer: str) -> Bid | None:
    """Return the bid that bought the hand, None when everybody passed.

    Raises ImpossibleFact (field `auction`) at the first call that is not allowed, or when the auction stops too early.
    """
    order = from_left_of(dealer, players)
    state = _AuctionState(order[:-1] if rules.dealer_sits_out else order, dealer)
    for player, call in calls:
        state = _add_call(state, rules, player, call)
    caller = _next_caller(state, rules)
    if caller is not None and not _is_over(state, rules):
        raise _refusal("auction-stops-early", caller)
    return state.high


def _refusal(code: str, *who: str, **facts: object) -> ImpossibleFact:
    return ImpossibleFact.at("auction", code, *who, **facts)


def _add_call(state: _AuctionState, rules: Ruleset, player: str, call: int | str) -> _AuctionState:
    if rules.dealer_sits_out and player == state.dealer:
        raise _refusal("dealer-sits-out", player)
    if _is_over(state, rules) and (rules.bids_many_rounds or call != PASS):
        raise _refusal("auction-over", player)
    caller = _next_caller(state, rules)
    if caller is None:
        raise _refusal("auction-everybody-spoke", player)
    if player != caller:
        raise _refusal("auction-out-of-turn", caller, player)
    if call == PASS:
        if player == state.dealer and state.high is None and rules.dealer_is_forced:
            raise _refusal("dealer-may-not-pass", player)
        return replace(state, calls=state.calls + 1, last=player, passed=state.passed | {player})
    return replace(state, calls=state.calls + 1, last=player, high=_raise_bid(state, rules, player, call))


def _raise_bid(state: _AuctionState, rules: Ruleset, player: str, call: int | str) -> Bid:
    """Return the new highest bid.  Raises ImpossibleFact when it does not beat the old one."""
    high = state.high
    forced = high is None and rules.dealer_is_forced and player == state.dealer
    bid = _as_bid(rules, player, call, rules.forced_bid if forced else rules.auction.min)
    if high is None:
        _check_special_over(rules, bid, None)
        return bid
    if high.thrown and not (player == state.dealer and (bid.thrown or bid.special)):
        raise _refusal("auction-after-throw", high.player)
    if high.thrown and bid.thrown:
        return replace(bid, over_throw=True)
    steals = rules.auction.dealer_steals and player == state.dealer and bid.rank == high.rank
    if not steals:
        if bid.rank <= high.rank:
            raise _refusal("auction-bid-too-low", player, high.player)
        _check_special_over(rules, bid, high)
    return replace(bid, over_throw=high.thrown)


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


# ---------------------------------------------------------------- whose turn, and when it is over


def _still_in(state: _AuctionState) -> list[str]:
    return [player for player in state.order if player not in state.passed]


def _next_caller(state: _AuctionState, rules: Ruleset) -> str | None:
    """Return who calls next: everybody once, and in further rounds the next player who has not passed."""
    if state.calls < len(state.order):
        return state.order[state.calls]
    left = _still_in(state)
    if not rules.bids_many_rounds or not left:
        return None
    at = state.order.index(state.last)
    return next(player for player in (*state.order[at + 1 :], *state.order[: at + 1]) if player in left)


def _is_over(state: _AuctionState, rules: Ruleset) -> bool:
    """Return whether no bid can follow, though passes may still be written after one round."""
    if state.high is None:
        return False
    if rules.bids_many_rounds and _still_in(state) == [state.high.player]:
        return True
    waits_for_dealer = (
        (rules.auction.dealer_steals or state.high.thrown)
        and state.high.player != state.dealer
        and state.dealer not in state.passed
    )
    highest = rules.special_rank if rules.has_special else rules.highest_bid
    return state.high.rank >= highest and not waits_for_dealer
