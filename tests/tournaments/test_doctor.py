"""The doctor and tournaments: a sound one has no fault, one changed by hand has."""

from __future__ import annotations

import pytest

from scorekeeper.operations.doctor import run_checks
from scorekeeper.tournaments.actions import finish_tournament, undo_line
from tests.databases import by_hand


@pytest.fixture
def faults(engine):
    """Return a function that returns what the doctor finds in tournaments."""

    def faults():
        with engine.connect() as connection:
            findings = {finding.check.name: finding.faults for finding in run_checks(connection)}
        return findings["tournaments"]

    return faults


def test_a_tournament_that_was_paid_out_reopened_and_paid_out_again_is_well(evening, faults):
    evening.play()
    finish_tournament(evening.form(), evening.id)
    undo_line(evening.form(), evening.id, evening.seq)
    evening.slip(1, (40, 2))
    finish_tournament(evening.form(), evening.id)
    assert faults() == ()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("UPDATE tournaments SET name = 'Another'", "its name, day, end"),
        ("UPDATE tournaments SET status = 'open'", "its name, day, end"),
        ("DELETE FROM tournament_lines WHERE kind = 'finish'", "does not match what a tournament took in"),
        ("UPDATE tournament_lines SET facts = '{}' WHERE kind = 'draw'", "are not possible"),
    ],
)
def test_what_was_changed_by_hand_is_found(session, database, evening, faults, change, fault):
    evening.play()
    finish_tournament(evening.form(), evening.id)
    session.close()
    by_hand(database, change)
    assert any(fault in one for one in faults())
