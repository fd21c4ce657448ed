"""A preview says what saving would do, and saves nothing."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import ImpossibleFact, UnreadableSheet
from scorekeeper.services.errors import GameNotFound
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import Correction, correct_line, record_line, undo
from scorekeeper.services.games.replay import preview_line
from scorekeeper.services.games.view import read_game
from scorekeeper.services.submission import Submission
from tests.factories import draft, hand, op_id


@pytest.fixture
def code(session, clock, alice):
    code = create_game(session, clock, alice, draft())
    for seq, bidder in enumerate("12"):
        record_line(session, clock, code, hand(bidder), Submission(op_id=op_id(), seen=seq, device=alice))
    return code


def test_it_says_what_saving_does_and_saves_nothing(session, clock, alice, code):
    before = read_game(session, code)
    said = preview_line(session, code, hand("3", 8, lost=["trey"]))
    assert read_game(session, code) == before
    record_line(
        session, clock, code, hand("3", 8, lost=["trey"], to="1"), Submission(op_id=op_id(), seen=2, device=alice)
    )
    after = read_game(session, code)
    assert (said.table, said.entry) == (after.table, after.lines[-1].entry)


def test_a_correction_is_tried_where_it_stands(session, clock, alice, code):
    said = preview_line(session, code, hand("2", 9, lost=["trey"], to="1"), target=1)
    assert said.entry.scores == {"1": 3, "2": -9, "3": 3, "4": -9}
    facts = hand("2", 9, lost=["trey"], to="1")
    correct_line(
        session, clock, code, Correction(1, facts), Submission(op_id=op_id(), seen=2, device=alice, reason=None)
    )
    assert read_game(session, code).lines[0].entry == said.entry


def test_it_refuses_as_saving_does(session, code):
    with pytest.raises(ImpossibleFact, match="Nobody calls a partner"):
        preview_line(session, code, {**hand(), "partner": "4"})
    with pytest.raises(ImpossibleFact, match="How much did Bob bid"):
        preview_line(session, code, {"bidder": "2"})
    with pytest.raises(UnreadableSheet):
        preview_line(session, code, {"who": "2"})
    with pytest.raises(GameNotFound):
        preview_line(session, "x" * 22, hand())


def test_a_line_that_does_not_stand_is_not_corrected(session, clock, alice, code):
    undo(session, clock, code, 2, Submission(op_id=op_id(), seen=2, device=alice))
    for target in (2, 3, 9):
        with pytest.raises(ImpossibleFact) as refused:
            preview_line(session, code, hand(), target=target)
        assert refused.value.field == "target"


def test_somebody_new_may_be_tried(session, clock, alice):
    code = create_game(session, clock, alice, draft(("Ann", "Bob", "Cy"), variant="money-pitch"))
    assert preview_line(session, code, {"join": "Gus"}).table.players == ("1", "2", "3", "4")
    assert read_game(session, code).names == {"1": "Ann", "2": "Bob", "3": "Cy"}
