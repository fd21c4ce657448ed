"""The time of day, as something one passes in."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

Clock = Callable[[], dt.datetime]
"""Gives a moment that knows its offset.  Only ever shown to people: order is by sequence, never by the clock."""


def wall_clock() -> dt.datetime:
    """Give the moment the machine believes it is."""
    return dt.datetime.now(dt.UTC)
