"""Which season a day belongs to."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from scorekeeper.league.standings import RankingRule, rule_from_json
from scorekeeper.models.season import OUTSIDE
from scorekeeper.models.tables import seasons


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
