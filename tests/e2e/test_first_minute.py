"""The first minute: from the landing page to the first hand that is saved, in taps that are counted."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import Thumb
from tests.e2e.nights import read_hand, read_night

NIGHT = read_night("minnesota-ten-point-4")
HAND = read_hand("Bob 5 : low=Ann")


def at_the_table(thumb):
    thumb.page.wait_for_url(re.compile("/t/"))
    thumb.code = thumb.page.url.rsplit("/t/")[1]


def find_game(thumb):
    """Find the game by how many play, the points and the target: "Four of us, ten points, to 52"."""
    page = thumb.page
    thumb.tap(".sizes a:text-is('4')")
    page.locator(".sizes [aria-current]").wait_for()
    thumb.tap(".question a:text-is('10')")
    page.locator(".said:has-text('10 points')").wait_for()
    thumb.tap(".question a:text-is('52')")
    page.locator(".said:has-text('to 52')").wait_for()
    thumb.tap("#fits a[href*='/new/'] >> nth=0")


def type_names(thumb):
    """Type the names as a keyboard does: Enter leads from seat to seat; the first one has the focus."""
    for seat, name in enumerate(NIGHT.players, start=1):
        thumb.page.locator(f"#name-{seat}:focus").wait_for()
        thumb.page.keyboard.type(name)
        if seat < len(NIGHT.players):
            thumb.page.keyboard.press("Enter")


def test_a_newcomer_with_a_known_game(page, record_property):
    thumb = Thumb(page, NIGHT)
    page.goto("/")
    thumb.tap("text=Start a game")
    find_game(thumb)
    type_names(thumb)
    thumb.tap("button:text-is('Deal')")
    at_the_table(thumb)
    thumb.play(HAND)
    assert thumb.scores()["Ann"] == 1
    assert thumb.taps <= 12
    record_property("taps from landing to the first hand saved, a newcomer with a known game", str(thumb.taps))


def test_a_group_that_comes_back(page, record_property):
    settle(page)
    thumb = Thumb(page, NIGHT)
    page.goto("/")
    card = page.locator(".again")
    assert "Ann & Cy · Bob & Dee" in card.inner_text()
    assert "10¢ a game, 5¢ a set" in card.inner_text()
    thumb.tap(".again .save")
    at_the_table(thumb)
    assert re.search(r"to 5\b", page.locator("#board").inner_text()), "not to 52"
    assert re.search(r"\bAnn\s+deals", page.locator("#board").inner_text()), "the next dealer after Dee"
    assert page.locator("#now").is_visible(), "the stakes go on"
    thumb.play(read_hand("Cy 4 : low=Bob"))
    assert thumb.taps <= 6
    record_property("taps from landing to the first hand saved, a group that comes back", str(thumb.taps))


def settle(page):
    """Play a game to 5 for dimes, so that there is something to play again."""
    to_five = {"rule-finish.target": "5", "stake-game": "0.10", "stake-set": "0.05", "currency": "USD"}
    thumb = Thumb.dealt(page, NIGHT, **to_five)
    thumb.tell(HAND)
    thumb.tap("#save")
    page.locator(".winners").wait_for()


def test_what_is_wrong_with_a_name_goes_once_it_is_typed(page):
    page.goto("/new/minnesota-ten-point/4")
    page.get_by_role("button", name="Deal").click()
    page.locator(".errors p").nth(3).wait_for()
    page.locator("#name-1").focus()
    type_names(Thumb(page, NIGHT))
    assert not page.locator(".errors, .wrong, [aria-invalid]").count()


@pytest.mark.deep
def test_regulars_sit_down_and_swap_by_taps(page):
    settle(page)
    thumb = Thumb(page, NIGHT)
    page.goto("/new/minnesota-ten-point/4")
    for button in page.locator("[data-regular]").all():
        button.tap()
    seats = [page.locator(f"#name-{seat}") for seat in range(1, 5)]
    for seat, name in zip(seats, NIGHT.players, strict=True):  # partners stay partners
        expect(seat).to_have_value(name)
    first, last = page.locator(".regulars").bounding_box(), page.locator(".seat").first.bounding_box()
    assert 0 <= first["y"] < last["y"] < 640, "who is tapped is seen to sit down"
    thumb.tap("[name=swap][value='4']")
    thumb.tap("[name=swap][value='3']")
    for seat, name in zip(seats, ("Ann", "Bob", "Dee", "Cy"), strict=True):
        expect(seat).to_have_value(name)
    assert page.locator("[name=dealer][value='3']").is_checked(), "Dee still deals"
