"""Moments and days as templates write them: those of the clock's place."""

import datetime as dt

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
        (dt.datetime(2025, 11, 20, 2, 5, tzinfo=dt.UTC), "Nov 20, 2025, 2:05 AM UTC"),
        (dt.datetime(2025, 11, 20, 0, 0, tzinfo=dt.UTC), "Nov 20, 2025, 12:00 AM UTC"),
        (dt.datetime(2025, 11, 20, 12, 30, tzinfo=dt.UTC), "Nov 20, 2025, 12:30 PM UTC"),
        (dt.datetime(2025, 11, 19, 20, 44, tzinfo=dt.timezone(dt.timedelta(hours=-6))), "Nov 20, 2025, 2:44 AM UTC"),
    ],
)
def test_without_scripts_a_moment_names_its_zone(at, text):
    assert f">{text}</time>" in filters.moment(at)
    assert ">Jan 2, 8:44 PM UTC<" in filters.moment(dt.datetime(wall_clock().year, 1, 2, 20, 44, tzinfo=dt.UTC))
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
