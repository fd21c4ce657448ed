"""Settings that cannot go together, each refused with a sentence naming both (docs/settings.md, "Contradictions")."""

import json
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import assert_never

from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.errors import Refusal, SettingFault
from scorekeeper.rules.ruleset import SMOKE, Ruleset

Row = tuple[str, str, str, Callable[[Ruleset, int], object]]

# A row: the key that is usually to blame, the other, the code of the refusal, and whether they contradict each other.

WITH_BIDS: Sequence[Row] = (
    ("auction.max", "points", "bids-above-points", lambda of, _: of.highest_bid > of.on_offer),
    ("auction.min", "auction.max", "lowest-above-highest", lambda of, _: of.auction.min > of.highest_bid),
    ("auction.dealer_steals", "auction.rounds", "steal-in-many-rounds",
     lambda of, _: of.auction.dealer_steals and of.auction.rounds == "many"),
    ("auction.throw_card", "auction.min", "throw-is-no-bid",  # it is a bid of four
     lambda of, _: of.auction.throw_card and of.auction.min > 4),
    ("auction.throw_card", "auction.max", "throw-is-no-bid",
     lambda of, _: of.auction.throw_card and of.auction.min <= 4 and of.highest_bid < 4),
    ("special.bid", "auction.max", "special-not-higher",
     lambda of, _: of.has_special and of.special_rank <= of.highest_bid),
    ("special.over", "auction.max", "special-over-no-bid",
     lambda of, _: of.has_special and of.special.over != "none"
     and not of.auction.min <= of.special.over <= of.highest_bid),
    ("special.made", "finish.direction", "to-zero-counting-down",
     lambda of, _: of.has_special and of.counts_down and of.special.made == "win-or-zero"),
    ("special.failed", "finish.direction", "becomes-counting-down",
     lambda of, _: of.has_special and of.counts_down and of.special.failed == "score-becomes"),
    ("auction.forced_bid", "auction.all_pass", "forced-bid-of-nobody",
     lambda of, _: of.auction.forced_bid != "lowest" and of.auction.all_pass not in ("dealer-forced", "dealer-set")),
    ("auction.forced_bid", "auction.max", "forced-above-highest",
     lambda of, _: of.auction.forced_bid != "lowest" and of.auction.forced_bid > of.highest_bid),
    ("scoring.set", "auction.double_if_over_throw_set", "set-costs-twice",
     lambda of, _: of.scoring.set != "bid" and of.auction.double_if_over_throw_set),
    ("auction.seller_scores", "seating.sides", "seller-and-called-partner",
     lambda of, _: of.auction.seller_scores and of.calls_partner),
    ("points.jack.hung", "auction.rounds", "only-without-bidding", lambda of, _: of.points.jack.hung),
    *((f"turn.{what}", "auction.rounds", "only-without-bidding", lambda of, _, what=what: getattr(of.turn, what))
      for what in (*TURNED, "gift")),
)  # fmt: skip
WITHOUT_BIDS: Sequence[Row] = tuple(
    (key, "auction.rounds", "needs-bidding", speaks_of_bids)
    for key, speaks_of_bids in (
        ("seating.sides", lambda of, _: of.calls_partner),
        ("special.name", lambda of, _: of.has_special),
        ("auction.dealer_steals", lambda of, _: of.auction.dealer_steals),
        ("auction.throw_card", lambda of, _: of.auction.throw_card),
        ("auction.seller_scores", lambda of, _: of.auction.seller_scores),
        ("scoring.made", lambda of, _: of.made_scores_bid),
        ("scoring.others", lambda of, _: not of.others_score),
        ("finish.may_win", lambda of, _: of.finish.may_win != "any" and of.finish.target != "none"),
        ("finish.instant_win", lambda of, _: of.finish.instant_win == "four-bid"),
        ("finish.crossing", lambda of, _: of.finish.crossing == "bidder-or-play-on"),
        ("game.tie", lambda of, _: of.game.tie in ("bidders", "defenders")),
        ("dealing.next", lambda of, _: of.bidder_deals),
    )
)
IN_SMOKE: Sequence[Row] = (("finish.direction", "tally.trick", "smoke-counts-down", lambda of, _: not of.counts_down),)
ALWAYS: Sequence[Row] = (
    ("finish.must_stand_at_target", "finish.may_win", "stand-without-bids",
     lambda of, _: of.finish.must_stand_at_target and of.finish.may_win != "bid-made"),
    ("finish.hold", "finish.hold_who", "nobody-could-win",
     lambda of, _: of.finish.hold == "one-short" and of.finish.hold_who == "everyone"),
    ("finish.crossing", "finish.hold", "in-order-and-held",
     lambda of, _: of.counts_in_order and of.finish.hold != "none"),
    ("finish.crossing", "scoring.made", "in-order-and-bid-scores",
     lambda of, _: of.counts_in_order and of.made_scores_bid),
    ("finish.win_by", "seating.sides", "win-by-and-called-partner",
     lambda of, _: of.finish.win_by and of.calls_partner),
    ("finish.hands", "finish.rounds", "two-limits", lambda of, _: of.finish.hands and of.finish.rounds),
    ("finish.hands", "table.open", "limit-at-open-table", lambda of, _: of.finish.hands and of.table.open),
    ("finish.rounds", "table.open", "limit-at-open-table", lambda of, _: of.finish.rounds and of.table.open),
    ("table.open", "table.open", "open-with-sides", lambda of, _: of.table.open and of.calls_partner),
    ("seating.sides", "table.open", "open-with-sides", lambda of, _: of.table.open and of.shares_scores),
    ("seating.sides", "players", "sides-of-odd-table", lambda of, size: of.shares_scores and size % 2),
    ("seating.sides", "players", "too-few-for-pairs", lambda of, size: of.seating.sides == "pairs" and size == 2),
    ("seating.sides", "players", "too-few-to-call",
     lambda of, size: of.calls_partner and (size < 3 or of.kind == SMOKE)),
    ("seating.sides", "tally.trick", "sides-in-smoke", lambda of, _: of.kind == SMOKE and of.shares_scores),
    ("dealing.sits_out", "seating.sides", "dealer-out-of-a-side",
     lambda of, _: of.dealer_sits_out and of.seating.sides != "solo"),
    ("dealing.sits_out", "players", "dealer-out-of-two", lambda of, size: of.dealer_sits_out and size == 2),
    *(("dealing.sits_out", key, "dealer-out-of-the-auction",
       lambda of, _, needs=needs: of.dealer_sits_out and of.has_bidding and needs(of.auction))
      for key, needs in (
          ("auction.dealer_steals", lambda auction: auction.dealer_steals),
          ("auction.throw_card", lambda auction: auction.throw_card),
          ("auction.all_pass", lambda auction: auction.all_pass in ("dealer-forced", "dealer-set")),
          ("auction.seller_scores", lambda auction: auction.seller_scores),
      )),
)  # fmt: skip


