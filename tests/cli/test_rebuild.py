"""`scorekeeper rebuild` as people type it."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from tests.cast import ALICES
from tests.cli.conftest import scorekeeper
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


@pytest.mark.parametrize(
    "lost",
    [
        ["DELETE FROM plays WHERE person_id > 1", "UPDATE plays SET mu = 0"],
        pytest.param(["DELETE FROM results"], marks=pytest.mark.sqlite("a server lets no row refer to nothing")),
        ["UPDATE games SET state = replace(state, '\"scores\"', '\"scored\"')"],
    ],
    ids=["plays", "results", "a snapshot"],
)
def test_what_was_lost_or_changed_is_made_again(played, lost):
    def rows():
        return [asked(played, f"SELECT {what}") for what in ("* FROM plays ORDER BY 1, 2, 3", "state FROM games")]

    before = rows()
    assert len(before[0]) == 4
    by_hand(played, *lost)
    done = scorekeeper("rebuild", DATABASE_URL=url_of(played))
    assert (done.returncode, done.stderr, rows()) == (0, "", before)
    assert done.stdout == "Our league (1): every snapshot, result and rating was rebuilt from the lines.\n"
