"""A new game: who sits where, by taps without scripts; what is played to; what cannot be; for which league it is."""

import re

import pytest

from tests.cast import FOUR
from tests.phones import TEN_POINT, Page

PATH = f"/new/{TEN_POINT}/4"
NAMES = {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}


def test_what_was_played_before_comes_first(phone, code):
    text = phone.page("/new").text
    assert "Played here before" in text
    assert text.index("Minnesota ten-point Smear") < text.index("Double-joker Smear")
    assert code


def test_scores_are_carried_over_from_paper(phone):
    code = phone.sit_down(dealer="2", opening_1="38", opening_2="−6")
    assert "Bob deals" in phone.page(f"/t/{code}").text, "whoever was tapped"
    assert phone.scores(code) == ["38", "−6"]
    assert "Carried over from paper: Ann & Cy 38, Bob & Dee −6" in phone.page(f"/t/{code}/log").text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name-2": ""}, "Who sits here?"),
        ({"name-2": "Ann"}, "Two players are named Ann. Add an initial."),
        ({"name-2": "x" * 61}, "A name has at most 60 characters."),
        ({"name-2": "Bob\N{RIGHT-TO-LEFT OVERRIDE}"}, "characters that can&#39;t be saved"),
        ({"opening-1": "many"}, "A score is a whole number"),
        ({"title": "x" * 81}, "A title has at most 80 characters."),
        ({"save_as": "x" * 61}, "A name has at most 60 characters."),
    ],
)
def test_what_cannot_be_is_said_and_the_rest_kept(phone, fields, sentence):
    answer = phone.send(PATH, PATH, NAMES | {"opening-2": "7"} | fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert 'value="Cy"' in answer.text
    assert 'value="7"' in answer.text


def test_a_table_for_thousands_is_refused_before_its_form_is_read(phone, monkeypatch):
    path = f"/new/{TEN_POINT}/4"
    form = phone.form(path, path)
    monkeypatch.setattr("scorekeeper.games.new_game_views.new_game_form", None)  # one field a seat: it took minutes
    assert phone.client.post(f"/new/{TEN_POINT}/9000000", data=form).status_code == 404


@pytest.mark.parametrize("path", ["/new/no-such-game/4", f"/new/{TEN_POINT}/7"])
def test_a_game_that_is_not_in_the_book(phone, path):
    assert phone.get(path).status_code == 404


def offered(phone, path=PATH):
    """Return the people to tap, in order."""
    return re.findall(r'data-regular="([^"]+)"', phone.get(path).text)


def tapped(phone, fields, **tap):
    """Return the fields of the page after a tap on one of its buttons, without scripts."""
    answer = phone.send(PATH, PATH, fields | tap)
    assert answer.status_code == 200
    return Page(answer.text).forms[0]["fields"]


def names(fields):
    return [fields[f"name-{seat}"] for seat in range(1, 5)]


def test_the_people_of_the_last_table_are_offered_as_they_sat_and_then_the_others(phone):
    phone.sit_down(names=("Eve", "Fay", "Gus", "Hal"))
    phone.sit_down(names=("Hal", "Ann", "Cy", "Fay"))
    assert offered(phone) == ["Hal", "Ann", "Cy", "Fay", "Eve", "Gus"]


@pytest.mark.parametrize("steps", [["edit archive"], ["edit guest", "erase erase"]], ids=["archived", "erased"])
def test_who_is_archived_or_erased_is_not_offered(phone, steps):
    phone.sit_down()
    person = re.search(r"/l/[\w-]+", phone.get("/").text)[0] + "/people/2"
    for page, form in map(str.split, steps):
        assert phone.send(f"{person}/{page}", f"{person}/{form}", {}).status_code == 303
    assert offered(phone) == ["Ann", "Cy", "Dee"]
    assert "Bob" not in phone.get(PATH).text
    assert "guest" not in phone.get(PATH).text


def test_tapped_from_left_to_right_partners_stay_partners(phone, code):
    fields = {}
    for name in offered(phone):
        fields = tapped(phone, fields, sit=name)
    assert names(fields) == list(FOUR)
    assert code


def test_a_second_tap_gets_up_again(phone, code):
    fields = tapped(phone, NAMES, sit="Bob")
    assert names(fields) == ["Ann", "", "Cy", "Dee"]
    assert names(tapped(phone, fields, sit="Eve")) == ["Ann", "Eve", "Cy", "Dee"]
    assert code


def test_two_seats_swap_with_who_deals(phone):
    first = tapped(phone, NAMES | {"dealer": "2"}, swap="2")
    assert (first["swapping"], names(first)) == ("2", list(FOUR))
    second = tapped(phone, first, swap="3")
    assert names(second) == ["Ann", "Cy", "Bob", "Dee"]
    assert second["dealer"] == "3"
    assert "swapping" not in second


def test_the_target_named_on_the_way_is_chosen(phone):
    fields = phone.form(f"{PATH}?to=32", PATH)
    assert (fields["rule-finish.target"], fields["rule-finish.target-n"]) == ("other", "32")
    code = phone.send(f"{PATH}?to=32", PATH, NAMES).location
    assert "to 32" in phone.page(code).text


def test_what_this_deck_cannot_give_is_asked_about_once_beside_its_setting(phone):
    path = "/new/partnership-pitch/4"
    joker = {"all": None, "rule-points.high_joker.worth": "1"}
    answer = phone.send(path, path, NAMES | joker)
    assert answer.status_code == 422
    assert "is not in this deck." in re.search(r'(?s)id="rule-points.high_joker.worth".*?</fieldset>', answer.text)[0]
    assert "Deal anyway" in answer.text
    page = Page(answer.text).forms[0]["fields"]
    assert page["name-3"] == "Cy"
    assert phone.client.post(path, data=page).status_code == 303


OTHERS = {f"name-{seat}": name for seat, name in enumerate(("Eve", "Fay", "Gus", "Hal"), start=1)}


def leagues(phone):
    """Return name -> address of the leagues a phone's home page lists."""
    return {name: path for path, name in re.findall(r'href="(/l/[\w-]{22})"><span><b>([^<]+)</b>', phone.get("/").text)}


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


def test_a_game_goes_where_its_page_said_wherever_was_played_meanwhile(phone, code):
    first = leagues(phone)["Our league"].rpartition("/")[2]
    second = found(phone, "Friday")
    form = phone.form(f"{PATH}?league={first}", PATH) | NAMES
    assert form["league"] == first
    friday = begin(phone, second)
    location = phone.client.post(PATH, data=form).location
    assert games_in(phone, first) == {f"/t/{code}", location}
    assert friday in games_in(phone, second)


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
