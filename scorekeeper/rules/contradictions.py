"""Settings that cannot go together, each refused with a sentence naming both (docs/settings.md, "Contradictions")."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple, assert_never

from scorekeeper.rules import derived
from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.errors import SettingFault
from scorekeeper.rules.refusals import Refusal
from scorekeeper.rules.ruleset import SMOKE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.stakes import Stakes


class Clash(NamedTuple):
    """Two keys that contradict each other (`key` is usually to blame), and the refusal."""

    key: str
    other: str
    refusal: Refusal
    always: bool = False
    """Whether `key` is to blame whatever the table changed."""


def contradictions(rules: Ruleset, size: int, changed: AbstractSet[str]) -> list[SettingFault]:
    """Return the contradictions of a table of `size`, each blamed on the key that the house rules `changed`."""
    return [SettingFault(_key_to_blame(clash, changed), clash.refusal) for clash in clashes(rules, size)]


def _key_to_blame(clash: Clash, changed: AbstractSet[str]) -> str:
    if clash.always:
        return clash.key
    if clash.key not in changed and clash.other in changed:
        return clash.other
    if not changed & {clash.key, clash.other}:
        return next((key for key in sorted(changed) if key.startswith("points.")), clash.key)
    return clash.key


def clashes(rules: Ruleset, size: int) -> Iterable[Clash]:
    """Return every contradiction of a table of `size`."""
    match rules.kind:
        case "bidding":
            yield from _with_bids(rules) if rules.has_bidding else _without_bids(rules)
        case "smoke":
            yield from _smoke(rules)
        case _:
            assert_never(rules.kind)
    yield from _finish(rules)
    yield from _limits(rules)
    yield from _seats(rules, size)
    yield from _sitting_dealer(rules, size)


def _clash(key: str, other: str, code: str, /, **facts: object) -> Clash:
    return Clash(key, other, Refusal(code, facts=facts))


def _with_bids(rules: Ruleset) -> Iterable[Clash]:
    yield from _bids(rules)
    yield from _special(rules)
    yield from _forced(rules)
    if rules.scoring.set != "bid" and rules.auction.double_if_over_throw_set:
        yield _clash("scoring.set", "auction.double_if_over_throw_set", "set-costs-twice", set=rules.scoring.set)
    if rules.auction.seller_scores and rules.calls_partner:
        yield _clash("auction.seller_scores", "seating.sides", "seller-and-called-partner")
    for key in ("points.jack.hung", *(f"turn.{what}" for what in (*TURNED, "gift"))):
        if rules.value(key):
            yield _clash(key, "auction.rounds", "only-without-bidding", key=key)


def _without_bids(rules: Ruleset) -> Iterable[Clash]:
    """Yield the settings that speak of bids where nobody bids; each is to blame by itself."""
    for key, fits in (
        ("seating.sides", not rules.calls_partner),
        ("special.name", not rules.has_special),
        ("auction.dealer_steals", not rules.auction.dealer_steals),
        ("auction.throw_card", not rules.auction.throw_card),
        ("auction.seller_scores", not rules.auction.seller_scores),
        ("scoring.made", not rules.made_scores_bid),
        ("scoring.others", rules.others_score),
        ("finish.may_win", rules.finish.may_win == "any" or rules.finish.target == "none"),
        ("finish.instant_win", rules.finish.instant_win != "four-bid"),
        ("finish.crossing", rules.finish.crossing != "bidder-or-play-on"),
        ("game.tie", rules.game.tie not in ("bidders", "defenders")),
        ("dealing.next", not rules.bidder_deals),
    ):
        if not fits:
            value = json.dumps(rules.value(key))
            refusal = Refusal("needs-bidding", facts={"key": key, "value": value})
            yield Clash(key, "auction.rounds", refusal, always=True)


def stake_without_bids(rules: Ruleset, stakes: Stakes | None) -> str | None:
    """Return the stake that is paid by the bid where nobody bids; None where the stakes fit the rules."""
    if stakes is None or rules.has_bidding:
        return None
    return "moon" if stakes.moon else "bid_point" if stakes.bid_point else None


def exchange_before_trump(rules: Ruleset) -> list[SettingFault]:
    """Return the fault of rules by which people throw cards away before the first lead makes trump.

    Who takes the blinds knows what they will lead (Wisconsin), so these are no fault.  A sheet may say so, as words
    alone depend on it; a file of rules that does is a mistake.
    """
    trump, exchange = rules.auction.trump, rules.deal.exchange
    if derived.lead_makes_trump(trump) and derived.everybody_exchanges(exchange):
        return [SettingFault.at("auction.trump", "exchange-before-trump", exchange=exchange)]
    return []


def _forced(rules: Ruleset) -> Iterable[Clash]:
    forced, highest = rules.auction.forced_bid, rules.highest_bid
    if forced == "lowest":
        return
    if rules.auction.all_pass not in ("dealer-forced", "dealer-set"):
        yield _clash("auction.forced_bid", "auction.all_pass", "forced-bid-of-nobody", forced=forced)
    if forced > highest:
        yield _clash("auction.forced_bid", "auction.max", "forced-above-highest", forced=forced, highest=highest)


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

    if rules.counts_in_order and finish.hold != "none":
        yield _clash("finish.crossing", "finish.hold", "in-order-and-held", hold=finish.hold)
    if rules.counts_in_order and rules.made_scores_bid:
        yield _clash("finish.crossing", "scoring.made", "in-order-and-bid-scores")
    if finish.win_by and rules.calls_partner:
        yield _clash("finish.win_by", "seating.sides", "win-by-and-called-partner")


def _limits(rules: Ruleset) -> Iterable[Clash]:
    finish = rules.finish
    if finish.hands and finish.rounds:
        yield _clash("finish.hands", "finish.rounds", "two-limits", hands=finish.hands, rounds=finish.rounds)
    for key in ("finish.hands", "finish.rounds"):
        if rules.value(key) and rules.table.open:
            yield _clash(key, "table.open", "limit-at-open-table", key=key)


def _sitting_dealer(rules: Ruleset, size: int) -> Iterable[Clash]:
    """Yield what a dealer cannot do, or what cannot be done without one, where the dealer sits out."""
    if not rules.dealer_sits_out:
        return
    if rules.seating.sides != "solo":
        yield _clash("dealing.sits_out", "seating.sides", "dealer-out-of-a-side", sides=rules.seating.sides)
    if size == 2:  # noqa: PLR2004 - one would be left to play
        yield _clash("dealing.sits_out", "players", "dealer-out-of-two")
    auction = rules.auction
    for key, needs_dealer in (
        ("auction.dealer_steals", auction.dealer_steals),
        ("auction.throw_card", auction.throw_card),
        ("auction.all_pass", auction.all_pass in ("dealer-forced", "dealer-set")),
        ("auction.seller_scores", auction.seller_scores),
    ):
        if needs_dealer and rules.has_bidding:
            value = json.dumps(rules.value(key))
            yield _clash("dealing.sits_out", key, "dealer-out-of-the-auction", key=key, value=value)


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
