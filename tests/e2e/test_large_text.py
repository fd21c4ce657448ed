"""Text twice as large, as a browser is told by its owner: a hand of each kind, nothing cut off, nothing in the way."""

from pathlib import Path

import pytest

from tests.e2e.conftest import FLAGS, SMALL_PHONE, be_patient, put_away
from tests.e2e.hands import Thumb
from tests.e2e.nights import read_night
from tests.needs import CHROMIUM

TWICE_AS_LARGE = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"
KINDS = [
    "minnesota-ten-point-4", "minnesota-ten-point-5", "partnership-pitch-6", "cutthroat-pitch-4",
    "trinidad-all-fours-4", "smoke-6",
]  # fmt: skip
QUESTIONS = Path(__file__).with_name("for_everybody.js").read_text(encoding="utf-8")


class LargeThumb(Thumb):
    """A thumb that looks the page over after all it taps of a hand; Playwright taps nothing that lies under another."""

    def choose(self, name, value):
        super().choose(name, value)
        self.look_over()

    def look_over(self):
        found = self.page.evaluate(f"{QUESTIONS}\nforEverybody.unreadable()")
        assert not found, "\n".join([self.page.url, *found])


@pytest.fixture(scope="module")
def large_print(chromium):
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, TWICE_AS_LARGE])
    yield browser
    browser.close()


@pytest.fixture
def page(large_print, server):
    context = large_print.new_context(
        base_url=server, viewport=SMALL_PHONE, has_touch=True, is_mobile=True, service_workers="block",
        reduced_motion="reduce",
    )  # fmt: skip
    be_patient(context)
    yield context.new_page()
    put_away(context)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", KINDS)
def test_the_first_hand_of_a_game(page, name):
    night = read_night(name)
    thumb = LargeThumb(page, night)
    thumb.sit_down()
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
    thumb.look_over()
    thumb.play(night.told[0])
    thumb.look_over()
