"""Row 7, by league.py: with fewer hands than the row says, as a million take a while to make."""

from __future__ import annotations

from tests.bench.league import GROWTH, MANY, SMALL, TARGET, compared, leagues
from tests.bench.measure import Row


def rows(folder, quick):
    large, small = leagues(folder, 5 * SMALL if quick else MANY)
    slowest = compared(large, small)[-1]
    what = f"slowest league page, {large.hands:,} hands"
    yield Row("7", what, slowest.large, None, "ms CPU", slowest.large, TARGET, note=slowest.path)
    yield Row("7", f"{what} / 1,000", slowest.large, slowest.small, "ms CPU", slowest.ratio, GROWTH, note=slowest.path)
