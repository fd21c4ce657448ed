"""One scored hand: who took what, made or set, and what that does to each player's score.

docs/scoresheet.md, "How a hand is scored", steps 1 to 4 and 9 to 11.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from scorekeeper.rules.facts import Bid, Contract, check_all_tricks
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import (
    Moment,
    Verdict,
    count_game,
    is_made,
    lost_bid,
    made_bid,
    moments_of,
    moments_of_renege,
)
from scorekeeper.rules.sheet import Facts, Hand, Side, Why, side_of, statically_frozen, why

HandOutcome = Literal["made", "set", "scored"]
MADE: HandOutcome = "made"
SET: HandOutcome = "set"
SCORED: HandOutcome = "scored"
"""Of a hand that nobody bought."""


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
    moments: tuple[Moment, ...] = ()
    """What changed the scores, one after another, where the order decides who wins (`finish.crossing`)."""
    by_renege: bool = False


def score_hand(hand: Hand, contract: Contract, rules: Ruleset, before: Mapping[str, int]) -> HandResult:
    """Score a checked hand on the scores `before` it (player -> score).

    Raises ImpossibleFact (field `all_tricks`) when all tricks and the points contradict each other.
    """
    if hand.renege is not None and rules.scores_renege:
        return _score_renege(hand, contract, rules, before)
    bid = contract.bid
    if bid is None:
        return _score_without_bid(hand, contract, rules, before)
    game, game_whys = count_game(hand, contract, rules)
    if hand.all_tricks:
        check_all_tricks(hand, rules, contract.bidders, game)
    taken = _with_game(contract, rules, game)
    made = hand.made if hand.made is not None else is_made(hand, bid, rules, taken[0])
    facts = _bid_facts(hand, contract, bid, rules, taken[0])
    facts["behind"] = behind = _points_facts(hand, rules, game)
    if made:
        effect = made_bid(bid, contract.bidders, rules, before, facts)
    else:
        effect = lost_bid(bid, contract.bidders, rules, facts)
    scores = dict(before)
    extras = _gain_extras(scores, contract, rules)
    others = _gain_taken(scores, contract, taken, rules, behind)
    if effect.becomes is None:
        _gain(scores, contract.bidders, effect.points, rules)
    else:
        scores |= dict.fromkeys(contract.bidders, effect.becomes)
    if effect.given:
        for side in contract.sides[1:]:
            _gain(scores, side, effect.given, rules)
        others.append(why("set-given", contract.defenders, points=effect.given, down=rules.counts_down))
    return HandResult(
        MADE if made else SET,
        scores,
        {} if made else _sets(contract, rules),
        (*game_whys, *extras, effect.why, *others, *(_noted_renege(hand.renege) if hand.renege else ())),
        effect.verdict,
        _swept_by(contract, taken, rules),
        moments_of(hand, contract, rules, game, effect, made=made) if rules.counts_in_order else (),
    )


def _score_without_bid(hand: Hand, contract: Contract, rules: Ruleset, before: Mapping[str, int]) -> HandResult:
    """Return the result of a hand that nobody bought: every side scores what it took."""
    game, game_whys = count_game(hand, contract, rules)
    taken = _with_game(contract, rules, game)
    scores = dict(before)
    extras = _gain_extras(scores, contract, rules)
    behind, scored, whys = _points_facts(hand, rules, game), list(taken), game_whys + extras
    if hand.hung:  # it scores otherwise than it counts
        side = side_of((hand.points or {})["jack"], contract.sides)
        hung, worth = rules.points.jack.hung, rules.worth["jack"]
        scored[contract.sides.index(side)] += hung - worth
        behind["worth"] = {**rules.worth, "jack": hung}
        whys += (why("hung", side, points=hung, worth=worth),)
    others = _gain_taken(scores, contract, scored, rules, behind)
    return HandResult(
        outcome=SCORED,
        scores=scores,
        sets={},
        whys=(*whys, *others, *(_noted_renege(hand.renege) if hand.renege else ())),
        swept_by=_swept_by(contract, taken, rules),
        moments=moments_of(hand, contract, rules, game) if rules.counts_in_order else (),
    )


def _bid_facts(hand: Hand, contract: Contract, bid: Bid, rules: Ruleset, taken: int) -> Facts:
    return {
        "bid": bid.rank,
        "took": taken,
        "counted": hand.made is None,
        "down": rules.counts_down,
        "thrown": bid.thrown,
        "alone": rules.calls_partner and len(contract.bidders) == 1,
        "every_point": taken >= rules.on_offer,
        "side": contract.bidders,
    }


def _points_facts(hand: Hand, rules: Ruleset, game: tuple[Side, ...]) -> Facts:
    """Return what names the points behind the sum of a side; the words are worked out when somebody reads them."""
    return {"given": hand.points, "game": game, "worth": rules.worth, "names": rules.names}


def _noted_renege(offender: str) -> tuple[Why, ...]:
    return (why("renege-noted", (offender,)),)


# ---------------------------------------------------------------- who took how much


def _with_game(contract: Contract, rules: Ruleset, game: tuple[Side, ...]) -> tuple[int, ...]:
    """Return the points each side took when `game` are the sides that score game by their card points."""
    taken = list(contract.taken)
    for side in game:
        taken[contract.sides.index(side)] += rules.worth["game"]
    return tuple(taken)


def _swept_by(contract: Contract, taken: Sequence[int], rules: Ruleset) -> Side:
    """Return the side that took every point in the rules; nobody where none did."""
    return contract.sides[taken.index(rules.on_offer)] if rules.on_offer in taken else ()


# ---------------------------------------------------------------- what is added to the scores


def _gain_taken(
    scores: dict[str, int], contract: Contract, taken: Sequence[int], rules: Ruleset, behind: Facts
) -> list[Why]:
    """Add what each side but the bidders took to the scores; return the reasons, with the points `behind` the sums."""
    whys, down, bidders = [], rules.counts_down, contract.bidders
    for number, side in enumerate(contract.sides):
        took = taken[number]
        if took and side != bidders:
            points = took if rules.others_score else 0
            _gain(scores, side, points, rules)
            facts = {"took": took, "points": points, "down": down, "side": side, "behind": behind}
            whys.append(Why("others", side, facts))
    return whys


def _gain_extras(scores: dict[str, int], contract: Contract, rules: Ruleset) -> tuple[Why, ...]:
    """Add what was sold, turned up and given to the scores; return the reasons."""
    for gain in contract.gains:
        _gain(scores, gain.side, gain.points, rules)
    down = rules.counts_down
    return tuple(
        why(gain.what, gain.side, gain.player, points=gain.points, cards=" ".join(gain.cards), down=down)
        for gain in contract.gains
    )


def _gain(scores: dict[str, int], side: Side, points: int, rules: Ruleset) -> None:
    """Add points to the score of everybody on a side: each takes the side's whole result (V02, A02)."""
    by = -points if rules.counts_down else points
    for player in side:
        scores[player] += by


