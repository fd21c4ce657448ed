"""Whole games scored by taps on a small phone; after every hand the screen agrees with `scorekeeper score`."""

from __future__ import annotations

from statistics import median

import pytest

from scorekeeper.rules.sentence_args import join_names
from tests.e2e.hands import Thumb, boxes
from tests.e2e.nights import read_night

NIGHTS = (
    "minnesota-ten-point-4",
    "minnesota-ten-point-5",
    "minnesota-ten-point-6",
    "ten-point-smear-4",
    "minnesota-smear-kitty-4",
    "fort-frances-sneak-out-4",
    "partnership-pitch-4",
    "partnership-pitch-6",
    "smoke-6",
)


@pytest.mark.deep
@pytest.mark.parametrize("name", NIGHTS)
def test_a_night(page, tmp_path, name, record_property):
    night = read_night(name)
    thumb = Thumb(page, night)
    thumb.sit_down()
    taps = []
    for told in night.told:
        needed = thumb.play(told)
        if told.what == "hand":
            taps.append(needed)
        report = thumb.score_by_command(tmp_path)
        assert thumb.scores() == report["scores"], f"after {told}"
    assert report["status"] == "finished"
    assert page.locator(".winners").inner_text() == f"{join_names(report['winners'])} won"
    record_property("taps", f"{name}: median {median(taps):g} taps a hand, Save included ({len(taps)} hands)")
    if name == "minnesota-ten-point-4":
        assert median(taps) <= 6


def test_a_ten_point_hand_needs_no_scrolling(page):
    thumb = Thumb(page, read_night("minnesota-ten-point-4"))
    thumb.sit_down()
    height, width = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert (height, width) == (640, 360)
    for selector in (
        "[data-score] >> nth=0",
        "#bidder",
        "#bid",
        "#points .point >> nth=-1",
        "#save",
        "a:text-is('Log')",
    ):
        box = page.locator(selector).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 640, selector


@pytest.mark.deep
def test_what_a_thumb_aims_at_is_large_enough(page):
    thumb = Thumb(page, read_night("minnesota-ten-point-4"))
    thumb.sit_down()
    for box in boxes(page.locator("#bidder label, #bid label, .switch label:visible, #save")):
        assert box["height"] >= 48
