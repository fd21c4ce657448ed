"""One scored hand: who took what, made or set, and what that does to each player's score.

scoresheet.md, "How a hand is scored", steps 1 to 4.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.rules.facts import check_all_tricks, is_scored_renege
from scorekeeper.rules.seats import Side, side_of
from scorekeeper.rules.why import Why, why

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.facts import Contract
    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.sheet import Hand
    from scorekeeper.rules.why import Facts

Takers = dict[str, tuple[Side, ...]]
"""Point key -> the sides that score it."""

MADE, SET = "made", "set"
WON, LOST = "won", "lost"


@dataclass(frozen=True)
class Effect:
    """What the bid does to the bidding side: points gained or lost, or a score put in place of the old one.

    `verdict` is WON or LOST when a special bid ends the game; the score is then left alone.
    """

    points: int = 0
    becomes: int | None = None
    verdict: str | None = None
    whys: tuple[Why, ...] = ()


@dataclass(frozen=True)
class Scored:
    """A hand's result.  `scores` are the scores after it, before anybody is held at the target."""

    outcome: str
    scores: Mapping[str, int]
    sets: Mapping[str, int] = field(default_factory=dict)
    verdict: str | None = None
    swept_by: Side = ()
    """The side that took every point in the rules, if one did."""
    by_renege: bool = False
    whys: tuple[Why, ...] = ()


def score_hand(hand: Hand, contract: Contract, rules: Ruleset, before: Mapping[str, int]) -> Scored:
    """Score a checked hand on the scores `before` it (player -> score).

    Raises ImpossibleFact (field `all_tricks`) when all tricks and the points contradict each other.
    """
    if is_scored_renege(hand, rules):
        return _score_renege(hand, contract, rules, before)
    taken_by, game_whys = _takers(hand, contract, rules)
    check_all_tricks(hand, rules, taken_by, contract.bidders)
    taken = {side: sum(rules.worth[key] for key, sides in taken_by.items() if side in sides) for side in contract.sides}
    made = hand.made if hand.made is not None else _is_made(hand, contract, rules, taken[contract.bidders])
    told = _told(hand, contract, rules, taken[contract.bidders])
    effect = _effect(contract, rules, before, told, made=made)
    scores = dict(before)
    _add(scores, contract.bidders, effect, rules)
    for side in contract.sides[1:]:
        _add(scores, side, Effect(_defended(rules, taken[side])), rules)
    swept = next((side for side in contract.sides if hand.made is None and taken[side] == rules.on_offer), ())
    others = [
        why("others", side, took=taken[side], points=_defended(rules, taken[side]), down=rules.counts_down)
        for side in contract.sides[1:]
        if taken[side]
    ]
    return Scored(
        outcome=MADE if made else SET,
        scores=scores,
        sets={} if made else dict.fromkeys(contract.bidders, _sets_counted(contract, rules)),
        verdict=effect.verdict,
        swept_by=swept,
        whys=(*game_whys, *effect.whys, *others, *_noted_renege(hand)),
    )


def _told(hand: Hand, contract: Contract, rules: Ruleset, taken: int) -> Facts:
    """Give the facts every sentence about the bid needs."""
    bid = contract.bid
    return {
        "bid": bid.rank,
        "took": taken,
        "counted": hand.made is None,
        "down": rules.counts_down,
        "thrown": bid.thrown,
        "alone": rules.calls_partner and len(contract.bidders) == 1,
        "every_point": taken >= rules.on_offer,
    }


def _noted_renege(hand: Hand) -> tuple[Why, ...]:
    return (why("renege-noted", (hand.renege,)),) if hand.renege else ()


def _add(scores: dict[str, int], side: Side, effect: Effect, rules: Ruleset) -> None:
    """Write an effect into the score of everybody on a side: each takes the side's whole result (V02, A02)."""
    sign = -1 if rules.counts_down else 1
    for player in side:
        scores[player] = scores[player] + sign * effect.points if effect.becomes is None else effect.becomes


def _defended(rules: Ruleset, taken: int) -> int:
    return taken if rules.scoring.others == "taken" else 0


def _sets_counted(contract: Contract, rules: Ruleset) -> int:
    return rules.special.counts_sets if contract.bid.special else 1


# ---------------------------------------------------------------- who took which point


def _takers(hand: Hand, contract: Contract, rules: Ruleset) -> tuple[Takers, tuple[Why, ...]]:
    """Give for each point the sides that score it; a tied game may go to several or to none (`game.tie`)."""
    taken_by: Takers = {key: (side_of(player, contract.sides),) for key, player in (hand.points or {}).items()}
    if hand.counts is None:
        return taken_by, ()
    piles = {side: sum(hand.counts.get(player, 0) for player in side) for side in contract.sides}
    if rules.game.buried_to_bidder:
        piles[contract.bidders] += hand.buried or 0
    low = taken_by.get("low", ((),))[0]
    winners = _game_winners(piles, contract.bidders, low, rules.game.tie)
    taken_by["game"] = winners
    return taken_by, (_game_why(piles, winners, rules.game.tie),)


