"""The stakes of a new game: offered as they fit, typed as people type, refused with a sentence, kept by the league."""

import html
import re

import pytest

from scorekeeper.rules.sheet import MAX_AMOUNT
from tests.cast import FOUR
from tests.phones import HTMX, TEN_POINT, Page

PATH = f"/new/{TEN_POINT}/4"
NAMES = {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}
DIME = {"stake-game": "0.10", "stake-set": "0.05", "currency": "USD"}


def sheet(phone, code):
    """Return the game's scoresheet as text, where stakes stand as they were understood."""
    return phone.get(f"/t/{code}/sheet.toml").text


def test_money_is_asked_for_below_the_seats_and_nothing_is_played_for_unless_wanted(phone):
    page = phone.get(PATH).text
    # Deal comes last, and stays in view.
    assert page.index("Tap who sits where") < page.index("Stakes") < page.index("How you play") < page.index(">Deal<")
    assert re.search(r'<details class="stock stakes" id="money">', page), "it is closed"
    assert "stakes" not in sheet(phone, phone.sit_down())


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        (PATH, {"game", "set", "point"}),
        ("/new/racehorse-pitch/5", {"point", "moon", "bid_point"}),
        ("/new/smoke/5", {"game", "point"}),
    ],
)
def test_only_stakes_that_can_come_to_something_are_asked_for(phone, path, asked):
    page = phone.get(path).text
    assert set(re.findall(r'name="stake-(\w+)"', page)) == asked
    assert 'value="none"' in page


@pytest.mark.parametrize("headers", [None, HTMX])
def test_a_tapped_kind_stands_in_the_fields_with_an_example_and_nothing_else_is_lost(phone, headers):
    answer = phone.send(PATH, PATH, NAMES | {"stake-point": "3", "usual": "game.10-set.5"}, headers)
    assert answer.status_code == 200
    fields = Page(f'<form action="/">{answer.text}').forms[-1]["fields"]
    assert (fields["stake-game"], fields["stake-set"], fields["stake-point"]) == ("0.10", "0.05", "")
    text = html.unescape(answer.text)
    assert "10¢ a game, 5¢ a set" in text
    assert "A loser with two sets pays 20¢." in text
    assert (fields.get("name-2") == "Bob") is (headers is None), "a fragment is the step alone"
    assert re.search(r'id="money"', answer.text)


@pytest.mark.parametrize(
    ("stakes", "says", "in_short"),
    [
        (DIME, "A loser with two sets pays 20¢.", "10¢ a game, 5¢ a set"),
        ({"stake-point": "0,10", "currency": "EUR"}, "Three points below the average cost €0.30.", "€0.10 a point"),
        ({"currency": "USD"}, "", "none"),
    ],
)
def test_an_example_follows_what_is_typed(phone, stakes, says, in_short):
    answer = phone.send(PATH, PATH, stakes | {"example": "yes"}, HTMX)
    said, _, head = html.unescape(answer.text).removesuffix("</span>").partition("<span")
    assert (answer.status_code, said, head.rpartition(">")[2]) == (200, says, in_short)


def test_the_league_keeps_its_currency_and_offers_the_last_stakes_first(phone):
    phone.sit_down(**DIME | {"currency": "CAD"})
    page = phone.get(PATH, accept_language="en-CA").text
    assert 'name="currency"' not in page
    assert "Canadian Dollar (CAD)" in page
    first = re.search(r'name="usual" value="([^"]+)"[^>]*>([^<]+)<', page)
    assert first.groups() == ("game.10-set.5", "Last time: 10¢ a game, 5¢ a set")
    assert page.count('value="game.10-set.5"') == 1, "what is offered again is not offered twice"
    code = phone.sit_down(**DIME | {"currency": "JPY"})
    assert 'currency = "CAD"' in sheet(phone, code), "what an old page says of the currency does not count any more"


def test_a_reader_is_offered_his_own_money_first(phone):
    page = phone.get(PATH, accept_language="de-AT").text
    likely = re.findall(r'<option value="(\w{3})"( selected)?>', page)
    assert likely[:2] == [("EUR", " selected"), ("USD", "")]
    assert "US-Dollar (USD)" in page
    assert len(likely) < 6
    others = re.findall(r'<option value="[^"]+ \((\w{3})\)">', page)
    assert set(others).isdisjoint({"JPY", "KWD", "DEM", "EUR", "USD"})
    assert len(set(others)) == len(others) > 120


@pytest.mark.parametrize("typed", ["Swiss Franc (CHF)", " chf "])
def test_any_other_money_is_found_by_its_name(phone, typed):
    code = phone.sit_down(**DIME | {"currency": "other", "another": typed})
    assert 'currency = "CHF"' in sheet(phone, code)


@pytest.mark.parametrize("typed", ["", "doubloons"])
def test_money_that_is_not_found_is_said_at_its_field(phone, typed):
    answer = phone.send(PATH, PATH, NAMES | DIME | {"currency": "other", "another": typed})
    assert answer.status_code == 422
    assert 'href="#another"' in answer.text
    assert 'id="another-wrong"' in answer.text


def test_the_stakes_of_the_last_game_are_there_again(phone):
    phone.sit_down(**DIME)
    page = phone.get(PATH).text
    assert "10¢ a game, 5¢ a set</span></summary>" in page
    assert 'game = "0.10"' in sheet(phone, phone.sit_down())
    phone.sit_down(**{"stake-game": "", "stake-set": ""})
    assert 'id="stakes-said">none · last time 10¢ a game, 5¢ a set</span>' in phone.get(PATH).text


@pytest.mark.parametrize(
    ("typed", "at", "sentence"),
    [
        ({"stake-game": "0.105"}, "stake-game", "Use at most two decimals"),
        ({"stake-set": "-0.05"}, "stake-set", "A stake can't be below zero."),
        ({"stake-point": "ten cents a point"}, "stake-point", "Enter an amount like 0.10."),
        ({"stake-game": str(MAX_AMOUNT + 1)}, "stake-game", f"more than anybody plays for: {MAX_AMOUNT:,} at most."),
        ({"currency": "JPY"}, "currency", "You can't play for Japanese Yen. Choose a currency that has cents"),
        ({"currency": "XXQ"}, "currency", "Choose a currency from the list."),
        ({"currency": None}, "currency", "Which currency?"),
    ],
)
def test_what_cannot_be_played_for_is_said_at_its_field_and_everything_typed_stays(phone, typed, at, sentence):
    answer = phone.send(PATH, PATH, NAMES | DIME | {"title": "Thursday"} | typed)
    assert answer.status_code == 422
    page = Page(answer.text)
    text = html.unescape(answer.text)
    assert sentence in re.search(rf'(?s)id="{at}".*?class="wrong" id="{at}-wrong">([^<]+)<', text)[1]
    assert f'href="#{at}"' in text
    fields = page.forms[0]["fields"]
    assert {"name-1": "Ann", "title": "Thursday"}.items() <= fields.items()
    assert all(fields[name] == value for name, value in (DIME | typed).items() if name != "currency")
    assert '<details class="stock stakes" open' in text
    assert not phone.get("/").text.count("/t/"), "no game was begun"
