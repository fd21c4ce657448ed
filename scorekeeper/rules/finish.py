"""Who is stopped at the target, and who has won (docs/scoresheet.md, "How a hand is scored", steps 5, 6 and 12 to 14).

The order is: the special bid, an instant win, the target, bust, the limit of hands.  `_cross` decides between several
sides at the target.
(The point for game, when card points are tied, is decided in `hand.py`.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, assert_never

from scorekeeper.rules.frozen import statically_frozen
from scorekeeper.rules.hand import MADE
from scorekeeper.rules.moments import standings as standings_of
from scorekeeper.rules.why import Why, why

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.facts import Contract
    from scorekeeper.rules.hand import HandResult
    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.seats import Side
    from scorekeeper.rules.setting_groups import Crossing, HoldWho, MayWin
    from scorekeeper.rules.why import Fact

FOUR_BID = 4

NotYet = Literal["set", "defending", "against-made", "stand", "play-on", "ahead"]
"""The rule that keeps a side at the target from winning."""
DecidedBy = Literal["score", "bidders", "bidder", "tie", "bidders-first", "bidders-failed", "the-bidder", "first"]
"""What decided between several sides at the target."""


@statically_frozen
class FinishResult:
    """The scores after a hand as they are written, and who has won.  `winners` is empty while the game goes on."""

    scores: Mapping[str, int]
    winners: tuple[str, ...]
    play_on: bool
    whys: tuple[Why, ...]


@statically_frozen
class _Ending:
    """One way for a game to end: who has won, and why.  With `play_on` several could have won and nobody did."""

    winners: tuple[str, ...]
    whys: tuple[Why, ...] = ()
    play_on: bool = False


@statically_frozen
class _Situation:
    """All that the finish depends on."""

    rules: Ruleset
    contract: Contract
    teams: tuple[Side, ...]
    before: Mapping[str, int]
    scored: HandResult
    play_on: bool
    hands: int
    """How many hands of the game have been scored, this one included."""

    @property
    def made(self) -> bool:
        return self.scored.outcome == MADE

    def bid(self, team: Side) -> bool:
        """Tell whether a team was on the bidding side of this hand."""
        return team[0] in self.contract.bidders

    def better(self, score: int) -> int:
        """Return a number that is larger for a better score."""
        return -score if self.rules.counts_down else score


def finish_hand(  # noqa: PLR0913 - the six things a finish depends on
    rules: Ruleset,
    contract: Contract,
    teams: tuple[Side, ...],
    before: Mapping[str, int],
    scored: HandResult,
    *,
    play_on: bool,
    hands: int,
) -> FinishResult:
    """Return the scores as written and the winners, if this hand ended the game.

    `teams` are who shares a score, `before` the scores before the hand, `play_on` whether an earlier hand left several
    at the target and nobody the winner (V39), `hands` how many have been scored with this one.
    """
    hand = _Situation(rules, contract, teams, before, scored, play_on and _plays_on(rules.finish.crossing), hands)
    scores = scored.scores
    whys: tuple[Why, ...] = ()
    there = _at_target(hand, scores)
    if there:
        scores, held = _hold(hand, there)
        there = _at_target(hand, scores)
        whys = (*held, *_not_yet(hand, there, held, scores))
    end = (
        _by_special(hand, scores) or _by_instant_win(hand) or _by_target(hand, there, scores) or _by_bust(hand, scores)
    )
    if rules.has_limit and not (end and end.winners):
        end = _by_limit(hand, scores, end)
    if end is None:
        return FinishResult(scores, (), hand.play_on, whys)
    return FinishResult(scores, end.winners, end.play_on, (*whys, *end.whys))


def _plays_on(crossing: Crossing) -> bool:
    match crossing:
        case "bidder-or-play-on":
            return True
        case "higher-then-bidders" | "bidders-first" | "in-order":
            return False
    assert_never(crossing)


# ---------------------------------------------------------------- may win, hold


def _at_target(hand: _Situation, scores: Mapping[str, int]) -> list[Side]:
    """Return the teams at the target with these scores: only they are held, or win by it."""
    return _those_at_target(hand, hand.teams, scores)


def _those_at_target(hand: _Situation, teams: Sequence[Side], scores: Mapping[str, int]) -> list[Side]:
    """Return those of these teams that are at the target."""
    target, down = hand.rules.finish.target, hand.rules.counts_down
    if target == "none":
        return []
    return [team for team in teams if (scores[team[0]] <= target if down else scores[team[0]] >= target)]


def _may_win(hand: _Situation, team: Side) -> bool:
    """Tell whether a team can win at the end of this hand, were its score good enough (`finish.may_win`)."""
    if hand.play_on:
        return hand.made and hand.contract.bidder in team
    may_win = hand.rules.finish.may_win
    match may_win:
        case "any":
            return True
        case "bid-made":
            return hand.made and hand.bid(team) and _stood_there(hand, team)
        case "bid-made-or-opponents-set":
            return hand.bid(team) and _stood_there(hand, team) if hand.made else not hand.bid(team)
    assert_never(may_win)


def _stood_there(hand: _Situation, team: Side) -> bool:
    """Tell whether a team was at the target before the hand, where that is needed (`finish.must_stand_at_target`)."""
    return not hand.rules.finish.must_stand_at_target or team in _at_target(hand, hand.before)


def _hold(hand: _Situation, there: Sequence[Side]) -> tuple[Mapping[str, int], tuple[Why, ...]]:
    """Stop scores at the target, or one short of it; a score that was past it already stays (V14, V40, A53)."""
    scores, finish = hand.scored.scores, hand.rules.finish
    if finish.hold == "none" or finish.target == "none":
        return scores, ()
    short = points_short(finish.hold)
    limit = finish.target + short if hand.rules.counts_down else finish.target - short
    everyone, whys = holds_everyone(finish.hold_who), []
    for team in there:
        if not everyone and (hand.bid(team) or _may_win(hand, team)):
            continue
        was = hand.before[team[0]]
        stop = min(limit, was) if hand.rules.counts_down else max(limit, was)
        if hand.better(scores[team[0]]) > hand.better(stop):
            scores = {**scores, **dict.fromkeys(team, stop)}
            whys.append(why("held", team, score=stop, everyone=everyone, because=_because(hand, team)))
    return scores, tuple(whys)


def points_short(hold: Literal["at-target", "one-short"]) -> int:
    """Return how many points before the target a score is stopped."""
    match hold:
        case "at-target":
            return 0
        case "one-short":
            return 1
    assert_never(hold)


def holds_everyone(who: HoldWho) -> bool:
    match who:
        case "everyone":
            return True
        case "defenders":
            return False
    assert_never(who)


def _not_yet(
    hand: _Situation, there: Sequence[Side], held: Sequence[Why], scores: Mapping[str, int]
) -> tuple[Why, ...]:
    """Say why a team at the target has not won, unless being held there says it already."""
    if hand.scored.verdict:
        return ()
    explained = {reason.who for reason in held}
    reasons = [(team, _keeps_from_winning(hand, team, scores)) for team in there if team not in explained]
    return tuple(why("not-yet", team, because=because) for team, because in reasons if because)


def _keeps_from_winning(hand: _Situation, team: Side, scores: Mapping[str, int]) -> NotYet | None:
    """Return the rule that keeps a team at the target from winning; None where it can win."""
    if not _may_win(hand, team):
        return _because(hand, team)
    return None if _is_ahead(hand, team, scores) else "ahead"


def _is_ahead(hand: _Situation, team: Side, scores: Mapping[str, int]) -> bool:
    """Tell whether a team is as far ahead of every other as a winner must be (`finish.win_by`)."""
    by = hand.rules.finish.win_by
    if not by:
        return True
    own = hand.better(scores[team[0]])
    return all(own - hand.better(scores[other[0]]) >= by for other in hand.teams if other != team)


def _because(hand: _Situation, team: Side) -> NotYet:
    """Return the rule that keeps a team from winning with this hand."""
    if hand.play_on:
        return "play-on"
    if hand.bid(team):
        return "stand" if hand.made else "set"
    return "against-made" if _wins_by_others_set(hand.rules.finish.may_win) else "defending"


# ---------------------------------------------------------------- the five ways to end a game


def _by_special(hand: _Situation, scores: Mapping[str, int]) -> _Ending | None:
    verdict = hand.scored.verdict
    match verdict:
        case None:
            return None
        case "won":
            return _Ending(hand.contract.bidders)
        case "lost":
            others = [team for team in hand.teams if not hand.bid(team)]
            return _won(_best(hand, others, scores), "best-left")
    assert_never(verdict)


def _by_instant_win(hand: _Situation) -> _Ending | None:
    rule, swept_by = hand.rules.finish.instant_win, hand.scored.swept_by
    match rule:
        case "none":
            return None
        case "all-points-by-anyone":
            return _won([swept_by], "swept") if swept_by else None
        case "four-bid":
            return _won([hand.contract.bidders], "four-bid") if _made_four(hand) else None
    assert_never(rule)


def _made_four(hand: _Situation) -> bool:
    """Tell whether a bid of four was made from a score of one or more."""
    bid = hand.contract.bid
    if bid is None:
        return False
    four = bid.rank == FOUR_BID and not bid.special and hand.made and not hand.scored.by_renege
    return four and hand.before[bid.player] >= 1


def _by_target(hand: _Situation, there: Sequence[Side], scores: Mapping[str, int]) -> _Ending | None:
    able = [team for team in there if _may_win(hand, team) and _is_ahead(hand, team, scores)] if there else []
    if not able:
        return None
    if len(able) > 1:
        return _cross(hand, able, scores)
    others_set = not hand.made and _wins_by_others_set(hand.rules.finish.may_win)
    return _won(able, "target", target=hand.rules.finish.target, others_set=others_set)


def _wins_by_others_set(may_win: MayWin) -> bool:
    """Tell whether a side that did not bid may win when the bidders are set."""
    match may_win:
        case "bid-made-or-opponents-set":
            return True
        case "any" | "bid-made":
            return False
    assert_never(may_win)


def _by_bust(hand: _Situation, scores: Mapping[str, int]) -> _Ending | None:
    bust = hand.rules.finish.bust
    if bust == "none":
        return None
    out = [team for team in hand.teams if hand.better(scores[team[0]]) <= hand.better(bust)]
    if not out:
        return None
    fallen = tuple(why("bust", team, bust=bust) for team in out)
    left = [team for team in hand.teams if team not in out]
    won = _won(_best(hand, left or out, scores), "best-left" if left else "best-of-bust")
    return _Ending(won.winners, (*fallen, *won.whys))


def _by_limit(hand: _Situation, scores: Mapping[str, int], end: _Ending | None) -> _Ending | None:
    """Return the end of a game whose hands are all played: the best score wins (`finish.hands`, `finish.rounds`).

    `end` is what the hand came to otherwise, without a winner.
    """
    size = sum(len(team) for team in hand.teams)
    if hand.hands < hand.rules.hands_limit(size):
        return end
    best = _best(hand, hand.teams, scores)
    if len(best) > 1 and hand.rules.plays_on_equal:
        players = tuple(player for team in best for player in team)
        more = why("limit-equal", players, hands=hand.hands)
        return _Ending((), (*(end.whys if end else ()), more), play_on=end.play_on if end else hand.play_on)
    won = _won(best, "limit", hands=hand.hands)
    return _Ending(won.winners, (*(end.whys if end else ()), *won.whys))


# ---------------------------------------------------------------- several at the target


class _Decision(NamedTuple):
    """Who of several at the target has won, what decided, and what brought the first of them there (`in-order`)."""

    teams: list[Side]
    by: DecidedBy
    first: str = ""


def _cross(hand: _Situation, there: Sequence[Side], scores: Mapping[str, int]) -> _Ending:
    """Decide between several teams at the target (`finish.crossing`; A03, A05, A11, A25)."""
    rule = hand.rules.finish.crossing
    match rule:
        case "bidder-or-play-on":
            bidder = [team for team in there if hand.contract.bidder in team and hand.made]
            if not bidder:
                return _Ending((), (why("play-on"),), play_on=True)
            return _won_crossing(hand, there, scores, _Decision(bidder, "the-bidder"))
        case "bidders-first":
            bidding = [team for team in there if hand.bid(team)]
            others = [team for team in there if not hand.bid(team)]
            if bidding and others:
                first, by = _first(bidding, others, made=hand.made)
                return _won_crossing(hand, there, scores, _Decision(_highest(hand, first, scores).teams, by))
            return _won_crossing(hand, there, scores, _highest(hand, there, scores))
        case "higher-then-bidders":
            return _won_crossing(hand, there, scores, _highest(hand, there, scores))
        case "in-order":
            what, first = _first_there(hand, there)
            teams, by, _ = _highest(hand, first, scores)
            return _won_crossing(hand, there, scores, _Decision(teams, by if len(first) > 1 else "first", what))
    assert_never(rule)


def _first_there(hand: _Situation, teams: Sequence[Side]) -> tuple[str, list[Side]]:
    """Return those of the teams at the target that were there first, counting in order, and with what."""
    standings = standings_of(hand.before, hand.scored.moments, hand.rules)
    reached = ((what, _those_at_target(hand, teams, scores)) for what, scores in standings)
    return next((what, there) for what, there in reached if there)


def _first(bidding: list[Side], others: list[Side], *, made: bool) -> tuple[list[Side], DecidedBy]:
    return (bidding, "bidders-first") if made else (others, "bidders-failed")


def _won_crossing(hand: _Situation, there: Sequence[Side], scores: Mapping[str, int], won: _Decision) -> _Ending:
    ranked = sorted(there, key=lambda team: -hand.better(scores[team[0]]))
    at = tuple((team, scores[team[0]]) for team in ranked)
    both = len(hand.teams) == 2  # noqa: PLR2004 - then both of them are at the target
    facts = {"by": won.by, "first": won.first, "at": at, "target": hand.rules.finish.target}
    return _won(won.teams, "crossing", both=both, **facts)


def _highest(hand: _Situation, teams: Sequence[Side], scores: Mapping[str, int]) -> _Decision:
    """Return the best team and what decided: of equal teams those who bid, of those the bidder, else all together."""
    best = _best(hand, teams, scores)
    if len(best) == 1:
        return _Decision(best, "score")
    bidding = [team for team in best if hand.bid(team)]
    if len(bidding) == 1:
        return _Decision(bidding, "bidders")
    bidder = [team for team in bidding if hand.contract.bidder in team]
    return _Decision(bidder, "bidder") if bidder else _Decision(best, "tie")


def _best(hand: _Situation, teams: Sequence[Side], scores: Mapping[str, int]) -> list[Side]:
    top = max(hand.better(scores[team[0]]) for team in teams)
    return [team for team in teams if hand.better(scores[team[0]]) == top]


def _won(teams: Sequence[Side], what: str, **facts: Fact) -> _Ending:
    """Return the end of a game that these teams have won, for the reason `what`."""
    winners = tuple(player for team in teams for player in team)
    return _Ending(winners, (Why(what, winners, facts),))
