"""What a hand brings beside the points taken in it: a bid that was sold, cards turned up for trump, a point given.

docs/scoresheet.md, "How a hand is scored", steps 9 and 10.  All of it counts before the points of the hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.rules.frozen import statically_frozen
from scorekeeper.rules.seats import Side, left_of, side_of

if TYPE_CHECKING:
    from scorekeeper.rules.auction import Bid
    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.seats import Seats
    from scorekeeper.rules.sheet import Hand

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
    return (*_sold(bid, rules, seats), *_turned(hand, rules, seats), *_gift(hand, rules, seats))


def _sold(bid: Bid | None, rules: Ruleset, seats: Seats) -> tuple[Gain, ...]:
    """Return what the player on the dealer's left gets for the bid when another side has bought it."""
    if bid is None or not rules.auction.seller_scores:
        return ()
    seller = left_of(seats.dealer, seats.players)
    side = side_of(seller, seats.teams)
    return () if bid.player in side else (Gain("sold", seller, side, bid.rank),)


def _turned(hand: Hand, rules: Ruleset, seats: Seats) -> tuple[Gain, ...]:
    if not hand.turned:
        return ()
    brings = {rank: getattr(rules.turn, rank) for rank in TURNED}
    for rank in hand.turned:
        if not brings[rank]:
            raise ImpossibleFact.at("turned", "turned-for-nothing", rank=rank)
    points = sum(brings[rank] for rank in hand.turned)
    return (Gain("turned", seats.dealer, side_of(seats.dealer, seats.teams), points, hand.turned),)


def _gift(hand: Hand, rules: Ruleset, seats: Seats) -> tuple[Gain, ...]:
    if not hand.gift:
        return ()
    if not rules.turn.gift:
        raise ImpossibleFact.at("gift", "no-gifts")
    beggar = left_of(seats.dealer, seats.players)
    return (Gain("gift", beggar, side_of(beggar, seats.teams), rules.turn.gift),)
