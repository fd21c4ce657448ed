"""The time of day: as an argument, and as text."""

import datetime as dt
from collections.abc import Callable
from functools import cache
from zoneinfo import available_timezones

Clock = Callable[[], dt.datetime]
"""Returns a moment with its UTC offset.  It is only shown to people; lines are ordered by number, never by time."""


def wall_clock() -> dt.datetime:
    """Return the machine's current time in UTC."""
    return dt.datetime.now(dt.UTC)


NOON = 12


def day_text(date: dt.date) -> str:
    """Write a day: "Nov 20, 2026"."""
    return f"{date:%b} {date.day}, {date.year}"


def iso_day_text(day: str) -> str:
    """Write the day "2026-11-20" as pages do: "Nov 20, 2026"."""
    return day_text(dt.date.fromisoformat(day))


def long_day_text(day: str) -> str:
    """Write the day "2026-11-20" as a sentence does: "November 20, 2026"."""
    date = dt.date.fromisoformat(day)
    return f"{date:%B} {date.day}, {date.year}"


def moment_text(at: dt.datetime, zone: dt.tzinfo = dt.UTC) -> str:
    """Write a moment: "Nov 20, 8:44 PM UTC", with the year if it is another than this one."""
    local = at.astimezone(zone)
    day = day_text(local).removesuffix(f", {wall_clock().year}")
    return f"{day}, {local.hour % NOON or NOON}:{local:%M} {'AM' if local.hour < NOON else 'PM'} {local:%Z}"


@cache
def _zones() -> set[str]:
    return available_timezones()


def is_zone(name: str) -> bool:
    """Return whether a time zone has this name, "America/Chicago"."""
    return name in _zones()
