"""So many of so many, and whether that is enough to say anything by."""

from __future__ import annotations

from dataclasses import dataclass

SMALL = 20
"""Of fewer than so many one more or less moves the share by five points or more, and by chance alone it is off by
twenty and more every tenth time: that says little, and is shown as little."""


@dataclass(frozen=True)
class Share:
    """`part` of `of`, like bids made of bids."""

    part: int
    of: int

    @property
    def rate(self) -> float:
        return self.part / self.of if self.of else 0.0

    @property
    def percent(self) -> int | None:
        """Give it in whole percent, a half upwards; None of nothing."""
        return (200 * self.part + self.of) // (2 * self.of) if self.of else None

    @property
    def small(self) -> bool:
        """Tell whether it stands on little."""
        return self.of < SMALL


@dataclass(frozen=True)
class Mean:
    """So much altogether over so many, like points taken over bids."""

    total: int
    of: int

    @property
    def each(self) -> float | None:
        """Give it for each, to one decimal; None over nothing."""
        return round(self.total / self.of, 1) if self.of else None

    @property
    def small(self) -> bool:
        return self.of < SMALL
