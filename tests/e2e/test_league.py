"""The league on a phone: from the standings to the reason for one hand's score."""

import re
from dataclasses import replace

import pytest

from tests.cast import FOUR
from tests.e2e.hands import Thumb
from tests.e2e.nights import Night, read_line, read_night

MOST_TAPS = 5
HANDS = (read_line("Ann 2 : jack=Bob game=Bob"), *[read_line("Ann 4")] * 4)
LONG = ("Wolfeschlegelsteinhausenbergerdorffwelch", "Bartholomew Featherstonehaugh-Cholmondel", "Cy", "Dee")
ROOMS = (
    "", "/standings", "/nights", "/nights/1", "/nights/1/report", "/games?person=1", "/people", "/people/1",
    "/people/1/with/2", "/awards", "/people/1/edit", "/people/1/merge?into=2", "/seasons", "/seasons/new",
    "/search?q=cy", "/changes",
)  # fmt: skip


def play(page, names=FOUR):
    """Play a whole game; give the path of its league."""
    night = Night(read_night("fort-frances-sneak-out-4").variant, names, ())
    thumb = Thumb.dealt(page, night)
    called = {"Ann": names[0], "Bob": names[1]}  # the night is told of them, whoever sits there
    for told in HANDS:
        exceptions = {point: called[taker] for point, taker in told.exceptions.items()}
        thumb.play(replace(told, bidder=called[told.bidder], exceptions=exceptions))
    page.locator(".winners").wait_for()
    page.goto("/")
    page.locator("a[href^='/l/']:not([href$='/games'])").first.tap()
    page.wait_for_url("**/l/*")
    return re.search(r"/l/[\w-]+", page.url)[0], thumb.code


def test_from_the_standings_to_the_reason_for_a_score_in_five_taps(page, record_property):
    play(page)
    page.locator("a.chalk-link >> text=All standings").tap()
    page.wait_for_url("**/standings")
    assert page.locator(".ranks .name").first.inner_text() == "Ann"
    taps = 0
    for target, leads_to in (
        ("nav.foot-bar >> text=Nights", "**/nights"),
        (".night:not(.planned)", "**/nights/*"),
        (".table-card", "**/t/*"),
        (".end-bar a:has-text('Hands')", "**/log"),
    ):
        page.locator(target).first.tap()
        page.wait_for_url(leads_to)
        taps += 1
    hand = page.locator(".entry", has=page.locator("h2 > .num:text-is('1')"))
    hand.locator(".why-of > summary").tap()
    taps += 1
    told = hand.locator(".why-line").first
    assert told.is_visible()
    assert told.inner_text().startswith("Took ")
    record_property("taps from the standings to the reason for one hand's score", taps)
    assert taps <= MOST_TAPS


def test_a_night_report_is_copied_with_a_tap_and_without_scripts_selected(page, new_phone):
    league, _ = play(page)
    page.context.grant_permissions(["clipboard-read"])
    page.goto(f"{league}/nights/1/report")
    page.get_by_role("radio", name="Long").tap()
    page.get_by_role("button", name="Share").tap()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#column").inner_text()
    assert "Ann and Cy beat Bob and Dee, " in copied
    paper = new_phone(scripts=False)
    paper.context.add_cookies(page.context.cookies())
    paper.goto(f"{league}/nights/1/report")
    paper.get_by_role("radio", name="Long").tap()
    assert paper.locator("#column").inner_text() == copied
    assert paper.locator("#column").evaluate("it => getComputedStyle(it).userSelect") == "all"
    assert not any(button.is_visible() for button in paper.locator("main button").all()), "none that does nothing"


@pytest.mark.deep
def test_no_page_with_long_names_is_wider_than_the_screen(page):
    league, code = play(page, LONG)
    table = f"/t/{code}"
    for path in ("/", "/new/minnesota-ten-point/4", table, f"{table}/log", *(league + room for room in ROOMS)):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, path
