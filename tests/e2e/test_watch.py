"""Watch, from across the room: how large everything is on a TV, and that it stands in line."""

from __future__ import annotations

import re

import pytest

NAMES = ("Ann", "Bob", "Maximiliana", "Dee", "Eve", "Flo", "Gus", "Konstantin")
SMALLEST = 1 / 36
"""Of the screen's height: what is smaller nobody reads across a room."""
DIGITS = {2: 1 / 4, 3: 1 / 7, 5: 1 / 8, 8: 1 / 12}
"""How high digits are at least, of the screen's height, by the number of scores."""
TVS = [(1280, 720), (1920, 1080)]

MEASURED = """() => {
  const main = document.querySelector("#watch"), sizes = [];
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const of = node.parentElement, box = of.getBoundingClientRect();
    if (!node.textContent.trim() || of.closest(".vh, title, desc") || !box.width) continue;
    const scale = of.ownerSVGElement ? of.ownerSVGElement.getScreenCTM().a : 1;
    sizes.push([parseFloat(getComputedStyle(of).fontSize) * scale, node.textContent.trim()]);
  }
  const digits = [...main.querySelectorAll("[data-score]")].map((one) => {
    const box = one.getBoundingClientRect(), room = one.parentElement.getBoundingClientRect();
    const size = Math.round(parseFloat(getComputedStyle(one).fontSize));
    return { foot: Math.round(box.bottom), right: box.right, room: room.right, size };
  });
  const page = document.documentElement;
  return { sizes, digits, wide: page.scrollWidth, high: page.scrollHeight };
}"""


def sheet(count):
    """A game of so many scores after four hands, one of them below zero."""
    two = count == 2
    names = NAMES[:4] if two else NAMES[:count]
    hands = [
        f"[[lines]]\nbidder = {bidder!r}\nbid = 2\n[lines.points]\nhigh = {taker!r}\nlow = {taker!r}\ngame = 'Bob'\n"
        for bidder, taker in (("Ann", "Ann"), ("Bob", "Ann"), ("Dee" if count != 3 else "Bob", "Bob"), ("Ann", "Ann"))
    ]
    variant = "partnership-pitch" if two else "cutthroat-pitch"
    return f"format = 'scoresheet/1'\nvariant = '{variant}'\nplayers = {list(names)!r}\n" + "".join(hands)


@pytest.fixture
def watched(page):
    """Return a function that brings in a game of so many scores, and shows it on a screen of a size."""

    def show(count, size):
        page.goto("/import")
        page.locator("summary:text-is('Or paste it here')").click()
        page.fill("#sheet", sheet(count))
        page.locator("button:text-is('Import')").click()
        page.wait_for_url(re.compile("/t/"))
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"{page.url}/watch")
        page.evaluate("document.fonts.ready.then(() => true)")
        return page.evaluate(MEASURED)

    return show


def test_five_scores_on_a_small_tv(watched):
    check_screen(watched(5, TVS[0]), 5, TVS[0])


@pytest.mark.deep
@pytest.mark.parametrize("size", TVS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("count", DIGITS)
def test_a_tv_shows_it_all_at_once_large_and_in_line(watched, count, size):
    check_screen(watched(count, size), count, size)


def check_screen(found, count, size):
    """Assert that all of it is on the screen, large and in line."""
    width, height = size
    small = [(round(given, 1), text) for given, text in found["sizes"] if given < SMALLEST * height]
    assert small == []
    assert (found["wide"], found["high"]) == (width, height), "nothing has to be scrolled to"
    digits = found["digits"]
    assert len(digits) == count
    assert min(one["size"] for one in digits) >= DIGITS[count] * height
    assert len({one["size"] for one in digits}) == 1
    assert len({one["foot"] for one in digits}) <= 2, "the scores of a row stand on one line"
    assert all(one["right"] <= one["room"] + 1 for one in digits)
