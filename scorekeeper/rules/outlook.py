"""What each side still needs to go out, and the hand that turned a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, assert_never

from scorekeeper.rules.seats import Side
from scorekeeper.rules.table import Table

Scores = Mapping[str, int]
Way = Literal["points", "made-bid", "made-bid-or-set", "not-yet"]


@dataclass(frozen=True)
class Outlook:
    """One team's cheapest way out: `to_go` points to the target (0 at the target, None where there is no target).

    `way` is what must happen: "points" (any bidder), "made-bid", "made-bid-or-set" (a made bid, or the bidders are
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


def turning_hand(hands: Iterable[tuple[Scores, Scores]], winners: Collection[str], *, counts_down: bool) -> int | None:
    """Return which hand turned a game, counted from 0, by the scores before and after each; None if nobody won.

    It is the hand with the largest swing in the lead toward the winner, the later of equals.  The lead is the winner's
    score minus the best other score, after the hand minus before it; where the lowest score is the best, the lowest
    other score minus the winner's.  A winner who is not ahead at the end won by a rule and not by points, such as a bid
    that wins at once: the last hand turned that game.
    """
    sign = -1 if counts_down else 1

    def lead(scores: Scores) -> int:
        others = [sign * score for player, score in scores.items() if player not in winners]
        return max(sign * scores[player] for player in winners if player in scores) - max(others, default=0)

    played = [
        (number, lead(before), lead(after))
        for number, (before, after) in enumerate(hands)
        if any(player in before for player in winners)  # who joined later had no part in it
    ]
    if not played or played[-1][2] <= 0:
        return played[-1][0] if played else None
    return max(played, key=lambda hand: (hand[2] - hand[1], hand[0]))[0]
