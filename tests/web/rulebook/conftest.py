"""Games whose rules are looked at."""

from __future__ import annotations

import pytest

HOUSE = """
format = "scoresheet/1"
variant = "partnership-pitch"
players = ["Ann", "Bob", "Cy", "Dee"]
title = "Wednesday"
[rules]
"finish.target" = 11
"points.low.to" = "holder"
[stakes]
currency = "USD"
game = "1.00"
[[lines]]
bidder = "Ann"
bid = 4
points = { high = "Ann", low = "Ann", jack = "Ann", game = "Ann" }
[[lines]]
rules = { "game.tie" = "bidders", "auction.dealer_steals" = false }
[[lines]]
bidder = "Ann"
bid = 3
points = { high = "Ann", low = "Ann", jack = "Ann" }
[[lines]]
bidder = "Bob"
bid = 2
points = { high = "Bob", low = "Ann", jack = "Ann", game = "Bob" }
"""
SMOKE = """
format = "scoresheet/1"
variant = "smoke"
players = ["Jim", "Bud", "Whiz", "Tom"]
[[lines]]
tricks = { Jim = 3, Bud = 2, Whiz = 0 }
sat = ["Tom"]
"""


def bring_in(phone, text):
    answer = phone.send("/import", "/import", {"sheet": text})
    assert answer.status_code == 303, answer.text
    return answer.location.rsplit("/", 1)[1]


def plain(text):
    return " ".join(text.split())


@pytest.fixture
def house(phone):
    """A table with house rules, stakes, and a rule changed in the middle of the night."""
    return bring_in(phone, HOUSE)
