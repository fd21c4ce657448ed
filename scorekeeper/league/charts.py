"""Small charts: the coordinates of every bar and line. The template draws them, each with its numbers as a table.

A share of few is drawn as an outline, so that nobody takes it for more than it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.league.counts import Share

WIDTH = 320
STEPS = (1, 2, 5)

COLUMN_TOP, COLUMN_FOOT = 24, 134
WIDEST_COLUMN, GAP = 44, 8

NAMES_WIDTH, PAIR_HEIGHT, BAR_HEIGHT, NUMBERS_WIDTH = 62, 34, 11, 44

WAY_LEFT, WAY_RIGHT, WAY_TOP, WAY_FOOT = 48, 8, 12, 128
MAX_LEVELS = 5


@dataclass(frozen=True)
class ChartTable:
    """What a drawing is called, what it says in a sentence, and the same as a table."""

    title: str
    description: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Column:
    """A share, drawn as a column."""

    x: float
    y: float
    width: float
    height: float
    middle: float
    label: str
    text: str
    few: bool


@dataclass(frozen=True)
class ColumnChart:
    numbers: ChartTable
    columns: tuple[Column, ...]


@dataclass(frozen=True)
class Bar:
    """A share, lying."""

    y: float
    width: float
    text: str
    few: bool


@dataclass(frozen=True)
class Pair:
    """Two shares of the same thing, one below the other."""

    label: str
    y: float
    first: Bar
    second: Bar


@dataclass(frozen=True)
class PairChart:
    numbers: ChartTable
    height: float
    keys: tuple[str, str]
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Level:
    y: float
    text: str
    base: bool


@dataclass(frozen=True)
class LineChart:
    """A number over time."""

    numbers: ChartTable
    points: str
    dots: tuple[tuple[float, float], ...]
    levels: tuple[Level, ...]
    first: str
    last: str


# ---------------------------------------------------------------- shares


def percent_text(share: Share) -> str:
    """Return a share as text: "58%", a dash for one of nothing."""
    return "\N{EN DASH}" if share.percent is None else f"{share.percent}%"


def column_chart(title: str, head: str, shares: Sequence[tuple[str, Share]]) -> ColumnChart:
    """Stand shares side by side, as high as they are large."""
    room = WIDTH / max(len(shares), 1)
    width = min(WIDEST_COLUMN, room - GAP)
    drawn = []
    for number, (label, share) in enumerate(shares):
        height = round(share.rate * (COLUMN_FOOT - COLUMN_TOP), 1)
        middle = round((number + 0.5) * room, 1)
        at = round(middle - width / 2, 1)
        drawn.append(
            Column(at, COLUMN_FOOT - height, round(width, 1), height, middle, label, percent_text(share), share.small)
        )
    numbers = ChartTable(
        title=title,
        description=", ".join(f"{label}: {share.part} of {share.of}" for label, share in shares),
        heads=(head, "Made", "Of", "Share"),
        rows=tuple((label, str(share.part), str(share.of), percent_text(share)) for label, share in shares),
    )
    return ColumnChart(numbers, tuple(drawn))


def pair_chart(title: str, keys: tuple[str, str], shares: Sequence[tuple[str, Share, Share]]) -> PairChart:
    """Lay two shares of each thing below one another."""
    drawn = []
    for number, (label, first, second) in enumerate(shares):
        y = number * PAIR_HEIGHT + 4
        drawn.append(Pair(label, y + BAR_HEIGHT + 4, _bar(first, y), _bar(second, y + BAR_HEIGHT + 2)))
    numbers = ChartTable(
        title=title,
        description="; ".join(
            f"{label}: {first.part} of {first.of} {keys[0]}, {second.part} of {second.of} {keys[1]}"
            for label, first, second in shares
        ),
        heads=("Point", *(key.capitalize() for key in keys)),
        rows=tuple((label, *(_share_text(share) for share in both)) for label, *both in shares),
    )
    return PairChart(numbers, len(shares) * PAIR_HEIGHT + 4, keys, tuple(drawn))


def _bar(share: Share, y: float) -> Bar:
    width = round(share.rate * (WIDTH - NAMES_WIDTH - NUMBERS_WIDTH), 1)
    return Bar(y, width, percent_text(share), share.small)


def _share_text(share: Share) -> str:
    return f"{percent_text(share)} ({share.part} of {share.of})" if share.of else percent_text(share)


# ---------------------------------------------------------------- over time


def line_chart(
    numbers: ChartTable, values: Sequence[int], base: int, written: Callable[[int], str]
) -> LineChart | None:
    """Draw a number over time, the oldest to the left; None for fewer than two.

    `base` is where everybody begins, `written` says a value.  The numbers' rows are named by their first column.
    """
    if len(values) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    lowest, highest = min(base, *values), max(base, *values)
    step = round_step(highest - lowest)
    lowest, highest = lowest // step * step, -(-highest // step) * step

    def y(value: int) -> float:
        return round(WAY_FOOT - (value - lowest) / max(highest - lowest, 1) * (WAY_FOOT - WAY_TOP), 1)

    across = (WIDTH - WAY_LEFT - WAY_RIGHT) / (len(values) - 1)
    places = [(round(WAY_LEFT + number * across, 1), y(value)) for number, value in enumerate(values)]
    levels = [Level(y(value), written(value), value == base) for value in range(lowest, highest + 1, step)]
    if lowest < base < highest and not any(level.base for level in levels):
        levels.append(Level(y(base), "", base=True))
    return LineChart(
        numbers=numbers,
        points=" ".join(f"{x},{y}" for x, y in places),
        dots=tuple(places),
        levels=tuple(levels),
        first=numbers.rows[0][0],
        last=numbers.rows[-1][0],
    )


def round_step(span: int) -> int:
    """Return a round step that divides a span into a few levels."""
    step = 1
    while True:
        for round_one in STEPS:
            if span <= step * round_one * (MAX_LEVELS - 1):
                return step * round_one
        step *= 10


# ---------------------------------------------------------------- strokes


def tally_strokes(count: int) -> tuple[str, ...]:
    """Tally in chalk: four strokes and one across them, a path each."""
    drawn = []
    for number in range(count):
        five, stroke = divmod(number, 5)
        left = five * 30
        if stroke == 4:  # noqa: PLR2004 - the fifth lies across the other four
            drawn.append(f"M{left - 1},15L{left + 22},5")
        else:
            drawn.append(f"M{left + 2 + stroke * 6},{3 + stroke % 2}L{left + 1 + stroke * 6},{17 - stroke % 3}")
    return tuple(drawn)


def tally_width(count: int) -> int:
    return count // 5 * 30 + count % 5 * 6 + 4
