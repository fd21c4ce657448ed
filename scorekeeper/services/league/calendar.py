"""Which season a day belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from scorekeeper.models.season import OUTSIDE
from scorekeeper.models.tables import seasons
from scorekeeper.services.league.rule import Rule, thaw_rule

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from sqlalchemy import Connection


class Span(NamedTuple):
    """A season's days, both ends in it, and its rule; `ends_on` is None while it is open."""

    season_id: int
    starts_on: str
    ends_on: str | None
    rule: Rule

    @property
    def days(self) -> tuple[int, str, str | None]:
        return self.season_id, self.starts_on, self.ends_on

    def has(self, day: str) -> bool:
        return self.starts_on <= day and (self.ends_on is None or day <= self.ends_on)


def spans(connection: Connection, league_id: int) -> tuple[Span, ...]:
    """Give the seasons of a league, earliest first."""
    found = connection.execute(
        select(seasons.c.id, seasons.c.starts_on, seasons.c.ends_on, seasons.c.standing)
        .where(seasons.c.league_id == league_id)
        .order_by(seasons.c.starts_on)
    )
    return tuple(Span(row.id, row.starts_on, row.ends_on, thaw_rule(row.standing)) for row in found)


def season_of(day: str, known: Sequence[Span]) -> int:
    """Give the season a day is in, `OUTSIDE` for none; no two overlap."""
    return next((span.season_id for span in known if span.has(day)), OUTSIDE)


def day_words(day: dt.date) -> str:
    """Say a day: "1 November 2026"."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
