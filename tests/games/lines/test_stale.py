"""Two phones at one table: what they agree with, and what is shown to the later one."""

from __future__ import annotations

import pytest

from scorekeeper.games.lines import Stale
from tests.factories import hand


def test_the_second_hand_is_not_taken_for_the_first(record, game, bob):
    """Bob means the hand after the one he saw; that a later hand is the same agrees with nothing."""
    record(hand("1", 4))
    record(hand("2", 5))
    with pytest.raises(Stale) as late:
        record(hand("2", 5), seen=0, device=bob)
    assert [line.number for line in late.value.newer] == [1, 2]
    assert record(hand("1", 4), seen=0, device=bob).agreed
    assert game().seq == 2


def test_agreement_is_with_what_stands(record, correct, take_back, bob):
    record(hand(bid=4))
    correct(1, hand(bid=5))
    assert record(hand(bid=5), seen=0, device=bob).agreed
    with pytest.raises(Stale):
        record(hand(bid=4), seen=0, device=bob)
    take_back(1)
    with pytest.raises(Stale) as late:
        record(hand(bid=5), seen=0, device=bob)
    assert [line.struck for line in late.value.newer] == [True]


def test_a_note_is_not_the_hand(record, bob):
    record({**hand(), "note": "Ann misplayed."})
    assert record(hand(), seen=0, device=bob).agreed
    assert record({**hand(), "note": "Ann misplayed."}, seen=0, device=bob).agreed
    with pytest.raises(Stale):
        record({**hand(), "note": "Bob misplayed."}, seen=0, device=bob)


def test_what_came_and_went_is_shown_all_the_same(record, correct, take_back, bob):
    """A correction that was undone leaves its line as it was, but the phone has not seen that happen."""
    record(hand("1", 4))
    record(hand("2", 4))
    correct(1, hand("1", 5))
    take_back(3)
    with pytest.raises(Stale) as late:
        record(hand("3", 4), seen=2, device=bob)
    assert [line.seq for line in late.value.newer] == [1]


@pytest.mark.parametrize("seen", [1, 99, -1, 10**30])
def test_a_phone_that_saw_what_never_was(record, game, seen):
    with pytest.raises(Stale) as late:
        record(hand(), seen=seen)
    assert (late.value.newer, game().seq) == ((), 0)
