"""A form that is used again for something else is told so."""

from __future__ import annotations

import pytest

from scorekeeper.core.errors import OpIdReused
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import record_line
from tests.factories import draft, hand


def test_a_form_of_another_game_of_the_league(session, clock, alice, record):
    record(hand(), op_id="the-form")
    other = create_game(Submission(session, clock, alice), draft())
    with pytest.raises(OpIdReused):
        record_line(Submission(session, clock, alice, op_id="the-form"), other, hand())
    assert read_game(session, other).seq == 0
