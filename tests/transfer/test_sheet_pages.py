import html
import io
import json
import re
import tomllib

import pytest

from tests.cast import FOUR
from tests.phones import TEN_POINT, Page

NEW = f"/new/{TEN_POINT}/4"
SHEET = """
format = "scoresheet/1"
variant = "minnesota-ten-point"
players = ["Ann", "Bob", "Cy", "Dee"]
title = "Thursday at the Legion"
date = 2026-11-19

[[lines]]
bidder = "Bob"
bid = 5
points = { high = "Bob", jack = "Bob", trey = "Bob", low = "Ann" }
"""


def bring_in(phone, text="", **fields):
    return phone.send("/import", "/import", {"sheet": text, **fields})


def test_a_pasted_sheet_becomes_a_table(phone):
    answer = bring_in(phone, SHEET)
    assert answer.status_code == 303
    code = answer.location.rsplit("/", 1)[1]
    assert phone.scores(code) == ["1", "5"]
    assert "Thursday at the Legion" in phone.page("/").text


def test_so_does_a_file_in_json(phone):
    document = tomllib.loads(SHEET) | {"date": "2026-11-19"}
    file = (io.BytesIO(json.dumps(document).encode()), "night.json")
    answer = phone.send("/import", "/import", {"sheet": "", "file": file})
    assert answer.status_code == 303


def test_of_several_leagues_one_is_chosen(phone, code):
    assert "league" not in phone.form("/import", "/import"), "there is but one"
    first = phone.form(NEW, NEW)["league"]
    names = {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}
    assert phone.send(f"{NEW}?league=new", NEW, names | {"league_name": "Friday"}).status_code == 303
    second = phone.form("/import", "/import")["league"]
    assert second != first, "the one played in last"
    refused = bring_in(phone, "nonsense", league=first)
    assert refused.status_code == 422
    assert f'value="{first}" checked' in refused.text
    bring_in(phone, SHEET, league=first)
    nights = [set(re.findall(r"/nights/\d+", phone.get(f"/l/{league}/nights").text)) for league in (first, second)]
    assert [len(found) for found in nights] == [2, 1]
    assert code


def test_a_league_of_others_takes_no_sheet(phone, stranger, code):
    league = phone.form(NEW, NEW)["league"]
    assert bring_in(stranger, SHEET, league=league).status_code == 404
    assert phone.get("/").text.count('class="table-card') == 1
    assert code


@pytest.mark.parametrize(
    ("text", "place", "field", "sentence"),
    [
        (SHEET.replace("bid = 5", "bid = 3"), "Line 1", "bid", "3 is too low"),
        (SHEET.replace('trey = "Bob"', 'trey = "Zed"'), "Line 1", "points.trey", "Zed is not at the table."),
        (SHEET.replace("title", "tittle"), "Top", "tittle", "no key called tittle"),
        (SHEET.replace("minnesota-ten-point", "whist"), "Top", "variant", "no variant called"),
    ],
)
def test_an_unreadable_sheet_names_line_and_key_and_is_kept(phone, text, place, field, sentence):
    answer = bring_in(phone, text)
    assert answer.status_code == 422
    assert f"<b>{place}</b>, <code>{field}</code>" in answer.text
    assert sentence in answer.text
    if "Legion" in text:
        assert "Thursday at the Legion" in answer.text
    assert phone.page("/").text.count("Thursday") == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("", "Paste a scoresheet, or choose a file."), ("what is this", "This is not TOML"), ("{", "This is not JSON")],
)
def test_what_is_no_sheet_at_all_is_not_given_a_place(phone, text, sentence):
    answer = bring_in(phone, text)
    assert answer.status_code == 422
    assert f'<a href="#sheet">{sentence}' in answer.text
    assert "<details open>" in answer.text, "the box that the error leads to is on the page"
    assert "<details open>" not in phone.get("/import").text


def test_the_example_in_the_empty_box_is_a_sheet_that_is_taken(phone):
    example = html.unescape(re.search(r'placeholder="([^"]+)"', phone.get("/import").text)[1])
    answer = phone.send("/import", "/import", {"sheet": example})
    assert answer.status_code == 303, Page(answer.text).text
    assert phone.scores(answer.location.removeprefix("/t/")) == ["5", "1"]
