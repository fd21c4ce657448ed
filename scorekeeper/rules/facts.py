"""Can this hand have happened at this table?  Checks the facts of a bidding hand and says who bought what.

Every refusal is an ImpossibleFact whose `field` is the key to mend (docs/scoresheet.md, "Lines").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from scorekeeper.rules.auction import THROWN_BID, Bid, winning_bid
from scorekeeper.rules.errors import impossible
from scorekeeper.rules.frozen import statically_frozen
from scorekeeper.rules.seats import Side, bidders_first, side_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorekeeper.rules.errors import ImpossibleFact
    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.sheet import Hand

ALL_CARD_POINTS = 80
"""The card points of the whole pack [003: "The total value of all cards on deck is 80"]."""


@statically_frozen
class Contract:
    """What was bought: the bid and the sides of this one hand, the bidding side first."""

    bid: Bid
    sides: tuple[Side, ...]
    taken: tuple[int, ...]
    """The points each side took, as far as the sheet says who took them."""

    @property
    def bidders(self) -> Side:
        return self.sides[0]

    @property
    def defenders(self) -> tuple[str, ...]:
        return tuple(player for side in self.sides[1:] for player in side)


class Seats(Protocol):
    """Who is at the table for a hand: players clockwise, who shares a score, who deals.  Every `Table` knows."""

    @property
    def players(self) -> tuple[str, ...]: ...

    @property
    def teams(self) -> tuple[Side, ...]: ...

    @property
    def dealer(self) -> str: ...


def check_hand(hand: Hand, rules: Ruleset, seats: Seats) -> Contract | None:
    """Give the contract of a hand whose facts can be; None when its auction was passes only.

    Raises ImpossibleFact with the key at fault.
    """
    heard = winning_bid(hand.auction, rules, seats.players, seats.dealer) if hand.auction is not None else None
    if hand.auction is not None and heard is None:
        _nothing_but_passes(hand)
        return None
    bid = _bid(hand, rules, seats, heard)
    sides = _sides(hand, rules, seats, bid.player)
    _check_renege(hand, rules, seats)
    _check_result(hand, rules)
    taken = _add_points(hand, rules, sides)
    _check_counts(hand, rules, seats)
    return Contract(bid, sides, taken)


def _nothing_but_passes(hand: Hand) -> None:
    for key in ("bidder", "bid", "points", "counts", "buried", "partner", "alone", "all_tricks", "made", "thrown",
                "over_throw", "renege", "trump"):  # fmt: skip
        if getattr(hand, key) is not None:
            raise impossible(key, "Everybody passed, so nothing else happened in this hand.")


# ---------------------------------------------------------------- the bid


def _bid(hand: Hand, rules: Ruleset, seats: Seats, heard: Bid | None) -> Bid:
    if heard is not None:
        _check_agreement(hand, rules, heard)
        return heard
    if hand.bidder is None:
        raise impossible("bidder", "Who bought the bid?")
    if hand.bidder not in seats.players:
        raise impossible("bidder", f"{hand.bidder} is not at the table.")
    rank, special = _rank(hand, rules), isinstance(hand.bid, str)
    if not (hand.thrown or hand.over_throw):
        return Bid(hand.bidder, rank, special)
    _check_thrown(hand, rules, seats, special=special)
    return Bid(hand.bidder, rank, special, bool(hand.thrown), bool(hand.over_throw))


def _check_agreement(hand: Hand, rules: Ruleset, heard: Bid) -> None:
    """Refuse facts given beside an auction that say something else than the auction."""
    said = rules.special.name if heard.special else heard.rank
    given = {
        "bidder": (hand.bidder, heard.player),
        "bid": (hand.bid, said),
        "thrown": (hand.thrown, heard.thrown),
        "over_throw": (hand.over_throw, heard.over_throw),
    }
    for key, (written, spoken) in given.items():
        if written is not None and written != spoken:
            raise impossible(key, f"The auction says otherwise: {heard.player} bought it with {said}.")


def _rank(hand: Hand, rules: Ruleset) -> int:
    """Give the number the bid ranks as; refuse a bid that cannot be made here."""
    lowest, highest = rules.auction.min, rules.highest_bid
    if hand.bid is None:
        raise impossible("bid", f"How much did {hand.bidder} bid?")
    if isinstance(hand.bid, str):
        if not rules.has_special or hand.bid != rules.special.name:
            raise impossible("bid", f'There is no bid called "{hand.bid}" at this table.')
        return rules.special_rank
    if hand.bid < lowest:
        raise impossible("bid", f"{hand.bid} is too low: the lowest bid here is {lowest}.")
    if hand.bid > highest:
        raise impossible("bid", f"{hand.bid} is too high: the highest bid here is {highest}.")
    return hand.bid


def _check_thrown(hand: Hand, rules: Ruleset, seats: Seats, *, special: bool) -> None:
    if not rules.auction.throw_card:
        raise impossible("thrown" if hand.thrown else "over_throw", "No card is thrown to bid at this table.")
    if hand.thrown and (special or hand.bid != THROWN_BID):
        raise impossible("thrown", f"A thrown card is a bid of {THROWN_BID}.")
    if hand.over_throw and hand.bidder != seats.dealer:
        raise impossible("over_throw", f"Only the dealer, {seats.dealer}, may take the bid over a thrown card.")
    if hand.over_throw and not (special or hand.thrown):
        raise impossible("over_throw", "The dealer takes over a thrown card by throwing, or by the special bid.")


def _sides(hand: Hand, rules: Ruleset, seats: Seats, bidder: str) -> tuple[Side, ...]:
    """Give the sides of this hand, the bidding side first; called partners against everybody else (V02, V08)."""
    partner, alone = hand.partner, bool(hand.alone)
    if not rules.calls_partner:
        if partner is not None:
            raise impossible("partner", "Nobody calls a partner in this game.")
        if alone:
            raise impossible("alone", "Nobody plays alone by choice in this game.")
        return bidders_first(bidder, seats.teams)
    if partner is None and not alone:
        raise impossible("partner", f"Who is {bidder}'s partner, or does {bidder} play alone?")
    if partner is not None and alone:
        raise impossible("partner", f"{bidder} either has a partner or plays alone.")
    if partner == bidder:
        raise impossible("partner", f"{bidder} cannot be partner to {bidder}.")
    if partner is not None and partner not in seats.players:
        raise impossible("partner", f"{partner} is not at the table.")
    bidders = (bidder,) if partner is None else (bidder, partner)
    return (bidders, tuple(player for player in seats.players if player not in bidders))


# ---------------------------------------------------------------- what the hand brought


def is_scored_renege(hand: Hand, rules: Ruleset) -> bool:
    """Tell whether the hand is scored by the renege alone (`penalty.renege`, V15)."""
    return hand.renege is not None and rules.penalty.renege == "zero-and-max"


def _check_renege(hand: Hand, rules: Ruleset, seats: Seats) -> None:
    if hand.renege is None:
        return
    if hand.renege not in seats.players:
        raise impossible("renege", f"{hand.renege} is not at the table.")
    if is_scored_renege(hand, rules) and any(x is not None for x in (hand.points, hand.counts, hand.made)):
        raise impossible("renege", "A renege scores the hand by itself: no points, counts or made beside it.")


def _check_result(hand: Hand, rules: Ruleset) -> None:
    if hand.made is not None and not rules.bid_is_all:
        raise impossible("made", "Here the points decide whether the bid was made: say who got them.")
    if hand.made is not None and hand.points is not None:
        raise impossible("made", "Say either who got the points or whether the bid was made, not both.")
    if hand.points is None and hand.made is None and not is_scored_renege(hand, rules):
        raise impossible("points", "Who got the points?")


def _add_points(hand: Hand, rules: Ruleset, sides: tuple[Side, ...]) -> tuple[int, ...]:
    """Give the points each side took; who is at the table and what is a point here is seen in adding up."""
    taken, number, worth = [0] * len(sides), side_numbers(sides), rules.worth
    points = hand.points or {}
    try:
        for point, player in points.items():
            taken[number[player]] += worth[point]
    except KeyError:
        raise _no_such_point(points, worth, number) from None
    return tuple(taken)


def _no_such_point(
    points: Mapping[str, str], worth: Mapping[str, int], number: Mapping[str, int]
) -> ImpossibleFact:
    point, player = next(pair for pair in points.items() if pair[0] not in worth or pair[1] not in number)
    if point not in worth:
        return impossible(f"points.{point}", f"There is no point for {point} at this table.")
    return impossible(f"points.{point}", f"{player} is not at the table.")


def _check_counts(hand: Hand, rules: Ruleset, seats: Seats) -> None:
    if hand.buried is not None and hand.counts is None:
        raise impossible("buried", "What was buried matters only beside counts.")
    if hand.counts is None:
        return
    if "game" in (hand.points or {}):
        raise impossible("points.game", "Either count the card points or say who got game, not both.")
    if hand.made is not None:
        raise impossible("counts", "Where only the bid is scored nothing is counted.")
    if rules.game.by != "count" or "game" not in rules.worth:
        raise impossible("counts", "No card points are counted at this table.")
    for player in hand.counts:
        if player not in seats.players:
            raise impossible(f"counts.{player}", f"{player} is not at the table.")
    total = sum(hand.counts.values()) + (hand.buried or 0)
    if total > ALL_CARD_POINTS:
        raise impossible("counts", f"That is {total} card points, and there are only {ALL_CARD_POINTS}.")


def check_all_tricks(hand: Hand, rules: Ruleset, contract: Contract, game: Iterable[Side]) -> None:
    """Refuse `all_tricks` when another side has a point that goes to the taker of a trick.

    `game` are the sides that the card points give game to.
    """
    if not hand.all_tricks:
        return
    others = [key for key, player in (hand.points or {}).items() if player not in contract.bidders]
    others += ["game" for side in game if side != contract.bidders]
    for key in others:
        if key == "game" or getattr(rules.points, key).to == "taker":
            raise impossible("all_tricks", f"Whoever took every trick took {key} too.")
