"""A game of one's own by taps: written from Partnership Pitch, played to the end, and brought in by another league."""

import re
from dataclasses import replace
from math import ceil
from time import monotonic

import pytest

from tests.e2e.hands import Thumb, expect_text
from tests.e2e.nights import NAMES, Night, read_hand

PITCH = Night("partnership-pitch", NAMES[:4], ())
OFF_JACK = "points.off_jack.worth"


def answer(thumb, key, value):
    """Tap an answer to a question about the rules."""
    thumb.tap(f"label:has([id='rule-{key}-{value}'])")


def open_editor(thumb):
    thumb.page.goto("/")
    thumb.tap("text=Start a game")
    thumb.tap("a:text-is('Write your own game')")
    thumb.tap("section:has(h2:text-is('Most played')) a:has(b:text-is('Partnership Pitch'))")
    thumb.page.locator("#write").wait_for()


def reach(thumb, selector):
    """Return the swipes until a control stands on the screen."""
    top = thumb.page.locator(selector).evaluate("element => element.getBoundingClientRect().top")
    return ceil(max(-top, top - 560, 0) / 450)


@pytest.mark.deep
def test_it_is_written_and_begun_in_two_minutes(page, record_property):
    """From "we play Pitch to 31 with a five-point off-jack and no stealing" to the first hand that is saved.

    Counted are a tap and a swipe as 1.5 seconds, a character as 0.3, and what the machine takes itself.
    """
    thumb, swipes, typed, began = Thumb(page, PITCH), 0, 0, monotonic()

    def tap(selector):
        nonlocal swipes
        page.locator(selector).wait_for(state="attached")
        swipes += reach(thumb, selector)
        thumb.tap(selector)

    def write(selector, text):
        nonlocal typed
        tap(selector)
        page.locator(selector).press_sequentially(text)
        typed += len(text)

    page.goto("/")
    tap("text=Start a game")
    tap("a:text-is('Write your own game')")
    tap("section:has(h2:text-is('Most played')) a:has(b:text-is('Partnership Pitch'))")
    write("#name", "Legion Pitch")
    tap("label:has([id='rule-finish.target-31'])")
    tap("label:has([id='rule-auction.dealer_steals-no'])")
    write("#find", "five-point off-jack")
    page.locator("#settings h2:has-text('Found for “five-point off-jack”')").wait_for()
    tap(f"label:has([id='rule-{OFF_JACK}-other'])")
    write(f"[id='rule-{OFF_JACK}-n']", "5")
    tap("label:has([id='rule-deck.off_jack-yes'])")
    tap("button:text-is('Save the game')")
    tap("a:text-is('4 players')")
    for seat, name in enumerate(PITCH.players, start=1):
        write(f"#name-{seat}", name)
    tap("button:text-is('Deal')")
    page.locator("#poll").wait_for(state="attached")
    changes = {"finish.target": "31", "auction.dealer_steals": "no", "deck.off_jack": "yes", OFF_JACK: "5"}
    thumb.rules = replace(PITCH, house=changes).rules
    thumb.play(read_hand("Bob 4 : low=Ann"))

    assert thumb.scores() == {"Ann": 1, "Bob": 8, "Cy": 1, "Dee": 8}, "high, jack, game and 5"
    seconds = 1.5 * (thumb.taps + swipes) + 0.3 * typed
    assert seconds < 100, "and the machine takes the rest"
    said = f"{thumb.taps} taps, {swipes} swipes, {typed} characters: {seconds:.0f} s, and {monotonic() - began:.0f} s"
    record_property("a game of one's own, from the home page to its first hand", said)


def test_what_is_wrong_is_said_at_its_control_as_soon_as_it_is(new_phone):
    thumb = Thumb(new_phone(), PITCH)
    open_editor(thumb)
    answer(thumb, OFF_JACK, "3")
    wrong = thumb.page.locator(f"[id='rule-{OFF_JACK}-wrong']")
    wrong.filter(has_text=re.compile(".+")).wait_for()
    answer(thumb, "deck.off_jack", "yes")
    thumb.page.locator("#shown:has-text('2 changes')").wait_for()
    expect_text(wrong, "")


def test_a_rule_is_found_while_it_is_typed_and_what_was_chosen_stays(new_phone):
    thumb = Thumb(new_phone(), PITCH)
    open_editor(thumb)
    answer(thumb, "finish.target", "31")
    thumb.page.locator("#find").press_sequentially("reneg")
    thumb.page.locator("#settings h2:has-text('Found for “reneg”')").wait_for()
    assert thumb.page.locator("[id='rule-penalty.renege']").is_visible()
    assert thumb.page.locator("[id='rule-finish.target-31']").is_checked()
