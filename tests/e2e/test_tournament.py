"""A whole tournament night in browsers: thirteen players, draw partners, five rounds of four hands.

The director has a phone, the TV a browser of its own, and two tables enter their slips on theirs.
"""

import csv
import io
import re
from decimal import Decimal

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import be_patient, put_away
from tests.e2e.hands import Thumb
from tests.e2e.nights import NAMES, Night

THIRTEEN = "Ann, Bob, Cy, Dee, Eve, Flo, Gus, Hal, Ida, Jo, Kit, Lou, Max"
TV = {"width": 1280, "height": 720}
SLIPS = ((20, 12), (20, 12), (17, 17))
"""Totals of the three tables in the first round."""
LEVEL = ((16, 16), (16, 16), (16, 16))
"""Totals of later rounds: partners in the first round stay level, however the rounds are drawn."""


class Director:
    """The director's phone."""

    def __init__(self, page):
        self.page = page
        Thumb.dealt(page, Night("minnesota-ten-point", NAMES[:4], ()))
        page.goto("/")
        page.locator("a[href^='/l/']").first.click()
        page.wait_for_url(re.compile("/l/"))
        page.get_by_role("link", name="More", exact=True).click()
        page.get_by_role("link", name="Tournaments").click()

    def found(self):
        page = self.page
        page.get_by_role("link", name="New tournament").click()
        page.get_by_label("Name", exact=True).fill("Harvest Pitch night")
        page.get_by_label("Game").select_option("minnesota-ten-point")
        page.get_by_label("Rounds", exact=True).fill("5")
        page.get_by_label("Each round lasts").fill("4")
        page.get_by_label("Entry fee").fill("10")
        page.get_by_role("button", name="Next: enter players").click()
        page.get_by_label("Names").fill(THIRTEEN)
        page.get_by_role("button", name="Enter players").click()
        page.get_by_text("13 players so far").wait_for()
        self.path = re.search(r"/l/[\w-]+/tournaments/\d+", page.url)[0]

    def draw(self, number):
        self.page.goto(self.path)
        self.page.get_by_role("button", name=f"Draw round {number}").click()
        self.page.locator(".status-line", has_text=f"Round {number} of 5").wait_for()
        self.page.wait_for_load_state()

    def slip(self, number, table, points):
        """Enter the slip of a table, from the paper it was written on."""
        page = self.page
        page.goto(f"{self.path}/slips/{number}/{table}")
        for side, given in enumerate(points):
            page.locator(f"[name=sides-{side}-points]").fill(str(given))
        page.locator("button.save.wide").click()
        page.wait_for_url(re.compile(rf"{self.path}#"))

    def seated(self):
        """Return the names of those who sit at a table of the round."""
        sides = self.page.locator(".tables").first.locator(".one > span").all_inner_texts()
        return {name for side in sides for name in re.sub(r"\s+won$", "", side).split(" & ")}


def score_on_phones(page, other, card, points):
    """Enter a slip on the phone of one side and confirm it on the other's: only that one is asked."""
    page.goto(card)
    form = page.locator(".slip-form")
    for number, given in enumerate(points):
        form.locator(f"[name=sides-{number}-points]").fill(str(given))
    form.locator("[name=side][value='1']").check(force=True)
    form.get_by_role("button", name="Save slip").click()
    page.get_by_text("Waiting for the other side to confirm").wait_for()
    other.goto(card)
    other.get_by_role("button", name="It is right").click()
    other.get_by_text("This slip is in.").wait_for()


@pytest.fixture
def tv(chromium, server):
    context = chromium.new_context(base_url=server, viewport=TV, reduced_motion="reduce")
    be_patient(context)
    yield context.new_page()
    put_away(context)


