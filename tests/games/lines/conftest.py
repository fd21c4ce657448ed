"""A game of four at the ten-point table, and what Alice's phone does in it."""

from __future__ import annotations

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import correct_line, record_line, undo
from tests.factories import draft, op_id


@pytest.fixture
def code(session, clock, alice):
    return create_game(Submission(session, clock, alice), draft())


@pytest.fixture
def record(session, clock, code, alice):
    """Record facts from Alice's phone, which is up to date unless said otherwise."""

    def record(facts, **form):
        seen = read_game(session, code).seq
        form = {"op_id": op_id(), "seen": seen, "device": alice, **form}
        return record_line(Submission(session, clock, **form), code, facts)

    return record


@pytest.fixture
def take_back(session, clock, code, alice):
    def take_back(target, **form):
        seen = read_game(session, code).seq
        form = {"op_id": op_id(), "seen": seen, "device": alice, **form}
        return undo(Submission(session, clock, **form), code, target)

    return take_back


@pytest.fixture
def correct(session, clock, code, alice):
    def correct(target, facts, **form):
        seen = read_game(session, code).seq
        form = {"reason": None, "op_id": op_id(), "seen": seen, "device": alice, **form}
        return correct_line(Submission(session, clock, **form), code, target, facts)

    return correct


@pytest.fixture
def game(session, code):
    return lambda: read_game(session, code)
