"""Smoke under a thumb: a whole hand for six in sight, and the tally read aloud where that can be."""

import pytest

from tests.e2e.hands import Thumb
from tests.e2e.nights import read_line, read_night

NIGHT = read_night("smoke-6")
FIRST = read_line("Ann 2 Bob 1 Cy 2 ; sat Dee Eve Fay ; first Cy ; pickup Dee", smoke=True)
TALLY = (
    "Attention to tally: Cy, 8 coming down. Dee, 15 going up, 1 sit, never, never land. Eve, 10 steady, 1 sit. "
    "Fay, 10 steady, 1 sit. Ann, 8 coming down. Bob, 9 coming down."
)
BELOW_ZERO = """
format = "scoresheet/1"
variant = "smoke"
players = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"]

[opening]
Ann = 1

[[lines]]
tricks = { Ann = 3, Bob = 2 }
sat = ["Cy", "Dee", "Eve", "Fay"]
first_trick = "Ann"
"""
VOICE = """window.said = [];
Object.defineProperty(window, "speechSynthesis", { value: { cancel() {}, speak(words) { said.push(words.text); } } });
"""


@pytest.mark.deep
def test_first_trick_is_asked_among_those_with_tricks(thumb):
    assert thumb.page.locator("#first_trick .cells").inner_text() == "Tap tricks, then who took the first."
    for play, tricks in (("play-1", "2"), ("play-2", "0"), ("play-3", "3")):
        thumb.choose(play, tricks)
    assert thumb.page.locator("#first_trick label:visible").all_inner_texts() == ["Ann", "Cy", "Not said"]


def test_the_tally_is_read_aloud_where_the_browser_can_a_score_below_zero_with_its_minus(new_phone):
    page = new_phone()
    page.add_init_script(VOICE)
    thumb = Thumb.dealt(page, NIGHT)
    thumb.play(FIRST)
    page.wait_for_function("() => document.querySelector('link[href*=\"game.css\"]')?.sheet")
    assert 0 < page.evaluate("Math.max(...[...document.querySelectorAll('.rung')].map((it) => it.offsetWidth))") < 60
    thumb.tap("button:text-is('Read it aloud')")
    page.wait_for_function("() => said.length")
    assert page.evaluate("said") == [TALLY]
    assert page.locator("#said").text_content() == TALLY
    thumb = Thumb.brought_in(page, NIGHT, BELOW_ZERO)
    thumb.tap("button:text-is('More')")
    thumb.tap("button:text-is('Read it aloud')")
    page.wait_for_function("() => said.length")
    said = page.evaluate("said")[0]
    assert "Ann, minus 2 " in said
    assert "−" not in said
