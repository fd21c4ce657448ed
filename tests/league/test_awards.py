"""Awards from few deeds, each counted by hand, and those of real nights and seasons."""

import re
from pathlib import Path

import pytest

from scorekeeper.league.awards import (
    AWARD_KINDS,
    NIGHT_MINIMUMS,
    SEASON_MINIMUMS,
    Award,
    AwardFacts,
    awards_of,
    night_awards,
    spread_awards,
)
from scorekeeper.league.totals import add_counts
from tests.factories import hand
from tests.league.games import FIRST, moon_made

ANN, BOB, CY = 1, 2, 3
NAMES = {ANN: "Ann", BOB: "Bob", CY: "Cy", 12: "Bob"}


def given(people=None, longest=None, drought=None, pairs=None):
    """What is given for some deeds: key -> names and figure."""
    deeds = AwardFacts(people or {}, longest or {}, drought or {}, pairs or {}, NIGHT_MINIMUMS, "USD")
    return {award.key: ([name for _, name in award.people], award.figure) for award in awards_of(deeds, NAMES)}


@pytest.mark.parametrize(
    ("key", "people", "who", "figure"),
    [
        ("sets", {ANN: {"set": 2}, BOB: {"set": 2, "dealer_set": 1}}, ["Bob"], "3 sets"),
        ("sets", {ANN: {"set": 1}, BOB: {"set": 1}}, ["Ann", "Bob"], "1 set"),
        ("surest", {ANN: {"made": 3, "bids": 4, "bid_permille": 0}, BOB: {"made": 2, "bids": 2}}, ["Ann"], "3 of 4"),
        ("boldest", {ANN: {"bids": 3, "bid_permille": 1800}, BOB: {"bids": 4, "bid_permille": 1600}}, ["Ann"],
         "60%"),
        ("boldest", {who: add_counts([counts] * 3) for who, counts in moon_made().people.items()}, ["Bob"], "100%"),
        ("left", {ANN: {"over": 9, "over_of": 3}, BOB: {"over": 10, "over_of": 4}}, ["Ann"], "9 points in 3 bids"),
        ("moons", {ANN: {"made.moon": 1, "made.5": 7}, BOB: {"made.smudge": 1, "made.moon": 1}}, ["Bob"], "2 made"),
        ("stuck", {ANN: {"stuck": 3, "stuck_made": 2}, BOB: {"stuck": 2, "stuck_made": 1}}, ["Ann"], "2 made"),
        ("wall", {ANN: {"defended": 6, "defended_set": 3}, BOB: {"defended": 4, "defended_set": 4}}, ["Ann"], "3 of 6"),
        ("thief", {ANN: {"d.got.jack": 1, "d.got.off_jack": 1}, BOB: {"b.got.jack": 9, "d.got.jack": 1}}, ["Ann"],
         "2 jacks"),
        ("called", {ANN: {"called": 1}, BOB: {"called": 4}}, ["Bob"], "4 calls"),
        ("chair", {ANN: {"games": 3}, BOB: {"games": 2}}, ["Ann"], "3 games"),
        ("purse", {ANN: {"cents.USD": 125, "cents.EUR": 900}, BOB: {"cents.USD": -125}}, ["Ann"], "$1.25"),
        ("tricks", {ANN: {"tricks": 6}, BOB: {"tricks": 4}}, ["Ann"], "6 tricks"),
    ],
)  # fmt: skip
def test_who_did_most(key, people, who, figure):
    assert given(people)[key] == (who, figure)


@pytest.mark.parametrize(
    "people",
    [
        {ANN: {"set": 0, "games": 1, "cents.USD": -5}},
        {ANN: {"bids": 2, "made": 2, "bid_permille": 900, "over": 5, "over_of": 2}},
        {ANN: {"defended": 4, "defended_set": 4}},
    ],
    ids=["nothing", "two bids", "four hands"],
)
def test_too_little_earns_nothing(people):
    assert given(people) == {}


def test_runs_and_droughts():
    assert given(longest={ANN: 4, BOB: 1, CY: 0}, drought={ANN: 1, BOB: 3, CY: 3}) == {
        "run": (["Ann"], "4 won in a row"),
        "drought": (["Bob", "Cy"], "3 lost in a row"),
    }
    assert given(longest={ANN: 1}, drought={ANN: 1}) == {}


def test_pairs():
    pairs = {(ANN, BOB): (2, 0, 0, 0), (ANN, CY): (4, 0, 2, 1), (BOB, CY): (1, 0, 1, 0)}
    assert given(pairs=pairs) == {"partners": (["Ann", "Cy"], "4 of 4 games"), "one-sided": (["Ann", "Cy"], "2 to 1")}
    assert given(pairs={(ANN, BOB): (0, 0, 2, 2)}) == {}
    assert given(pairs={(ANN, BOB): (0, 0, 2, 3)}) == {"one-sided": (["Bob", "Ann"], "3 to 2")}


def shown(awards):
    return {award.key: ([name for _, name in award.people], award.figure) for award in awards}


def test_awards_of_a_night(session, new_game):
    """Two games: Bob and Dee win both; Ann is set once in each, Bob takes the jack and the jick from her."""
    for _ in range(2):
        lost = ("jack", "off_jack", "high_joker", "low_joker", "game", "trey")
        new_game(hand("1", 6, lost=lost, to="2"), hand("2", 5), house={"finish.target": 10}, date=FIRST)
    awards = shown(night_awards(session, 1, 1))
    assert awards["sets"] == (["Ann"], "2 sets")
    assert awards["thief"] == (["Bob", "Dee"], "4 jacks")
    assert awards["run"] == (["Bob", "Dee"], "2 won in a row")
    assert awards["partners"] == (["Bob", "Dee"], "2 of 2 games")
    assert awards["one-sided"] == (["Bob", "Ann", "Cy", "Dee"], "2 to 0")
    assert "surest" not in awards, "two bids are too few"


SPRITE = Path(__file__).parents[2] / "static" / "img" / "marks.svg"


def test_the_sprite_is_small_and_has_every_mark(app, owner, league):
    drawn = set(re.findall(r'<symbol id="(\w+)"', SPRITE.read_text()))
    macros = app.jinja_env.get_template("_macros/league.html").module
    marks = macros.award_marks
    assert marks.keys() == {key for key, *_ in AWARD_KINDS}
    assert {*marks.values()} <= drawn
    assert SPRITE.stat().st_size <= 3500
    html = owner.get(f"{league}/awards").text
    shown = re.findall(r'<li class="award.*?marks[^"#]*\.svg[^"#]*#(\w+)"', html, re.DOTALL)
    assert len(shown) == html.count('<li class="award') > 0
    assert set(shown) <= drawn
    eight = [Award(key, key, (), "3", "Most.") for key in list(marks)[:8]]
    with app.test_request_context():
        listed = macros.award_list(eight, 2, SEASON_MINIMUMS)
    assert (listed.count('<li class="award'), "More awards (2)" in listed) == (8, True)


def test_awards_go_round_before_anybody_has_a_second():
    earned = {"a": [ANN], "b": [ANN], "c": [BOB, ANN], "d": [CY], "e": [BOB]}
    given = [Award(key, key, [(who, NAMES[who]) for who in people], "3", "Most.") for key, people in earned.items()]
    assert [each.key for each in spread_awards(given)] == ["a", "d", "e", "b", "c"]
