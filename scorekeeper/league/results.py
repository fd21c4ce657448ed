"""The result of a game: from its lines as they were played to what the statistics need.  Pure.

A game counts once it is over, won or not, and one of an open table, which may never be, up to its last settlement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.games.history import PlayedLine
from scorekeeper.league.totals import Counts, add_counts
from scorekeeper.money.ledger import is_settlement
from scorekeeper.rules.auction import Bid
from scorekeeper.rules.facts import Contract, check_hand
from scorekeeper.rules.hand import MADE
from scorekeeper.rules.money import totals
from scorekeeper.rules.seats import Side, from_left_of, side_of
from scorekeeper.rules.sheet import Hand, Line, SmokeHand
from scorekeeper.rules.stakes import add_money
from scorekeeper.rules.table import LineResult, Table

People = tuple[int, ...]


@dataclass(frozen=True)
class GameResult:
    """A game as it counts.  `places` go with `sides` (1 is won, several may have); empty if nobody won."""

    variant: str
    sides: tuple[People, ...]
    """Who sat there at the end and had played a hand, partners on one side."""
    places: tuple[int, ...]
    people: Mapping[int, Counts]
    """For everybody who played a hand, or pays or is paid without one; one of each is `games`."""
    currency: str | None = None
    cents: Mapping[int, int] = field(default_factory=dict)

    def won(self, person: int) -> bool | None:
        """Return whether somebody won; None if nobody did, or they had left."""
        side = next((number for number, side in enumerate(self.sides) if person in side), None)
        return None if side is None or not self.places else self.places[side] == 1


def game_result(table: Table, lines: Iterable[PlayedLine], person: Mapping[str, int]) -> GameResult | None:
    """Return a game's result, None while it does not count; `table` is its last, `person` its people by seat key."""
    played = [line for line in lines if line.entry is not None]
    if not table.finished:
        settled = [number for number, line in enumerate(played, start=1) if is_settlement(line.facts)]
        played = played[: settled[-1] if settled else 0]
    tally = _Tally()
    for line in played:
        if line.before is not None and line.entry is not None:
            _count_line(tally, line.before, line.read, line.entry)
    played_a_hand = [key for key in person if tally.counts[key].get("hands")]
    if not played_a_hand:
        return None
    cents = _money(played)
    everybody = [key for key in person if key in played_a_hand or cents.get(key)]
    _count_games(tally, table, everybody, cents)
    at_the_end = _sides_at_the_end(table, played_a_hand)
    return GameResult(
        variant=table.variant.key,
        sides=tuple(tuple(person[key] for key in team) for team in at_the_end),
        places=tuple(at_the_end.values()),
        people={person[key]: add_counts([tally.counts[key], tally.with_partners(key, person)]) for key in everybody},
        currency=table.stakes.currency if table.stakes else None,
        cents={person[key]: cents[key] for key in everybody if cents.get(key)},
    )


class _Tally:
    """The counts of a game as they grow, by seat key; `partners` by those of two: hands bid, and how many were made."""

    def __init__(self) -> None:
        self.counts: defaultdict[str, Counts] = defaultdict(dict)
        self.partners: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])

    def count(self, players: Iterable[str], key: str, by: int = 1) -> None:
        for player in players:
            counts = self.counts[player]
            counts[key] = counts.get(key, 0) + by

    def with_partners(self, player: str, person: Mapping[str, int]) -> Counts:
        """Return what somebody's side bid together with each partner."""
        counts: Counts = {}
        for (one, other), (bids, made) in self.partners.items():
            if one == player:
                counts |= {f"with.{person[other]}": bids, f"with_made.{person[other]}": made}
        return counts


# ---------------------------------------------------------------- the end of a game


def _count_games(tally: _Tally, table: Table, everybody: Sequence[str], cents: Mapping[str, int]) -> None:
    tally.count(everybody, "games")
    for key in everybody:
        if table.stakes is not None and cents.get(key):
            tally.count([key], f"cents.{table.stakes.currency}", cents[key])
    if not table.winners:
        return
    points = {team: _points(table, team) for team in table.teams}
    for team in table.teams:
        tally.count(team, "won" if team[0] in table.winners else "lost")
        tally.count(team, "for", points[team])
        tally.count(team, "against", max((points[other] for other in table.teams if other != team), default=0))


def _points(table: Table, team: Side) -> int:
    """Return how well a side did, higher being better: where scores count down, how far down."""
    score = table.scores[team[0]]
    return table.rules.finish.start - score if table.rules.counts_down else score


def _sides_at_the_end(table: Table, played: Sequence[str]) -> dict[Side, int]:
    """Return side -> place of those who sat there when somebody won, without players who had not played a hand."""
    if not table.winners:
        return {}
    there = [tuple(key for key in team if key in played) for team in table.teams]
    return {team: place for team, place in zip(there, _places(table), strict=True) if team}


def _places(table: Table) -> tuple[int, ...]:
    """Return the place of each side: winners first, the others by their scores, equal scores share a place."""
    points = [_points(table, team) for team in table.teams]
    merit = [(1, 0) if team[0] in table.winners else (0, mine) for team, mine in zip(table.teams, points, strict=True)]
    return tuple(1 + sum(other > mine for other in merit) for mine in merit)


def _money(played: Iterable[PlayedLine]) -> dict[str, int]:
    cents: dict[str, int] = {}
    for line in played:
        if line.entry is not None:
            cents = add_money(cents, totals(line.entry.money))
    return cents


# ---------------------------------------------------------------- hands


