"""A night under other rules: which hands differ, and who would have won."""

from __future__ import annotations

import pytest
from sheets import hand, sheet

from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.whatif import what_if
from scorekeeper.variants.catalogue import find_variant


def replay(document, other):
    return what_if(read_sheet(document, find_variant), other)


def test_at_fifteen_the_game_would_have_been_over_earlier():
    # Ann's side stands at 3, 7, 9, 13: to 9 it is over with the third hand, to 15 it goes on.
    lines = [hand("Ann", 3, "high low jack"), hand("Ann", 4, "high low jack game"), hand("Cy", 2, "high low"),
             hand("Ann", 4, "high low jack game"), {"misdeal": True}]  # fmt: skip
    night = replay(sheet("fort-frances-sneak-out", *lines), {"finish.target": 9})
    assert night.won_at == 3
    assert night.theirs.winners == ("Ann", "Cy")
    assert [line.differs for line in night.lines] == [False, False, True, True, True]
    assert night.lines[3].because == "The game was over."
    assert (night.lines[3].number, night.lines[3].ours.outcome, night.lines[3].theirs) == (4, "made", None)
    assert not night.ours.finished


def test_the_hand_that_won_the_night_differs_only_where_it_would_not_have_won_it():
    # 4, 8, 12, 16: over at fifteen with the fourth hand, and at twenty not over at all.
    night = sheet("fort-frances-sneak-out", *[hand("Ann", 4, "high low jack game")] * 4)
    own, other = replay(night, {}), replay(night, {"finish.target": 20})
    assert [line.differs for line in own.lines] == [False] * 4
    assert own.won_at == 4
    assert [line.differs for line in other.lines] == [False, False, False, True]
    assert other.won_at is None


def test_a_bid_that_could_not_be_is_left_out():
    lines = [hand("Ann", 2, "high low"), hand("Bob", 3, "high low jack")]
    night = replay(sheet("fort-frances-sneak-out", *lines), {"auction.min": 3})
    assert night.lines[0].because == "2 is too low: the lowest bid here is 3."
    assert (night.lines[0].number, night.lines[0].ours.outcome, night.lines[0].theirs) == (1, "made", None)
    assert (night.theirs.scores["Ann"], night.theirs.scores["Bob"]) == (0, 3)
    assert night.won_at is None


def test_a_tied_game_goes_the_other_way():
    line = hand("Ann", 3, "high low jack=Bob", counts={"Ann": 30, "Bob": 30})
    night = replay(sheet("minnesota-smear", line), {"game.tie": "bidders"})
    assert night.ours.scores["Ann"] == -3
    assert night.theirs.scores["Ann"] == 3
    assert [line.number for line in night.lines if line.differs] == [1]


def test_rules_that_do_not_go_together_are_refused():
    with pytest.raises(SheetError) as refused:
        replay(sheet("minnesota-smear"), {"auction.min": 5})
    assert refused.value.field == "rules.auction.min"


def test_smoke_under_other_rules():
    lines = [{"tricks": {"Ann": 3, "Bob": 2}, "sat": ["Cy"]}, {"tricks": {"Ann": 0, "Bob": 5}, "sat": ["Cy"]}]
    night = replay(sheet("smoke", *lines, size=3), {"tally.no_trick": 3, "tally.max_sits": 1})
    assert [line.because for line in night.lines] == ["", "Cy is a mustie and must play this hand."]
    assert night.theirs.scores == {"Ann": 7, "Bob": 8, "Cy": 10}
