"""Who is stopped at the target, and who has won (docs/scoresheet.md, "How a hand is scored", steps 5, 6 and 12 to 14).

The order is: the special bid, an instant win, the target, bust, the limit of hands.  `_cross` decides between several
sides at the target.
(The point for game, when card points are tied, is decided in `scoring.py`.)
"""

from collections.abc import Mapping, Sequence
from typing import Literal, assert_never

from scorekeeper.rules.facts import Contract
from scorekeeper.rules.hand import MADE, HandResult
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import count_out
from scorekeeper.rules.sheet import Fact, Side, Why, statically_frozen, why

FOUR_BID = 4

NotYet = Literal["set", "defending", "against-made", "stand", "play-on", "ahead"]
"""The rule that keeps a side at the target from winning."""
DecidedBy = Literal["score", "bidders", "bidder", "tie", "bidders-first", "bidders-failed", "the-bidder", "first"]
"""What decided between several sides at the target."""


@statically_frozen
class Ending:
    """Who has won, and why; nobody while the game goes on.  With `play_on` several could have won and nobody did."""

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
) -> tuple[Mapping[str, int], Ending]:
    """Return the scores as written and the winners, if this hand ended the game.

    `teams` are who shares a score, `before` the scores before the hand, `play_on` whether an earlier hand left several
    at the target and nobody the winner (V39), `hands` how many have been scored with this one.
    """
    play_on = play_on and rules.waits_for_bidder
    scores = scored.scores
    there = _those_at_target(rules, teams, scores)
    if not there and scored.verdict is None and not rules.ends_without_target:
        return scores, Ending((), play_on=play_on)
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
        return scores, Ending((), whys, situation.play_on)
    return scores, Ending(end.winners, (*whys, *end.whys), end.play_on)


# ---------------------------------------------------------------- may win, hold


def _those_at_target(rules: Ruleset, teams: Sequence[Side], scores: Mapping[str, int]) -> list[Side]:
    target, down = rules.finish.target, rules.counts_down
    if target == "none":
        return []
    return [team for team in teams if (scores[team[0]] <= target if down else scores[team[0]] >= target)]


def _may_win(situation: _Situation, team: Side) -> bool:
    """Return whether a team can win at the end of this hand, were its score good enough (`finish.may_win`)."""
    if situation.play_on:
        return situation.made and situation.contract.bidder in team
    rules = situation.rules
    may_win = rules.finish.may_win
    match may_win:
        case "any":
            return True
        case "bid-made":
            stood = not rules.finish.must_stand_at_target or _those_at_target(rules, [team], situation.before)
            return situation.made and situation.bid(team) and bool(stood)
        case "bid-made-or-opponents-set":
            return situation.bid(team) if situation.made else not situation.bid(team)
    assert_never(may_win)


def _hold(situation: _Situation, there: Sequence[Side]) -> tuple[Mapping[str, int], tuple[Why, ...]]:
    """Stop scores at the target, or one short of it; a score that was past it already stays (V14, V40, A53)."""
    scores, rules = situation.scored.scores, situation.rules
    if rules.finish.hold == "none" or rules.finish.target == "none":
        return scores, ()
    limit = rules.finish.target + (rules.holds_short if rules.counts_down else -rules.holds_short)
    everyone, whys = rules.holds_everyone, []
    for team in there:
        if not everyone and (situation.bid(team) or _may_win(situation, team)):
            continue
        was = situation.before[team[0]]
        stop = min(limit, was) if rules.counts_down else max(limit, was)
        if situation.better(scores[team[0]]) > situation.better(stop):
            scores = {**scores, **dict.fromkeys(team, stop)}
            whys.append(why("held", team, score=stop, everyone=everyone, because=_because(situation, team)))
    return scores, tuple(whys)


def _not_yet(
    situation: _Situation, there: Sequence[Side], held: Sequence[Why], scores: Mapping[str, int]
) -> tuple[Why, ...]:
    """Return why a team at the target has not won, unless being held there says it already."""
    if situation.scored.verdict:
        return ()
    explained, whys = {reason.who for reason in held}, []
    for team in there:
        if team in explained:
            continue
        if not _may_win(situation, team):
            whys.append(why("not-yet", team, because=_because(situation, team)))
        elif not _is_ahead(situation, team, scores):
            whys.append(why("not-yet", team, because="ahead"))
    return tuple(whys)


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
    return "against-made" if situation.rules.set_lets_others_win else "defending"


# ---------------------------------------------------------------- the five ways to end a game


def _by_special(situation: _Situation, scores: Mapping[str, int]) -> Ending | None:
    verdict = situation.scored.verdict
    match verdict:
        case None:
            return None
        case "won":
            return Ending(situation.contract.bidders)
        case "lost":
            others = [team for team in situation.teams if not situation.bid(team)]
            return _won(_best(situation, others, scores), "best-left")
    assert_never(verdict)


