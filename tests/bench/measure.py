"""Two things side by side: A B A B …, and of each the median.

The machine may be twice as slow a second later; then it is so for both.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass

PAIRS = 5


@dataclass(frozen=True)
class Row:
    """One line of `make bench`: `ratio` is what is compared with `target`, and `unit` what ours and theirs are in."""

    number: str
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
        stick = "" if self.yardstick is None else _number(self.yardstick)
        bound = f"{'≥' if self.at_least else '≤'} {_number(self.target)}"
        line = (
            f"{self.number:>3}  {self.name:44} {_number(self.ours):>9} {stick:>9} {self.unit:9}"
            f" {_number(self.ratio):>8}  {bound:>9}  {'ok' if self.fits else 'short'}"
        )
        return f"{line}  {self.note}".rstrip()


def _number(value):
    if value == int(value):
        return f"{value:,.0f}"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def pairs(ours, theirs, count=PAIRS):
    """Call both in turn, `count` times; give the medians of what they give back."""
    found = [(ours(), theirs()) for _ in range(count)]
    return tuple(statistics.median(each) for each in zip(*found, strict=True))


def cpu_of(task, times):
    """Return what gives the milliseconds of CPU that one call of `task` takes, over so many."""

    def measured():
        task()
        began = time.process_time()
        for _ in range(times):
            task()
        return (time.process_time() - began) / times * 1000

    return measured


def p99(values):
    return statistics.quantiles(values, n=100)[98]
