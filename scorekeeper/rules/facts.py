"""Can this hand have happened at this table?  Checks the facts of a bidding hand and works out its contract.

Every refusal is an ImpossibleFact whose `field` is the key to mend (docs/scoresheet.md, "Lines").
"""

from dataclasses import fields

from scorekeeper.rules.auction import THROWN_BID, Bid, winning_bid
from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.sheet import Hand, Seats, Side, bidders_first, statically_frozen, without
from scorekeeper.rules.taken import Gain, check_in_hand, check_taken, extra_gains

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