@pytest.mark.deep
def test_a_whole_evening(new_phone, tv):
    director = Director(new_phone())
    page = director.page
    director.found()
    director.draw(1)

    page.get_by_role("button", name="Make a link").click()
    tv.goto(page.locator("#link .address a").get_attribute("href"))
    expect(tv.locator("#board")).to_contain_text("tables 1, 2 and 3 are still playing")

    page.get_by_role("link", name="Print cards").click()
    expect(page.locator(".card-of .address a")).to_have_count(len(SLIPS))
    cards = [link.get_attribute("href") for link in page.locator(".card-of .address a").all()]
    page.goto(director.path)
    one, other = new_phone(), new_phone()
    for card, points in zip(cards[:2], SLIPS[:2], strict=True):
        score_on_phones(one, other, card, points)
    page.locator(".status-line", has_text="table 3 is still playing").wait_for()  # by itself, as on the TV
    director.slip(1, 3, SLIPS[2])
    assert "every score is in" in page.locator(".status-line").inner_text()

    # One comes late, one leaves; round 2 begins, and a slip of round 1 is put right.
    page.get_by_role("link", name="Late player").click()
    page.get_by_label("Names").fill("Nan")
    page.get_by_role("button", name="Enter players").click()
    page.locator(".players-list summary").click()
    page.get_by_role("button", name="Max leaves").click()
    page.get_by_text("13 players, 1 left").wait_for()
    director.draw(2)
    assert "Max" not in director.seated()
    drawn = director.seated()
    director.slip(1, 1, (26, 12))
    assert director.seated() == drawn
    assert page.locator(".places .value", has_text=re.compile("^26$")).count() >= 1

    for number in range(2, 6):
        if number > 2:
            director.draw(number)
        for table, points in enumerate(LEVEL, start=1):
            director.slip(number, table, points)
        tv.reload()
        expect(tv.locator("#board")).to_contain_text(f"Round {number}")
    rule = "Most points, then most wins, then best point difference; ties share the place."
    expect(page.locator(".lead", has_text=rule)).to_have_count(1)
    page.get_by_text("Tied with").first.wait_for()

    page.get_by_role("button", name="Finish and pay out").click()
    page.get_by_text("Over after 5 rounds").wait_for()
    page.wait_for_load_state()
    paid = page.locator(".figures-list").first.locator("b").all_inner_texts()
    assert sum(float(amount.strip("$").replace(",", "")) for amount in paid) == 14 * 10
    assert all(amount.endswith(".00") for amount in paid)
    tv.reload()
    expect(tv.locator("#board")).to_contain_text("Over after 5 rounds")
    ledger = page.request.get(director.path.partition("/tournaments")[0] + "/files/ledger.csv").text()
    amounts = [row["money"] for row in csv.DictReader(io.StringIO(ledger.lstrip("\ufeff")))]
    square = paid.count("$10.00")  # who won just the fee back is owed nothing
    assert len(amounts) == 14 - square
    assert sum(map(Decimal, amounts)) == 0


@pytest.mark.deep
def test_the_board_shows_slips_by_itself_counts_a_round_down_and_says_when_to_finish_the_hand(new_phone, tv):
    director = Director(new_phone())
    director.found()
    page = director.page
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Counted in").select_option("clock")
    page.get_by_label("Each round lasts").fill("20")
    page.get_by_role("button", name="Save settings").click()
    director.draw(1)
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("#link .address a").get_attribute("href")
    tv.clock.install()
    tv.goto(link)
    tv.locator(".clock", has_text=re.compile(r"^(20:00|1[5-9]:\d\d)$")).wait_for()
    director.slip(1, 2, (19, 11))
    tv.clock.run_for(12_500)
    tv.locator(".board-tables .in .num", has_text="19").wait_for()
    tv.route("**/b/*?page=*", lambda route: route.abort())  # the server's clock goes on as slowly as ever
    tv.clock.run_for(10 * 60 * 1000)
    tv.locator(".clock", has_text=re.compile(r"^(10:00|[5-9]:\d\d)$")).wait_for()
    tv.clock.run_for(10 * 60 * 1000)
    tv.locator(".clock.over", has_text="Time is up: finish the hand").wait_for()


def test_next_screen_leads_on_after_the_board_has_turned_by_itself(new_phone):
    director = Director(page := new_phone())
    director.found()
    page.goto(f"{director.path}/players")
    page.get_by_label("Names").fill(", ".join(f"Guest {number}" for number in range(20)))
    page.get_by_role("button", name="Enter players").click()
    page.clock.install()
    page.goto(f"{director.path}/board")
    page.clock.run_for(12_500)
    page.get_by_text("Screen 2 of 2").wait_for()
    page.get_by_role("link", name="Next screen").click()
    page.wait_for_url(re.compile(r"/board\?page=1$"))


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
