"""For which league a new game is: a phone that keeps score in several is asked, and may found one more."""

from __future__ import annotations

import re

import pytest

from tests.cast import FOUR
from tests.phones import TEN_POINT

PATH = f"/new/{TEN_POINT}/4"
NAMES = {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}
OTHERS = {f"name-{seat}": name for seat, name in enumerate(("Eve", "Fay", "Gus", "Hal"), start=1)}


def leagues(phone):
    """Return name -> address of the leagues a phone's home page lists."""
    return {name: path for path, name in re.findall(r'<a href="(/l/[\w-]{22})"><b>([^<]+)</b>', phone.get("/").text)}


def begin(phone, league, **fields):
    """Begin a game of a league, given by its code or "new"; give the page it leads to."""
    answer = phone.send(f"{PATH}?league={league}", PATH, NAMES | fields)
    assert answer.status_code == 303, answer.text
    return answer.location


def found(phone, name, **fields):
    """Found a league with a game; give its code."""
    begin(phone, "new", league_name=name, **fields)
    return leagues(phone)[name].rpartition("/")[2]


def games_in(phone, league):
    """Return the games a league's home page says are being played."""
    return set(re.findall(r'href="(/t/[\w-]{22})"', phone.get(f"/l/{league}").text))


def test_a_phone_without_a_league_is_not_asked(phone):
    assert "new league" not in phone.get("/new").text
    assert "league_name" not in phone.form(PATH, PATH)
    phone.sit_down()
    assert list(leagues(phone)) == ["Our league"]


def test_a_league_is_founded_with_its_first_game(phone, code):
    assert "League: Our league" in phone.page("/new").text
    location = begin(phone, "new", league_name="  Friday   at Eve's ", **OTHERS)
    assert set(leagues(phone)) == {"Our league", "Friday at Eve&#39;s"}
    assert games_in(phone, leagues(phone)["Friday at Eve&#39;s"].rpartition("/")[2]) == {location}
    assert location != f"/t/{code}"


def test_a_league_without_a_name_is_ours(phone, code):
    begin(phone, "new")
    assert len(re.findall(r'<a href="/l/[\w-]{22}"><b>Our league</b>', phone.get("/").text)) == 2
    assert code


def test_a_game_goes_where_its_page_said_wherever_was_played_meanwhile(phone, code):
    first = leagues(phone)["Our league"].rpartition("/")[2]
    second = found(phone, "Friday")
    form = phone.form(f"{PATH}?league={first}", PATH) | NAMES
    assert form["league"] == first
    friday = begin(phone, second)
    location = phone.client.post(PATH, data=form).location
    assert games_in(phone, first) == {f"/t/{code}", location}
    assert friday in games_in(phone, second)


def test_without_a_word_it_is_the_one_played_in_last(phone, code):
    second = found(phone, "Friday")
    assert phone.form(PATH, PATH)["league"] == second
    phone.hand(code)
    assert f"/l/{phone.form(PATH, PATH)['league']}" == leagues(phone)["Our league"]


def test_people_and_rules_are_those_of_the_league(phone):
    phone.send(PATH, PATH, NAMES | {"save_as": "Legion rules", "rule-finish.target": "60"})
    first = phone.form(PATH, PATH)["league"]
    second = found(phone, "Friday", **OTHERS)
    assert 'data-regular="Ann"' in phone.get(f"{PATH}?league={first}").text
    assert 'data-regular="Ann"' not in phone.get(f"{PATH}?league={second}").text
    assert 'data-regular="Eve"' in phone.get(f"{PATH}?league={second}").text
    assert "data-regular" not in phone.get(f"{PATH}?league=new").text
    assert "Legion rules" in phone.page(f"/new?size=4&league={first}").text
    assert "Legion rules" not in phone.page(f"/new?size=4&league={second}").text
    assert phone.get(f"{PATH}?league={first}&rules=1").status_code == 200
    assert phone.get(f"{PATH}?league={second}&rules=1").status_code == 404
    assert phone.get(f"{PATH}?league=new&rules=1").status_code == 404


def test_every_way_on_keeps_the_league(phone, code):
    second = found(phone, "Friday")
    other = leagues(phone)["Our league"].rpartition("/")[2]
    text = phone.get(f"/new?league={other}").text
    ways = re.findall(r'href="(/new[^"]*)"', text)
    assert {re.search(r"league=([\w-]+)", way)[1] for way in ways} == {other, second, "new"}
    assert f'href="/new?size=4&amp;league={other}"' in phone.get(f"{PATH}?league={other}").text
    assert code


def test_the_league_s_own_page_starts_a_game_of_it(phone, code):
    found(phone, "Friday")
    path = leagues(phone)["Our league"]
    assert f'href="/new?league={path.rpartition("/")[2]}"' in phone.get(path).text
    assert code


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("x" * 61, "A name has at most 60 characters."),
        ("Fri\N{RIGHT-TO-LEFT OVERRIDE}day", "A league needs a name."),
    ],
)
def test_a_name_that_cannot_be_founds_nothing(phone, code, name, sentence):
    answer = phone.send(f"{PATH}?league=new", PATH, NAMES | {"league_name": name})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert 'href="#league_name"' in answer.text
    assert 'value="Cy"' in answer.text
    assert 'name="league" value="new"' in answer.text
    assert list(leagues(phone)) == ["Our league"]
    assert code


@pytest.mark.parametrize("league", ["x", "new ", "A" * 22, "%00", "9" * 5000])
def test_a_league_that_is_not_there(phone, code, league):
    for path in (f"/new?league={league}", f"{PATH}?league={league}"):
        assert phone.get(path).status_code == 404
    assert phone.client.post(PATH, data=phone.form(PATH, PATH) | NAMES | {"league": "A" * 22}).status_code == 404
    assert code


def test_another_s_league_and_one_it_only_looks_at_are_not_there(phone, code, stranger):
    league = phone.form(PATH, PATH)["league"]
    assert stranger.get(f"/new?league={league}").status_code == 404
    stranger.join(phone, code)
    assert stranger.get(f"/new?league={league}").status_code == 404
    assert "Start a game" not in stranger.get(f"/l/{league}").text
    form = stranger.form(PATH, PATH) | NAMES | {"league": league}
    assert stranger.client.post(PATH, data=form).status_code == 404
    stranger.keep_score(phone, code)
    assert stranger.get(f"/new?league={league}").status_code == 200
