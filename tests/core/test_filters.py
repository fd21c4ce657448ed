"""Moments and days as templates write them: those of the clock's place."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from scorekeeper.core import filters
from scorekeeper.core.clock import wall_clock


@pytest.fixture(autouse=True)
def page(app):
    with app.test_request_context("/"):
        yield


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (dt.datetime(2025, 11, 20, 2, 5, tzinfo=dt.UTC), "Wed, Nov 19, 2025, 8:05 PM"),
        (dt.datetime(2025, 11, 20, 6, 0, tzinfo=dt.UTC), "Thu, Nov 20, 2025, 12:00 AM"),
        (dt.datetime(2025, 11, 20, 18, 30, tzinfo=dt.UTC), "Thu, Nov 20, 2025, 12:30 PM"),
    ],
)
def test_without_scripts_alone_a_moment_names_its_zone(at, text):
    assert f">{text}<noscript> CST</noscript></time>" in filters.appointment(at.astimezone(ZoneInfo("America/Chicago")))
    year = wall_clock().year
    assert ">Jan 2, 8:44 PM<" in filters.moment(dt.datetime(year, 1, 2, 20, 44).astimezone()), "as the machine's clock"
    assert f'datetime="{at.astimezone(dt.UTC).isoformat()}"' in filters.moment(at)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann & Cy, Bob & Dee", "Ann_&_Cy, Bob_&_Dee"),
        ("Ann & Bob & Cy", "Ann_&_Bob_&_Cy"),
        ("Maximiliana & Cy", "Maximiliana & Cy"),
        ("Ann &", "Ann &"),
    ],
)
def test_a_line_never_breaks_inside_a_pair_of_short_names(text, shown):
    assert filters.unbroken_pairs(text).replace("\N{NO-BREAK SPACE}", "_") == shown
