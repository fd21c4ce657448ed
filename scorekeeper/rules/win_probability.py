"""What each side needs to go out, and how likely each is to win.

Likely: the rest of the game is played many times over, with hands that were really played.  Every hand of the pool is
played by each side in turn, so that nobody's luck or skill counts: two sides with equal scores are equally likely to
win.  Who may go out, who is held or has bust, and when a game ends is decided by the rules of the game.
docs/win-probability.md says what the model leaves out and how well it does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from operator import add
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple, assert_never

from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.facts import check_hand
from scorekeeper.rules.finish import finish_hand
from scorekeeper.rules.fold import play
from scorekeeper.rules.hand import score_hand
from scorekeeper.rules.sheet import Hand, Passed, SmokeHand, statically_frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.rules.facts import Contract
    from scorekeeper.rules.hand import HandResult
    from scorekeeper.rules.seats import Side
    from scorekeeper.rules.sheet import Line
    from scorekeeper.rules.table import Table

# ---------------------------------------------------------------- what each side needs to go out

Way = Literal["points", "made-bid", "made-bid-or-set", "not-yet"]


@dataclass(frozen=True)
class Outlook:
    """One team's cheapest way out: `to_go` points to the target (0 at the target, None where there is no target).

    `way` is what must happen: "points" (whoever bids), "made-bid", "made-bid-or-set" (a made bid, or the bidders are
    set), or "not-yet" when no ordinary hand can be enough; `points` are the points the hand must bring.
    `words.say_way_out` puts it into a sentence.
    """

    team: Side
    to_go: int | None
    way: Way
    points: int = 0


def outlooks(table: Table) -> tuple[Outlook, ...]:
    """Return every team's outlook in seat order (catalogue V14, V24, V40: a bid may be needed to win)."""
    return tuple(_outlook(table, team) for team in table.teams)


def _outlook(table: Table, team: Side) -> Outlook:
    finish, rules = table.rules.finish, table.rules
    if finish.target == "none":
        return Outlook(team, None, "not-yet")
    score = table.scores[team[0]]
    missing = score - finish.target if rules.counts_down else finish.target - score
    to_go = max(0, missing)
    if table.is_smoke or to_go > rules.on_offer or (finish.must_stand_at_target and to_go):
        return Outlook(team, to_go, "not-yet")
    return Outlook(team, to_go, _way(table), to_go)


def _way(table: Table) -> Way:
    if table.play_on:
        return "made-bid"
    may_win = table.rules.finish.may_win
    match may_win:
        case "any":
            return "points"
        case "bid-made":
            return "made-bid"
        case "bid-made-or-opponents-set":
            return "made-bid-or-set"
    assert_never(may_win)


# ---------------------------------------------------------------- how likely each side is to win

ROUNDS = 128
"""How often the rest of a game is played."""
MAX_HANDS = 60
"""A game that is not over by then counts for nobody."""

Scores = tuple[int, ...]
"""One score a team, in seat order."""


@statically_frozen
class PoolHand:
    """A hand somebody played, and who dealt it."""

    line: Line
    dealer: str


class _Outcome(NamedTuple):
    """A hand of the pool as the teams play it when each takes the part of the team `turned` places before it."""

    hand: PoolHand
    turned: int
    changes: Scores
    asks: bool
    """Whether the rules are to be asked at any score: it may win outright, or does what the scores decide."""
    scored: tuple[Contract, HandResult] | None
    """What it came to, where the scores before it have no part in that."""
    alike: str
    """The same for hands that the rules make the same of at the same scores."""


class _Standing(NamedTuple):
    """Where a hand leads to; `winners` are numbers of teams."""

    scores: Scores
    play_on: bool
    winners: tuple[int, ...] = ()


