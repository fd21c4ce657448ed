"""The score drawn hand by hand: where every point and line is.  The templates print them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.core.marks import SHAPES, Mark, finishing_order, player_marks
from scorekeeper.games.game_view import GameView
from scorekeeper.games.naming import START, last_players, scores_by_seat
from scorekeeper.sheets.grammar import number_text

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 34, 16, 32
LABEL = 23
"""The height of a label at the end of a curve."""
MAX_TICKS = 8
MAX_DOTS = 150
"""Hands of a game whose scores are marked on its curve; those of a longer game would run into each other."""
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


class Chart:
    """The picture of a game: a curve for each score, from before the first hand to after the last."""

    def __init__(self, view: GameView, ways: Sequence[Sequence[int]], height: int) -> None:
        self.marks, self.ways, self.height = player_marks(view.table, view.names), ways, height
        self.hands, self.winners = len(ways[0]) - 1, view.table.winners
        won = [mark.key in self.winners for mark in self.marks]
        self.places = finishing_order([way[-1] for way in ways], won, counts_down=view.table.rules.counts_down)
        """The scores as the game stands or ended: the best first."""
        target = view.table.rules.finish.target
        every = [score for way in ways for score in way] + ([] if isinstance(target, str) else [target])
        self._lowest = min(0, *every)
        self._highest = max(every) if max(every) > self._lowest else 1
        self.target = None if isinstance(target, str) else self.y(target)
        """How high the score that ends the game is; None without one."""

    def x(self, hand: int) -> float:
        return round(LEFT + hand * (WIDTH - LEFT - RIGHT) / self.hands, 1)

    def y(self, score: int) -> float:
        share = (score - self._lowest) / (self._highest - self._lowest)
        return round(self.height - BOTTOM - share * (self.height - TOP - BOTTOM), 1)

    @property
    def across(self) -> range:
        """Return the hands that are marked on the axis."""
        return range(0, self.hands + 1, _step(self.hands))

    @property
    def up(self) -> range:
        """Return the scores that are marked on the axis."""
        step = _step(self._highest - self._lowest)
        return range(-(-self._lowest // step) * step, self._highest + 1, step)

    @property
    def description(self) -> str:
        told = [(mark.name, way[0], way[-1]) for mark, way in zip(self.marks, self.ways, strict=True)]
        return " ".join(f"{name} went from {number_text(first)} to {number_text(last)}." for name, first, last in told)

    @property
    def curves(self) -> Iterator[tuple[Mark, str, list[str], tuple[float, float], float]]:
        """Yield each curve: whose, its points, the marks on it, where it ends, and how high its initials stand."""
        ends = [self.y(way[-1]) for way in self.ways]
        labels = spread_labels(ends, foot=self.height - BOTTOM, apart=LABEL * self.height / HEIGHT)
        for mark, way, label in zip(self.marks, self.ways, labels, strict=True):
            places = [(self.x(hand), self.y(score)) for hand, score in enumerate(way)]
            dots = [shape_at(mark.css, x, y) for x, y in places] if len(places) <= MAX_DOTS else []
            yield mark, " ".join(f"{x},{y}" for x, y in places), dots, places[-1], label


def score_chart(view: GameView, height: int = HEIGHT) -> Chart | None:
    """Return the picture of a game; None before its first line, and where people came and went."""
    last = last_players(view.lines)
    scores = [scores_by_seat(line.entry.scores, last[line.seq]) for line in view.lines if line.entry]
    if not scores or any(after.keys() != view.table.scores.keys() for after in scores):
        return None
    opening, start = scores_by_seat(view.head.opening, last[START]), view.table.rules.finish.start
    keys = [mark.key for mark in player_marks(view.table, view.names)]
    return Chart(view, [[opening.get(key, start), *(after[key] for after in scores)] for key in keys], height)


def _step(span: int) -> int:
    """Return a round step that divides a span into a few ticks."""
    return next((step for step in STEPS if span <= step * MAX_TICKS), STEPS[-1])


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

    piles: list[list[int]] = []
    for place in sorted(range(len(ends)), key=lambda place: ends[place]):
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
