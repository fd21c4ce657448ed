"""`scorekeeper rebuild` as people type it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from sqlalchemy.orm import Session

from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.submission import Submission
from tests.cast import ALICES
from tests.databases import asked, by_hand, url_of
from tests.factories import TickingClock, draft, enrol, hand, op_id


@pytest.fixture
def played(engine, database):
    """A league of one finished game; give how its database is reached."""
    clock = TickingClock()
    with Session(engine, expire_on_commit=False) as session:
        alice, _ = enrol(session, clock, ALICES)
        code = create_game(session, clock, alice, draft(house={"finish.target": 5}))
        record_line(session, clock, code, hand("1", 5), Submission(op_id=op_id(), seen=0, device=alice))
    return database


def rebuild(database, *arguments):
    command = [sys.executable, "-m", "scorekeeper", "rebuild", *arguments]
    env = {**os.environ, "PYTHONUTF8": "1", "DATABASE_URL": url_of(database)}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


def sums(database):
    return asked(database, "SELECT * FROM person_seasons ORDER BY 1, 2, 3")


def test_sums_that_were_lost_are_made_again(played):
    before = sums(played)
    assert len(before) == 8, "four people, outside of seasons and for all time"
    by_hand(played, "DELETE FROM person_seasons WHERE person_id > 1", "UPDATE person_seasons SET doc = '{}'")
    done = rebuild(played)
    assert (done.returncode, done.stderr, sums(played)) == (0, "", before)
    assert done.stdout.endswith("Our league (1): every sum, rating and result was rebuilt from the lines.\n")


def test_a_league_that_is_not_there(played):
    done = rebuild(played, "Nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith('scorekeeper: There is no league "Nowhere"')