class WinModel:
    """Plays games to their end under the rules of a table, from any scores.

    The same hands are dealt from each table, so that what differs between two is their scores; the same seed deals the
    same.
    """

    def __init__(self, table: Table, pool: Iterable[PoolHand], seed: str) -> None:
        self._table = replace(
            table, stakes=None, scores=dict.fromkeys(table.players, table.rules.finish.start),
            sits=dict.fromkeys(table.players, 0), winners=(), ended=False,
        )  # fmt: skip
        self._outcomes = [outcome for hand in pool for outcome in _outcomes(self._table, hand)]
        self._low, self._high = _bounds(table)
        self._random = Random(seed)  # noqa: S311 - nothing secret: the same game must give the same figures
        self._dealt: list[list[_Outcome]] = []
        """By the number of the hand: what is dealt in each round."""
        self._asked: dict[tuple[object, ...], _Standing | None] = {}

    @property
    def has_hands(self) -> bool:
        """Return whether any hand of the pool can be played at this table."""
        return bool(self._outcomes)

    def probabilities(self, table: Table, rounds: int = ROUNDS) -> dict[Side, float]:
        """Return each team's share of the games won from a table on (0 to 1): of a finished game, 0 or 1.

        `table` is of the rules and teams of the model's; `rounds` at most `ROUNDS`.
        """
        if table.finished:
            return {team: float(team[0] in table.winners) for team in table.teams}
        won = [0] * len(table.teams)
        start = tuple(table.scores[team[0]] for team in table.teams)
        for number in range(rounds):
            for winner in self._winners(start, table.play_on, table.hands, number):
                won[winner] += 1
        return {team: won[number] / rounds for number, team in enumerate(table.teams)}

    def _winners(self, scores: Scores, play_on: bool, played: int, game: int) -> tuple[int, ...]:  # noqa: FBT001 - as in a table
        """Return who wins this round, by the numbers of their teams; nobody in a game that does not end."""
        low, high, limited, dealt = self._low, self._high, self._table.rules.has_limit, self._dealt
        for number in range(MAX_HANDS):
            if number == len(dealt):
                dealt.append(self._deal())
            outcome = dealt[number][game]
            after = tuple(map(add, scores, outcome.changes))
            if limited or play_on or outcome.asks or min(after) <= low or max(after) >= high:
                told = self._ask(_Standing(scores, play_on), outcome, played)
                if told is None:
                    continue
                after, play_on, winners = told
                if winners:
                    return winners
            scores = after
            played += 1
        return ()

    def _deal(self) -> list[_Outcome]:
        """Return a hand for each round: every hand of the pool as often as any other, in any order."""
        even, more = divmod(ROUNDS, len(self._outcomes))
        dealt = [*self._outcomes * even, *self._random.sample(self._outcomes, more)]
        self._random.shuffle(dealt)
        return dealt

    def _ask(self, now: _Standing, outcome: _Outcome, played: int) -> _Standing | None:
        """Return what the rules make of a hand at these scores; None where it can't be played there.

        It is played in the seats it was played in: the scores move there, and back.
        """
        there = _Standing(_turn(now.scores, -outcome.turned), now.play_on)
        key = (outcome.alike, there, played if self._table.rules.has_limit else 0)
        if key not in self._asked:
            self._asked[key] = self._play(there, outcome, played)
        after = self._asked[key]
        if after is None or not outcome.turned:
            return after
        teams, turned = len(self._table.teams), outcome.turned
        winners = tuple((team + turned) % teams for team in after.winners)
        return _Standing(_turn(after.scores, turned), after.play_on, winners)

    def _play(self, now: _Standing, outcome: _Outcome, played: int) -> _Standing | None:
        teams, before = self._table.teams, _by_player(self._table.teams, now.scores)
        if outcome.scored:
            contract, scored = outcome.scored
            changed = _by_player(teams, tuple(map(add, now.scores, _turn(outcome.changes, -outcome.turned))))
            result = replace(scored, scores=changed)
            ended = finish_hand(
                self._table.rules, contract, teams, before, result, play_on=now.play_on, hands=played + 1
            )
            scores, play_on, winners = ended.scores, ended.play_on, ended.winners
        else:
            table = replace(self._table, scores=before, dealer=outcome.hand.dealer, play_on=now.play_on, hands=played)
            try:
                after, _ = play(table, outcome.hand.line)
            except SheetError:
                return None
            scores, play_on, winners = after.scores, after.play_on, after.winners
        won = tuple(number for number, team in enumerate(teams) if team[0] in winners)
        return _Standing(tuple(scores[team[0]] for team in teams), play_on, won)


def _bounds(table: Table) -> tuple[float, float]:
    """Return the scores between which no game ends, and nobody is held: below and above all of them."""
    finish, down = table.rules.finish, table.rules.counts_down
    target = (-inf if down else inf) if isinstance(finish.target, str) else finish.target
    bust = (inf if down else -inf) if isinstance(finish.bust, str) else finish.bust
    return (target, bust) if down else (bust, target)


def _outcomes(table: Table, hand: PoolHand) -> list[_Outcome]:
    """Return a hand as each team in turn would play it: the teams of a table are all of one size."""
    if not isinstance(hand.line, Hand | SmokeHand | Passed) or hand.dealer not in table.players:
        return []
    seated = replace(table, dealer=hand.dealer)
    try:
        after, entry = play(seated, hand.line)
    except SheetError:
        return []
    changes = tuple(entry.changes[team[0]] for team in table.teams)
    if isinstance(hand.line, Passed) and not any(changes):
        return []
    special, scored, alike = False, None, f"{id(hand)}"
    if isinstance(hand.line, Hand):
        contract = check_hand(hand.line, table.rules, seated)
        if contract is None:
            return []
        special = contract.bid is not None and contract.bid.special
        if not special:
            scored = (contract, score_hand(hand.line, contract, table.rules, table.scores))
            changes = tuple(scored[1].scores[team[0]] - table.scores[team[0]] for team in table.teams)
            alike = _alike(table.teams, contract, scored[1], changes)
    asks = after.finished or special or table.rules.wins_from_some_scores
    return [_Outcome(hand, turn, _turn(changes, turn), asks, scored, alike) for turn in range(len(table.teams))]


def _alike(teams: Sequence[Side], contract: Contract, scored: HandResult, changes: Scores) -> str:
    """Return all that decides what the end of a game makes of a hand, its scores aside."""
    bidding = [(contract.bidder in team, team[0] in contract.bidders) for team in teams]
    return repr((bidding, changes, scored.outcome, scored.verdict, scored.swept_by, scored.by_renege, scored.moments))


def _turn(scores: Scores, by: int) -> Scores:
    """Return what each team has when it takes what the team `by` places before it had."""
    return scores[-by:] + scores[:-by]


def _by_player(teams: Sequence[Side], scores: Scores) -> dict[str, int]:
    return {player: scores[number] for number, team in enumerate(teams) for player in team}
