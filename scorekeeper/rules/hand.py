"""One scored hand: who took what, made or set, and what that does to each player's score.

docs/scoresheet.md, "How a hand is scored", steps 1 to 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, assert_never

from scorekeeper.rules.facts import check_all_tricks, is_scored_renege
from scorekeeper.rules.frozen import statically_frozen
from scorekeeper.rules.seats import Side, side_of
from scorekeeper.rules.why import Why, why

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.facts import Contract
    from scorekeeper.rules.ruleset import GameTie, Ruleset
    from scorekeeper.rules.sheet import Hand
    from scorekeeper.rules.why import Facts

HandOutcome = Literal["made", "set"]
MADE: HandOutcome = "made"
SET: HandOutcome = "set"
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


@statically_frozen
class HandResult:
    """A hand's result.  `scores` are the scores after it, before anybody is held at the target."""

    outcome: HandOutcome
    scores: Mapping[str, int]
    sets: Mapping[str, int]
    whys: tuple[Why, ...]
    verdict: Verdict | None = None
    swept_by: Side = ()
    """The side that took every point in the rules, if one did."""
    by_renege: bool = False


class _Tricks(NamedTuple):
    """The points each side took, and the sides that have game by their card points."""

    taken: Sequence[int]
    game: tuple[Side, ...]


def score_hand(hand: Hand, contract: Contract, rules: Ruleset, before: Mapping[str, int]) -> HandResult:
    """Score a checked hand on the scores `before` it (player -> score).

    Raises ImpossibleFact (field `all_tricks`) when all tricks and the points contradict each other.
    """
    if is_scored_renege(hand, rules):
        return _score_renege(hand, contract, rules, before)
    game, game_whys = _count_game(hand, contract, rules)
    check_all_tricks(hand, rules, contract, game)
    taken = contract.taken
    if game:
        taken = _with_game(contract, rules, game)
    made = hand.made if hand.made is not None else _is_made(hand, contract, rules, taken[0])
    effect = _effect(contract, rules, before, _bid_facts(hand, contract, rules, taken[0], game), made=made)
    scores, others = _defended(hand, contract, rules, before, _Tricks(taken, game))
    if effect.becomes is None:
        _gain(scores, contract.bidders, effect.points, rules)
    else:
        scores |= dict.fromkeys(contract.bidders, effect.becomes)
    swept_by = contract.sides[taken.index(rules.on_offer)] if rules.on_offer in taken else ()
    whys = (*game_whys, effect.why, *others, *_noted_renege(hand))
    return HandResult(MADE if made else SET, scores, _sets(contract, rules, made=made), whys, effect.verdict, swept_by)


def _bid_facts(hand: Hand, contract: Contract, rules: Ruleset, taken: int, game: tuple[Side, ...]) -> Facts:
    """Return the facts that every sentence about the bid needs."""
    bid = contract.bid
    return {
        "bid": bid.rank,
        "took": taken,
        "counted": hand.made is None,
        "down": rules.counts_down,
        "thrown": bid.thrown,
        "alone": rules.calls_partner and len(contract.bidders) == 1,
        "every_point": taken >= rules.on_offer,
        **_points_facts(hand, contract.bidders, rules, game),
    }


def _points_facts(hand: Hand, side: Side, rules: Ruleset, game: tuple[Side, ...]) -> Facts:
    """Return what names the points behind a sum; the words are worked out when somebody reads them."""
    return {"given": hand.points, "side": side, "game": game, "worth": rules.worth}


def _noted_renege(hand: Hand) -> tuple[Why, ...]:
    return (why("renege-noted", (hand.renege,)),) if hand.renege else ()


