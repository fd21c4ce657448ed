"""The time of day, as an argument."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

Clock = Callable[[], dt.datetime]
"""Returns a moment with its UTC offset.  Only ever shown to people: order is by sequence, never by the clock."""


def wall_clock() -> dt.datetime:
    """Return the machine's current time in UTC."""
    return dt.datetime.now(dt.UTC)
