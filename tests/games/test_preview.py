"""A preview tries what saving would refuse, and somebody new."""

from __future__ import annotations

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import preview_line, record_line, undo
from scorekeeper.rules.errors import ImpossibleFact
from tests.factories import draft, hand


@pytest.fixture
def code(session, clock, alice):
    code = create_game(Submission(session, clock, alice), draft())
    for seq, bidder in enumerate("12"):
        record_line(Submission(session, clock, alice, seen=seq), code, hand(bidder))
    return code


def test_a_line_that_does_not_stand_is_not_corrected(session, clock, alice, code):
    undo(Submission(session, clock, alice, seen=2), code, 2)
    for target in (2, 3, 9):
        with pytest.raises(ImpossibleFact) as refused:
            preview_line(session, code, hand(), target=target)
        assert refused.value.field == "target"


def test_somebody_new_may_be_tried(session, clock, alice):
    code = create_game(Submission(session, clock, alice), draft(("Ann", "Bob", "Cy"), variant="money-pitch"))
    entry, _ = preview_line(session, code, {"join": "Gus"})
    assert entry.whys[0].who == ("4",)
    assert read_game(session, code).names == {"1": "Ann", "2": "Bob", "3": "Cy"}