def _defended(
    hand: Hand, contract: Contract, rules: Ruleset, before: Mapping[str, int], tricks: _Tricks
) -> tuple[dict[str, int], list[Why]]:
    """Return the scores with what the defenders' sides took, and the reasons."""
    scores, whys, down = dict(before), [], rules.counts_down
    for number, side in enumerate(contract.sides[1:], 1):
        if took := tricks.taken[number]:
            points = took if rules.others_score else 0
            _gain(scores, side, points, rules)
            behind = _points_facts(hand, side, rules, tricks.game)
            whys.append(Why("others", side, {"took": took, "points": points, "down": down, **behind}))
    return scores, whys


def _gain(scores: dict[str, int], side: Side, points: int, rules: Ruleset) -> None:
    """Add points to the score of everybody on a side: each takes the side's whole result (V02, A02)."""
    by = -points if rules.counts_down else points
    for player in side:
        scores[player] += by


def _sets(contract: Contract, rules: Ruleset, *, made: bool) -> dict[str, int]:
    """Return the sets a hand adds: to each of the bidding side that did not make it."""
    if made:
        return {}
    return dict.fromkeys(contract.bidders, rules.special.counts_sets if contract.bid.special else 1)


# ---------------------------------------------------------------- who took which point


def _with_game(contract: Contract, rules: Ruleset, game: tuple[Side, ...]) -> tuple[int, ...]:
    """Return the points each side took when `game` are the sides that score game by their card points."""
    taken = list(contract.taken)
    for side in game:
        taken[contract.sides.index(side)] += rules.worth["game"]
    return tuple(taken)


def _count_game(hand: Hand, contract: Contract, rules: Ruleset) -> tuple[tuple[Side, ...], tuple[Why, ...]]:
    """Return the sides that score game by their card points, several or none where it is tied (`game.tie`), and why."""
    if hand.counts is None:
        return (), ()
    piles = {side: sum(hand.counts.get(player, 0) for player in side) for side in contract.sides}
    if rules.game.buried_to_bidder:
        piles[contract.bidders] += hand.buried or 0
    holder = (hand.points or {}).get("low")
    low = side_of(holder, contract.sides) if holder else ()
    winners = _game_winners(piles, contract.bidders, low, rules.game.tie)
    return winners, (_game_why(piles, winners, rules.game.tie),)


def _game_winners(piles: Mapping[Side, int], bidders: Side, low: Side, tie: GameTie) -> tuple[Side, ...]:
    """Return the sides that score game: most card points; of tied sides those that `game.tie` names (A01, A01b)."""
    most = max(piles.values())
    tied = tuple(side for side, pile in piles.items() if pile == most)
    if most == 0:
        return ()
    return tied if len(tied) == 1 else _break_tie(tied, bidders, low, tie)


def _break_tie(tied: tuple[Side, ...], bidders: Side, low: Side, tie: GameTie) -> tuple[Side, ...]:
    """Return those of the tied sides that score game; `low` is the side that took low."""
    match tie:
        case "nobody":
            return ()
        case "low":
            return tuple(side for side in tied if side == low)
        case "bidders":
            return tuple(side for side in tied if side == bidders)
        case "defenders":
            return tuple(side for side in tied if side != bidders)
        case "each":
            return tied
    assert_never(tie)


def _game_why(piles: Mapping[Side, int], winners: tuple[Side, ...], tie: GameTie) -> Why:
    most = max(piles.values())
    tied = most > 0 and sum(pile == most for pile in piles.values()) > 1
    players = tuple(player for side in winners for player in side)
    return why("game-tied" if tied else "game-counted", players, most=most, tie=tie, piles=piles)


# ---------------------------------------------------------------- made or set


def _is_made(hand: Hand, contract: Contract, rules: Ruleset, taken: int) -> bool:
    """A bid is made by as many points; the special bid by every point in the rules, and every trick where needed."""
    if not contract.bid.special:
        return taken >= contract.bid.rank
    return taken >= rules.on_offer and (bool(hand.all_tricks) or not rules.special_needs_tricks)


