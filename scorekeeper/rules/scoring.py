"""The parts of scoring a hand: made or set, who has the point for game, and the order in which it is counted.

docs/scoresheet.md, "How a hand is scored": the bid is steps 2, 3 and 11, the order step 12; it
matters where the first at the target wins (`finish.crossing = "in-order"`).
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Literal, assert_never

from scorekeeper.rules.facts import Bid, Contract
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.setting_groups import GameTie
from scorekeeper.rules.sheet import Facts, Hand, Side, Why, side_of, statically_frozen, why

# ---------------------------------------------------------------- made or set, and what that does to the bidding side

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


# ---------------------------------------------------------------- the point for game


def count_game(hand: Hand, contract: Contract, rules: Ruleset) -> tuple[tuple[Side, ...], tuple[Why, ...]]:
    """Return the sides that score game by their card points, several or none where it is tied (`game.tie`), and why."""
    if hand.counts is None:
        return (), ()
    piles = {side: sum(hand.counts.get(player, 0) for player in side) for side in contract.sides}
    if rules.game.buried_to_bidder and contract.bid:
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


# ---------------------------------------------------------------- the order of counting

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
    one_by_one = effect is None or (made and (contract.bid is None or not contract.bid.special))
    whole = [] if effect is None or one_by_one else _of_bid(effect, contract, FIXED if made else SET)
    scoring = [side for side in contract.sides if (one_by_one if side == contract.bidders else rules.others_score)]
    points = (moment for moment in _of_points(hand, contract, rules, game) if moment.side in scoring)
    return _in_order([*whole, *_of_gains(contract), *points])


def moments_of_renege(contract: Contract, rules: Ruleset, guilty: Side) -> tuple[Moment, ...]:
    """Return the moments of a hand that is scored by a renege: all its points at once, for every other side."""
    points = (Moment(FIXED, side, rules.on_offer) for side in contract.sides if side != guilty)
    return _in_order([*_of_gains(contract), *points])


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


def count_out(
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
