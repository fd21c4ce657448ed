"""A game of one's own, house rules as a form says them, and games whose rules are looked at."""

import re

import pytest

from scorekeeper.sheets.phrases import say_setting
from tests.cast import FOUR
from tests.factories import sheet_of

PLAIN = "/variants/new"
FIRST = f"{PLAIN}?from=partnership-pitch"
CHANGES = {
    "rule-finish.target": "31",
    "rule-auction.dealer_steals": "no",
    "rule-deck.off_jack": "yes",
    "rule-points.off_jack.worth": "other",
    "rule-points.off_jack.worth-n": "5",
}
ABOUT = {"name": "Legion Pitch", "sources": "Uncle Ray\n  at the   Legion", "sizes": ["4", "6"]}
PITCH, PATH = "partnership-pitch", "/new/partnership-pitch/4"
NAMES = {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}
LEGION = {"rule-finish.target": "11", "rule-game.tie": "bidders", "save_as": "Legion rules"}
TIE = say_setting("game.tie", "bidders")


def write(phone, path=FIRST, headers=None, **fields):
    return phone.send(path, path.partition("?")[0], ABOUT | CHANGES | fields, headers=headers)


@pytest.fixture
def league(phone):
    """The address of the league that the first game of its own made."""
    return re.match(r"/l/[\w-]+", write(phone).location)[0]


HOUSE = sheet_of(
    "partnership-pitch",
    {"bidder": "Ann", "bid": 4, "points": {"high": "Ann", "low": "Ann", "jack": "Ann", "game": "Ann"}},
    {"rules": {"game.tie": "bidders", "auction.dealer_steals": False}},
    {"bidder": "Ann", "bid": 3, "points": {"high": "Ann", "low": "Ann", "jack": "Ann"}},
    {"bidder": "Bob", "bid": 2, "points": {"high": "Bob", "low": "Ann", "jack": "Ann", "game": "Bob"}},
    title="Wednesday",
    rules={"finish.target": 11, "points.low.to": "holder"},
    stakes={"currency": "USD", "game": "1.00"},
)
SMOKE = sheet_of(
    "smoke", {"tricks": {"Jim": 3, "Bud": 2, "Whiz": 0}, "sat": ["Tom"]}, players=("Jim", "Bud", "Whiz", "Tom")
)


def plain(text):
    return " ".join(text.split())


@pytest.fixture
def house(phone):
    """A table with house rules, stakes, and a rule changed in the middle of the night."""
    return phone.bring_in(HOUSE)


def start(phone, path=PATH, **fields):
    """Send the new-game form with four named; fields by their own names."""
    answer = phone.send(path, path.partition("?")[0], NAMES | fields)
    return answer.location.rpartition("/t/")[2] if answer.status_code == 303 else answer


def library(phone):
    """The address of the house rules of the league a phone keeps score in."""
    return phone.get("/house-rules").location


def rules_said(phone, code):
    return phone.page(f"/t/{code}/house").text
