"""A game of one's own is compared with others, and taken along as a file."""

from __future__ import annotations

import io
import re

import pytest

from tests.phones import Phone
from tests.rulebook.conftest import NAMES, write


def test_it_is_compared_with_the_game_it_was_made_from(phone, league):
    page = phone.page(f"{league}/house-rules/1/rules/4/compare").text
    assert "With standard Partnership Pitch" in page
    text = phone.page(f"{league}/house-rules/1/rules/4/compare?with=partnership-pitch&size=4").text
    assert "Legion Pitch" in text
    assert "21" in text
    assert "31" in text
    assert "31" in phone.page(f"{league}/house-rules/1/rules/4/ask?q=What+do+we+play+to%3F").text


def bring_in(phone, league, text):
    path = f"{league}/variants/import"
    fields = phone.form(path, path) | {"file": (io.BytesIO(text.encode()), "game.toml")}
    return phone.client.post(path, data=fields, content_type="multipart/form-data")


def test_another_league_brings_in_its_file(app, phone, league):
    file = phone.get(f"{league}/variants/1/variant.toml")
    assert file.headers["Content-Disposition"] == 'attachment; filename="legion-pitch.toml"'
    other = Phone(app)
    theirs = re.match(r"/l/[\w-]+", write(other, name="Something else").location)[0]
    answer = bring_in(other, theirs, file.text)
    assert answer.status_code == 303
    assert "Legion Pitch" in other.page(answer.location).text
    assert other.get(f"{theirs}/variants/2/variant.toml").text == file.text
    assert bring_in(other, theirs, file.text).location == answer.location


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "name"),
        ("not toml", "TOML"),
        ('key = "a"\nname = "A"\nfamily = " "\nsummary = ""\nsources = []\nextends = "cinch"', "family"),
        ('key = "a"\nname = "A"\nfamily = "Pitch"\nsummary = ""\nsources = []\nextends = "b"', "extends"),
        ('key = "a"\nname = ""\nfamily = "Pitch"\nsummary = ""\nsources = []\nextends = "cinch"', "name"),
        pytest.param("a" + ".a" * 300 + " = 1", "nested too deep", id="a key of 300 parts"),
        pytest.param("a = " + "[" * 20_000, "nested too deep", id="20,000 arrays"),
        pytest.param("a = " + "{a = " * 5_000, "nested too deep", id="5,000 inline tables"),
        pytest.param(f"a = {'[' * 30}{']' * 30}", "nested more than 20 deep", id="30 arrays"),
        pytest.param("most_played = " + "9" * 50_000, "cannot be read", id="a number of 50,000 digits"),
    ],
)
def test_a_file_that_is_no_game_is_refused_with_what_is_wrong(phone, league, text, said):
    answer = bring_in(phone, league, text)
    assert answer.status_code == 422
    assert said in answer.text


def test_no_file_at_all_is_asked_for(phone, league):
    path = f"{league}/variants/import"
    answer = phone.client.post(path, data=phone.form(path, path))
    assert answer.status_code == 422
    assert "Choose a game file first." in answer.text


def test_house_rules_can_be_taken_along_as_a_game(app, phone, league):
    seats = f"/new/cinch/4?league={league.removeprefix('/l/')}"
    phone.send(seats, "/new/cinch/4", NAMES | {"rule-finish.target": "77", "save_as": "Fridays"})
    file = phone.get(f"{league}/variants/2/variant.toml")
    assert file.headers["Content-Disposition"] == 'attachment; filename="fridays.toml"'
    other = Phone(app)
    theirs = re.match(r"/l/[\w-]+", write(other, name="Something else").location)[0]
    assert "to 77" in other.page(bring_in(other, theirs, file.text).location).text
