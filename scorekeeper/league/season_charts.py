"""How a season went, night by night: everybody's place, and everybody's money, as curves in the marks of players."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.core.clock import day_text
from scorekeeper.core.marks import SHAPES
from scorekeeper.core.money_text import money_text
from scorekeeper.games.chart import Tick, shape_at, spread_labels
from scorekeeper.league.charts import ChartTable, round_step
from scorekeeper.league.standings import Standings
from scorekeeper.sheets.grammar import counted

NIGHTS = 10
"""The most nights a curve goes over: on the page of standings, and on the league's own."""
LOWEST_PLACE = 10
"""Lower places are drawn just below it."""
WIDTH, LEFT, RIGHT, TOP, BOTTOM = 640, 48, 170, 20, 40
MONEY_LEFT = 84
PLACE_HEIGHT, MONEY_HEIGHT = 38, 320
LONGEST_NAME = 11
DATES = 4
"""The most days written below a drawing."""


@dataclass(frozen=True)
class SeasonCurve:
    """One person's way through a season; it has a gap wherever they had no place."""

    css: str
    parts: tuple[str, ...]
    dots: tuple[str, ...]
    name: str
    """Shortened, as it stands at the end of the curve."""
    label: float
    """How high the name stands."""
    mark: str
    """Its shape once more, before the name."""


@dataclass(frozen=True)
class SeasonChart:
    numbers: ChartTable
    whose: str
    """Whose curves they are, where not everybody's; else empty."""
    height: float
    left: float
    right: float
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    base: float | None
    """How high zero is, where there is one."""
    curves: tuple[SeasonCurve, ...]


@dataclass(frozen=True)
class _Paper:
    """The scale of a drawing: where nights and values are."""

    nights: int
    left: int
    height: float
    y: Callable[[int], float]

    def x(self, night: int) -> float:
        return round(self.left + night * (WIDTH - self.left - RIGHT) / max(self.nights - 1, 1), 1)

    def curves(self, names: Sequence[str], ways: Sequence[Sequence[int | None]]) -> tuple[SeasonCurve, ...]:
        ends = [next(self.y(value) for value in reversed(way) if value is not None) for way in ways]
        labels = spread_labels(ends, top=TOP, foot=self.height - BOTTOM)
        return tuple(self._curve(*each) for each in zip(SHAPES, names, ways, labels, strict=False))

    def _curve(self, css: str, name: str, way: Sequence[int | None], label: float) -> SeasonCurve:
        parts: list[list[tuple[float, float]]] = [[]]
        for night, value in enumerate(way):
            if value is not None:
                parts[-1].append((self.x(night), self.y(value)))
            elif parts[-1]:
                parts.append([])
        return SeasonCurve(
            css=css,
            parts=tuple(" ".join(f"{x},{y}" for x, y in part) for part in parts if len(part) > 1),
            dots=tuple(shape_at(css, x, y) for part in parts for x, y in part),
            name=name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}\N{HORIZONTAL ELLIPSIS}",
            label=label,
            mark=shape_at(css, WIDTH - RIGHT + 22, label),
        )


def place_chart(found: Standings) -> SeasonChart | None:
    """Return the places of those who lead now, night by night; None before there are two nights."""
    placed = [row for row in found.rows if row.place]
    rows = placed[: len(SHAPES)]
    ways = [[standing.place for standing in row.after] for row in rows]
    first = next((night for night in range(len(found.days)) if any(way[night] for way in ways)), len(found.days))
    days, ways = found.days[first:], [way[first:] for way in ways]
    if len(days) < 2:  # noqa: PLR2004 - a curve has two ends
        return None
    deepest = min(max(place for way in ways for place in way if place), LOWEST_PLACE + 1)
    height = TOP + max(deepest - 1, 2) * PLACE_HEIGHT + BOTTOM
    paper = _Paper(len(days), LEFT, height, lambda place: TOP + (min(place, deepest) - 1) * PLACE_HEIGHT)
    names = [row.name for row in rows]
    return SeasonChart(
        numbers=ChartTable(
            title=_lately("Places, night by night", len(found.days)),
            description=" ".join(map(_way_text, names, ways)),
            heads=("Night", *names),
            rows=tuple(
                (_date(day), *("\N{EN DASH}" if way[night] is None else str(way[night]) for way in ways))
                for night, day in enumerate(days)
            ),
        ),
        whose="The eight who lead" if len(placed) > len(rows) else "",
        height=height,
        left=LEFT,
        right=WIDTH - RIGHT,
        across=_days(days, paper),
        up=tuple(Tick(paper.y(place), _place_text(place)) for place in range(1, deepest + 1)),
        base=None,
        curves=paper.curves(names, ways),
    )


def _place_text(place: int) -> str:
    return f"{place}+" if place > LOWEST_PLACE else str(place)


def _way_text(name: str, way: Sequence[int | None]) -> str:
    known = [place for place in way if place is not None]
    return f"{name} went from {known[0]} to {known[-1]}."


def money_chart(found: Standings, currency: str) -> SeasonChart | None:
    """Return what people won or lost, night by night: the eight whose money moved furthest.

    None before there are two nights to tell of, and where no money moved.
    """
    played = [row for row in (*found.rows, *found.unplaced) if any(standing.cents for standing in row.after)]
    if len(found.days) < 2 or not played:  # noqa: PLR2004 - a curve has two ends
        return None
    most = sorted(played, key=lambda row: -abs(row.cents))[: len(SHAPES)]
    rows = sorted(most, key=lambda row: -row.cents)
    ways = [[standing.cents for standing in row.after] for row in rows]
    every = [0, *(cents for way in ways for cents in way)]
    step = round_step(max(every) - min(every))
    lowest, highest = min(every) // step * step, -(-max(every) // step) * step
    room = MONEY_HEIGHT - TOP - BOTTOM

    def y(cents: int) -> float:
        return round(TOP + (highest - cents) / (highest - lowest) * room, 1)

    paper, names = _Paper(len(found.days), MONEY_LEFT, MONEY_HEIGHT, y), [row.name for row in rows]
    return SeasonChart(
        numbers=ChartTable(
            title=_lately("Money, night by night", len(found.days)),
            description=" ".join(f"{row.name} is at {money_text(row.cents, currency, signed=True)}." for row in rows),
            heads=("Night", *names),
            rows=tuple(
                (_date(day), *(money_text(way[night], currency, signed=True) for way in ways))
                for night, day in enumerate(found.days)
            ),
        ),
        whose="The eight whose money moved most" if len(played) > len(rows) else "",
        height=MONEY_HEIGHT,
        left=MONEY_LEFT,
        right=WIDTH - RIGHT,
        across=_days(found.days, paper),
        up=tuple(Tick(y(cents), money_text(cents, currency)) for cents in range(lowest, highest + 1, step)),
        base=y(0),
        curves=paper.curves(names, ways),
    )


def _lately(what: str, nights: int) -> str:
    return f"{what}: the last {counted(nights, 'night')}" if nights == NIGHTS else what


def _days(days: Sequence[str], paper: _Paper) -> tuple[Tick, ...]:
    """Return the days that are written below a drawing: the first, the last, and some between."""
    last = len(days) - 1
    shown = {round(number * last / (DATES - 1)) for number in range(DATES)} if last >= DATES else range(len(days))
    return tuple(Tick(paper.x(night), _short_date(days[night])) for night in sorted(shown))


def _short_date(day: str) -> str:
    date = dt.date.fromisoformat(day)
    return f"{date:%b} {date.day}"


def _date(day: str) -> str:
    return day_text(dt.date.fromisoformat(day))
