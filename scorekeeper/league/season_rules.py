"""Which season a day belongs to, and the rule by which a season's standings are ranked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from scorekeeper.models.season import OUTSIDE
from scorekeeper.models.tables import seasons
from scorekeeper.rules.errors import unreadable
from scorekeeper.sheets.grammar import counted


class SeasonSpan(NamedTuple):
    """A season's first and last day, and its rule; `ends_on` is None while it is open."""

    season_id: int
    starts_on: str
    ends_on: str | None
    rule: RankingRule

    @property
    def days(self) -> tuple[int, str, str | None]:
        return self.season_id, self.starts_on, self.ends_on

    def has(self, day: str) -> bool:
        return self.starts_on <= day and (self.ends_on is None or day <= self.ends_on)


def season_spans(connection: Connection, league_id: int) -> tuple[SeasonSpan, ...]:
    """Return the seasons of a league, earliest first."""
    found = connection.execute(
        select(seasons.c.id, seasons.c.starts_on, seasons.c.ends_on, seasons.c.standing)
        .where(seasons.c.league_id == league_id)
        .order_by(seasons.c.starts_on)
    )
    return tuple(SeasonSpan(row.id, row.starts_on, row.ends_on, rule_from_json(row.standing)) for row in found)


def season_for_day(day: str, known: Sequence[SeasonSpan]) -> int:
    """Return the season a day is in, `OUTSIDE` if there is none; no two seasons overlap."""
    return next((span.season_id for span in known if span.has(day)), OUTSIDE)


def format_day(day: dt.date) -> str:
    """Return a day in words: "November 1, 2026"."""
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

WINS, POINTS, WIN_RATE, MONEY, BEST_NIGHTS = "wins", "points", "win_rate", "money", "best_nights"
RANKINGS = (WINS, POINTS, WIN_RATE, MONEY, BEST_NIGHTS)
MAX_NUMBER = 1000
"""The most games or nights that a rule may ask for."""


@dataclass(frozen=True)
class RankingRule:
    """How standings are ranked.

    `floor`: the games one must have played to be placed; `nights`: how many of the best nights count.
    """

    by: str = WINS
    floor: int = 0
    nights: int = 10


def ranking_rule(by: str, floor: int, nights: int) -> RankingRule:
    """Return the rule a form asks for.  Raises UnreadableSheet: fields "by", "floor", "nights"."""
    if by not in RANKINGS:
        raise unreadable("by", "Rank by wins, points, win rate, money or best nights.")
    if not 0 <= floor <= MAX_NUMBER:
        raise unreadable("floor", f"Enter a number of games from 0 to {MAX_NUMBER}.")
    if not 1 <= nights <= MAX_NUMBER:
        raise unreadable("nights", f"Enter a number of nights from 1 to {MAX_NUMBER}.")
    return RankingRule(by, floor, nights)


def rule_to_json(rule: RankingRule) -> dict[str, Any]:
    return asdict(rule)


def rule_from_json(stored: Mapping[str, Any]) -> RankingRule:
    return RankingRule(**stored)


RULE_SENTENCES = {
    WINS: "Most games won leads.",
    POINTS: "Ranked by point differential.",
    WIN_RATE: "Best share of games won leads.",
    MONEY: "Most money won leads.",
    BEST_NIGHTS: "Best {nights} count; most wins leads.",
}


def describe_rule(rule: RankingRule) -> str:
    """Return a rule in words."""
    sentence = RULE_SENTENCES[rule.by].format(nights=counted(rule.nights, "night"))
    return f"{sentence} Play {counted(rule.floor, 'game')} to be ranked." if rule.floor else sentence
