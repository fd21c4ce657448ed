"""The settle page on phones and on paper, after an evening of which somebody left, somebody came, and Ann won."""

import re

import pytest

from tests.e2e.hands import Thumb, expect_count, look, watch
from tests.e2e.nights import Night
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

[[lines]]
bidder = "Ann"
bid = 3
points = { high = "Ann", low = "Ann", jack = "Ann", game = "Bob" }
[[lines]]
leave = "Eve"
[[lines]]
join = "Flo"
"""
NIGHT = Night("cutthroat-pitch", ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo"), ())


@pytest.fixture
def played(page):
    return Thumb.brought_in(page, NIGHT, SHEET + games.SET + 6 * games.FOUR)


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
    expect_count(other.locator(".due"), due - 1)
    expect_count(other.locator(".as-text[open]"), 1)


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
    page.goto(f"/t/{played.code}/settle")
    page.evaluate(UNDER)
    page.locator(".mark").first.tap()
    page.wait_for_function("() => window.under")
    assert page.evaluate("window.under") == [False] * 5
    page.locator(".mark").first.tap()  # which waits until it may be tapped
    page.wait_for_function("() => document.querySelectorAll('.mark').length === 3")


@pytest.mark.deep
def test_the_settle_sheet_is_one_page_of_paper_for_a_whole_league(page):
    for number in range(6):
        names = (f"{name} {number}" for name in NIGHT.players)
        sheet = SHEET + games.SET + 6 * games.FOUR
        for name, told_apart in zip(NIGHT.players, names, strict=True):
            sheet = sheet.replace(f'"{name}"', f'"{told_apart}"')
        table = Thumb.brought_in(page, NIGHT, sheet)
    page.goto(f"/t/{table.code}/settle?of=season")
    expect_count(page.locator(".due"), 30)
    for paper in ("A4", "Letter"):
        assert len(PAGES.findall(page.pdf(format=paper))) == 1, paper
