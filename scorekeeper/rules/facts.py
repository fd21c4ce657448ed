"""Can this hand have happened at this table?  Checks the facts of a bidding hand and works out its contract.

Every refusal is an ImpossibleFact whose `field` is the key to mend (docs/scoresheet.md, "Lines").
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Protocol, assert_never

from scorekeeper.rules.auction import THROWN_BID, Bid, winning_bid
from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.rules.frozen import statically_frozen
from scorekeeper.rules.seats import Side, bidders_first, side_numbers
from scorekeeper.rules.sheet import Hand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorekeeper.rules.ruleset import Point, Ruleset

ALL_CARD_POINTS = 80
"""The card points of the whole deck [003: "The total value of all cards on deck is 80"]."""


@statically_frozen
class Contract:
    """What was bought: the bid and the sides of this one hand, the bidding side first."""

    bid: Bid
    sides: tuple[Side, ...]
    taken: tuple[int, ...]
    """The points each side took, of those the sheet gives to a player."""

    @property
    def bidders(self) -> Side:
        return self.sides[0]

    @property
    def defenders(self) -> tuple[str, ...]:
        return tuple(player for side in self.sides[1:] for player in side)


class Seats(Protocol):
    """Who is at the table for a hand: players clockwise, who shares a score, who deals.  Every `Table` has it."""

    @property
    def players(self) -> tuple[str, ...]: ...

    @property
    def teams(self) -> tuple[Side, ...]: ...

    @property
    def dealer(self) -> str: ...


def check_hand(hand: Hand, rules: Ruleset, seats: Seats) -> Contract | None:
    """Return the contract of a hand that can have happened; None when its auction was passes only.

    Raises ImpossibleFact with the key at fault.
    """
    bought = winning_bid(hand.auction, rules, seats.players, seats.dealer) if hand.auction is not None else None
    if hand.auction is not None and bought is None:
        _check_nothing_else(hand)
        return None
    bid = _bid(hand, rules, seats, bought)
    sides = _sides(hand, rules, seats, bid.player)
    _check_renege(hand, rules, seats)
    _check_result(hand, rules)
    taken = _add_points(hand, rules, sides)
    _check_counts(hand, rules, seats)
    return Contract(bid, sides, taken)


def _check_nothing_else(hand: Hand) -> None:
    """Refuse facts beside an auction of passes only."""
    for key in fields(Hand):
        if key.name != "auction" and getattr(hand, key.name) is not None:
            raise ImpossibleFact.at(key.name, "everybody-passed")


# ---------------------------------------------------------------- the bid


def _bid(hand: Hand, rules: Ruleset, seats: Seats, bought: Bid | None) -> Bid:
    if bought is not None:
        _check_agreement(hand, rules, bought)
        return bought
    if hand.bidder is None:
        raise ImpossibleFact.at("bidder", "bidder-missing")
    if hand.bidder not in seats.players:
        raise ImpossibleFact.at("bidder", "not-at-table", hand.bidder)
    rank, special = _rank(hand, rules), isinstance(hand.bid, str)
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


def _rank(hand: Hand, rules: Ruleset) -> int:
    """Return the number the bid ranks as; refuse a bid that cannot be made here."""
    lowest, highest = rules.auction.min, rules.highest_bid
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
        return bidders_first(bidder, seats.teams)
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


# ---------------------------------------------------------------- what the hand brought


def is_scored_renege(hand: Hand, rules: Ruleset) -> bool:
    """Tell whether the hand is scored by the renege alone (`penalty.renege`, V15)."""
    if hand.renege is None:
        return False
    penalty = rules.penalty.renege
    match penalty:
        case "zero-and-max":
            return True
        case "none":
            return False
    assert_never(penalty)


def _check_renege(hand: Hand, rules: Ruleset, seats: Seats) -> None:
    if hand.renege is None:
        return
    if hand.renege not in seats.players:
        raise ImpossibleFact.at("renege", "not-at-table", hand.renege)
    if is_scored_renege(hand, rules) and any(x is not None for x in (hand.points, hand.counts, hand.made)):
        raise ImpossibleFact.at("renege", "renege-with-points")


def _check_result(hand: Hand, rules: Ruleset) -> None:
    if hand.made is not None and not rules.bid_is_all:
        raise ImpossibleFact.at("made", "made-where-points-decide")
    if hand.made is not None and hand.points is not None:
        raise ImpossibleFact.at("made", "made-and-points")
    if hand.points is None and hand.made is None and not is_scored_renege(hand, rules):
        raise ImpossibleFact.at("points", "points-missing")


def _add_points(hand: Hand, rules: Ruleset, sides: tuple[Side, ...]) -> tuple[int, ...]:
    """Return the points each side took.  Adding up checks that every player and every point is one of this table."""
    taken, number, worth = [0] * len(sides), side_numbers(sides), rules.worth
    points = hand.points or {}
    try:
        for point, player in points.items():
            taken[number[player]] += worth[point]
    except KeyError:
        raise _no_such_point(points, worth, number) from None
    return tuple(taken)


def _no_such_point(points: Mapping[str, str], worth: Mapping[str, int], number: Mapping[str, int]) -> ImpossibleFact:
    point, player = next(pair for pair in points.items() if pair[0] not in worth or pair[1] not in number)
    if point not in worth:
        return ImpossibleFact.at(f"points.{point}", "point-unknown", point=point)
    return ImpossibleFact.at(f"points.{point}", "not-at-table", player)


def _check_counts(hand: Hand, rules: Ruleset, seats: Seats) -> None:
    if hand.buried is not None and hand.counts is None:
        raise ImpossibleFact.at("buried", "buried-without-counts")
    if hand.counts is None:
        return
    if "game" in (hand.points or {}):
        raise ImpossibleFact.at("points.game", "counts-and-game")
    if hand.made is not None:
        raise ImpossibleFact.at("counts", "counts-where-bid-decides")
    if not rules.counts_game:
        raise ImpossibleFact.at("counts", "counts-not-used")
    for player in hand.counts:
        if player not in seats.players:
            raise ImpossibleFact.at(f"counts.{player}", "not-at-table", player)
    total = sum(hand.counts.values()) + (hand.buried or 0)
    if total > ALL_CARD_POINTS:
        raise ImpossibleFact.at("counts", "counts-too-many", total=total, most=ALL_CARD_POINTS)


def check_all_tricks(hand: Hand, rules: Ruleset, contract: Contract, game: Iterable[Side]) -> None:
    """Refuse `all_tricks` when another side has a point that goes to the taker of a trick.

    `game` are the sides that score game by their card points.
    """
    if not hand.all_tricks:
        return
    others = [key for key, player in (hand.points or {}).items() if player not in contract.bidders]
    others += ["game" for side in game if side != contract.bidders]
    for key in others:
        if key == "game" or _goes_to_taker(rules.points[key]):
            raise ImpossibleFact.at("all_tricks", "all-tricks-but-a-point", point=key)


def _goes_to_taker(point: Point) -> bool:
    match point.to:
        case "taker":
            return True
        case "holder":
            return False
    assert_never(point.to)
