"""Watch, from across the room: how large everything is on a TV, and that it stands in line."""

import pytest

from tests.e2e.hands import Thumb
from tests.e2e.nights import Night

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
  const { scrollWidth: wide, scrollHeight: high } = document.documentElement;
  return { sizes, digits, wide, high }; }"""


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


@pytest.mark.parametrize("count", [pytest.param(it, marks=[] if it == 5 else [pytest.mark.deep]) for it in DIGITS])
def test_a_tv_shows_it_all_at_once_large_and_in_line(page, count):
    thumb = Thumb.brought_in(page, Night("cutthroat-pitch", NAMES[:count], ()), sheet(count))
    page.goto(f"/t/{thumb.code}/watch")
    for size in TVS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("document.fonts.ready.then(() => true)")
        check_screen(page.evaluate(MEASURED), count, size)


def check_screen(found, count, size):
    """Assert that all of it is on the screen, large and in line."""
    width, height = size
    assert [(round(given, 1), text) for given, text in found["sizes"] if given < SMALLEST * height] == []
    assert (found["wide"], found["high"]) == (width, height), "nothing has to be scrolled to"
    digits = found["digits"]
    assert [one["size"] >= DIGITS[count] * height for one in digits] == [True] * count
    assert len({one["size"] for one in digits}) == 1
    assert len({one["foot"] for one in digits}) <= 2, "the scores of a row stand on one line"
    assert all(one["right"] <= one["room"] + 1 for one in digits)
