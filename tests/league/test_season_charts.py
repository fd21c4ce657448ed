"""Where the curves of a season lie: places and money, night by night."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.league.charts import LOWEST_PLACE, money_chart, place_chart
from scorekeeper.league.standings import RankingRule, Standings, StandingsRow
from scorekeeper.league.totals import Share

DAYS = ("2026-09-03", "2026-09-10", "2026-09-17")


def row(number, *after):
    """A row of somebody who stood at these places, with these cents, after each night."""
    place, cents = after[-1]
    return StandingsRow(
        number, f"Player {number}", 0, 3, Share(1, 3), 0, 0, cents, 0, None, 0, place=place, after=after
    )


def season(*rows, unplaced=()):
    return Standings(None, RankingRule(), rows, unplaced, DAYS)


TWO = season(row(1, (2, -100), (2, 50), (1, 250)), row(2, (1, 100), (1, -50), (2, -250)))


def heights(curve):
    return [float(place.split(",")[1]) for part in curve["parts"] for place in part.split()]


def test_who_overtakes_crosses_the_other():
    first, second = place_chart(TWO)["curves"]
    assert heights(first) == [58, 58, 20]
    assert heights(second) == [20, 20, 58]
    assert first["label"] < second["label"]


def test_places_are_told_in_words_and_as_a_table():
    numbers = place_chart(TWO)["numbers"]
    assert numbers["description"] == "Player 1 went from 2 to 1. Player 2 went from 1 to 2."
    assert numbers["heads"] == ["Night", "Player 1", "Player 2"]
    assert numbers["rows"][0] == ["Sep 3, 2026", "2", "1"]
    assert numbers["rows"][2] == ["Sep 17, 2026", "1", "2"]


def test_a_night_without_a_place_is_a_gap():
    chart = place_chart(season(row(1, (1, 0), (None, 0), (1, 0)), row(2, (None, 0), (1, 0), (2, 0))))
    first, second = chart["curves"]
    assert first["parts"] == []  # two dots, and nothing between them
    assert len(first["dots"]) == 2
    assert len(second["parts"]) == 1
    assert chart["numbers"]["rows"][1][1] == "\N{EN DASH}"


def test_nights_before_anybody_had_a_place_are_left_out():
    chart = place_chart(season(row(1, (None, 0), (1, 0), (1, 0))))
    assert len(chart["numbers"]["rows"]) == 2


@pytest.mark.parametrize("found", [replace(TWO, days=DAYS[:1]), season(), season(row(1, (None, 0), (None, 0), (1, 0)))])
def test_one_night_is_no_curve(found):
    assert (
        place_chart(replace(found, rows=tuple(replace(one, after=one.after[: len(found.days)]) for one in found.rows)))
        is None
    )


def test_eight_are_drawn_each_in_a_dash_of_their_own_and_nobody_falls_off_the_paper():
    rows = [row(number, (40 - number, 0), (number, 0), (number, 0)) for number in range(1, 12)]
    chart = place_chart(season(*rows))
    assert [curve["css"] for curve in chart["curves"]] == [f"s{number}" for number in range(1, 9)]
    assert chart["whose"] == "The eight who lead"
    assert len(chart["up"]) == LOWEST_PLACE + 1
    assert chart["up"][-1][1] == "11+"
    assert max(y for curve in chart["curves"] for y in heights(curve)) == chart["up"][-1][0] < chart["height"]


def test_money_above_zero_lies_above_its_line_and_losses_below():
    chart = money_chart(TWO, "USD")
    winner, loser = chart["curves"]
    assert chart["base"] == next(y for y, text in chart["up"] if text == "$0.00")
    assert heights(winner)[2] < chart["base"] < heights(loser)[2]
    assert heights(winner)[0] > chart["base"] > heights(loser)[0]
    assert chart["numbers"]["rows"][2] == ["Sep 17, 2026", "+$2.50", "\N{MINUS SIGN}$2.50"]


def test_money_has_those_without_a_place_too():
    chart = money_chart(
        season(row(1, (1, 0), (1, 0), (1, 0)), unplaced=(row(2, (None, 5), (None, 5), (None, 9)),)), "USD"
    )
    assert [curve["name"] for curve in chart["curves"]] == ["Player 2"]


def test_a_drawing_that_leaves_people_out_says_who_is_in_it():
    rows = [row(number, (number, 0), (number, 100 * number)) for number in range(1, 10)]
    nine, eight = (replace(season(*rows[:many]), days=DAYS[:2]) for many in (9, 8))
    assert money_chart(nine, "USD")["whose"] == "The eight whose money moved most"
    assert (money_chart(eight, "USD")["whose"], place_chart(eight)["whose"]) == ("", "")


def test_without_money_there_is_no_drawing_of_it():
    assert money_chart(season(row(1, (1, 0), (1, 0), (1, 0))), "USD") is None
    assert money_chart(replace(TWO, days=DAYS[:1]), "USD") is None


def test_a_long_name_is_shortened_at_the_end_of_its_curve_alone():
    long = replace(TWO.rows[0], name="Maximiliana Konstantinopoulos")
    chart = place_chart(season(long, TWO.rows[1]))
    assert chart["curves"][0]["name"] == "Maximilian\N{HORIZONTAL ELLIPSIS}"
    assert chart["numbers"]["heads"][1] == "Maximiliana Konstantinopoulos"
