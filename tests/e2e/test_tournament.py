"""A tournament in browsers: the director's phone beside a TV, and a newcomer's way to printed cards."""

import re

import pytest

from tests.e2e.conftest import be_patient, put_away
from tests.e2e.hands import Thumb
from tests.e2e.nights import NAMES, Night

THIRTEEN = "Ann, Bob, Cy, Dee, Eve, Flo, Gus, Hal, Ida, Jo, Kit, Lou, Max"
TV = {"width": 1280, "height": 720}


@pytest.fixture
def tv(chromium, server):
    context = chromium.new_context(base_url=server, viewport=TV, reduced_motion="reduce")
    be_patient(context)
    yield context.new_page()
    put_away(context)


@pytest.mark.deep
def test_the_board_shows_slips_by_itself_counts_a_round_down_and_says_when_to_finish_the_hand(new_phone, tv):
    page = new_phone()
    Thumb.dealt(page, Night("minnesota-ten-point", NAMES[:4], ()))
    page.goto("/")
    page.locator("a[href^='/l/']").first.click()
    page.wait_for_url(re.compile("/l/"))
    page.get_by_role("link", name="More", exact=True).click()
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Name", exact=True).fill("Harvest Pitch night")
    page.get_by_label("Game").select_option("minnesota-ten-point")
    page.get_by_label("Counted in").select_option("clock")
    page.get_by_label("Each round lasts").fill("20")
    page.get_by_role("button", name="Next: enter players").click()
    page.get_by_label("Names").fill(THIRTEEN)
    page.get_by_role("button", name="Enter players").click()
    page.get_by_role("button", name="Draw round 1").click()
    page.locator(".status-line", has_text="Round 1 of").wait_for()
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("#link .address a").get_attribute("href")
    tv.clock.install()
    tv.goto(link)
    tv.locator(".clock", has_text=re.compile(r"^(20:00|1[5-9]:\d\d)$")).wait_for()
    page.goto(re.sub(r"(/tournaments/\d+).*", r"\1/slips/1/2", page.url))
    page.locator("[name=sides-0-points]").fill("19")
    page.locator("[name=sides-1-points]").fill("11")
    page.locator("button.save.wide").click()
    tv.clock.run_for(12_500)
    tv.locator(".board-tables .in .num", has_text="19").wait_for()
    tv.route("**/b/*?page=*", lambda route: route.abort())  # the server's clock goes on as slowly as ever
    tv.clock.run_for(10 * 60 * 1000)
    tv.locator(".clock", has_text=re.compile(r"^(10:00|[5-9]:\d\d)$")).wait_for()
    tv.clock.run_for(10 * 60 * 1000)
    tv.locator(".clock.over", has_text="Time is up: finish the hand").wait_for()


def test_a_newcomer_goes_from_the_home_page_to_printed_cards_in_seven_taps(new_phone):
    """What is typed goes where the page has put the focus; the rest is the first button of each page."""
    page = new_phone()
    page.add_init_script("window.print = () => document.documentElement.setAttribute('data-printed', '')")
    page.goto("/")
    taps = [
        ("link", "Tournament", "St. Mary's"),
        ("button", "Next: set up the tournament", ""),
        ("button", "Next: enter players", THIRTEEN),
        ("button", "Enter players", ""),
        ("button", "Draw round 1", ""),
        ("link", "Print cards", ""),
        ("button", "Print", ""),
    ]
    for role, name, typed in taps:
        page.get_by_role(role, name=name, exact=True).click()
        if typed:
            page.locator(":focus").and_(page.locator("input, textarea")).wait_for()
            page.keyboard.type(typed)
    page.locator("html[data-printed]").wait_for()
    page.get_by_role("heading", name="Table 3").wait_for()
