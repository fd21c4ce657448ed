"""The time of day: as an argument, and as text."""

import datetime as dt
from collections.abc import Callable
from functools import cache
from zoneinfo import available_timezones

Clock = Callable[[], dt.datetime]
"""Returns a moment with its UTC offset.  It is only shown to people; lines are ordered by number, never by time."""


def wall_clock() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def today() -> dt.date:
    return wall_clock().astimezone().date()


def day_text(date: dt.date) -> str:
    return f"{date:%b} {date.day}, {date.year}"


def iso_day_text(day: str) -> str:
    return day_text(dt.date.fromisoformat(day))


def long_day_text(day: str) -> str:
    date = dt.date.fromisoformat(day)
    return f"{date:%B} {date.day}, {date.year}"


def moment_text(at: dt.datetime) -> str:
    """Write a moment in its own time zone: "Nov 20, 8:44 PM", with the year if it is another than this one."""
    day = day_text(at).removesuffix(f", {wall_clock().year}")
    return f"{day}, {time_text(at)}"


def time_text(at: dt.datetime | dt.time) -> str:
    return f"{at:%I:%M %p}".lstrip("0")


_zones = cache(available_timezones)


def is_zone(name: str) -> bool:
    return name in _zones()