def _by_instant_win(situation: _Situation) -> Ending | None:
    rule, swept_by = situation.rules.finish.instant_win, situation.scored.swept_by
    match rule:
        case "none":
            return None
        case "all-points-by-anyone":
            return _won([swept_by], "swept") if swept_by else None
        case "four-bid":
            bid = situation.contract.bid  # from a score of one or more
            if bid is None or bid.special or bid.rank != FOUR_BID or situation.before[bid.player] < 1:
                return None
            made = situation.made and not situation.scored.by_renege
            return _won([situation.contract.bidders], "four-bid") if made else None
    assert_never(rule)


def _by_target(situation: _Situation, there: Sequence[Side], scores: Mapping[str, int]) -> Ending | None:
    able = [team for team in there if _may_win(situation, team) and _is_ahead(situation, team, scores)]
    if not able:
        return None
    if len(able) > 1:
        return _cross(situation, able, scores)
    others_set = not situation.made and situation.rules.set_lets_others_win
    return _won(able, "target", target=situation.rules.finish.target, others_set=others_set)


def _by_bust(situation: _Situation, scores: Mapping[str, int]) -> Ending | None:
    bust = situation.rules.finish.bust
    if bust == "none":
        return None
    out = [team for team in situation.teams if situation.better(scores[team[0]]) <= situation.better(bust)]
    if not out:
        return None
    fallen = tuple(why("bust", team, bust=bust) for team in out)
    left = [team for team in situation.teams if team not in out]
    won = _won(_best(situation, left or out, scores), "best-left" if left else "best-of-bust")
    return Ending(won.winners, (*fallen, *won.whys))


def _by_limit(situation: _Situation, scores: Mapping[str, int], end: Ending | None) -> Ending | None:
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
        return Ending((), (*(end.whys if end else ()), more), play_on=end.play_on if end else situation.play_on)
    won = _won(best, "limit", hands=situation.hands)
    return Ending(won.winners, (*(end.whys if end else ()), *won.whys))


# ---------------------------------------------------------------- several at the target


def _cross(situation: _Situation, there: Sequence[Side], scores: Mapping[str, int]) -> Ending:
    """Decide between several teams at the target (`finish.crossing`; A03, A05, A11, A25)."""
    rules = situation.rules
    rule = rules.finish.crossing
    by: DecidedBy
    brought_by = ""  # what counted when the first of them reached the target (`in-order`)
    match rule:
        case "bidder-or-play-on":
            won = [team for team in there if situation.contract.bidder in team and situation.made]
            if not won:
                return Ending((), (why("play-on"),), play_on=True)
            by = "the-bidder"
        case "bidders-first":
            bidding = [team for team in there if situation.bid(team)]
            others = [team for team in there if not situation.bid(team)]
            won, by = _highest(situation, (bidding if situation.made else others) or there, scores)
            if bidding and others:
                by = "bidders-first" if situation.made else "bidders-failed"
        case "higher-then-bidders":
            won, by = _highest(situation, there, scores)
        case "in-order":
            counted = count_out(situation.before, situation.scored.moments, rules)
            reached = ((what, _those_at_target(rules, there, at)) for what, at in counted)
            brought_by, first = next((what, teams) for what, teams in reached if teams)
            won, by = _highest(situation, first, scores)
            by = by if len(first) > 1 else "first"
        case _:
            assert_never(rule)
    ranked = sorted(there, key=lambda team: -situation.better(scores[team[0]]))
    at = tuple((team, scores[team[0]]) for team in ranked)
    both = len(situation.teams) == 2  # noqa: PLR2004 - then both of them are at the target
    facts = {"decided": by, "first": brought_by, "at": at, "target": rules.finish.target, "names": rules.names}
    return _won(won, "crossing", both=both, **facts)


def _highest(situation: _Situation, teams: Sequence[Side], scores: Mapping[str, int]) -> tuple[list[Side], DecidedBy]:
    """Return the best team and what decided: of equal teams those who bid, of those the bidder, else all together."""
    best = _best(situation, teams, scores)
    if len(best) == 1:
        return best, "score"
    bidding = [team for team in best if situation.bid(team)]
    if len(bidding) == 1:
        return bidding, "bidders"
    bidder = [team for team in bidding if situation.contract.bidder in team]
    return (bidder, "bidder") if bidder else (best, "tie")


def _best(situation: _Situation, teams: Sequence[Side], scores: Mapping[str, int]) -> list[Side]:
    top = max(situation.better(scores[team[0]]) for team in teams)
    return [team for team in teams if situation.better(scores[team[0]]) == top]


def _won(teams: Sequence[Side], what: str, **facts: Fact) -> Ending:
    winners = tuple(player for team in teams for player in team)
    return Ending(winners, (Why(what, winners, facts),))
