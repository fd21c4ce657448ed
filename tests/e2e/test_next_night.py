"""A night in browsers, from the plan to the first round: answered by link, in a calendar, checked in at the door."""

import datetime as dt
import re
from zoneinfo import ZoneInfo

import pytest

from tests.e2e.hands import Thumb
from tests.e2e.nights import NAMES, Night

CHICAGO, BERLIN = ZoneInfo("America/Chicago"), ZoneInfo("Europe/Berlin")
NOW = dt.datetime.now(CHICAGO).replace(second=0, microsecond=0)
IN = "I'm in"
TOURNAMENT = {"Name": "Legion open", "Rounds": "3", "Each round lasts": "4"}


def in_words(at):
    return f"{at:%a, %b} {at.day}, {at.hour % 12 or 12}:{at:%M %p}"


@pytest.fixture
def keeper(new_phone):
    """The phone of who began a league, on its page."""
    page = new_phone(timezone_id="America/Chicago")
    Thumb.dealt(page, Night("minnesota-ten-point", NAMES[:4], ()))
    page.goto("/")
    page.locator("a[href^='/l/']").first.click()
    page.wait_for_url(re.compile("/l/"))
    return page


def plan(page):
    """Set the next night by the form, its time zone as the phone fills it in; return the link to share."""
    page.get_by_role("link", name="Plan the next night").click()
    page.get_by_label("Day").fill(f"{NOW:%Y-%m-%d}")
    page.get_by_label("Time", exact=True).fill(f"{NOW:%H:%M}")
    page.get_by_label("Place").fill("Legion Hall")
    page.wait_for_function("() => document.querySelector('[name=zone]').value")
    assert page.get_by_label("Time zone").input_value() == "America/Chicago"
    page.get_by_role("button", name="Save").click()
    return page.locator(".address a").get_attribute("href")


def test_the_reader_sees_it_in_their_own_time_zone(keeper, new_phone):
    link = plan(keeper)
    reader, paper = new_phone(timezone_id="Europe/Berlin"), new_phone(scripts=False, timezone_id="Europe/Berlin")
    for page, words in ((reader, in_words(NOW.astimezone(BERLIN))), (paper, f"{in_words(NOW)} {NOW:%Z}")):
        page.goto(link)
        page.locator("h1", has_text=words).wait_for()


def calendar(text):
    """Return the lines of the event in a calendar file, unfolded (RFC 5545, 3.1)."""
    event = text.replace("\r\n ", "").partition("BEGIN:VEVENT\r\n")[2].partition("END:VEVENT")[0]
    return dict(line.split(":", 1) for line in event.splitlines())


def check_in(page, door, name):
    page.goto(door)
    page.locator(".arrivals").get_by_role("link", name=name, exact=True).click()
    page.get_by_role("button", name="Yes, check in").press("Enter")  # it has the focus
    page.get_by_role("heading", name=f"{name} is checked in").wait_for()


@pytest.mark.deep
def test_from_the_plan_to_the_first_round(keeper, new_phone):
    link = plan(keeper)
    one, other = new_phone(), new_phone(scripts=False)
    for page, names in ((one, NAMES[:2]), (other, NAMES[2:4])):
        page.goto(link)
        for name in names:
            page.get_by_role("button", name=f"{name}: {IN}").click()
            page.get_by_role("button", name=f"{name}: {IN}", pressed=True).wait_for()
    other.get_by_role("heading", name="4 in: 1 table is full").wait_for()
    event = calendar(one.request.get(f"{link}/night.ics").text())
    assert event["DTSTART;TZID=America/Chicago"] == f"{NOW:%Y%m%dT%H%M%S}"
    assert event["LOCATION"] == "Legion Hall"

    league = keeper.url.removesuffix("/next")
    keeper.goto(f"{league}/tournaments/new")
    for label, value in {**TOURNAMENT, "Day": f"{NOW:%Y-%m-%d}"}.items():
        keeper.get_by_label(label, exact=True).fill(value)
    keeper.get_by_label("Game").select_option("minnesota-ten-point")
    keeper.get_by_role("button", name="Next: enter players").click()
    assert keeper.locator(".check-list :checked").count() == 4, "those who said that they come"
    keeper.get_by_label("Names").fill("Eve, Flo")
    keeper.get_by_role("button", name="Enter players").click()
    keeper.get_by_role("button", name="Check in at the door").click()
    keeper.get_by_text("0 players, 6 not here yet").wait_for()
    tournament = keeper.url.partition("#")[0]
    keeper.get_by_role("link", name="Print the code for the door").click()
    door = keeper.locator(".address a").get_attribute("href")

    check_in(one, door, NAMES[0])
    check_in(one, door, NAMES[1])
    one.get_by_role("button", name="Wrong name: undo").click()
    one.get_by_role("heading", name=f"Check in {NAMES[1]}?").wait_for()
    for name in (NAMES[2], NAMES[3], "Eve"):
        check_in(other, door, name)
    keeper.goto(tournament)
    keeper.get_by_text("4 players, 2 not here yet").wait_for()
    keeper.get_by_role("button", name="Draw round 1").click()
    keeper.locator(".status-line", has_text="Round 1 of 3").wait_for()
    seated = " ".join(keeper.locator(".tables").first.locator(".one > span").all_inner_texts())
    assert {name for name in (*NAMES[:4], "Eve", "Flo") if name in seated} == {NAMES[0], NAMES[2], NAMES[3], "Eve"}
