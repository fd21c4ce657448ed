"""Two drawings made of squares: how often each two won together, and the days on which a league met."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from scorekeeper.core.clock import day_text
from scorekeeper.games.chart import Tick
from scorekeeper.league.charts import ChartTable, percent_text
from scorekeeper.league.comparison import Partnership
from scorekeeper.league.counts import Share
from scorekeeper.sheets.grammar import counted

WIDTH = 640
MAX_PEOPLE, FEWEST_PEOPLE = 8, 3
SHADES = 5
NAMES_WIDTH, HEADS_HEIGHT, CELL_HEIGHT, GAP = 160, 34, 52, 4
LONGEST_NAME, LONGEST_HEAD = 11, 7

MONTHS_SHOWN = 12
WEEK, MOST_WEEKS = 7, 6
DAY_STEP, DAY_SIZE = 14, 11
"""The distance from one day of a drawn month to the next, and the width of a day."""


@dataclass(frozen=True)
class PartnerCell:
    """What two won together: `shade` goes from 0, nothing, to 4, nearly all."""

    x: float
    middle: float
    y: float
    text: str
    title: str
    shade: int
    few: bool


@dataclass(frozen=True)
class PartnerGrid:
    """Everybody with everybody, in squares of `size` by `CELL_HEIGHT`."""

    numbers: ChartTable
    best: tuple[tuple[str, str], ...]
    """Each pair that won and how often, "2 of 3", those who won most first."""
    whose: str
    """Who is in it, where others may be left out; else empty."""
    height: float
    size: float
    heads: tuple[Tick, ...]
    names: tuple[Tick, ...]
    cells: tuple[PartnerCell, ...]


def partner_grid(pairs: Sequence[Partnership], names: Mapping[int, str]) -> PartnerGrid | None:
    """Return the games won together of at most MAX_PEOPLE partners; None for fewer than three people."""
    shown = [pair for pair in pairs if pair.one in names and pair.other in names]
    partners = {person for pair in shown for person in (pair.one, pair.other)}
    people = sorted(partners, key=lambda person: names[person].casefold())
    if len(people) < FEWEST_PEOPLE:
        return None
    place = {person: number for number, person in enumerate(people)}
    size = (WIDTH - NAMES_WIDTH) / len(people)
    best = max(shown, key=lambda pair: (pair.games, pair.win.rate))
    return PartnerGrid(
        numbers=ChartTable(
            title="Games won together",
            description=f"{names[best.one]} and {names[best.other]} played together most: {_won(best.win)}.",
            heads=("Partners", "Won", "Of", "Share"),
            rows=tuple(
                (
                    f"{names[pair.one]} & {names[pair.other]}",
                    str(pair.win.part),
                    str(pair.win.of),
                    percent_text(pair.win),
                )
                for pair in shown
            ),
        ),
        best=tuple(
            (f"{names[pair.one]} & {names[pair.other]}", f"{pair.win.part} of {pair.win.of}")
            for pair in sorted(shown, key=lambda pair: (-pair.win.part, -pair.win.rate))
            if pair.win.part
        ),
        whose="The eight who partnered most." if len(people) == MAX_PEOPLE else "",
        height=HEADS_HEIGHT + len(people) * CELL_HEIGHT,
        size=round(size - GAP, 1),
        heads=tuple(
            Tick(round(NAMES_WIDTH + (number + 0.5) * size, 1), _short(names[person], LONGEST_HEAD))
            for number, person in enumerate(people)
        ),
        names=tuple(
            Tick(HEADS_HEIGHT + (number + 0.5) * CELL_HEIGHT, _short(names[person]))
            for number, person in enumerate(people)
        ),
        cells=tuple(
            _cell(pair, place[row], place[column], size, names)
            for pair in shown
            for row, column in ((pair.one, pair.other), (pair.other, pair.one))
        ),
    )


def _cell(pair: Partnership, row: int, column: int, size: float, names: Mapping[int, str]) -> PartnerCell:
    x = NAMES_WIDTH + column * size
    return PartnerCell(
        x=round(x + GAP / 2, 1),
        middle=round(x + size / 2, 1),
        y=HEADS_HEIGHT + row * CELL_HEIGHT + GAP / 2,
        text=str(pair.win.percent),
        title=f"{names[pair.one]} & {names[pair.other]}: {_won(pair.win)}",
        shade=min(int(pair.win.rate * SHADES), SHADES - 1),
        few=pair.win.small,
    )


def _won(share: Share) -> str:
    return f"won {share.part} of {share.of}"


def _short(name: str, longest: int = LONGEST_NAME) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}\N{HORIZONTAL ELLIPSIS}"


# ---------------------------------------------------------------- days


@dataclass(frozen=True)
class CalendarMonth:
    """A month with a row for each week: its days without and with a night, as paths of squares."""

    name: str
    days: str
    nights: str
    count: str


@dataclass(frozen=True)
class NightCalendar:
    """Months of `width` by `height` each."""

    numbers: ChartTable
    width: int
    height: int
    months: tuple[CalendarMonth, ...]


def first_month(last: dt.date) -> dt.date:
    """Return the first day of the year of months that ends with the month of a day."""
    return dt.date(last.year - (last.month < MONTHS_SHOWN), last.month % MONTHS_SHOWN + 1, 1)


def night_calendar(nights: Sequence[dt.date], last: dt.date) -> NightCalendar | None:
    """Return the days a league met, month by month from the first one with a night; None if there is none.

    `nights` are those since `first_month(last)`, in any order.
    """
    if not nights:
        return None
    met = {month: list(days) for month, days in groupby(sorted(nights), key=lambda day: day.replace(day=1))}
    by_month = {month: met.get(month, []) for month in _months(first_month(last)) if min(met) <= month <= last}
    months = list(by_month)
    return NightCalendar(
        numbers=ChartTable(
            title="Calendar",
            description=f"{counted(len(nights), 'night')} from {_month(months[0])} to {_month(months[-1])}.",
            heads=("Month", "Nights", "Days"),
            rows=tuple(
                (_month(month), str(len(days)), ", ".join(map(day_text, days))) for month, days in by_month.items()
            ),
        ),
        width=WEEK * DAY_STEP - (DAY_STEP - DAY_SIZE),
        height=MOST_WEEKS * DAY_STEP - (DAY_STEP - DAY_SIZE),
        months=tuple(_calendar_month(month, days) for month, days in by_month.items()),
    )


def _months(first: dt.date) -> list[dt.date]:
    return [
        dt.date(first.year + (first.month - 1 + number) // 12, (first.month - 1 + number) % 12 + 1, 1)
        for number in range(MONTHS_SHOWN)
    ]


def _calendar_month(month: dt.date, nights: Sequence[dt.date]) -> CalendarMonth:
    after = (month + dt.timedelta(days=31)).replace(day=1)
    every = (month + dt.timedelta(days=number) for number in range((after - month).days))
    return CalendarMonth(
        name=f"{month:%b}",
        days=_squares(day for day in every if day not in nights),
        nights=_squares(nights),
        count=str(len(set(nights)) or ""),
    )


def _squares(days: Iterable[dt.date]) -> str:
    return "".join(f"M{x},{y}h{DAY_SIZE}v{DAY_SIZE}h-{DAY_SIZE}z" for x, y in map(_corner, days))


def _corner(day: dt.date) -> tuple[int, int]:
    """Return the top left corner of a day in its month; weeks begin on Sunday, as on an American calendar."""
    before = (day.replace(day=1).weekday() + 1) % WEEK
    week, weekday = divmod(before + day.day - 1, WEEK)
    return weekday * DAY_STEP, week * DAY_STEP


def _month(month: dt.date) -> str:
    return f"{month:%b} {month.year}"