def contradictions(rules: Ruleset, size: int, changed: AbstractSet[str]) -> list[SettingFault]:
    """Return the contradictions of a table of `size`, each blamed on a key that the house rules `changed`.

    Where nobody bids, a setting that speaks of bids is to blame by itself.
    """
    match rules.kind:
        case "bidding":
            rows = WITH_BIDS if rules.has_bidding else WITHOUT_BIDS
        case "smoke":
            rows = IN_SMOKE
        case _:
            assert_never(rules.kind)
    faults = []
    for key, other, code, contradict in (*rows, *ALWAYS):
        if contradict(rules, size):
            points = sorted(each for each in changed if each.startswith("points."))
            candidates = (key,) if code == "needs-bidding" else (key, other, *points)
            blamed = next((each for each in candidates if each in changed), key)
            named = other if code == "dealer-out-of-the-auction" else key
            faults.append(SettingFault(blamed, Refusal(code, facts=_facts(rules, size, named))))
    return faults


def _facts(rules: Ruleset, size: int, key: str) -> dict[str, object]:
    """Return whatever a sentence about a contradiction may name."""
    return {
        "key": key, "value": json.dumps(rules.value(key)), "size": size, "sides": rules.seating.sides,
        "lowest": rules.auction.min, "highest": rules.highest_bid, "forced": rules.forced_bid,
        "on_offer": rules.on_offer, "name": rules.special.name, "rank": rules.special_rank, "over": rules.special.over,
        "set": rules.scoring.set, "hold": rules.finish.hold, "hands": rules.finish.hands,
        "rounds": rules.finish.rounds,
    }  # fmt: skip


def exchange_before_trump(rules: Ruleset) -> list[SettingFault]:
    """Return the fault of rules by which people throw cards away before the first lead makes trump.

    Who takes the blinds knows what they will lead (Wisconsin), so these are no fault.  A sheet may say so, as words
    alone depend on it; a file of rules that does is a mistake.
    """
    if rules.lead_makes_trump and rules.everybody_exchanges:
        return [SettingFault.at("auction.trump", "exchange-before-trump", exchange=rules.deal.exchange)]
    return []
