"""An auction as it was spoken: who bought the bid, for how much, by which right.

Order and legality are those of docs/scoresheet.md, "Auctions": one round in turn from the dealer's left, or many rounds
until one is left (catalogue V29); a dealer who may steal equals the highest bid (V24); a thrown card is a bid of four
after which only the dealer may still bid (V26).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorekeeper.rules.errors import impossible
from scorekeeper.rules.frozen import statically_frozen
from scorekeeper.rules.seats import from_left_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.rules.errors import ImpossibleFact
    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.sheet import AuctionCall

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
    spoken: int = 0
    last: str = ""
    """Who spoke last."""


def winning_bid(calls: Sequence[AuctionCall], rules: Ruleset, players: Sequence[str], dealer: str) -> Bid | None:
    """Give the bid that bought the hand, None when everybody passed.

    Raises ImpossibleFact (field `auction`) at the first word that cannot have been said, or when it stops too early.
    """
    state = _AuctionState(from_left_of(dealer, players), dealer)
    for player, said in calls:
        state = _say(state, rules, player, said)
    if not _complete(state, rules):
        raise _fault(f"The auction stops before {_next_speaker(state, rules)} has spoken.")
    return state.high


def _say(state: _AuctionState, rules: Ruleset, player: str, said: int | str) -> _AuctionState:
    if _over(state, rules) and (_many(rules) or said != PASS):
        raise _fault(f"The auction was over before {player} spoke.")
    speaker = _next_speaker(state, rules)
    if speaker is None:
        raise _fault(f"{player} cannot speak: everybody has spoken once.")
    if player != speaker:
        raise _fault(f"It was {speaker}'s turn to speak, not {player}'s.")
    if said == PASS:
        _check_pass(state, rules, player)
        return replace(state, spoken=state.spoken + 1, last=player, passed=state.passed | {player})
    return replace(state, spoken=state.spoken + 1, last=player, high=_bid(state, rules, player, said))


def _check_pass(state: _AuctionState, rules: Ruleset, player: str) -> None:
    if player == state.dealer and state.high is None and rules.auction.all_pass == "dealer-forced":  # noqa: S105 - no password
        raise _fault(f"{player} deals and may not pass when nobody has bid.")


def _bid(state: _AuctionState, rules: Ruleset, player: str, said: int | str) -> Bid:
    """Give the new highest bid, or raise because these words do not beat the old one."""
    bid = _as_bid(rules, player, said)
    high = state.high
    if high is None:
        _check_special_over(rules, bid, None)
        return bid
    if high.thrown and not (player == state.dealer and (bid.thrown or bid.special)):
        raise _fault(f"After {high.player}'s thrown card only the dealer may bid: throw, or the special bid.")
    if high.thrown and bid.thrown:
        return replace(bid, over_throw=True)
    steals = rules.auction.dealer_steals and player == state.dealer and bid.rank == high.rank
    if not steals:
        if bid.rank <= high.rank:
            raise _fault(f"{player}'s bid does not beat {high.player}'s.")
        _check_special_over(rules, bid, high)
    return replace(bid, over_throw=high.thrown)


def _as_bid(rules: Ruleset, player: str, said: int | str) -> Bid:
    if isinstance(said, int):
        if not rules.auction.min <= said <= rules.highest_bid:
            lowest, highest = rules.auction.min, rules.highest_bid
            raise _fault(f"{player} bid {said}, and the bids go from {lowest} to {highest}.")
        return Bid(player, said)
    if said == THROW:
        if not rules.auction.throw_card:
            raise _fault("No card is thrown to bid at this table.")
        return Bid(player, THROWN_BID, thrown=True)
    if not rules.has_special or said != rules.special.name:
        raise _fault(f'There is no bid called "{said}" at this table.')
    return Bid(player, rules.special_rank, special=True)


def _check_special_over(rules: Ruleset, bid: Bid, high: Bid | None) -> None:
    """Refuse a special bid that must go over another player's bid of exactly `special.over` (V45) and does not."""
    if not bid.special or rules.special.over == "none":
        return
    if high is None or high.player == bid.player or high.rank != rules.special.over:
        name = rules.special.name
        raise _fault(f"The {name} may only be bid over another player's bid of {rules.special.over}.")


# ---------------------------------------------------------------- whose turn, and when it is over


def _many(rules: Ruleset) -> bool:
    return rules.auction.rounds == "many"


def _left(state: _AuctionState) -> list[str]:
    return [player for player in state.order if player not in state.passed]


def _next_speaker(state: _AuctionState, rules: Ruleset) -> str | None:
    if not _many(rules):
        return state.order[state.spoken] if state.spoken < len(state.order) else None
    if state.spoken < len(state.order):
        return state.order[state.spoken]
    return _after_last(state)


def _after_last(state: _AuctionState) -> str | None:
    """Give who speaks next in the rounds after the first: the next one who has not passed."""
    left = _left(state)
    if not left:
        return None
    at = state.order.index(state.last)
    turn = (*state.order[at + 1 :], *state.order[: at + 1])
    return next(player for player in turn if player in left)


def _over(state: _AuctionState, rules: Ruleset) -> bool:
    """Tell whether no bid can follow, though passes may still be written after one round."""
    if state.high is None:
        return False
    if _many(rules) and _left(state) == [state.high.player]:
        return True
    waits_for_dealer = (
        (rules.auction.dealer_steals or state.high.thrown)
        and state.high.player != state.dealer
        and state.dealer not in state.passed
    )
    highest = rules.special_rank if rules.has_special else rules.highest_bid
    return state.high.rank >= highest and not waits_for_dealer


def _complete(state: _AuctionState, rules: Ruleset) -> bool:
    return _over(state, rules) or _next_speaker(state, rules) is None


def _fault(message: str) -> ImpossibleFact:
    return impossible("auction", message)
