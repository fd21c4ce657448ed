"""Where the bars, lines and squares of small drawings lie, and what is told of them as a table and in words."""

import datetime as dt

from scorekeeper.league.charts import column_chart, money_chart, night_calendar, partner_grid, place_chart
from scorekeeper.league.standings import RankingRule, Standings, StandingsRow
from scorekeeper.league.totals import Share


def test_a_column_is_as_high_as_its_share_and_little_is_an_outline():
    drawn = column_chart("Bids made", "Bid", [("5", Share(10, 20)), ("6", Share(19, 19)), ("7", Share(0, 40))])
    assert [column["height"] for column in drawn["columns"]] == [55, 110, 0]  # of 110
    assert [column["y"] + column["height"] for column in drawn["columns"]] == [134, 134, 134]
    assert [column["share"].small for column in drawn["columns"]] == [False, True, False]
    assert drawn["numbers"]["rows"][0] == ["5", "10", "20", "50%"]
    assert drawn["numbers"]["description"] == "5: 10 of 20, 6: 19 of 19, 7: 0 of 40"
    many = column_chart("Bids made", "Bid", [(str(bid), Share(1, 2)) for bid in range(20)])["columns"]
    assert 0 <= many[0]["x"] < many[0]["x"] + many[0]["width"] < many[1]["x"]
    assert many[-1]["x"] + many[-1]["width"] <= 320, "on the paper"


DAYS = ("2026-09-03", "2026-09-10", "2026-09-17")


def row(number, *after):
    """A row of somebody who stood at these places, with these cents, after each night."""
    place, cents = after[-1]
    return StandingsRow(
        number, f"Player {number}", 0, 3, Share(1, 3), 0, 0, cents, 0, None, 0, place=place, after=after
    )


def season(*rows, unplaced=(), days=DAYS):
    return Standings(None, RankingRule(), rows, unplaced, {day: {} for day in days})


TWO = season(row(1, (2, -100), (2, 50), (1, 250)), row(2, (1, 100), (1, -50), (2, -250)))


def heights(curve):
    return [float(place.split(",")[1]) for part in curve["parts"] for place in part.split()]


def test_who_overtakes_crosses_the_other_and_is_told_so():
    chart = place_chart(TWO)
    assert [heights(curve) for curve in chart["curves"]] == [[58, 58, 20], [20, 20, 58]]
    assert chart["numbers"]["description"] == "Player 1 went from 2 to 1. Player 2 went from 1 to 2."
    assert chart["numbers"]["heads"] == ["Night", "Player 1", "Player 2"]
    assert chart["numbers"]["rows"][::2] == [["Sep 3, 2026", "2", "1"], ["Sep 17, 2026", "1", "2"]]
    one, other = place_chart(season(*(row(number, *3 * [(1, 0)]) for number in (1, 9))))["curves"]
    assert one["css"] == other["css"] == "s2", "the color of their chips"
    assert one["dashes"] != other["dashes"]


def test_a_night_without_a_place_is_a_gap_and_one_night_is_no_curve():
    chart = place_chart(season(row(1, (1, 0), (None, 0), (1, 0)), row(2, (None, 0), (1, 0), (2, 0))))
    first, second = chart["curves"]
    assert (first["parts"], len(first["dots"]), len(second["parts"])) == ([], 2, 1)
    assert chart["numbers"]["rows"][1][1] == "\N{EN DASH}"
    for found in (season(row(1, (1, 0)), days=DAYS[:1]), season(), season(row(1, (None, 0), (None, 0), (1, 0)))):
        assert place_chart(found) is None


def test_money_above_zero_lies_above_its_line_and_losses_below():
    chart = money_chart(TWO, "USD")
    winner, loser = chart["curves"]
    assert chart["base"] == next(y for y, text in chart["up"] if text == "$0.00")
    assert heights(winner)[2] < chart["base"] < heights(loser)[2]
    assert chart["numbers"]["rows"][2] == ["Sep 17, 2026", "+$2.50", "\N{MINUS SIGN}$2.50"]
    without_a_place = row(2, (None, 5), (None, 5), (None, 9))
    chart = money_chart(season(row(1, (1, 0), (1, 0), (1, 0)), unplaced=(without_a_place,)), "USD")
    assert [curve["name"] for curve in chart["curves"]] == ["Player 2"]
    assert money_chart(season(row(1, (1, 0), (1, 0), (1, 0))), "USD") is None, "nobody played for any"


NAMES = {1: "Ann", 2: "Bob", 3: "Cy", 4: "Dee"}
PAIRS = ((1, 3, Share(30, 40)), (2, 4, Share(0, 5)), (1, 2, Share(2, 2)))


def test_each_two_have_two_squares_across_the_diagonal_the_darker_the_more_they_won():
    grid = partner_grid(PAIRS, NAMES)
    over, under = grid["cells"][:2]
    assert (len(grid["cells"]), over["share"].percent, under["share"].percent) == (6, 75, 75)
    assert over["y"] < under["y"]
    assert over["x"] > under["x"]
    assert over["title"] == "Ann & Cy: won 30 of 40"
    shades = {it["share"].percent: (it["shade"], it["share"].small) for it in grid["cells"]}
    assert shades == {75: (0.25, False), 0: (0.04, True), 100: (0.32, True)}
    assert grid["numbers"]["rows"][0] == ["Ann & Cy", "30", "40", "75%"]
    assert grid["numbers"]["description"] == "Ann and Cy played together most: won 30 of 40."
    assert grid["best"] == [("Ann & Cy", "30 of 40"), ("Ann & Bob", "2 of 2")], "who won none is no best pair"


def test_two_long_names_that_begin_alike_are_told_apart():
    grid = partner_grid(PAIRS, dict(zip(NAMES, ("Samantha Oakes", "Samantha Pine", "Cy", "Dee"), strict=False)))
    assert [f"{it['name']} {it['head']}" for it in grid["people"][2:]] == ["Samantha O. Sama…O.", "Samantha P. Sama…P."]


def test_a_month_is_a_row_from_the_first_with_a_night_to_this_one():
    nights = [dt.date(2026, 11, 5), dt.date(2026, 9, 30), dt.date(2026, 11, 19)]
    calendar = night_calendar(nights, dt.date(2026, 11, 22))
    assert [(it["name"], it["count"]) for it in calendar["months"]] == [("Sep", "1"), ("Oct", ""), ("Nov", "2")]
    assert [month["days"].count("M") + month["nights"].count("M") for month in calendar["months"]] == [30, 31, 30]
    assert [month["nights"].count("M") for month in calendar["months"]] == [1, 0, 2]
    assert calendar["numbers"]["rows"][2] == ["Nov 2026", "2", "Nov 5, 2026, Nov 19, 2026"]
    assert night_calendar([], dt.date(2026, 11, 22)) is None
