"""Whole games scored by taps on a small phone; after every hand the screen agrees with `scorekeeper score`."""

from statistics import median

import pytest
from playwright.sync_api import expect

from scorekeeper.sheets.phrases import join_names
from tests.e2e.hands import Thumb
from tests.e2e.nights import read_night

NIGHTS = (
    "minnesota-ten-point-4", "minnesota-ten-point-5", "minnesota-ten-point-6", "ten-point-smear-4",
    "minnesota-smear-kitty-4", "fort-frances-sneak-out-4", "partnership-pitch-4", "partnership-pitch-6", "smoke-6",
    "trinidad-all-fours-4", "bicycle-pitch-smudge-3", "cutthroat-pitch-4",
)  # fmt: skip


@pytest.mark.deep
@pytest.mark.parametrize("name", NIGHTS)
def test_a_night(page, name, record_property):
    night = read_night(name)
    thumb = Thumb(page, night)
    thumb.sit_down()
    taps = []
    for told in night.told:
        needed = thumb.play(told)
        if told.what == "hand":
            taps.append(needed)
        report = thumb.score_by_command()
        shown = thumb.scores()
        assert shown == report["scores"], f"after {told}"
        assert shown | told.scores == shown, f"worked by hand, after {told}"
        if left := report["next"].get("hands_left"):
            assert f"{left} hand{'s' if left > 1 else ''} to go" in page.locator("#board").inner_text()
        if thumb.rules.dealer_sits_out and report["status"] == "playing":
            expect(page.locator("#bidder input")).to_have_count(len(night.players) - 1)
            expect(page.locator(f"#bidder-{thumb.key(report['next']['dealer'])}")).to_have_count(0)
    assert report["status"] == "finished"
    assert page.locator(".winners").inner_text() == f"{join_names(report['winners'])} won"
    record_property("taps", f"{name}: median {median(taps):g} taps a hand, Save included ({len(taps)} hands)")
    if name == "minnesota-ten-point-4":
        assert median(taps) <= 6