def _game_winners(piles: Mapping[Side, int], bidders: Side, low: Side, tie: str) -> tuple[Side, ...]:
    """Give the sides that score game: most card points; ties as the table's rule says (A01, A01b)."""
    most = max(piles.values())
    tied = tuple(side for side, pile in piles.items() if pile == most)
    if most == 0:
        return ()
    if len(tied) == 1:
        return tied
    return tuple(
        side
        for side in tied
        if tie == "each"
        or (tie == "low" and side == low)
        or (tie == "bidders" and side == bidders)
        or (tie == "defenders" and side != bidders)
    )


def _game_why(piles: Mapping[Side, int], winners: tuple[Side, ...], tie: str) -> Why:
    most = max(piles.values())
    tied = most > 0 and sum(pile == most for pile in piles.values()) > 1
    players = tuple(player for side in winners for player in side)
    return why("game-tied" if tied else "game-counted", players, most=most, tie=tie)


# ---------------------------------------------------------------- made or set


def _is_made(hand: Hand, contract: Contract, rules: Ruleset, taken: int) -> bool:
    """A bid is made by as many points; the special bid by every point in the rules, and every trick where needed."""
    if not contract.bid.special:
        return taken >= contract.bid.rank
    tricks = rules.special.needs == "all-points" or bool(hand.all_tricks)
    return taken >= rules.on_offer and tricks


def _effect(contract: Contract, rules: Ruleset, before: Mapping[str, int], told: Facts, *, made: bool) -> Effect:
    """What the bid does to the bidding side; `told` are the facts its sentence needs."""
    if contract.bid.special:
        told = {"name": rules.special.name, **told}
        return _special_made(contract, rules, before, told) if made else _special_failed(contract, rules, told)
    bid, bidders, by = contract.bid.rank, contract.bidders, contract.bid.player
    if made:
        points = bid if rules.scoring.made == "bid" else int(told["took"])
        return Effect(points, whys=(why("made", bidders, by, points=points, **told),))
    doubled = _doubles(contract, rules)
    points = -2 * bid if doubled else -bid
    return Effect(points, whys=(why("set", bidders, by, points=points, doubled=doubled, **told),))


def _doubles(contract: Contract, rules: Ruleset) -> bool:
    """Tell whether a dealer who took the bid over a thrown card loses it twice (V26, A42)."""
    return contract.bid.over_throw and rules.auction.double_if_over_throw_set


def _special_made(contract: Contract, rules: Ruleset, before: Mapping[str, int], told: Facts) -> Effect:
    """What a made special bid does (V05, V24, V34, V39, V44)."""
    special, bidders, by = rules.special, contract.bidders, contract.bid.player
    match special.made:
        case "score":
            points = contract.bid.rank if isinstance(special.made_score, str) else special.made_score
            return Effect(points, whys=(why("special-made", bidders, by, points=points, **told),))
        case "none":
            return Effect(whys=(why("special-made-no-score", bidders, by, **told),))
        case "win-or-zero" if not _stands_well(before[by], rules):
            return Effect(becomes=0, whys=(why("special-made-to-zero", bidders, by, was=before[by], **told),))
    return Effect(verdict=WON, whys=(why("special-made-wins", bidders, by, **told),))


def _special_failed(contract: Contract, rules: Ruleset, told: Facts) -> Effect:
    """What a failed special bid does (V05, V24, V34, V39, V44, V45)."""
    special, bidders, by, rank = rules.special, contract.bidders, contract.bid.player, contract.bid.rank
    match special.failed:
        case "lose":
            score = rank if isinstance(special.failed_score, str) else special.failed_score
            doubled = _doubles(contract, rules)
            points = -2 * score if doubled else -score
            return Effect(points, whys=(why("special-failed", bidders, by, points=points, doubled=doubled, **told),))
        case "lose-game":
            return Effect(verdict=LOST, whys=(why("special-failed-loses", bidders, by, **told),))
        case "score-becomes":
            score = -rank if isinstance(special.failed_score, str) else special.failed_score
            return Effect(becomes=score, whys=(why("special-failed-becomes", bidders, by, score=score, **told),))
    return Effect(whys=(why("special-failed-no-score", bidders, by, **told),))


def _stands_well(score: int, rules: Ruleset) -> bool:
    """Tell whether `win-or-zero` wins from here: above zero, or at zero where zero is good (A08)."""
    return score > 0 or (score == 0 and rules.special.zero_is_good)


# ---------------------------------------------------------------- renege


def _score_renege(hand: Hand, contract: Contract, rules: Ruleset, before: Mapping[str, int]) -> Scored:
    """The offender's side scores nothing, every other side all the points of the rules (V15, A47, A48)."""
    offender = hand.renege or ""
    guilty = side_of(offender, contract.sides)
    made = guilty != contract.bidders
    scores = dict(before)
    for side in contract.sides:
        if side != guilty:
            _add(scores, side, Effect(rules.on_offer), rules)
    return Scored(
        outcome=MADE if made else SET,
        scores=scores,
        sets={} if made else dict.fromkeys(contract.bidders, _sets_counted(contract, rules)),
        by_renege=True,
        whys=(why("renege", (offender,), points=rules.on_offer, made=made, down=rules.counts_down),),
    )
