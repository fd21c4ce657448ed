"""Who follows a game on PostgreSQL is told by it: a real server of the test's own, where there is one to start."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line, undo
from scorekeeper.services.live import change_feed
from scorekeeper.services.live.live_updates import LiveUpdates
from scorekeeper.services.submission import Submission
from tests.databases import engine_at, migrate
from tests.factories import TickingClock, draft, enrol, hand, op_id
from tests.needs import miss
from tests.postgres import NoPostgres, started

LONG = 20  # seconds no test waits for, unless it fails


@pytest.fixture(scope="module")
def url():
    """The address of a database on a server that is gone with this module."""
    pytest.importorskip("psycopg")
    try:
        with started() as url:
            yield url
    except NoPostgres as reason:
        miss("postgres", str(reason))


@pytest.fixture
def engine(url):
    engine = engine_at(url)
    migrate(engine)
    yield engine
    engine.dispose()


def test_a_saved_hand_is_told_and_so_is_every_change(engine, monkeypatch):
    monkeypatch.setattr(change_feed, "SLOW_LOOK", 10 * LONG)
    clock = TickingClock()
    with Session(engine, expire_on_commit=False) as session:
        alice, _ = enrol(session, clock, "Alice's phone")
        code, other = (create_game(session, clock, alice, draft(), op_id=op_id()) for _ in range(2))
        notices = LiveUpdates(engine, 2)
        mine, theirs = notices.follow(code), notices.follow(other)
        watcher = notices._watcher
        assert (mine.wait(LONG), theirs.wait(LONG)) == (0, 0)
        assert engine.pool.checkedout() == 0
        record_line(session, clock, code, hand(), Submission(op_id=op_id(), seen=0, device=alice))
        assert mine.wait(LONG) == 1
        undo(session, clock, code, 1, Submission(op_id=op_id(), seen=1, device=alice))
        assert mine.wait(LONG) == 2
        assert theirs._told.empty()
        with engine.connect() as connection:  # the watcher's line is cut; it comes back and has missed nothing
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()"
            assert connection.exec_driver_sql(cut).all()
        engine.dispose()  # the pool's were cut as well
        record_line(session, clock, code, hand(), Submission(op_id=op_id(), seen=2, device=alice))
        assert mine.wait(LONG) == 3
        mine.close()
        theirs.close()
        watcher.join(LONG)
        assert not watcher.is_alive()
