"""Who is stopped at the target, and who has won (docs/scoresheet.md, "How a hand is scored", steps 5, 6 and 12 to 14).

The order is: the special bid, an instant win, the target, bust, the limit of hands.  `_cross` decides between several
sides at the target.
(The point for game, when card points are tied, is decided in `scoring.py`.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, assert_never

from scorekeeper.rules.facts import Contract
from scorekeeper.rules.hand import MADE, HandResult
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import standings as standings_of
from scorekeeper.rules.seats import Side
from scorekeeper.rules.setting_groups import Crossing, HoldWho, MayWin
from scorekeeper.rules.sheet import statically_frozen
from scorekeeper.rules.why import Fact, Why, why

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
        """Return whether a team was on the bidding side of this hand."""
        return team[0] in self.contract.bidders

    def better(self, score: int) -> int:
        """Return a number that is larger for a better score."""
        return -score if self.rules.counts_down else score


def finish_hand(  # noqa: PLR0913 - the seven things a finish depends on
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
    play_on = play_on and _plays_on(rules.finish.crossing)
    scores = scored.scores
    there = _those_at_target(rules, teams, scores)
    if not there and scored.verdict is None and not rules.ends_without_target:
        return FinishResult(scores, (), play_on, ())
    situation = _Situation(rules, contract, teams, before, scored, play_on, hands)
    whys: tuple[Why, ...] = ()
    if there:
        scores, held = _hold(situation, there)
        there = _those_at_target(rules, teams, scores)
        whys = (*held, *_not_yet(situation, there, held, scores))
    end = (
        _by_special(situation, scores)
        or _by_instant_win(situation)
        or _by_target(situation, there, scores)
        or _by_bust(situation, scores)
    )
    if rules.has_limit and not (end and end.winners):
        end = _by_limit(situation, scores, end)
    if end is None:
        return FinishResult(scores, (), situation.play_on, whys)
    return FinishResult(scores, end.winners, end.play_on, (*whys, *end.whys))


def _plays_on(crossing: Crossing) -> bool:
    match crossing:
        case "bidder-or-play-on":
            return True
        case "higher-then-bidders" | "bidders-first" | "in-order":
            return False
    assert_never(crossing)


# ---------------------------------------------------------------- may win, hold


def _those_at_target(rules: Ruleset, teams: Sequence[Side], scores: Mapping[str, int]) -> list[Side]:
    """Return those of these teams that are at the target."""
    target, down = rules.finish.target, rules.counts_down
    if target == "none":
        return []
    return [team for team in teams if (scores[team[0]] <= target if down else scores[team[0]] >= target)]


def _may_win(situation: _Situation, team: Side) -> bool:
    """Return whether a team can win at the end of this hand, were its score good enough (`finish.may_win`)."""
    if situation.play_on:
        return situation.made and situation.contract.bidder in team
    may_win = situation.rules.finish.may_win
    match may_win:
        case "any":
            return True
        case "bid-made":
            return situation.made and situation.bid(team) and _stood_there(situation, team)
        case "bid-made-or-opponents-set":
            return situation.bid(team) if situation.made else not situation.bid(team)
    assert_never(may_win)


def _stood_there(situation: _Situation, team: Side) -> bool:
    """Return whether a team was at the target before the hand, where that is needed (`finish.must_stand_at_target`)."""
    rules = situation.rules
    return not rules.finish.must_stand_at_target or bool(_those_at_target(rules, [team], situation.before))


def _hold(situation: _Situation, there: Sequence[Side]) -> tuple[Mapping[str, int], tuple[Why, ...]]:
    """Stop scores at the target, or one short of it; a score that was past it already stays (V14, V40, A53)."""
    scores, finish = situation.scored.scores, situation.rules.finish
    if finish.hold == "none" or finish.target == "none":
        return scores, ()
    short = points_short(finish.hold)
    limit = finish.target + short if situation.rules.counts_down else finish.target - short
    everyone, whys = holds_everyone(finish.hold_who), []
    for team in there:
        if not everyone and (situation.bid(team) or _may_win(situation, team)):
            continue
        was = situation.before[team[0]]
        stop = min(limit, was) if situation.rules.counts_down else max(limit, was)
        if situation.better(scores[team[0]]) > situation.better(stop):
            scores = {**scores, **dict.fromkeys(team, stop)}
            whys.append(why("held", team, score=stop, everyone=everyone, because=_because(situation, team)))
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
    situation: _Situation, there: Sequence[Side], held: Sequence[Why], scores: Mapping[str, int]
) -> tuple[Why, ...]:
    """Return why a team at the target has not won, unless being held there says it already."""
    if situation.scored.verdict:
        return ()
    explained = {reason.who for reason in held}
    reasons = [(team, _keeps_from_winning(situation, team, scores)) for team in there if team not in explained]
    return tuple(why("not-yet", team, because=because) for team, because in reasons if because)


def _keeps_from_winning(situation: _Situation, team: Side, scores: Mapping[str, int]) -> NotYet | None:
    """Return the rule that keeps a team at the target from winning; None where it can win."""
    if not _may_win(situation, team):
        return _because(situation, team)
    return None if _is_ahead(situation, team, scores) else "ahead"


def _is_ahead(situation: _Situation, team: Side, scores: Mapping[str, int]) -> bool:
    """Return whether a team is as far ahead of every other as a winner must be (`finish.win_by`)."""
    by = situation.rules.finish.win_by
    if not by:
        return True
    own = situation.better(scores[team[0]])
    return all(own - situation.better(scores[other[0]]) >= by for other in situation.teams if other != team)


def _because(situation: _Situation, team: Side) -> NotYet:
    """Return the rule that keeps a team from winning with this hand."""
    if situation.play_on:
        return "play-on"
    if situation.bid(team):
        return "stand" if situation.made else "set"
    return "against-made" if _wins_by_others_set(situation.rules.finish.may_win) else "defending"


# ---------------------------------------------------------------- the five ways to end a game


def _by_special(situation: _Situation, scores: Mapping[str, int]) -> _Ending | None:
    verdict = situation.scored.verdict
    match verdict:
        case None:
            return None
        case "won":
            return _Ending(situation.contract.bidders)
        case "lost":
            others = [team for team in situation.teams if not situation.bid(team)]
            return _won(_best(situation, others, scores), "best-left")
    assert_never(verdict)


def _by_instant_win(situation: _Situation) -> _Ending | None:
    rule, swept_by = situation.rules.finish.instant_win, situation.scored.swept_by
    match rule:
        case "none":
            return None
        case "all-points-by-anyone":
            return _won([swept_by], "swept") if swept_by else None
        case "four-bid":
            return _won([situation.contract.bidders], "four-bid") if _made_four(situation) else None
    assert_never(rule)


def _made_four(situation: _Situation) -> bool:
    """Return whether a bid of four was made from a score of one or more."""
    bid = situation.contract.bid
    if bid is None:
        return False
    four = bid.rank == FOUR_BID and not bid.special and situation.made and not situation.scored.by_renege
    return four and situation.before[bid.player] >= 1


def _by_target(situation: _Situation, there: Sequence[Side], scores: Mapping[str, int]) -> _Ending | None:
    able = [team for team in there if _may_win(situation, team) and _is_ahead(situation, team, scores)]
    if not able:
        return None
    if len(able) > 1:
        return _cross(situation, able, scores)
    others_set = not situation.made and _wins_by_others_set(situation.rules.finish.may_win)
    return _won(able, "target", target=situation.rules.finish.target, others_set=others_set)


def _wins_by_others_set(may_win: MayWin) -> bool:
    """Return whether a side that did not bid may win when the bidders are set."""
    match may_win:
        case "bid-made-or-opponents-set":
            return True
        case "any" | "bid-made":
            return False
    assert_never(may_win)


def _by_bust(situation: _Situation, scores: Mapping[str, int]) -> _Ending | None:
    bust = situation.rules.finish.bust
    if bust == "none":
        return None
    out = [team for team in situation.teams if situation.better(scores[team[0]]) <= situation.better(bust)]
    if not out:
        return None
    fallen = tuple(why("bust", team, bust=bust) for team in out)
    left = [team for team in situation.teams if team not in out]
    won = _won(_best(situation, left or out, scores), "best-left" if left else "best-of-bust")
    return _Ending(won.winners, (*fallen, *won.whys))


def _by_limit(situation: _Situation, scores: Mapping[str, int], end: _Ending | None) -> _Ending | None:
    """Return the end of a game whose hands are all played: the best score wins (`finish.hands`, `finish.rounds`).

    `end` is what the hand came to otherwise, without a winner.
    """
    size = sum(len(team) for team in situation.teams)
    if situation.hands < situation.rules.hands_limit(size):
        return end
    best = _best(situation, situation.teams, scores)
    if len(best) > 1 and situation.rules.plays_on_equal:
        players = tuple(player for team in best for player in team)
        more = why("limit-equal", players, hands=situation.hands)
        return _Ending((), (*(end.whys if end else ()), more), play_on=end.play_on if end else situation.play_on)
    won = _won(best, "limit", hands=situation.hands)
    return _Ending(won.winners, (*(end.whys if end else ()), *won.whys))


# ---------------------------------------------------------------- several at the target


class _Decision(NamedTuple):
    """Who of several at the target has won, what decided, and what brought the first of them there (`in-order`)."""

    teams: list[Side]
    by: DecidedBy
    first: str = ""


def _cross(situation: _Situation, there: Sequence[Side], scores: Mapping[str, int]) -> _Ending:
    """Decide between several teams at the target (`finish.crossing`; A03, A05, A11, A25)."""
    rule = situation.rules.finish.crossing
    match rule:
        case "bidder-or-play-on":
            bidder = [team for team in there if situation.contract.bidder in team and situation.made]
            if not bidder:
                return _Ending((), (why("play-on"),), play_on=True)
            return _won_crossing(situation, there, scores, _Decision(bidder, "the-bidder"))
        case "bidders-first":
            bidding = [team for team in there if situation.bid(team)]
            others = [team for team in there if not situation.bid(team)]
            if bidding and others:
                first, by = _first(bidding, others, made=situation.made)
                return _won_crossing(situation, there, scores, _Decision(_highest(situation, first, scores).teams, by))
            return _won_crossing(situation, there, scores, _highest(situation, there, scores))
        case "higher-then-bidders":
            return _won_crossing(situation, there, scores, _highest(situation, there, scores))
        case "in-order":
            what, first = _first_there(situation, there)
            teams, by, _ = _highest(situation, first, scores)
            return _won_crossing(situation, there, scores, _Decision(teams, by if len(first) > 1 else "first", what))
    assert_never(rule)


def _first_there(situation: _Situation, teams: Sequence[Side]) -> tuple[str, list[Side]]:
    """Return those of the teams at the target that were there first, counting in order, and with what."""
    standings = standings_of(situation.before, situation.scored.moments, situation.rules)
    reached = ((what, _those_at_target(situation.rules, teams, scores)) for what, scores in standings)
    return next((what, there) for what, there in reached if there)


def _first(bidding: list[Side], others: list[Side], *, made: bool) -> tuple[list[Side], DecidedBy]:
    return (bidding, "bidders-first") if made else (others, "bidders-failed")


def _won_crossing(situation: _Situation, there: Sequence[Side], scores: Mapping[str, int], won: _Decision) -> _Ending:
    ranked = sorted(there, key=lambda team: -situation.better(scores[team[0]]))
    at = tuple((team, scores[team[0]]) for team in ranked)
    both = len(situation.teams) == 2  # noqa: PLR2004 - then both of them are at the target
    rules = situation.rules
    facts = {"decided": won.by, "first": won.first, "at": at, "target": rules.finish.target, "names": rules.names}
    return _won(won.teams, "crossing", both=both, **facts)


def _highest(situation: _Situation, teams: Sequence[Side], scores: Mapping[str, int]) -> _Decision:
    """Return the best team and what decided: of equal teams those who bid, of those the bidder, else all together."""
    best = _best(situation, teams, scores)
    if len(best) == 1:
        return _Decision(best, "score")
    bidding = [team for team in best if situation.bid(team)]
    if len(bidding) == 1:
        return _Decision(bidding, "bidders")
    bidder = [team for team in bidding if situation.contract.bidder in team]
    return _Decision(bidder, "bidder") if bidder else _Decision(best, "tie")


def _best(situation: _Situation, teams: Sequence[Side], scores: Mapping[str, int]) -> list[Side]:
    top = max(situation.better(scores[team[0]]) for team in teams)
    return [team for team in teams if situation.better(scores[team[0]]) == top]


def _won(teams: Sequence[Side], what: str, **facts: Fact) -> _Ending:
    """Return the end of a game that these teams have won, for the reason `what`."""
    winners = tuple(player for team in teams for player in team)
    return _Ending(winners, (Why(what, winners, facts),))
