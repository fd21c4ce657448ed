"""Settings that cannot go together, each refused with a sentence naming both (docs/settings.md, "Contradictions")."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from scorekeeper.rules.errors import SettingFault
from scorekeeper.rules.refusals import Refusal
from scorekeeper.rules.ruleset import SMOKE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from scorekeeper.rules.ruleset import Ruleset


class Clash(NamedTuple):
    """Two keys that contradict each other (`key` is usually to blame), and the refusal."""

    key: str
    other: str
    refusal: Refusal


def contradictions(rules: Ruleset, size: int, changed: AbstractSet[str]) -> list[SettingFault]:
    """Return the contradictions of a table of `size`, each blamed on the key that the house rules `changed`."""
    return [SettingFault(_key_to_blame(clash, changed), clash.refusal) for clash in clashes(rules, size)]


def _key_to_blame(clash: Clash, changed: AbstractSet[str]) -> str:
    if clash.key not in changed and clash.other in changed:
        return clash.other
    if not changed & {clash.key, clash.other}:
        return next((key for key in sorted(changed) if key.startswith("points.")), clash.key)
    return clash.key


def clashes(rules: Ruleset, size: int) -> Iterable[Clash]:
    """Return every contradiction of a table of `size`."""
    match rules.kind:
        case "bidding":
            yield from _bids(rules)
        case "smoke":
            yield from _smoke(rules)
        case _:
            assert_never(rules.kind)
    yield from _special(rules)
    yield from _finish(rules)
    yield from _seats(rules, size)


def _clash(key: str, other: str, code: str, /, **facts: object) -> Clash:
    return Clash(key, other, Refusal(code, facts=facts))


def _bids(rules: Ruleset) -> Iterable[Clash]:
    lowest, highest = rules.auction.min, rules.highest_bid
    bids = {"lowest": lowest, "highest": highest}
    if highest > rules.on_offer:
        yield _clash("auction.max", "points", "bids-above-points", highest=highest, on_offer=rules.on_offer)
    if lowest > highest:
        yield _clash("auction.min", "auction.max", "lowest-above-highest", **bids)
    if rules.auction.dealer_steals and rules.auction.rounds == "many":
        yield _clash("auction.dealer_steals", "auction.rounds", "steal-in-many-rounds")
    if rules.auction.throw_card and not lowest <= 4 <= highest:  # noqa: PLR2004 - a thrown card is a bid of four
        other = "auction.min" if lowest > 4 else "auction.max"  # noqa: PLR2004
        yield _clash("auction.throw_card", other, "throw-is-no-bid", **bids)


def _special(rules: Ruleset) -> Iterable[Clash]:
    special, lowest, highest, rank = rules.special, rules.auction.min, rules.highest_bid, rules.special_rank
    bids = {"lowest": lowest, "highest": highest}
    if not rules.has_special:
        return
    if rank <= highest:
        yield _clash("special.bid", "auction.max", "special-not-higher", name=special.name, rank=rank, highest=highest)
    if special.over != "none" and not lowest <= special.over <= highest:
        yield _clash("special.over", "auction.max", "special-over-no-bid", over=special.over, **bids)
    if rules.counts_down and special.made == "win-or-zero":
        yield _clash("special.made", "finish.direction", "to-zero-counting-down")
    if rules.counts_down and special.failed == "score-becomes":
        yield _clash("special.failed", "finish.direction", "becomes-counting-down")


def _finish(rules: Ruleset) -> Iterable[Clash]:
    finish = rules.finish
    if finish.must_stand_at_target and finish.may_win != "bid-made":
        yield _clash("finish.must_stand_at_target", "finish.may_win", "stand-without-bids")
    if finish.hold == "one-short" and finish.hold_who == "everyone":
        yield _clash("finish.hold", "finish.hold_who", "nobody-could-win")


def _smoke(rules: Ruleset) -> Iterable[Clash]:
    if not rules.counts_down:
        yield _clash("finish.direction", "tally.trick", "smoke-counts-down")


def _seats(rules: Ruleset, size: int) -> Iterable[Clash]:
    sides = rules.seating.sides
    if rules.table.open and sides != "solo":
        key = "table.open" if rules.calls_partner else "seating.sides"
        yield _clash(key, "table.open", "open-with-sides")
    if rules.shares_scores and size % 2:
        yield _clash("seating.sides", "players", "sides-of-odd-table", sides=sides, size=size)
    elif sides == "pairs" and size < 4:  # noqa: PLR2004 - two pairs at the least
        yield _clash("seating.sides", "players", "too-few-for-pairs")
    if rules.calls_partner and (size < 3 or rules.kind == SMOKE):  # noqa: PLR2004
        yield _clash("seating.sides", "players", "too-few-to-call")
    if rules.kind == SMOKE and rules.shares_scores:
        yield _clash("seating.sides", "tally.trick", "sides-in-smoke")
