"""Who joins an open table is who he says, and a refused name leaves no seat."""

from __future__ import annotations

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import record_line
from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.sheets.phrases import say_error
from tests.factories import draft


@pytest.fixture
def open_game(session, clock, alice):
    code = create_game(Submission(session, clock, alice), draft(("Ann", "Bob", "Cy"), variant="money-pitch"))

    def say(facts):
        seen = read_game(session, code).seq
        record_line(Submission(session, clock, alice, seen=seen), code, facts)
        return read_game(session, code)

    return say


def test_a_name_that_looks_like_a_seat_key_is_a_name(open_game):
    view = open_game({"join": "1"})
    assert (view.table.players, view.names["4"]) == (("1", "2", "3", "4"), "1")


def test_a_refused_join_leaves_no_seat(open_game):
    with pytest.raises(ImpossibleFact, check=lambda error: "9 is not at the table" in say_error(error)):
        open_game({"join": "Gus", "after": "9"})
    view = open_game({"join": "Hal"})
    assert view.names == {"1": "Ann", "2": "Bob", "3": "Cy", "4": "Hal"}
