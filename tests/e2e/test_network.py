"""A bad line: what a first look costs as Chromium received it, and how long it takes where a bar has one bar of signal.

The figures are those of tools/bench/README.md, row 4, on a phone at 400 kbit/s and 400 ms: the one place where a
test asks the clock.  What it reads is the line's time; the machine's is a small part, and the best of three counts, on
a busy machine of more.
"""

import pytest

from tests.e2e.hands import Thumb, wait_for_all_scripts
from tests.e2e.nights import read_hand, read_night

NIGHT = read_night("minnesota-ten-point-4")
FIVE = read_hand("Bob 5 : low=Ann game=Ann")
SIX = read_hand("Cy 6 : low=Bob")
KILOBIT = 1000 / 8
USABLE, SAVED = 3_000, 1_500
"""Milliseconds until the table can be used, and until a hand is saved."""
TRIES, MOST_TRIES = 3, 12
ON_ONE_BAR = {"offline": False, "latency": 400, "downloadThroughput": 400 * KILOBIT, "uploadThroughput": 400 * KILOBIT}
LOADED = "() => performance.getEntriesByType('navigation')[0].loadEventEnd > 0"
FIRST_LOOK = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const parts = performance.getEntriesByType("resource").filter((part) => part.startTime < page.loadEventStart);
  return [page, ...parts].map((part) => [part.name, part.encodedBodySize]);
}"""
"""What was asked for before the page was there; the rest comes after it, and nobody waits for it."""
IS_DRAWN = "() => new Promise((told) => { requestAnimationFrame(() => told(true)); setTimeout(told, 500, false); })"
TIME_A_SAVE = """() => {
  document.addEventListener("click", (event) => { if (event.target.id === "save") window.tapped = event.timeStamp; });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.target.id !== "why") window.took = performance.now() - window.tapped;
  });
}"""


@pytest.fixture
def look(new_phone):
    """Return a function that opens a night's table as a phone does that has never been here, but may score there."""

    def look(night, bars=None):
        thumb = Thumb.dealt(new_phone(), night)
        page = new_phone(storage_state=thumb.page.context.storage_state())
        if bars:
            line = page.context.new_cdp_session(page)
            line.send("Network.enable")
            line.send("Network.emulateNetworkConditions", bars)
        page.goto(f"/t/{thumb.code}")
        page.wait_for_function(LOADED)
        fresh = Thumb(page, night)
        fresh.code = thumb.code
        return fresh

    return look


@pytest.mark.deep
@pytest.mark.parametrize(("name", "requests"), [("minnesota-ten-point-4", 5), ("smoke-6", 6)])
def test_a_first_look_is_small(look, record_property, name, requests):
    thumb = look(read_night(name))
    parts = thumb.page.evaluate(FIRST_LOOK)
    size = sum(body for _, body in parts)
    record_property("10 first look", f"{name}: {size:,} bytes gzip'd in {len(parts)} requests (≤ 40,000 in {requests})")
    assert all(body for _, body in parts), "each came over the line"
    assert len(parts) <= requests, [part for part, _ in parts]
    assert size <= 40_000


def test_a_saved_hand_comes_back_small(look, record_property):
    thumb = look(NIGHT)
    thumb.play(FIVE)
    thumb.tell(SIX)
    with thumb.page.expect_response("**/hands") as answered:
        thumb.tap("#save")
    thumb.wait_for(2)
    sizes = answered.value.request.sizes()
    body, headers = sizes["responseBodySize"], sizes["responseHeadersSize"]
    record_property("10 recorded hand", f"{body:,} bytes gzip'd back (≤ 2,120), {body + headers:,} with its headers")
    assert answered.value.headers["content-encoding"] == "gzip"
    assert body <= 2_120


@pytest.mark.deep
def test_on_one_bar_of_signal_the_table_and_a_save_are_quick(look, record_property):
    usable, saved = [], []
    while len(saved) < TRIES or (len(saved) < MOST_TRIES and (min(usable) > USABLE or min(saved) > SAVED)):
        thumb = look(NIGHT, ON_ONE_BAR)
        page = thumb.page
        usable.append(page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
        wait_for_all_scripts(page)
        page.evaluate(TIME_A_SAVE)
        thumb.play(FIVE)
        saved.append(page.evaluate("took"))
    figures = (min(usable) / 1000, USABLE / 1000, min(saved) / 1000, SAVED / 1000)
    says = "table usable after {:.2f} s (≤ {:g}), a save after {:.2f} s (≤ {:g})".format(*figures)
    record_property("10 at 400 kbit/s and 400 ms", says)
    assert min(saved) >= ON_ONE_BAR["latency"], "the line is as slow as it is said to be"
    assert 2 * ON_ONE_BAR["latency"] <= min(usable) <= USABLE
    assert min(saved) <= SAVED


def test_a_page_is_drawn_once_it_is_whole(new_phone, wire):
    thumb = Thumb.dealt(new_phone(at=wire.address), NIGHT)
    wire.halve("GET /t/")
    thumb.page.reload(wait_until="commit")
    thumb.page.wait_for_selector("#board", state="attached")
    assert not thumb.page.evaluate(IS_DRAWN)
    wire.mend()
    assert thumb.page.evaluate(IS_DRAWN)
