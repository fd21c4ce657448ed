"""What each side needs to go out, before the next hand is played.

`Outlook.way` is the cheapest way to win with the next hand, as data; `words.say_outlook` puts it into a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.rules.seats import Side
    from scorekeeper.rules.table import Table

NOT_YET = "not-yet"
POINTS = "points"
MADE_BID = "made-bid"
MADE_BID_OR_SET = "made-bid-or-set"


@dataclass(frozen=True)
class Outlook:
    """One team's way out: `to_go` points to the target (0 when it stands there, None where there is no target).

    `way` is POINTS (they count whoever bids), MADE_BID, MADE_BID_OR_SET (or the others are set), or NOT_YET when no
    ordinary hand can be enough; `points` are the points the hand must bring.
    """

    team: Side
    to_go: int | None
    way: str
    points: int = 0


def outlooks(table: Table) -> tuple[Outlook, ...]:
    """Give every team's outlook in seat order (catalogue V14, V24, V40: a bid may be needed to win)."""
    return tuple(_outlook(table, team) for team in table.teams)


def _outlook(table: Table, team: Side) -> Outlook:
    finish, rules = table.rules.finish, table.rules
    if isinstance(finish.target, str):
        return Outlook(team, None, NOT_YET)
    score = table.scores[team[0]]
    missing = score - finish.target if rules.counts_down else finish.target - score
    to_go = max(0, missing)
    if table.is_smoke or to_go > rules.on_offer or (finish.must_stand_at_target and to_go):
        return Outlook(team, to_go, NOT_YET)
    return Outlook(team, to_go, _way(table), to_go)


def _way(table: Table) -> str:
    if table.play_on:
        return MADE_BID
    return {"any": POINTS, "bid-made": MADE_BID}.get(table.rules.finish.may_win, MADE_BID_OR_SET)
