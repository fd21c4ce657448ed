"""A row, and two things measured side by side: A B A B …, and of each the median.

The machine may be twice as slow a second later; then it is so for both.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass

PAIRS = 5


@dataclass(frozen=True)
class Row:
    """One line of `make bench`: `ratio` is what is compared with `target`, and `unit` what ours and theirs are in."""

    number: int
    name: str
    ours: float
    yardstick: float | None
    unit: str
    ratio: float
    target: float
    at_least: bool = False
    """Whether more is better."""
    note: str = ""

    @property
    def fits(self):
        return self.ratio >= self.target if self.at_least else self.ratio <= self.target

    def __str__(self):
        stick = "" if self.yardstick is None else number_text(self.yardstick)
        bound = f"{'≥' if self.at_least else '≤'} {number_text(self.target)}"
        line = (
            f"{self.number:>3}  {self.name:50} {number_text(self.ours):>8} {stick:>8} {self.unit:8}"
            f" {number_text(self.ratio):>7}  {bound:>8}  {'ok' if self.fits else 'short'}"
        )
        return f"{line}  {self.note}".rstrip()


def alone(number, name, ours, unit, target, note=""):
    """Return a row that is a time or a count, and no ratio."""
    return Row(number, name, ours, None, unit, ours, target, note=note)


def beside(number, name, found, unit, target, **more):
    """Return a row of what ours and the yardstick took."""
    return Row(number, name, *found, unit, found[0] / found[1], target, **more)


def number_text(value):
    if value == int(value):
        return f"{value:,.0f}"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def pairs(ours, theirs, count=PAIRS):
    """Call both in turn, `count` times; give the medians of what they give back."""
    found = [(ours(), theirs()) for _ in range(count)]
    return tuple(statistics.median(each) for each in zip(*found, strict=True))


def percentile(values, which):
    return statistics.quantiles(values, n=100, method="inclusive")[which - 1]
