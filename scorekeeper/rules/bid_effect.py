"""Made or set, and what that does to the bidding side (docs/scoresheet.md, "How a hand is scored", steps 2, 3, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, assert_never

from scorekeeper.rules.frozen import statically_frozen
from scorekeeper.rules.why import Why, why

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.auction import Bid
    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.seats import Side
    from scorekeeper.rules.sheet import Hand
    from scorekeeper.rules.why import Facts

Verdict = Literal["won", "lost"]


@statically_frozen
class BidEffect:
    """What the bid does to the bidding side: points gained or lost, or a score put in place of the old one.

    `verdict` says whether a special bid wins or loses the game; the score then stays as it was.
    """

    why: Why
    points: int = 0
    becomes: int | None = None
    verdict: Verdict | None = None
    given: int = 0
    """What each other side scores for the set (`scoring.set`)."""


def is_made(hand: Hand, bid: Bid, rules: Ruleset, taken: int) -> bool:
    """A bid is made by as many points; the special bid by every point in the rules, and every trick where needed."""
    if not bid.special:
        return taken >= bid.rank
    return taken >= rules.on_offer and (bool(hand.all_tricks) or not rules.special_needs_tricks)


def made_bid(bid: Bid, bidders: Side, rules: Ruleset, before: Mapping[str, int], facts: Facts) -> BidEffect:
    """Return what a made bid does to the bidding side; `facts` are what its sentence needs."""
    if bid.special:
        return _special_made(bid, bidders, rules, before, {"name": rules.special.name, **facts})
    points = bid.rank if rules.made_scores_bid else int(facts["took"])
    facts["points"] = points
    return BidEffect(Why("made", bidders, facts, bid.player), points)


def lost_bid(bid: Bid, bidders: Side, rules: Ruleset, facts: Facts) -> BidEffect:
    """Return what a bid does that was set; `facts` are what its sentence needs."""
    if bid.special:
        return _special_failed(bid, bidders, rules, {"name": rules.special.name, **facts})
    return _lost(bid, bidders, rules, bid.rank, facts)


def _lost(bid: Bid, bidders: Side, rules: Ruleset, amount: int, facts: Facts) -> BidEffect:
    """Return what the bidders lose for that amount and the others get (`scoring.set`; V26, A42 over a thrown card)."""
    doubled = bid.over_throw and rules.auction.double_if_over_throw_set
    times = 2 if doubled else rules.times_lost
    facts |= {"points": -times * amount, "doubled": doubled, "times": times}
    what = "special-failed" if bid.special else "set"
    given = amount if rules.gives_sets else 0
    return BidEffect(Why(what, bidders, facts, bid.player), -times * amount, given=given)


def _special_made(bid: Bid, bidders: Side, rules: Ruleset, before: Mapping[str, int], facts: Facts) -> BidEffect:
    """Return what a made special bid does (V05, V24, V34, V39, V44)."""
    special, by = rules.special, bid.player
    match special.made:
        case "score":
            points = bid.rank if special.made_score == "bid" else special.made_score
            return BidEffect(why("special-made", bidders, by, points=points, **facts), points)
        case "none":
            return BidEffect(why("special-made-no-score", bidders, by, **facts))
        case "win-or-zero" if not _wins_from(before[by], rules):
            return BidEffect(why("special-made-to-zero", bidders, by, was=before[by], **facts), becomes=0)
        case "win-or-zero" | "win-game":
            return BidEffect(why("special-made-wins", bidders, by, **facts), verdict="won")
    assert_never(special.made)


def _special_failed(bid: Bid, bidders: Side, rules: Ruleset, facts: Facts) -> BidEffect:
    """Return what a failed special bid does (V05, V24, V34, V39, V44, V45)."""
    special, by, rank = rules.special, bid.player, bid.rank
    match special.failed:
        case "lose":
            score = rank if special.failed_score == "bid" else special.failed_score
            return _lost(bid, bidders, rules, score, facts)
        case "lose-game":
            return BidEffect(why("special-failed-loses", bidders, by, **facts), verdict="lost")
        case "score-becomes":
            score = -rank if special.failed_score == "bid" else special.failed_score
            return BidEffect(why("special-failed-becomes", bidders, by, score=score, **facts), becomes=score)
        case "none":
            return BidEffect(why("special-failed-no-score", bidders, by, **facts))
    assert_never(special.failed)


def _wins_from(score: int, rules: Ruleset) -> bool:
    """Return whether `win-or-zero` wins from this score: above zero, or exactly zero where that is enough (A08)."""
    return score > 0 or (score == 0 and rules.special.zero_is_good)
