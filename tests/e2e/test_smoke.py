"""Smoke under a thumb: a whole hand for six in sight, and the tally read aloud where that can be."""

from __future__ import annotations

import pytest

from tests.e2e.cellar import brought_in
from tests.e2e.hands import Thumb, boxes, expect_count
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
NO_VOICE = "Object.defineProperty(window, 'speechSynthesis', { value: undefined })"
VOICE = """
window.said = [];
Object.defineProperty(window, "speechSynthesis", { value: { cancel() {}, speak(words) { said.push(words.text); } } });
"""


@pytest.fixture
def thumb(page):
    thumb = Thumb(page, NIGHT)
    thumb.sit_down()
    return thumb


@pytest.mark.deep
def test_a_whole_hand_for_six_needs_no_scrolling(thumb):
    page = thumb.page
    assert page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]") == [640, 360]
    for selector in ("[data-score] >> nth=0", "#play-1", "#play-6", "#first_trick", "#save", "a:text-is('Log')"):
        box = page.locator(selector).bounding_box()
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= 640, selector


@pytest.mark.deep
@pytest.mark.parametrize("size", [2, 8])
def test_save_stays_in_reach(page, size):
    page.goto(f"/new/smoke/{size}")
    for seat in range(1, size + 1):
        page.fill(f"#name-{seat}", f"Puresome {seat}")
    page.locator("button:text-is('Deal')").tap()
    page.locator("#save").wait_for()
    box = page.locator("#save").bounding_box()
    assert box["y"] + box["height"] <= 640
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.deep
def test_what_a_thumb_aims_at_is_large_enough(thumb):
    thumb.choose("play-1", "2")
    for box in boxes(thumb.page.locator(".cells label:visible, #save, .ask button:visible")):
        assert box["height"] >= 48
        assert box["width"] >= 48
    thumb.tap(".ask [popovertarget=pickups]")
    thumb.page.locator("#pickups").wait_for()
    for box in boxes(thumb.page.locator("#pickups button, #pickups input")):
        assert box["height"] >= 48


@pytest.mark.deep
def test_first_trick_is_asked_among_those_with_tricks(thumb):
    shown = thumb.page.locator("#first_trick label:visible")
    assert shown.all_inner_texts() == ["Not said"]
    thumb.choose("play-1", "2")
    thumb.choose("play-2", "0")
    thumb.choose("play-3", "3")
    assert shown.all_inner_texts() == ["Ann", "Cy", "Not said"]


def test_the_running_count(thumb):
    thumb.choose("play-1", "2")
    thumb.page.get_by_text("Tricks so far: 2 of 5. Still missing: 5 players.").wait_for()


@pytest.mark.deep
def test_the_tally_is_read_aloud_where_the_browser_can(new_phone):
    page = new_phone()
    page.add_init_script(VOICE)
    thumb = Thumb(page, NIGHT)
    thumb.sit_down()
    thumb.play(FIRST)
    thumb.tap("button:text-is('Read it aloud')")
    page.wait_for_function("() => said.length")
    assert page.evaluate("said") == [TALLY]
    assert page.locator("#said").text_content() == TALLY


def test_a_score_below_zero_is_read_with_its_minus(new_phone):
    page = new_phone()
    page.add_init_script(VOICE)
    thumb = brought_in(page, NIGHT, BELOW_ZERO)
    thumb.tap("button:text-is('Read it aloud')")
    page.wait_for_function("() => said.length")
    said = page.evaluate("said")[0]
    assert "Ann, minus 2 " in said
    assert "−" not in said


@pytest.mark.deep
def test_where_it_cannot_there_is_no_button(new_phone):
    page = new_phone()
    page.add_init_script(NO_VOICE)
    thumb = Thumb(page, NIGHT)
    thumb.sit_down()
    thumb.play(FIRST)
    assert page.locator("#tally").is_visible()
    expect_count(page.locator("[data-read]:visible"), 0)