def _sets(contract: Contract, rules: Ruleset) -> dict[str, int]:
    """Return the sets that a set adds: to each of the bidding side."""
    special = contract.bid is not None and contract.bid.special
    return dict.fromkeys(contract.bidders, rules.special.counts_sets if special else 1)


# ---------------------------------------------------------------- renege


def _score_renege(hand: Hand, contract: Contract, rules: Ruleset, before: Mapping[str, int]) -> HandResult:
    """Return the result of a scored renege: 0 for the offender's side, all points for each other (V15, A47, A48).

    What was sold, turned up or given stays.
    """
    offender = hand.renege or ""
    guilty = side_of(offender, contract.sides)
    made = guilty != contract.bidders
    outcome = SCORED if contract.bid is None else MADE if made else SET
    scores = dict(before)
    extras = _gain_extras(scores, contract, rules)
    for side in contract.sides:
        if side != guilty:
            _gain(scores, side, rules.on_offer, rules)
    facts = {"points": rules.on_offer, "outcome": outcome, "down": rules.counts_down}
    return HandResult(
        outcome=outcome,
        scores=scores,
        sets={} if made else _sets(contract, rules),
        by_renege=True,
        whys=(*extras, Why("renege", (offender,), facts)),
        moments=moments_of_renege(contract, rules, guilty) if rules.counts_in_order else (),
    )
