"""The house limit: held against every new game's stake."""

import html
import json
import re

import pytest

from tests.cast import FOUR
from tests.phones import TEN_POINT, Page

PATH = f"/new/{TEN_POINT}/4"
NAMES = {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}


@pytest.fixture
def limit(phone):
    """The page of the house limit of a league that plays for dollars."""
    return f"/t/{phone.sit_down(stake_game='0.10', currency='USD')}/limit"


def set_to(phone, limit, text):
    return phone.send(limit, limit, {"limit": text})


@pytest.mark.parametrize(("text", "shown"), [("0,50", "$0.50"), ("1000000", "$1,000,000.00")])
def test_a_limit_is_kept_until_an_empty_field_lifts_it(phone, limit, text, shown):
    assert set_to(phone, limit, text).status_code == 303
    assert f"Now: {shown}." in phone.page(limit).text
    assert f"The house limit is {shown} a game." in phone.page(PATH).text
    assert set_to(phone, limit, " ").status_code == 303
    assert "Now it is" not in phone.page(limit).text
    assert "house limit" not in phone.page(PATH).text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a dollar", "Enter an amount like 1.00, or leave it empty for no limit."),
        ("0", "Enter an amount above zero"), ("1000000.01", "1000000.00 at most"),
    ],
)  # fmt: skip
def test_what_is_no_limit_is_said_and_changes_nothing(phone, limit, text, sentence):
    set_to(phone, limit, "0.50")
    answer = set_to(phone, limit, text)
    assert answer.status_code == 422
    assert sentence in re.search(r'id="limit-wrong">([^<]+)<', html.unescape(answer.text))[1]
    assert Page(answer.text).forms[0]["fields"]["limit"] == text
    assert "Now: $0.50." in phone.page(limit).text


def test_a_game_above_the_limit_is_refused_at_its_field(phone, limit):
    set_to(phone, limit, "0.50")
    typed = NAMES | {"stake-game": "0.51", "stake-set": "2"}
    answer = phone.send(PATH, PATH, typed)
    assert answer.status_code == 422
    said = re.search(r'id="stake-game-wrong">([^<]+)<', answer.text)[1]
    assert said == "The house limit is $0.50 a game."
    assert typed.items() <= Page(answer.text).forms[0]["fields"].items()
    assert phone.send(PATH, PATH, typed | {"stake-game": "0.50"}).status_code == 303


def test_a_rematch_above_a_later_limit_is_refused_in_words(phone, limit):
    set_to(phone, limit, "0.05")
    table = limit.removesuffix("/limit")
    fields = phone.form(limit, limit)
    answer = phone.client.post(f"{table}/rematch", data={**fields, "op_id": "0" * 32})
    assert answer.status_code == 422
    assert "The house limit is 0.05 USD a game." in answer.text


def test_a_league_of_imported_nights_plays_for_the_currency_of_the_first_for_money(phone):
    for currency, game, played_for in (("USD", 0, None), ("EUR", 1, "Euro (EUR)"), ("USD", 1, "Euro (EUR)")):
        sheet = {"format": "scoresheet/1", "variant": "smoke", "players": ["Ann", "Bob"], "lines": []}
        sheet |= {"stakes": {"currency": currency, "game": game}}
        table = phone.send("/import", "/import", {"sheet": json.dumps(sheet)}).location
        page = phone.get(PATH).text
        assert ('name="currency"' in page) is (played_for is None), "a stake of 0 is none"
        assert played_for is None or played_for in page
    assert phone.get(f"{table}/sheet.json").json["stakes"]["currency"] == "USD", "each keeps its own"
