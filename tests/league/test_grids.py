"""Squares: games won together, and the days on which a league met."""

from __future__ import annotations

import datetime as dt

import pytest

from scorekeeper.league.charts import first_month, night_calendar, partner_grid
from scorekeeper.league.totals import Share

NAMES = {1: "Ann", 2: "Bob", 3: "Cy", 4: "Dee"}
PAIRS = ((1, 3, Share(30, 40)), (2, 4, Share(0, 5)), (1, 2, Share(2, 2)))


def test_each_two_have_two_squares_across_the_diagonal():
    grid = partner_grid(PAIRS, NAMES)
    assert len(grid["cells"]) == 6
    over, under = grid["cells"][:2]
    assert (over["share"].percent, under["share"].percent) == (75, 75)
    assert over["y"] < under["y"]
    assert over["x"] > under["x"]
    assert over["title"] == "Ann & Cy: won 30 of 40"


def test_a_larger_share_is_a_deeper_shade_and_a_small_sample_is_marked():
    shades = {it["share"].percent: (it["shade"], it["share"].small) for it in partner_grid(PAIRS, NAMES)["cells"]}
    assert shades == {75: (3, False), 0: (0, True), 100: (4, True)}


def test_the_same_stands_in_a_table():
    numbers = partner_grid(PAIRS, NAMES)["numbers"]
    assert numbers["rows"] == [
        ["Ann & Cy", "30", "40", "75%"], ["Bob & Dee", "0", "5", "0%"], ["Ann & Bob", "2", "2", "100%"],
    ]  # fmt: skip
    assert numbers["description"] == "Ann and Cy played together most: won 30 of 40."


def test_who_won_none_is_no_best_pair():
    assert partner_grid(PAIRS, NAMES)["best"] == [("Ann & Cy", "30 of 40"), ("Ann & Bob", "2 of 2")]


def test_squares_stay_on_the_paper():
    names = {number: f"Name {number:02}" for number in range(1, 9)}
    pairs = [(number, number + 1, Share(1, 20 - number)) for number in range(1, 8)]
    grid = partner_grid(pairs, names)
    assert len(grid["people"]) == 8
    assert max(cell["x"] for cell in grid["cells"]) + grid["size"] <= 640
    assert max(cell["y"] for cell in grid["cells"]) + 48 <= grid["height"]


@pytest.mark.parametrize(
    "pairs", [(), PAIRS[:1]]
)
def test_fewer_than_three_people_are_no_grid(pairs):
    assert partner_grid(pairs, NAMES) is None


def test_who_is_not_listed_is_not_shown():
    assert partner_grid(PAIRS, {1: "Ann", 2: "Bob"}) is None


# ---------------------------------------------------------------- days


@pytest.mark.parametrize(
    ("last", "first"),
    [
        (dt.date(2026, 12, 31), dt.date(2026, 1, 1)),
        (dt.date(2026, 11, 22), dt.date(2025, 12, 1)),
        (dt.date(2026, 1, 1), dt.date(2025, 2, 1)),
    ],
)
def test_a_year_of_months_ends_with_this_one(last, first):
    assert first_month(last) == first


def test_a_month_is_a_row_from_the_first_with_a_night_to_this_one():
    nights = [dt.date(2026, 11, 5), dt.date(2026, 9, 30), dt.date(2026, 11, 19)]
    calendar = night_calendar(nights, dt.date(2026, 11, 22))
    assert [(it["name"], it["count"]) for it in calendar["months"]] == [("Sep", "1"), ("Oct", ""), ("Nov", "2")]
    assert [month["days"].count("M") + month["nights"].count("M") for month in calendar["months"]] == [30, 31, 30]
    assert [month["nights"].count("M") for month in calendar["months"]] == [1, 0, 2]


def test_a_week_is_a_row_that_begins_on_sunday():
    """February 2026 begins on a Sunday, November 2025 on a Saturday."""
    (month,) = night_calendar([dt.date(2026, 2, 1), dt.date(2026, 2, 10)], dt.date(2026, 2, 11))["months"]
    assert month["nights"] == "M0,0h11v11h-11zM28,14h11v11h-11z"
    assert month["days"].count("M") == 26
    calendar = night_calendar([dt.date(2025, 11, 1), dt.date(2025, 11, 30)], dt.date(2025, 11, 30))
    (month,) = calendar["months"]
    assert month["nights"] == "M84,0h11v11h-11zM0,70h11v11h-11z"
    assert (calendar["width"], calendar["height"]) == (84 + 11, 70 + 11)


def test_the_calendar_is_told_as_a_table_too():
    numbers = night_calendar([dt.date(2026, 11, 19), dt.date(2026, 11, 5)], dt.date(2026, 11, 22))["numbers"]
    assert numbers["rows"] == [["Nov 2026", "2", "Nov 5, 2026, Nov 19, 2026"]]
    assert numbers["description"] == "2 nights from Nov 2026 to Nov 2026."


def test_without_a_night_there_is_no_calendar():
    assert night_calendar([], dt.date(2026, 11, 22)) is None
