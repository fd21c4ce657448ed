"""Where the bars and lines of small drawings lie."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from scorekeeper.league.charts import column_chart, line_chart, pair_chart, table_of
from scorekeeper.league.totals import Share

NUMBERS = table_of(
    "A way", "From here to there.", ("Day", "So much"), (("Sep 1, 2026", "1500"), ("Sep 8, 2026", "1560"))
)


def test_a_column_is_as_high_as_its_share_and_little_is_an_outline():
    drawn = column_chart("Bids made", "Bid", [("5", Share(10, 20)), ("6", Share(19, 19)), ("7", Share(0, 40))])
    heights = [column["height"] for column in drawn["columns"]]
    assert heights == [55, 110, 0]  # of 110
    assert [column["y"] + column["height"] for column in drawn["columns"]] == [134, 134, 134]
    assert [column["share"].small for column in drawn["columns"]] == [False, True, False]
    assert drawn["numbers"]["rows"][0] == ["5", "10", "20", "50%"]
    assert drawn["numbers"]["description"] == "5: 10 of 20, 6: 19 of 19, 7: 0 of 40"


@pytest.mark.parametrize("count", [1, 4, 12, 20])
def test_columns_stay_on_the_paper_and_apart(count):
    drawn = column_chart("Bids made", "Bid", [(str(bid), Share(1, 2)) for bid in range(count)])["columns"]
    assert drawn[0]["x"] >= 0
    assert drawn[-1]["x"] + drawn[-1]["width"] <= 320
    assert all(left["x"] + left["width"] < right["x"] for left, right in pairwise(drawn))


def test_two_bars_lie_below_their_point():
    shares = [("High", Share(30, 40), Share(5, 10)), ("Low", Share(1, 1), Share(0, 0))]
    drawn = pair_chart("Points", ("bidding", "defending"), shares)
    high, low = (pair["bars"] for pair in drawn["pairs"])
    room = 320 - 62 - 44
    assert (high[0][1], high[1][1]) == (round(0.75 * room, 1), room / 2)
    assert high[0][0] < high[1][0] < low[0][0]
    assert drawn["few"]
    assert low[1][2].text == "\N{EN DASH}"
    assert drawn["numbers"]["rows"][0] == ["High", "75% (30 of 40)", "50% (5 of 10)"]


def test_a_way_goes_from_the_left_to_the_right_past_where_everybody_begins():
    drawn = line_chart(NUMBERS, [1500, 1560], 1500, str)
    assert [(text, is_base) for _, text, is_base in drawn["levels"]] == [
        ("1500", True), ("1520", False), ("1540", False), ("1560", False),
    ]  # fmt: skip
    assert drawn["dots"] == [(48.0, 128.0), (312.0, 12.0)]
    assert drawn["points"] == "48.0,128.0 312.0,12.0"


def test_one_value_is_no_way_and_equal_ones_are_a_level_one():
    assert line_chart(NUMBERS, [1500], 1500, str) is None
    level = line_chart(NUMBERS, [0, 0, 0], 0, str)
    assert {y for _, y in level["dots"]} == {128.0}


def test_losses_go_below_the_base():
    drawn = line_chart(NUMBERS, [-250, 100], 0, str)
    base = next(y for y, _, is_base in drawn["levels"] if is_base)
    assert drawn["dots"][0][1] > base > drawn["dots"][1][1]
    assert min(y for y, *_ in drawn["levels"]) >= 12


def test_every_fifth_stroke_lies_across(app):
    strokes = app.jinja_env.get_template("_macros/league.html").module.strokes
    assert strokes(12).count("<path") == 12
    assert "<path" not in strokes(0)
    assert re.findall('d="(M[^,]*)', strokes(5))[4] == "M-1"
    widths = [int(re.search(r'width="(\d+)"', strokes(won))[1]) for won in (3, 5, 6)]
    assert widths == [22, 34, 40]
