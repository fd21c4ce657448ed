"""By what a season is ordered, as its keeper chose."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.errors import unreadable
from scorekeeper.rules.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

WINS, POINTS, WIN_RATE, MONEY, BEST_NIGHTS = "wins", "points", "win_rate", "money", "best_nights"
BY = (WINS, POINTS, WIN_RATE, MONEY, BEST_NIGHTS)
MOST = 1000
"""Nobody plays more games or nights in a season."""


@dataclass(frozen=True)
class Rule:
    """`floor`: the games one must have played to be placed; `nights`: how many of the best nights count."""

    by: str = WINS
    floor: int = 0
    nights: int = 10


def checked_rule(by: str, floor: int, nights: int) -> Rule:
    """Give the rule a form asks for.  Raises UnreadableSheet: fields "by", "floor", "nights"."""
    if by not in BY:
        raise unreadable("by", "Standings go by wins, points, win rate, money or best nights.")
    if not 0 <= floor <= MOST:
        raise unreadable("floor", f"The games one must have played are 0 to {MOST}.")
    if not 1 <= nights <= MOST:
        raise unreadable("nights", f"The best nights that count are 1 to {MOST}.")
    return Rule(by, floor, nights)


def freeze_rule(rule: Rule) -> dict[str, Any]:
    return asdict(rule)


def thaw_rule(kept: Mapping[str, Any]) -> Rule:
    return Rule(**kept)


SENTENCES = {
    WINS: "Most games won leads.",
    POINTS: "Points for less points against: the largest difference leads.",
    WIN_RATE: "The best share of games won leads.",
    MONEY: "Most money won leads.",
    BEST_NIGHTS: "Games won on one's best {nights} count, and most of them leads.",
}


def rule_words(rule: Rule) -> str:
    """Say a rule in words."""
    said = SENTENCES[rule.by].format(nights=counted(rule.nights, "night"))
    return f"{said} To be placed one plays {counted(rule.floor, 'game')}." if rule.floor else said
