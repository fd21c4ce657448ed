"""Settings that cannot go together, each refused with a sentence naming both (docs/settings.md, "Contradictions")."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.rules.errors import SettingFault
from scorekeeper.rules.ruleset import SMOKE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from collections.abc import Set as AbstractSet

    from scorekeeper.rules.ruleset import Ruleset


class Clash(NamedTuple):
    """Two keys that contradict each other (`key` is the usual culprit) and what to say about it."""

    key: str
    other: str
    message: str


def contradictions(rules: Ruleset, size: int, changed: AbstractSet[str]) -> list[SettingFault]:
    """Give the contradictions of a table of `size`, each blamed on the key that the house rules `changed`."""
    clashes = [clash for check in _CHECKS for clash in check(rules, size)]
    return [SettingFault(_culprit(clash, changed), clash.message) for clash in clashes]


def _culprit(clash: Clash, changed: AbstractSet[str]) -> str:
    if clash.key not in changed and clash.other in changed:
        return clash.other
    if not changed & {clash.key, clash.other}:
        return next((key for key in sorted(changed) if key.startswith("points.")), clash.key)
    return clash.key


def _bids(rules: Ruleset, _size: int) -> Iterable[Clash]:
    if rules.kind == SMOKE:
        return
    lowest, highest = rules.auction.min, rules.highest_bid
    if highest > rules.on_offer:
        yield Clash(
            "auction.max",
            "points",
            f"auction.max is {highest}, but points.*.worth come to only {rules.on_offer} on offer.",
        )
    if lowest > highest:
        yield Clash(
            "auction.min",
            "auction.max",
            f"auction.min: the lowest bid is {lowest}, above the highest, {highest} (auction.max).",
        )
    if rules.auction.dealer_steals and rules.auction.rounds == "many":
        yield Clash(
            "auction.dealer_steals",
            "auction.rounds",
            'auction.dealer_steals: with auction.rounds = "many" the dealer has no last word to steal with.',
        )
    if rules.auction.throw_card and not lowest <= 4 <= highest:  # noqa: PLR2004 - a thrown card is a bid of four
        yield Clash(
            "auction.throw_card",
            "auction.min" if lowest > 4 else "auction.max",  # noqa: PLR2004
            f"auction.throw_card: a thrown card bids four, and the ordinary bids go from {lowest} to {highest} "
            "(auction.min, auction.max).",
        )


def _special(rules: Ruleset, _size: int) -> Iterable[Clash]:
    special = rules.special
    if not rules.has_special:
        return
    if rules.special_rank <= rules.highest_bid:
        yield Clash(
            "special.bid",
            "auction.max",
            f"special.bid: the {special.name} ranks {rules.special_rank}, no higher than an ordinary bid of "
            f"{rules.highest_bid} (auction.max).",
        )
    if isinstance(special.over, int) and not rules.auction.min <= special.over <= rules.highest_bid:
        yield Clash(
            "special.over",
            "auction.max",
            f"special.over: nobody can bid {special.over} here, the bids go from {rules.auction.min} to "
            f"{rules.highest_bid} (auction.min, auction.max).",
        )
    if rules.counts_down and special.made == "win-or-zero":
        yield Clash(
            "special.made",
            "finish.direction",
            'special.made = "win-or-zero" makes no sense where scores count down (finish.direction).',
        )
    if rules.counts_down and special.failed == "score-becomes":
        yield Clash(
            "special.failed",
            "finish.direction",
            'special.failed = "score-becomes" makes no sense where scores count down (finish.direction).',
        )


def _finish(rules: Ruleset, _size: int) -> Iterable[Clash]:
    finish = rules.finish
    if rules.kind == SMOKE and not rules.counts_down:
        yield Clash("finish.direction", "tally.trick", "finish.direction: Smoke counts down (tally.trick).")
    if finish.must_stand_at_target and finish.may_win != "bid-made":
        yield Clash(
            "finish.must_stand_at_target",
            "finish.may_win",
            'finish.must_stand_at_target speaks of made bids and needs finish.may_win = "bid-made".',
        )
    if finish.hold == "one-short" and finish.hold_who == "everyone":
        yield Clash(
            "finish.hold",
            "finish.hold_who",
            'finish.hold = "one-short" with finish.hold_who = "everyone": nobody could ever win.',
        )


def _seats(rules: Ruleset, size: int) -> Iterable[Clash]:
    sides = rules.seating.sides
    if rules.table.open and sides != "solo":
        yield Clash(
            "table.open" if sides == "called-partner" else "seating.sides",
            "table.open",
            'table.open: people can come and go only where everyone plays alone (seating.sides = "solo").',
        )
    if rules.shares_scores and size % 2:
        yield Clash(
            "seating.sides",
            "players",
            f'seating.sides = "{sides}": {size} players cannot make sides of one size.',
        )
    elif sides == "pairs" and size < 4:  # noqa: PLR2004 - two pairs at the least
        yield Clash("seating.sides", "players", 'seating.sides = "pairs" needs two pairs at the least.')
    if sides == "called-partner" and (size < 3 or rules.kind == SMOKE):  # noqa: PLR2004
        yield Clash(
            "seating.sides", "players", 'seating.sides = "called-partner" needs a bidder, a partner and a defender.'
        )
    if rules.kind == SMOKE and rules.shares_scores:
        yield Clash("seating.sides", "tally.trick", "seating.sides: in Smoke everyone plays alone (tally.*).")


_CHECKS: tuple[Callable[[Ruleset, int], Iterable[Clash]], ...] = (_bids, _special, _finish, _seats)
