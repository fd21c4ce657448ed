"""Who follows a game on PostgreSQL is told by it: a real server of the test's own, where there is one to start."""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorekeeper.core import live as at
from scorekeeper.core.live import LiveUpdates
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line, undo
from tests.factories import TickingClock, draft, enrol, hand

LONG = 60  # seconds no test waits for, unless it fails


def test_a_saved_hand_is_told_and_so_is_every_change(postgres_engine, monkeypatch):
    monkeypatch.setattr(at, "ANYWAY", 10**9)  # the notices alone say so
    clock = TickingClock()
    with Session(postgres_engine, expire_on_commit=False) as session:
        alice, _ = enrol(session, clock, "Alice's phone")
        code, other = (create_game(Submission(session, clock, alice), draft()) for _ in range(2))
        live = LiveUpdates(postgres_engine, 2)
        assert live.follow(code)
        assert live.follow(other)
        watcher = live._watcher
        assert postgres_engine.pool.checkedout() == 0
        record_line(Submission(session, clock, alice), code, hand())
        assert live.wait(code, 0, LONG) == 1
        undo(Submission(session, clock, alice, seen=1), code, 1)
        assert live.wait(code, 1, LONG) == 2
        assert live.wait(other, 0, 0) == 0
        with postgres_engine.connect() as connection:  # the watcher's line is cut; it comes back and has missed nothing
            ours = "datname = current_database() AND pid != pg_backend_pid()"
            cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ours}"  # noqa: S608 - no one's words
            assert connection.exec_driver_sql(cut).all()
        postgres_engine.dispose()  # the pool's were cut as well
        record_line(Submission(session, clock, alice, seen=2), code, hand())
        assert live.wait(code, 2, LONG) == 3
        live.leave(code)
        live.leave(other)
        watcher.join(LONG)
        assert not watcher.is_alive()
