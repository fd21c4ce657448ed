"""The league on a phone: from the standings to the reason for one hand's score."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.cast import FOUR
from tests.e2e.hands import Thumb
from tests.e2e.nights import Night, read_line, read_night
from tests.e2e.test_manners import enlarge

MOST_TAPS = 5
HANDS = (read_line("Ann 2 : jack=Bob game=Bob"), *[read_line("Ann 4")] * 4)
LONG = ("Wolfeschlegelsteinhausenbergerdorffwelch", "Bartholomew Featherstonehaugh-Cholmondel", "Cy", "Dee")
ROOMS = (
    "", "/standings", "/nights", "/nights/1", "/games?person=1", "/people", "/people/1", "/people/1/with/2", "/awards",
    "/people/1/edit", "/people/1/merge?into=2", "/seasons", "/seasons/new", "/search?q=cy", "/changes",
)  # fmt: skip


def play(page, names=FOUR):
    """Play a whole game; give the path of its league."""
    night = read_night("fort-frances-sneak-out-4")
    thumb = Thumb(page, Night(night.variant, names, ()))
    thumb.sit_down()
    for told in HANDS:
        thumb.play(in_the_names_of(names, told))
    page.locator(".winners").wait_for()
    page.goto("/")
    page.locator("a[href^='/l/']:not([href$='/games'])").first.tap()
    page.wait_for_url("**/l/*")
    return re.search(r"/l/[\w-]+", page.url)[0]


def in_the_names_of(names, told):
    """A night is told of Ann and Bob, whoever sits there."""
    called = {"Ann": names[0], "Bob": names[1]}
    exceptions = {point: called[taker] for point, taker in told.exceptions.items()}
    return replace(told, bidder=called[told.bidder], exceptions=exceptions)


def test_from_the_standings_to_the_reason_for_a_score_in_five_taps(page, record_property):
    play(page)
    page.locator("nav.rooms >> text=Standings").tap()
    page.wait_for_url("**/standings")
    assert page.locator(".standings-table th[scope=row] a").first.inner_text() == "Ann"
    taps = 0
    for target, leads_to in (
        ("nav.rooms >> text=Nights", "**/nights"),
        (".night", "**/nights/*"),
        (".table-card", "**/t/*"),
        (".link-card a:has-text('Log')", "**/log"),
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


@pytest.mark.deep
@pytest.mark.parametrize("larger", [False, True])
def test_no_page_of_a_league_is_wider_than_the_screen(page, larger):
    league = play(page, FOUR if larger else LONG)
    if larger:
        page.route("**/css/scorekeeper*.css*", enlarge)
    for room in ROOMS:
        page.goto(league + room)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, room
