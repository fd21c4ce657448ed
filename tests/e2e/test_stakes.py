"""A game for money on a phone: stakes by taps alone, sets in sight, and what it would cost if it ended now."""

from __future__ import annotations

import re

import pytest

from tests.e2e.hands import Thumb
from tests.e2e.nights import read_hand, read_night

NIGHT = read_night("minnesota-ten-point-4")
SET = read_hand("Bob 10 : low=Ann")
MADE = read_hand("Ann 6 : low=Bob")


def sit_down(thumb):
    """Fill in the names, tap the usual ten and five, deal."""
    page = thumb.page
    page.goto(f"/new/{NIGHT.variant}/4")
    for seat, name in enumerate(NIGHT.players, start=1):
        page.fill(f"#name-{seat}", name)
    thumb.tap("#money > summary")
    thumb.tap("#money button:text-is('10¢ a game, 5¢ a set')")
    page.locator("#money-example", has_text="A loser with two sets pays 20¢.").wait_for()
    assert page.input_value("#name-2") == NIGHT.players[1], "the names are still there"


@pytest.mark.deep
def test_a_night_of_ten_and_five_by_taps(page):
    thumb = Thumb(page, NIGHT)
    sit_down(thumb)
    thumb.tap(".other-amounts > summary")
    page.fill("#stake-set", "0,10")
    page.locator("#money-example", has_text="A loser with two sets pays 30¢.").wait_for()
    page.fill("#stake-set", "0,105")
    thumb.tap("button:text-is('Deal')")
    page.locator(".errors a", has_text="A set: Use at most two decimals").tap()
    page.locator("#stake-set:focus").wait_for()
    assert page.input_value("#stake-set") == "0,105"
    page.fill("#stake-set", "0.05")
    thumb.tap("button:text-is('Deal')")
    page.wait_for_url(re.compile("/t/"))
    thumb.code = page.url.rsplit("/t/")[1]

    thumb.play(SET)
    thumb.play(MADE)
    board = page.locator("#board")
    assert board.locator(".sets").all_inner_texts() == ["1 set"]
    assert page.locator("#now .shares").inner_text().split() == "Ann +$0.15 Bob −$0.15 Cy +$0.15 Dee −$0.15".split()
    for what in ("#hand", "#save"):
        box = page.locator(what).bounding_box()
        assert box["y"] + box["height"] <= 640, "the whole hand is still seen without scrolling"
    assert page.evaluate("document.documentElement.scrollWidth") == 360

    thumb.tap("#now > summary")
    page.locator("#now dd", has_text="1 set, $0.05").first.wait_for()

    page.goto(f"/new/{NIGHT.variant}/4")
    assert page.locator("#money > summary").inner_text().split("\n")[-1] == "10¢ a game, 5¢ a set"
    thumb.tap("#money > summary")
    again = page.locator("#money .kinds button").first
    assert again.inner_text() == "Last time: 10¢ a game, 5¢ a set"


def test_stakes_without_scripts(new_phone):
    thumb = Thumb(new_phone(scripts=False), NIGHT)
    page = thumb.page
    sit_down(thumb)
    thumb.tap("button:text-is('Deal')")
    page.wait_for_url(re.compile("/t/"))
    assert page.locator("#now").inner_text().split("\n")[0].startswith("If it ended now")
