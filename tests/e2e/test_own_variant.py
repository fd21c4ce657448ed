"""A game of one's own under the fingers: what is wrong, and what is found, appears while it is written."""

import re

from playwright.sync_api import expect

from tests.e2e.hands import Thumb
from tests.e2e.nights import NAMES, Night

PITCH = Night("partnership-pitch", NAMES[:4], ())
OFF_JACK = "points.off_jack.worth"


def open_editor(thumb):
    thumb.page.goto("/")
    thumb.tap("text=Start a game")
    thumb.tap("a:text-is('Write your own game')")
    thumb.tap("section:has(h2:text-is('Most played')) a:has(b:text-is('Partnership Pitch'))")
    thumb.page.locator("#write").wait_for()


def test_what_is_wrong_is_said_at_its_control_as_soon_as_it_is(new_phone):
    thumb = Thumb(new_phone(), PITCH)
    open_editor(thumb)
    thumb.answer(OFF_JACK, "3")
    wrong = thumb.page.locator(f"[id='rule-{OFF_JACK}-wrong']")
    wrong.filter(has_text=re.compile(".+")).wait_for()
    thumb.answer("deck.off_jack", "yes")
    thumb.page.locator("#shown:has-text('2 changes')").wait_for()
    expect(wrong).to_have_text("")


def test_a_rule_is_found_while_it_is_typed_and_what_was_chosen_stays(new_phone):
    thumb = Thumb(new_phone(), PITCH)
    open_editor(thumb)
    thumb.answer("finish.target", "31")
    thumb.page.locator("#find").press_sequentially("reneg")
    thumb.page.locator("#settings h2:has-text('Found for “reneg”')").wait_for()
    assert thumb.page.locator("[id='rule-penalty.renege']").is_visible()
    assert thumb.page.locator("[id='rule-finish.target-31']").is_checked()
