"""Phones at one table: what one saves the others show, by the stream, without it, on waking, on Back, on a laptop."""

import pytest

from tests.e2e.hands import join, look, wait_for_all_scripts
from tests.e2e.nights import read_hand, read_night

NIGHT = read_night("minnesota-ten-point-4")
FIVE = read_hand("Bob 5 : low=Ann game=Ann")

NO_CLOCK = "window.setInterval = () => 0"
"""For a page that does nothing by itself from time to time."""
KEEP_STREAMS = """
  window.streams = [];
  window.EventSource = class extends EventSource {
    constructor(...how) { super(...how); window.streams.push(this); }
  };
"""
NO_SIGHT = """
  window.sight = "visible";
  Object.defineProperty(document, "hidden", { get: () => window.sight === "hidden" });
  window.look = (sight) => { window.sight = sight; document.dispatchEvent(new Event("visibilitychange")); };
"""


@pytest.fixture
def beside(thumb, new_phone):
    """Return a function that opens the same table on another phone, with some scripts of the test's own."""

    def beside(*scripts, path="", stream=None):
        page = new_phone()
        other = join(page, thumb)
        for script in scripts:
            page.add_init_script(script)
        if stream:
            page.route("**/stream", stream)
        page.goto(f"/t/{thumb.code}{path}")
        wait_for_all_scripts(page)
        return other

    return beside


def full(route):
    """Answer as a server with no room for another stream."""
    route.fulfill(status=204)


def test_a_hand_begun_while_the_news_is_on_its_way_is_left_alone(thumb, beside):
    other = beside(NO_CLOCK)

    def answer_late(route):
        answer = route.fetch()
        other.choose("bidder", "3")
        route.fulfill(response=answer)

    other.page.route("**/board?seen=*", answer_late)
    thumb.play(FIVE)
    other.wait_for(1)
    assert other.scores()["Bob"] == 8
    assert other.page.locator("#bidder-3").is_checked()


@pytest.mark.deep
def test_a_phone_that_wakes_asks_at_once(thumb, beside):
    other = beside(NO_CLOCK, NO_SIGHT, stream=full)
    thumb.play(FIVE)
    other.page.evaluate("look('hidden')")
    assert other.seq() == 0
    other.page.evaluate("look('visible')")
    other.wait_for(1)
    assert other.scores()["Bob"] == 8


@pytest.mark.deep
def test_a_page_nobody_sees_hangs_up_and_comes_back(thumb, beside):
    other = beside(NO_CLOCK, NO_SIGHT, KEEP_STREAMS)
    other.page.wait_for_function("() => streams[0].readyState === 1")
    other.page.evaluate("look('hidden')")
    assert other.page.evaluate("streams.map((one) => one.readyState)") == [2]
    other.page.evaluate("look('visible')")
    other.page.wait_for_function("() => streams[1].readyState === 1")
    thumb.play(FIVE)
    other.wait_for(1)


@pytest.mark.deep
def test_watch_follows_to_the_end_and_awake(thumb, beside):
    woken = """
      window.locks = [];
      const lock = navigator.wakeLock, request = lock.request;
      lock.request = (...how) => request.apply(lock, how).then((held) => { window.locks.push(held); return held; });
    """
    watch = beside(NO_CLOCK, woken, path="/watch")
    watch.page.wait_for_function("() => locks.length === 1 && !locks[0].released")
    thumb.play(FIVE)
    watch.wait_for(1)
    assert watch.page.locator("[data-score]").all_inner_texts() == ["2", "8"]
    assert "Bob bid 5: made" in watch.page.locator(".newest").inner_text()
    while thumb.page.locator("#hand").count():
        thumb.play(read_hand("Bob 10 :"))
    watch.page.locator("h1:text-is('Bob & Dee won')").wait_for()
    watch.page.wait_for_function("() => locks[0].released")  # the game is over, the screen may sleep
    thumb.page.get_by_role("button", name="Rematch").tap()
    thumb.page.locator("#hand").wait_for()
    look(watch.page)
    watch.page.wait_for_url(f"**{thumb.page.url.partition('/t/')[2]}/watch")  # nobody taps a screen on the wall


@pytest.mark.deep
def test_colours_change_under_the_finger_and_stay(thumb):
    page = thumb.page
    page.get_by_role("button", name="More").tap()
    page.get_by_role("button", name="Settings").tap()
    with page.expect_response("**/screen"):
        page.locator("#this-phone label:has([value=bar])").tap()
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "bar"


@pytest.mark.deep
def test_the_back_button_asks_at_once_what_became_of_the_table(thumb):
    thumb.page.add_init_script("window.setInterval = () => 0")  # no poll comes by itself
    thumb.play(FIVE)
    thumb.page.goto(f"/t/{thumb.code}/log")
    thumb.page.go_back()
    thumb.wait_for(1)
    assert thumb.scores()["Bob"] == 8
