"""Sitting down: who is offered, by taps without scripts, two who swap; what is played to, and what cannot be dealt."""

from __future__ import annotations

import re

import pytest

from tests.cast import FOUR
from tests.phones import TEN_POINT, Page

PATH = f"/new/{TEN_POINT}/4"
NAMES = {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}


def offered(phone, path=PATH):
    """Return the people to tap, in order."""
    return re.findall(r'data-regular="([^"]+)"', phone.get(path).text)


def focused(answer):
    """Return the names of the fields that take the focus."""
    inputs = re.findall(r"<input[^>]*>", answer.text)
    return [re.search(r'name="([^"]+)"', it)[1] for it in inputs if "autofocus" in it]


def tapped(phone, fields, **tap):
    """Return the fields of the page after a tap on one of its buttons, without scripts."""
    answer = phone.send(PATH, PATH, fields | tap)
    assert answer.status_code == 200
    return Page(answer.text).forms[0]["fields"]


def names(fields):
    return [fields[f"name-{seat}"] for seat in range(1, 5)]


def test_the_people_of_the_last_table_are_offered_as_they_sat(phone):
    phone.sit_down(names=("Dee", "Ann", "Cy", "Bob"))
    assert offered(phone) == ["Dee", "Ann", "Cy", "Bob"]


def test_others_come_after_them(phone):
    phone.sit_down(names=("Eve", "Fay", "Gus", "Hal"))
    phone.sit_down(names=("Ann", "Fay", "Cy", "Hal"))
    assert offered(phone) == ["Ann", "Fay", "Cy", "Hal", "Eve", "Gus"]
    text = phone.get(PATH).text
    assert text.index("> people</span></summary>") < text.index('data-regular="Eve"')


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


@pytest.mark.parametrize("seat", ["0", "5", "99999999999", "x", "−1"])
def test_a_seat_that_is_not_there_swaps_with_nobody(phone, seat):
    assert names(tapped(phone, NAMES | {"swapping": seat}, swap="2")) == list(FOUR)
    phone.send(PATH, PATH, NAMES | {"swap": seat, "swapping": "1"})


def test_the_first_empty_seat_has_the_focus(phone):
    assert focused(phone.get(PATH)) == ["name-1"]
    assert focused(phone.send(PATH, PATH, {"name-1": "Ann", "sit": "Bob"})) == ["name-3"]
    assert focused(phone.send(PATH, PATH, NAMES | {"swap": "1"})) == []


# ---------------------------------------------------------------- how this table plays


def test_the_target_named_on_the_way_is_chosen(phone):
    fields = phone.form(f"{PATH}?to=32", PATH)
    assert (fields["rule-finish.target"], fields["rule-finish.target-n"]) == ("other", "32")
    code = phone.send(f"{PATH}?to=32", PATH, NAMES).location
    assert "to 32" in phone.page(code).text


@pytest.mark.parametrize("target", ["x", "", "999999", "%00", "1e9"])
def test_a_target_that_cannot_be_is_left_out(phone, target):
    assert phone.form(f"{PATH}?to={target}", PATH)["rule-finish.target"] == "52"


def test_the_target_is_asked_at_every_game_that_has_one(phone):
    assert "What do you play to?" in phone.page("/new/partnership-pitch/4").text
    assert "What do you play to?" in phone.page("/new/smoke/5").text
    assert "What do you play to?" not in phone.page("/new/money-pitch/5").text


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


def test_rules_the_deck_can_give_are_not_asked_about(phone):
    path = "/new/partnership-pitch/4"
    assert phone.send(path, path, NAMES | {"rule-finish.target": "11"}).status_code == 303
