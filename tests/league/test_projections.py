"""What is kept of a league's games equals what a rebuild from the lines makes: one thing after another."""

from contextlib import contextmanager

import pytest
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import Submission, write_transaction
from scorekeeper.games.lines import correct_line
from scorekeeper.league.people import merge_people
from scorekeeper.league.totals import states_before
from scorekeeper.models import OUTSIDE, Play, Result
from scorekeeper.operations.doctor import rebuild
from tests.factories import op_id
from tests.league.games import won_by


def all_kept(connection):
    return {
        table.__tablename__: sorted(tuple(map(repr, row)) for row in connection.execute(select(table)))
        for table in (Result, Play)
    }


def assert_in_step(session):
    """Compare what is kept with what a rebuild makes of nothing."""
    kept = all_kept(session.connection())
    with write_transaction(session) as connection:
        for table in (Play, Result):
            connection.execute(delete(table))
    rebuild(session, 1)
    for table, rows in all_kept(session.connection()).items():
        assert kept[table] == rows, table


def runs(session, season_id=OUTSIDE):
    """Who has which run at the end of a season."""
    states = states_before(session.connection(), 1, season_id, range(1, 5))
    return {person: (state.run, state.longest, state.drought) for person, state in states.items()}


def test_correcting_an_old_game_moves_the_runs_after_it(session, clock, alice, play):
    codes = play("AABAAA")
    assert runs(session)[1] == (3, 3, 1)
    form = {"op_id": op_id(), "seen": 1, "device": alice, "reason": None}
    correct_line(Submission(session, clock, **form), codes[2], 1, won_by("A"))
    assert runs(session)[1] == runs(session)[3] == (6, 6, 0)
    assert runs(session)[2] == (-6, 0, 6)
    assert_in_step(session)


def test_the_control_a_place_changed_by_hand_is_noticed(session, play):
    play("AB")
    with write_transaction(session) as connection:
        connection.exec_driver_sql("UPDATE plays SET place = 1 WHERE game_id = 2 AND person_id = 1")
    with pytest.raises(AssertionError, match="plays"):
        assert_in_step(session)


def test_a_rebuild_counts_what_others_saved_meanwhile(session, engine, clock, alice, play, monkeypatch):
    """Of three games the first is corrected, and a fourth is played, when all have been counted; so are two merged."""
    codes, counted = play("AA"), []
    play("B", names=("Zoe", "Bob", "Cy", "Dee"), first=2)

    @contextmanager
    def then_others_save(session):
        with write_transaction(session) as connection:
            yield connection
        counted.append(len(counted))
        if counted == [0]:
            with Session(engine, expire_on_commit=False) as other:
                correct_line(Submission(other, clock, alice, seen=1), codes[0], 1, won_by("B"))
                merge_people(Submission(other, clock, alice, league_id=1), 5, 1)
            play("B", first=3)

    session.commit()
    monkeypatch.setattr("scorekeeper.operations.doctor.write_transaction", then_others_save)
    rebuild(session, 1)
    assert counted
    assert runs(session)[1] == (-2, 1, 2)
    assert_in_step(session)
