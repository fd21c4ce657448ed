"""`scorekeeper rebuild` as people type it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from tests.cast import ALICES
from tests.databases import asked, by_hand, url_of
from tests.factories import TickingClock, draft, enrol, hand


@pytest.fixture
def played(engine, database):
    """A league of one finished game; give how its database is reached."""
    clock = TickingClock()
    with Session(engine, expire_on_commit=False) as session:
        alice, _ = enrol(session, clock, ALICES)
        code = create_game(Submission(session, clock, alice), draft(house={"finish.target": 5}))
        record_line(Submission(session, clock, alice), code, hand("1", 5))
    return database


def rebuild(database, *arguments):
    command = [sys.executable, "-m", "scorekeeper", "rebuild", *arguments]
    env = {**os.environ, "PYTHONUTF8": "1", "DATABASE_URL": url_of(database)}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


def rows(database):
    return asked(database, "SELECT * FROM plays ORDER BY 1, 2, 3")


def test_what_was_lost_is_made_again(played):
    before = rows(played)
    assert len(before) == 4
    by_hand(played, "DELETE FROM plays WHERE person_id > 1", "UPDATE plays SET mu = 0")
    done = rebuild(played)
    assert (done.returncode, done.stderr, rows(played)) == (0, "", before)
    assert done.stdout == "Our league (1): every snapshot, result and rating was rebuilt from the lines.\n"


@pytest.mark.sqlite("a server keeps rows from referring to nothing")
def test_rows_of_a_game_without_its_result_are_made_again(played):
    before = rows(played)
    by_hand(played, "DELETE FROM results")
    assert (rebuild(played).returncode, rows(played)) == (0, before)


def test_a_snapshot_that_was_changed_is_mended(played):
    state = "SELECT state FROM games"
    before = asked(played, state)
    by_hand(played, "UPDATE games SET state = replace(state, '\"scores\"', '\"scored\"')")
    assert asked(played, state) != before
    assert (rebuild(played).returncode, asked(played, state)) == (0, before)