def _effect(contract: Contract, rules: Ruleset, before: Mapping[str, int], facts: Facts, *, made: bool) -> BidEffect:
    """Return what the bid does to the bidding side; `facts` are what its sentence needs."""
    if contract.bid.special:
        facts = {"name": rules.special.name, **facts}
        return _special_made(contract, rules, before, facts) if made else _special_failed(contract, rules, facts)
    bid, bidders, by = contract.bid.rank, contract.bidders, contract.bid.player
    if made:
        points = bid if rules.made_scores_bid else int(facts["took"])
        facts["points"] = points
        return BidEffect(Why("made", bidders, facts, by), points)
    doubled = _doubles(contract, rules)
    points = -2 * bid if doubled else -bid
    facts |= {"points": points, "doubled": doubled}
    return BidEffect(Why("set", bidders, facts, by), points)


def _doubles(contract: Contract, rules: Ruleset) -> bool:
    """Tell whether a dealer who took the bid over a thrown card loses it twice (V26, A42)."""
    return contract.bid.over_throw and rules.auction.double_if_over_throw_set


def _special_made(contract: Contract, rules: Ruleset, before: Mapping[str, int], facts: Facts) -> BidEffect:
    """Return what a made special bid does (V05, V24, V34, V39, V44)."""
    special, bidders, by = rules.special, contract.bidders, contract.bid.player
    match special.made:
        case "score":
            points = contract.bid.rank if special.made_score == "bid" else special.made_score
            return BidEffect(why("special-made", bidders, by, points=points, **facts), points)
        case "none":
            return BidEffect(why("special-made-no-score", bidders, by, **facts))
        case "win-or-zero" if not _wins_from(before[by], rules):
            return BidEffect(why("special-made-to-zero", bidders, by, was=before[by], **facts), becomes=0)
        case "win-or-zero" | "win-game":
            return BidEffect(why("special-made-wins", bidders, by, **facts), verdict="won")
    assert_never(special.made)


def _special_failed(contract: Contract, rules: Ruleset, facts: Facts) -> BidEffect:
    """Return what a failed special bid does (V05, V24, V34, V39, V44, V45)."""
    special, bidders, by, rank = rules.special, contract.bidders, contract.bid.player, contract.bid.rank
    match special.failed:
        case "lose":
            score = rank if special.failed_score == "bid" else special.failed_score
            doubled = _doubles(contract, rules)
            points = -2 * score if doubled else -score
            return BidEffect(why("special-failed", bidders, by, points=points, doubled=doubled, **facts), points)
        case "lose-game":
            return BidEffect(why("special-failed-loses", bidders, by, **facts), verdict="lost")
        case "score-becomes":
            score = -rank if special.failed_score == "bid" else special.failed_score
            return BidEffect(why("special-failed-becomes", bidders, by, score=score, **facts), becomes=score)
        case "none":
            return BidEffect(why("special-failed-no-score", bidders, by, **facts))
    assert_never(special.failed)


def _wins_from(score: int, rules: Ruleset) -> bool:
    """Tell whether `win-or-zero` wins from here: above zero, or at zero where zero is good (A08)."""
    return score > 0 or (score == 0 and rules.special.zero_is_good)


# ---------------------------------------------------------------- renege


def _score_renege(hand: Hand, contract: Contract, rules: Ruleset, before: Mapping[str, int]) -> HandResult:
    """Return the result of a scored renege: 0 for the offender's side, all points for each other (V15, A47, A48)."""
    offender = hand.renege or ""
    guilty = side_of(offender, contract.sides)
    made = guilty != contract.bidders
    scores = dict(before)
    for side in contract.sides:
        if side != guilty:
            _gain(scores, side, rules.on_offer, rules)
    return HandResult(
        outcome=MADE if made else SET,
        scores=scores,
        sets=_sets(contract, rules, made=made),
        by_renege=True,
        whys=(why("renege", (offender,), points=rules.on_offer, made=made, down=rules.counts_down),),
    )
