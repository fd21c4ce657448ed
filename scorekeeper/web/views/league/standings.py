"""The standings as they are read: places, what decided where two are level, who is not placed and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import counted, number_text, signed
from scorekeeper.services.league.counts import Share
from scorekeeper.services.league.season_rules import BEST_NIGHTS, MONEY, POINTS, WIN_RATE, WINS, describe_rule
from scorekeeper.web.money_text import money_text
from scorekeeper.web.views.league.drawings import percent_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.services.league.awards import Award
    from scorekeeper.services.league.leagues import LeagueHead
    from scorekeeper.services.league.seasons import SeasonView
    from scorekeeper.services.league.standings import Standings, StandingsRow
    from scorekeeper.web.views.league.seasons import Chooser

LONG_RUN = 3
"""From so many games in a row on it is worth a word."""
HEADS = {WINS: "Won", POINTS: "Points", WIN_RATE: "Share won", MONEY: "Money", BEST_NIGHTS: "Best nights"}


@dataclass(frozen=True)
class Placed:
    """One line of the standings."""

    person: int
    name: str
    place: str
    value: str
    """What the rule goes by."""
    bar: int
    """The same as a stroke: hundredths of the longest."""
    below: bool
    """Whether it is below zero: then the stroke is a broken one."""
    games: int
    win: Share
    points: str
    money: str
    rating: str
    notes: tuple[str, ...]
    """What decided a tie, a run of games, how many games are missing."""


@dataclass(frozen=True)
class StandingsPage:
    league: LeagueHead
    chooser: Chooser
    season: SeasonView | None
    rule: str
    value_head: str
    by: str
    rows: tuple[Placed, ...]
    missing: tuple[Placed, ...]
    """Who played too few games to be placed."""
    guests: tuple[Placed, ...]
    small: bool
    """Whether some share here stands on little."""

    @property
    def by_share(self) -> bool:
        return self.by == WIN_RATE

    @property
    def for_money(self) -> bool:
        return self.league.currency is not None


@dataclass(frozen=True)
class AwardsPage:
    """What a season is remembered by."""

    league: LeagueHead
    chooser: Chooser
    awards: tuple[Award, ...]


def standings_page(league: LeagueHead, chooser: Chooser, found: Standings) -> StandingsPage:
    """Give the standings of a season."""
    longest = max((_size(row) for row in (*found.rows, *found.unplaced)), default=0)
    currency = league.currency

    def lines(rows: Sequence[StandingsRow]) -> tuple[Placed, ...]:
        return tuple(_placed(row, found.rule.by, longest, currency) for row in rows)

    rows = _with_ties(lines(found.rows), found.rows)
    return StandingsPage(
        league=league,
        chooser=chooser,
        season=found.season,
        rule=describe_rule(found.rule),
        value_head=HEADS[found.rule.by],
        by=found.rule.by,
        rows=rows,
        missing=lines([row for row in found.unplaced if not row.guest]),
        guests=lines([row for row in found.unplaced if row.guest]),
        small=any(row.win.small for row in (*found.rows, *found.unplaced)),
    )


def _size(row: StandingsRow) -> float:
    return abs(_number(row))


def _number(row: StandingsRow) -> float:
    return row.value.rate if isinstance(row.value, Share) else row.value


def _placed(row: StandingsRow, by: str, longest: float, currency: str | None) -> Placed:
    money = money_text(row.cents, currency, signed=True) if currency else ""
    points = signed(row.points_for - row.points_against)
    value = {POINTS: points, MONEY: money or "0"}.get(by)
    if value is None:
        value = percent_text(row.value) if isinstance(row.value, Share) else number_text(row.value)
    return Placed(
        person=row.person_id,
        name=row.name,
        place=str(row.place) if row.place else "",
        value=value,
        bar=round(100 * _size(row) / longest) if longest else 0,
        below=_number(row) < 0,
        games=row.games,
        win=row.win,
        points=points,
        money=money,
        rating=str(row.strength.shown) if row.strength else "",
        notes=tuple(_notes(row)),
    )


def _notes(row: StandingsRow) -> list[str]:
    notes = [f"{counted(row.missing, 'game')} short"] if row.missing else []
    if abs(row.run) >= LONG_RUN:
        notes.append(f"{row.run} won in a row" if row.run > 0 else f"{-row.run} lost in a row")
    return notes


def _with_ties(lines: Sequence[Placed], rows: Sequence[StandingsRow]) -> tuple[Placed, ...]:
    """Say of everybody who is level with the one above what decided, or that nothing does."""
    told = []
    for number, (line, row) in enumerate(zip(lines, rows, strict=True)):
        note = ""
        if row.broken_by:
            note = f"Level with {rows[number - 1].name}, behind by {row.broken_by}"
        elif row.level:
            note = "Shares the place"
        told.append(replace(line, notes=(note, *line.notes)) if note else line)
    return tuple(told)
