"""Who took what in a hand: checks that points, card points and a renege can be those of this table.

Beside the points taken, a hand may bring what was sold, turned up or given (docs/scoresheet.md, "How a hand is scored",
steps 9 and 10); all of it counts before the points of the hand.  Every refusal is an ImpossibleFact whose `field` is
the key to mend (docs/scoresheet.md, "Lines").
"""

from collections.abc import Iterable, Mapping
from typing import Literal, assert_never

from scorekeeper.rules.auction import Bid
from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.errors import Fault, ImpossibleFact, Refusal
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.setting_groups import Point
from scorekeeper.rules.sheet import Hand, Seats, Side, left_of, side_numbers, side_of, statically_frozen

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
    """Refuse a hand that says too little of what came out, or too much."""
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
    """Return whether a point goes to whoever wins the trick with its card."""
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
