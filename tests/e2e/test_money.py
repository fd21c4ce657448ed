"""An evening for money: somebody leaves, somebody comes, a hand is corrected after the end, everybody settles."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import Thumb, look, wait_for_all_scripts, watch
from tests.e2e.nights import Night, read_hand
from tests.money import games

PAGES = re.compile(rb"/Type\s*/Page\b")
SHEET = """
format = "scoresheet/1"
variant = "cutthroat-pitch"
players = ["Ann", "Bob", "Cy", "Dee", "Eve"]
dealer = "Eve"
[rules]
"table.open" = true
[stakes]
currency = "USD"
game = "1.00"
set = "0.50"
point = "0.10"
"""
PLAYED = (
    """
[[lines]]
bidder = "Ann"
bid = 3
points = { high = "Ann", low = "Ann", jack = "Ann", game = "Bob" }
[[lines]]
leave = "Eve"
[[lines]]
join = "Flo"
"""
    + games.SET
    + 6 * games.FOUR
)
NIGHT = Night("cutthroat-pitch", ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo"), ())
FIRST = read_hand("Ann 3 : game=Bob")  # 3 to 1: with a dime a point +.22, +.02, and -.08 to the others, Eve among them
SET = read_hand("Bob 4 : jack=Cy")
FOUR = read_hand("Ann 4")
# Ann 24, Bob -4, Cy 1, Dee 0, Flo 0: 4.20 on average.  And a dollar from each, half a dollar for Bob's set.
AT_THE_END = {"Ann": "+$6.70", "Bob": "−$2.30", "Cy": "−$1.40", "Dee": "−$1.50", "Eve": "−$0.08", "Flo": "−$1.42"}
# The jack was Bob's: Ann 24, Bob 4, Cy 0, Dee 0, Flo 0, 5.60 on average, and no set.
CORRECTED = {"Ann": "+$6.06", "Bob": "−$1.14", "Cy": "−$1.64", "Dee": "−$1.64", "Eve": "−$0.08", "Flo": "−$1.56"}


class Purse(Thumb):
    """A thumb that settles, too."""

    def go(self, path):
        self.page.goto(f"/t/{self.code}{path}")

    def leave_and_join(self):
        self.go("/seats")
        self.page.locator("label:has(#leave-5)").tap()
        self.page.locator("button:text-is('Leave')").tap()
        self.page.wait_for_url(re.compile(f"/t/{self.code}$"))
        self.go("/seats")
        self.page.fill("#join", "Flo")
        self.page.locator("button:text-is('Sit down')").tap()
        self.page.wait_for_url(re.compile(f"/t/{self.code}$"))

    def play_to_the_end(self):
        self.play(FIRST)
        self.leave_and_join()
        for told in (SET, *[FOUR] * 5):
            self.play(told)
        self.tell(FOUR)
        self.save(FOUR)
        self.page.locator(".winners").wait_for()

    def balances(self):
        shown = self.page.locator(".balances a")
        return {row.locator("b").text_content(): row.locator(".money").text_content() for row in shown.all()}

    def mark_all(self):
        """Mark every payment paid, one tap each."""
        while left := self.page.locator(".mark").count():
            self.page.locator(".mark").first.tap()
            self.page.wait_for_function("left => document.querySelectorAll('.mark').length < left", arg=left)


@pytest.fixture
def purse(page):
    """A table about to play for money."""
    return Purse.brought_in(page, NIGHT, SHEET)


@pytest.fixture
def played(page):
    """The same evening, played to its end."""
    return Purse.brought_in(page, NIGHT, SHEET + PLAYED)


@pytest.mark.deep
def test_an_evening_for_money_ends_at_zero(purse):
    page = purse.page
    purse.play_to_the_end()
    purse.go("/settle")
    assert purse.balances() == AT_THE_END
    purse.go("")
    wait_for_all_scripts(page)
    page.locator("#pays .mark[aria-label*='Bob pays Ann $2.30']").tap()
    page.locator("#pays .is-paid:has-text('Bob paid Ann')").wait_for()
    purse.correct(read_hand("Bob 4 :", what="correct", number=2))
    purse.go("/settle")
    assert purse.balances() == {**CORRECTED, "Ann": "+$3.76", "Bob": "+$1.16"}
    assert "credit" in page.locator(".balances li:has-text('Bob') small").text_content()
    purse.mark_all()
    people = page.locator(".balances a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert len(people) == len(AT_THE_END)
    for path in ("/settle", "/settle?of=season", "/settle?via=1", "/settle?of=season&via=2", ""):
        purse.go(path)
        assert page.locator(".square").inner_text() == "Everybody is square.", path
        assert set(purse.balances().values()) <= {"$0.00"}, path
    for path in people:
        page.goto(path)
        assert page.locator("p.in-all").inner_text().endswith("all square"), path


def test_whoever_looks_on_hears_of_a_payment_and_keeps_what_is_open(played, new_phone):
    other = new_phone()
    watch(other, played)
    for page in (played.page, other):
        page.goto(f"/t/{played.code}/settle")
    other.locator(".as-text summary").tap()
    due = other.locator(".due").count()
    played.page.locator(".mark").first.tap()
    played.page.locator(".just").wait_for()
    look(other)
    other.locator(".earlier").wait_for()
    expect(other.locator(".due")).to_have_count(due - 1)
    expect(other.locator(".as-text[open]")).to_have_count(1)


UNDER = """() => document.addEventListener("htmx:after:swap", () => {
  window.under = [...document.querySelectorAll(".mark, .paid .plain")].map((button) => {
    button.scrollIntoView({ block: "center" });
    const at = button.getBoundingClientRect();
    return document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2) === button;
  });
})"""


@pytest.mark.deep
def test_the_second_tap_does_not_hit_what_has_just_come(played):
    """The next button comes to lie where the first was: whoever taps twice does not mark two payments."""
    page = played.page
    played.go("/settle")
    page.evaluate(UNDER)
    page.locator(".mark").first.tap()
    page.wait_for_function("() => window.under")
    assert page.evaluate("window.under") == [False] * 5
    page.locator(".mark").first.tap()  # which waits until it may be tapped
    page.wait_for_function("() => document.querySelectorAll('.mark').length === 3")


@pytest.mark.deep
def test_the_settle_sheet_is_one_page_of_paper_for_a_whole_league(page):
    for table in range(6):
        sheet = SHEET + PLAYED
        for name in NIGHT.players:
            sheet = sheet.replace(f'"{name}"', f'"{name} {table}"')
        purse = Purse.brought_in(page, NIGHT, sheet)
    purse.go("/settle?of=season")
    expect(page.locator(".due")).to_have_count(30)
    for paper in ("A4", "Letter"):
        assert len(PAGES.findall(page.pdf(format=paper))) == 1, paper
