"""How templates write numbers, money and times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import number_text, signed
from scorekeeper.web.money_text import money_text

if TYPE_CHECKING:
    import datetime as dt

    from flask import Flask


def time_of_day(moment: dt.datetime) -> str:
    """Write the time as the clock on the server's wall shows it: "20:14"."""
    return moment.astimezone().strftime("%H:%M")


def day(date: dt.date) -> str:
    """Write a day: "20 Nov 2026"."""
    return f"{date.day} {date:%b %Y}"


def register_filters(app: Flask) -> None:
    """Make them known to the templates, and keep blank lines out of the pages."""
    app.jinja_env.filters |= {"number": number_text, "signed": signed, "money": money_text}
    app.jinja_env.filters |= {"time_of_day": time_of_day, "day": day}
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
