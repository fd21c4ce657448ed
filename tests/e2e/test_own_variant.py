"""A game of one's own by taps: written from Partnership Pitch, played to the end, and brought in by another league."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from math import ceil
from time import monotonic

import pytest

from scorekeeper.variants.catalogue import load_variant
from tests.e2e.hands import Thumb, expect_text
from tests.e2e.nights import NAMES, Night, read_hand

PITCH = Night("partnership-pitch", NAMES[:4], ())
OFF_JACK = "points.off_jack.worth"


def answer(thumb, key, value):
    """Tap an answer to a question about the rules."""
    thumb.tap(f"label:has([id='rule-{key}-{value}'])")


def write_five_changes(thumb):
    answer(thumb, "finish.target", "31")
    answer(thumb, "auction.dealer_steals", "no")
    answer(thumb, "deck.off_jack", "yes")
    answer(thumb, OFF_JACK, "other")
    thumb.page.fill(f"[id='rule-{OFF_JACK}-n']", "5")
    answer(thumb, "game.tie", "bidders")


def open_editor(thumb):
    thumb.page.goto("/")
    thumb.tap("text=Start a game")
    thumb.tap("a:text-is('Write your own game')")
    thumb.tap("section:has(h2:text-is('Most played')) a:has(b:text-is('Partnership Pitch'))")
    thumb.page.locator("#write").wait_for()


def save(thumb, name):
    thumb.page.fill("#name", name)
    thumb.tap("summary:text-is('About it')")
    thumb.page.fill("#sources", "Uncle Ray at the Legion")
    thumb.tap("button:text-is('Save the game')")
    thumb.page.wait_for_url(re.compile(r"/house-rules/\d+$"))


def deal(thumb):
    thumb.tap("a:text-is('4 players')")
    for seat, name in enumerate(thumb.night.players, start=1):
        thumb.page.fill(f"#name-{seat}", name)
    thumb.tap("button:text-is('Deal')")
    thumb.page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))
    thumb.page.locator("#poll").wait_for(state="attached")
    thumb.code = thumb.page.url.rsplit("/t/")[1]


def downloaded(thumb, path):
    """Save what the link leads to; give its text."""
    with thumb.page.expect_download() as begun:
        thumb.tap("a:has(b:text-is('Download'))")
    begun.value.save_as(path)
    assert begun.value.suggested_filename == "legion-pitch.toml"
    return path.read_text(encoding="utf-8")


def bring_in(thumb, path):
    """Found a league with a game of another name, and bring in the file; give the text of its page."""
    thumb.sit_down()
    thumb.page.goto("/house-rules")
    thumb.tap("a:has(b:text-is('Write your own game'))")
    thumb.tap("a:text-is(\"Import a game's rules\")")
    thumb.page.set_input_files("#file", path)
    thumb.tap("button:text-is('Import')")
    thumb.page.wait_for_url(re.compile(r"/house-rules/\d+$"))
    return thumb.page.locator("main").inner_text()


def play_one_set_hand(thumb, rules):
    """Deal a game by the rules whose page is open, and let the bidders be set while the others take jack and jick."""
    deal(thumb)
    assert "to 31" in thumb.page.locator("#board").inner_text()
    thumb.rules = rules
    thumb.play(read_hand("Ann 4 : jack=Bob off_jack=Bob"))
    set_by_4, jack_and_jick = -4, 1 + 5
    assert thumb.scores() == {"Ann": set_by_4, "Bob": jack_and_jick, "Cy": set_by_4, "Dee": jack_and_jick}


@pytest.mark.deep
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_it_is_written_played_and_brought_in_elsewhere(new_phone, tmp_path, scripts):
    thumb = Thumb(new_phone(scripts=scripts, accept_downloads=True), PITCH)
    open_editor(thumb)
    write_five_changes(thumb)
    if not scripts:
        thumb.tap("button:text-is('Show the rules so far')")
    thumb.page.locator("#shown:has-text('5 changes')").wait_for()
    thumb.tap("#shown summary:text-is('Three hands')")
    shown = thumb.page.locator("#shown").inner_text()
    assert "31" in shown
    assert "jick 5" in shown
    save(thumb, "Legion Pitch")
    league_page = thumb.page.url
    file = tmp_path / "legion-pitch.toml"
    assert 'extends = "partnership-pitch"' in downloaded(thumb, file)

    deal(thumb)
    assert "to 31" in thumb.page.locator("#board").inner_text()
    thumb.rules = load_variant(file).ruleset(4)
    while thumb.page.locator("#save").is_visible():
        thumb.play(read_hand("Bob 4"))
        report = score_by_file(thumb, file, tmp_path)
        assert thumb.scores() == report["scores"]
    assert report["status"] == "finished"
    assert sorted(report["winners"]) == ["Bob", "Dee"]
    assert report["scores"]["Bob"] == thumb.scores()["Bob"] == 36

    other = Thumb(new_phone(scripts=scripts), PITCH)
    said = bring_in(other, file)
    assert "Legion Pitch" in said
    assert "Uncle Ray at the Legion" in said
    play_one_set_hand(other, thumb.rules)
    thumb.page.goto(league_page)
    assert "Version 2" not in thumb.page.locator("main").inner_text()


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


def score_by_file(thumb, file, tmp_path):
    """Export the sheet and give what the command line makes of it with the variant's file."""
    sheet = tmp_path / "night.toml"
    sheet.write_text(thumb.page.request.get(f"/t/{thumb.code}/sheet.toml").text(), encoding="utf-8")
    command = [sys.executable, "-m", "scorekeeper", "score", "--json", "--variant", str(file), str(sheet)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


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
