"""What each side still needs to go out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never

from scorekeeper.rules.seats import Side
from scorekeeper.rules.table import Table

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
