"""The order in which a hand is counted, where the first at the target wins (`finish.crossing = "in-order"`).

docs/scoresheet.md, "How a hand is scored", step 12.
"""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from scorekeeper.rules.frozen import statically_frozen
from scorekeeper.rules.seats import Side, side_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scorekeeper.rules.bid_effect import BidEffect
    from scorekeeper.rules.facts import Contract
    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.sheet import Hand

BEFORE, SET, GIVEN, FIXED = "before", "set", "given", "fixed"
"""Before the hand; what a set costs, and brings the others; points of the hand that come all at once."""

ORDER = (
    SET, "sold", GIVEN, "turned", "gift", FIXED, "high", "low", "jack", "off_jack", "joker", "high_joker", "low_joker",
    "trey", "deuce", "five", "off_five", "nine", "ten", "king", "off_ace", "off_ten", "off_three", "off_two",
    "last_trick", "high_spade", "game",
)  # fmt: skip
"""Everything that may change a score, in the order in which it counts."""


@statically_frozen
class Moment:
    """What changes the scores of a side at once: points, or (with `replaces`) a score in place of the old one."""

    what: str
    """A key of `ORDER`."""
    side: Side
    points: int
    replaces: bool = False


def moments_of(  # noqa: PLR0913 - the six things they depend on
    hand: Hand,
    contract: Contract,
    rules: Ruleset,
    game: Iterable[Side],
    effect: BidEffect | None = None,
    *,
    made: bool = False,
) -> tuple[Moment, ...]:
    """Return all that changed the scores in a hand, in the order in which it counts.

    `game` are the sides that score game by their card points, `effect` is what the bid did where somebody bid, and
    `made` whether it was made.
    """
    one_by_one = effect is None or (made and not _is_special(contract))
    whole = [] if effect is None or one_by_one else _of_bid(effect, contract, FIXED if made else SET)
    scoring = [side for side in contract.sides if (one_by_one if side == contract.bidders else rules.others_score)]
    points = (moment for moment in _of_points(hand, contract, rules, game) if moment.side in scoring)
    return _in_order([*whole, *_of_gains(contract), *points])


def moments_of_renege(contract: Contract, rules: Ruleset, guilty: Side) -> tuple[Moment, ...]:
    """Return the moments of a hand that is scored by a renege: all its points at once, for every other side."""
    points = (Moment(FIXED, side, rules.on_offer) for side in contract.sides if side != guilty)
    return _in_order([*_of_gains(contract), *points])


def _is_special(contract: Contract) -> bool:
    return contract.bid is not None and contract.bid.special


def _in_order(moments: Iterable[Moment]) -> tuple[Moment, ...]:
    return tuple(sorted(moments, key=lambda moment: ORDER.index(moment.what)))


def _of_gains(contract: Contract) -> Iterable[Moment]:
    """Return what was sold, turned up and given."""
    return (Moment(gain.what, gain.side, gain.points) for gain in contract.gains)


def _of_bid(effect: BidEffect, contract: Contract, what: str) -> Iterable[Moment]:
    """Yield what the bid does as a whole: a made special bid, or a set and what it brings the others."""
    if effect.becomes is None:
        yield Moment(what, contract.bidders, effect.points)
    else:
        yield Moment(what, contract.bidders, effect.becomes, replaces=True)
    for side in contract.sides[1:]:
        yield Moment(GIVEN, side, effect.given)


def _of_points(hand: Hand, contract: Contract, rules: Ruleset, game: Iterable[Side]) -> Iterable[Moment]:
    """Yield the points that were taken, one by one."""
    for key, player in (hand.points or {}).items():
        hung = key == "jack" and hand.hung
        worth = rules.points.jack.hung if hung else rules.worth[key]
        yield Moment(key, side_of(player, contract.sides), worth)
    for side in game:
        yield Moment("game", side, rules.worth["game"])


def standings(
    before: Mapping[str, int], moments: Iterable[Moment], rules: Ruleset
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield the scores as they stand before a hand and after each thing counted in it, with what it was."""
    scores, sign = dict(before), -1 if rules.counts_down else 1
    yield BEFORE, scores
    for what, together in groupby(moments, key=attrgetter("what")):
        for moment in together:
            for player in moment.side:
                scores[player] = moment.points if moment.replaces else scores[player] + sign * moment.points
        yield what, scores
