"""The score drawn hand by hand: the coordinates of every point and line.  The template prints them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.marks import SHAPES, Mark, finishing_order, player_marks
from scorekeeper.games.naming import START, last_players, scores_by_seat
from scorekeeper.games.table_state import GameView
from scorekeeper.rules.table import Table
from scorekeeper.sheets.grammar import number_text

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 34, 16, 32
LABEL = 23
"""The height of a label at the end of a curve."""
MAX_TICKS = 8
MAX_DOTS = 150
"""Hands of a game whose scores are marked on its curve; those of a longer game would run into each other."""
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


@dataclass(frozen=True)
class Tick:
    """A mark on an axis: where, and what stands there."""

    at: float
    text: str


@dataclass(frozen=True)
class Curve:
    """The curve of one score."""

    css: str
    name: str
    initials: str
    points: str
    shape: str
    """The shape of its mark as a path around 0,0."""
    dots: tuple[str, ...]
    """Each score on the way as a path, in the shape of its side; empty in a long game."""
    end: tuple[float, float]
    label: float
    """How high its initials stand beside the end, clear of all others."""
    score: str
    """The last one."""


@dataclass(frozen=True)
class Chart:
    """The picture, and the same as numbers."""

    title: str
    description: str
    height: int
    curves: tuple[Curve, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    target: float | None
    places: Sequence[int]
    """The curves as the game stands or ended: the best score first."""
    won: tuple[bool, ...]
    """Whether each of them won."""
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def score_chart(view: GameView, height: int = HEIGHT) -> Chart | None:
    """Return the picture of a game; None before its first line, and where people came and went."""
    table, marks = view.table, player_marks(view.table, view.names)
    lines = [line for line in view.lines if line.entry is not None]
    last = last_players(view.lines)
    scores = [scores_by_seat(line.entry.scores, last[line.seq]) for line in lines if line.entry]
    if not lines or any(after.keys() != table.scores.keys() for after in scores):
        return None
    opening = scores_by_seat(view.head.opening, last[START])
    ways = [[opening.get(mark.key, table.rules.finish.start), *(after[mark.key] for after in scores)] for mark in marks]
    won = tuple(mark.key in table.winners for mark in marks)
    paper = _Scale.fitting(ways, table, height)
    ends = [paper.y(way[-1]) for way in ways]
    labels = spread_labels(ends, foot=height - BOTTOM, apart=LABEL * height / HEIGHT)
    return Chart(
        title="The score, hand by hand",
        description=" ".join(_curve_text(mark, way) for mark, way in zip(marks, ways, strict=True)),
        height=height,
        curves=tuple(_curve(*each, paper) for each in zip(marks, ways, labels, strict=True)),
        across=tuple(Tick(paper.x(n), str(n)) for n in range(0, len(lines) + 1, _step(len(lines)))),
        up=tuple(Tick(paper.y(n), number_text(n)) for n in paper.levels()),
        target=None if isinstance(table.rules.finish.target, str) else paper.y(table.rules.finish.target),
        places=finishing_order([way[-1] for way in ways], won, counts_down=table.rules.counts_down),
        won=won,
        heads=tuple(mark.name for mark in marks),
        rows=tuple((str(n), tuple(number_text(way[n]) for way in ways)) for n in range(len(lines) + 1)),
    )


def _curve_text(mark: Mark, way: Sequence[int]) -> str:
    return f"{mark.name} went from {number_text(way[0])} to {number_text(way[-1])}."


@dataclass(frozen=True)
class _Scale:
    """The scale: where scores and hands are in the drawing."""

    hands: int
    lowest: int
    highest: int
    height: int

    @classmethod
    def fitting(cls, ways: Sequence[Sequence[int]], table: Table, height: int) -> _Scale:
        every = [score for way in ways for score in way]
        if not isinstance(table.rules.finish.target, str):
            every.append(table.rules.finish.target)
        return cls(len(ways[0]) - 1, min(0, *every), max(every) if max(every) > min(0, *every) else 1, height)

    def x(self, hand: int) -> float:
        return round(LEFT + hand * (WIDTH - LEFT - RIGHT) / self.hands, 1)

    def y(self, score: int) -> float:
        share = (score - self.lowest) / (self.highest - self.lowest)
        return round(self.height - BOTTOM - share * (self.height - TOP - BOTTOM), 1)

    def levels(self) -> range:
        step = _step(self.highest - self.lowest)
        return range(-(-self.lowest // step) * step, self.highest + 1, step)


def _step(span: int) -> int:
    """Return a round step that divides a span into a few ticks."""
    return next((step for step in STEPS if span <= step * MAX_TICKS), STEPS[-1])


def _curve(mark: Mark, way: Sequence[int], label: float, paper: _Scale) -> Curve:
    places = [(paper.x(hand), paper.y(score)) for hand, score in enumerate(way)]
    return Curve(
        css=mark.css,
        name=mark.name,
        initials=mark.initials,
        points=" ".join(f"{x},{y}" for x, y in places),
        shape=SHAPES[mark.css],
        dots=tuple(shape_at(mark.css, x, y) for x, y in places) if len(places) <= MAX_DOTS else (),
        end=places[-1],
        label=label,
        score=number_text(way[-1]),
    )


def shape_at(css: str, x: float, y: float) -> str:
    """Draw the shape of a mark as a path around a place."""
    return f"M{x},{y}m0,0{SHAPES[css].replace('M', 'm', 1)}"


def spread_labels(
    ends: Sequence[float], *, top: float = TOP, foot: float = HEIGHT - BOTTOM, apart: float = LABEL
) -> list[float]:
    """Return the heights of the labels of curves that end at these heights: in the same order, without overlaps.

    Labels that would touch, less than `apart`, share the space around their middle; none leaves the drawing, from
    `top` to `foot`.
    """

    def middle(pile: Sequence[int]) -> float:
        """Return the mean height of some curves' ends, kept as far from the edges as their labels need."""
        half = (len(pile) - 1) * apart / 2
        return min(max(sum(ends[place] for place in pile) / len(pile), top + half), foot - half)

    order = sorted(range(len(ends)), key=lambda place: ends[place])
    piles: list[list[int]] = []
    for place in order:
        pile = [place]
        while piles and middle(piles[-1]) + len(piles[-1]) * apart / 2 > middle(pile) - len(pile) * apart / 2:
            pile = piles.pop() + pile
        piles.append(pile)
    heights = list(ends)
    for pile in piles:
        first = middle(pile) - (len(pile) - 1) * apart / 2
        for number, place in enumerate(pile):
            heights[place] = round(first + number * apart, 1)
    return heights