def _count_line(tally: _Tally, before: Table, hand: Line | None, entry: LineResult) -> None:
    if isinstance(hand, SmokeHand):
        _count_smoke(tally, before, hand)
    elif entry.whys and entry.whys[0].what == "dealer-set":
        tally.count([before.dealer], "dealer_set")
    elif isinstance(hand, Hand):
        contract = check_hand(hand, before.rules, before)
        if contract is not None:
            _count_hand(tally, _ScoredHand(before, hand, contract, entry))


class _ScoredHand(NamedTuple):
    """A scored hand: the table before it, its facts, its contract, and its outcome."""

    before: Table
    hand: Hand
    contract: Contract
    entry: LineResult

    @property
    def made(self) -> bool:
        return self.entry.outcome == MADE

    @property
    def took(self) -> int | None:
        """Return the points that the bidding side took; None if nobody counted them."""
        facts = next((why.facts for why in self.entry.whys if "took" in why.facts and "counted" in why.facts), {})
        return int(facts["took"]) if facts.get("counted") else None


def _count_hand(tally: _Tally, hand: _ScoredHand) -> None:
    tally.count(hand.before.players, "hands")
    if hand.contract.bid is not None:
        _count_bid(tally, hand, hand.contract.bid)
        _count_sides(tally, hand)
        _count_points(tally, hand)
    if hand.hand.renege:
        tally.count([hand.hand.renege], "reneges")


def _count_bid(tally: _Tally, hand: _ScoredHand, bid: Bid) -> None:
    bidder = [bid.player]
    value = hand.before.rules.special.name if bid.special else str(bid.rank)
    for key in ("bids", f"bid.{value}", *(("made", f"made.{value}") if hand.made else ("set",))):
        tally.count(bidder, key)
    tally.count(bidder, "bid_sum", bid.rank)
    on_offer = hand.before.rules.on_offer
    tally.count(bidder, "bid_permille", round(1000 * min(bid.rank, on_offer) / on_offer))
    if is_stuck(hand.hand, bid, hand.before):
        tally.count(bidder, "stuck")
        tally.count(bidder, "stuck_made", int(hand.made))
    if hand.took is not None:
        tally.count(bidder, "counted")
        tally.count(bidder, "counted_bid_sum", bid.rank)
        tally.count(bidder, "took_sum", hand.took)
        if not bid.special:
            tally.count(bidder, "over" if hand.made else "short", abs(hand.took - bid.rank))
            tally.count(bidder, "over_of", int(hand.made))


def is_stuck(hand: Hand, bid: Bid, before: Table) -> bool:
    """Return whether a dealer had to bid because nobody else did.

    An auction that was written down says so itself.  Without one a dealer who bought the lowest bid had nobody to beat,
    unless they may steal (V24).  Only where the dealer may not pass can they be stuck.
    """
    auction = before.rules.auction
    if not before.rules.dealer_is_forced or bid.player != before.dealer or bid.special:
        return False
    if hand.auction is not None:
        others = len(from_left_of(before.dealer, before.players)) - 1
        return all(said == "pass" for _, said in hand.auction[:others])
    lowest = bid.rank == before.rules.forced_bid <= auction.min
    return lowest and not bid.thrown and not auction.dealer_steals


def _count_sides(tally: _Tally, hand: _ScoredHand) -> None:
    bidders, made = hand.contract.bidders, int(hand.made)
    tally.count(bidders, "side_bids")
    tally.count(bidders, "side_made", made)
    tally.count(hand.contract.defenders, "defended")
    tally.count(hand.contract.defenders, "defended_set", 1 - made)
    for player in bidders:
        for other in bidders:
            if player != other:
                tried = tally.partners[player, other]
                tried[0] += 1
                tried[1] += made
    if hand.hand.partner:
        tally.count([hand.hand.partner], "called")
    if hand.hand.alone:
        tally.count([hand.contract.bidder], "alone")


def _count_points(tally: _Tally, hand: _ScoredHand) -> None:
    """Count who could take which point, and who did; nothing if it was not recorded who got the points."""
    if hand.hand.points is None:
        return
    takers = _takers(hand)
    for side, role in ((side, "b" if side == hand.contract.bidders else "d") for side in hand.contract.sides):
        for key in hand.before.rules.worth:
            tally.count(side, f"{role}.at.{key}")
            if side in takers.get(key, ()):
                tally.count(side, f"{role}.got.{key}")


def _takers(hand: _ScoredHand) -> dict[str, tuple[Side, ...]]:
    """Return the sides that took each point; game where card points were counted, as the engine awarded it."""
    sides = hand.contract.sides
    takers: dict[str, tuple[Side, ...]] = {
        key: (side_of(player, sides),) for key, player in (hand.hand.points or {}).items()
    }
    awarded = next((why.who for why in hand.entry.whys if why.what in {"game-counted", "game-tied"}), None)
    if awarded is not None:
        takers["game"] = tuple(side for side in sides if side[0] in awarded)
    return takers


def _count_smoke(tally: _Tally, before: Table, hand: SmokeHand) -> None:
    tally.count(before.players, "hands")
    tally.count(hand.sat, "sat")
    tally.count([player for player in before.players if before.scores[player] <= before.rules.tally.box_at], "boxes")
    for player, tricks in hand.tricks.items():
        tally.count([player], "stayed")
        tally.count([player], "tricks", tricks)
        tally.count([player], "blanks", int(tricks == 0))
    for player, times in hand.pickups.items():
        tally.count([player], "pickups", times)
    if hand.first_trick:
        tally.count([hand.first_trick], "firsts")
