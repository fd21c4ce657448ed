"""A phone that follows a game is told of every move, its own too, and holds nothing while it waits."""

import multiprocessing
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.orm import Session

from scorekeeper.access.codes import KnownDevice
from scorekeeper.core import live as at
from scorekeeper.core.live import LiveUpdates
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line, undo
from tests.databases import engine_at, failing_at
from tests.factories import TickingClock, draft, enrol, hand

LONG = 60  # seconds no test waits for, unless it fails


@pytest.fixture
def code(session, clock, alice):
    return create_game(Submission(session, clock, alice), **draft())


@pytest.fixture
def live(engine):
    live = LiveUpdates(engine, 3)
    yield live
    while live._phones.total():
        live.leave(next(iter(live._phones)))
    if watcher := live._watcher:
        watcher.join(LONG)


@pytest.fixture
def save(session, clock, alice, code):
    """Return a function that saves the next hand of a game."""
    seen = {}

    def save(which=code):
        seen[which] = record_line(Submission(session, clock, alice, seen=seen.get(which, 0)), which, hand()).seq

    return save


def save_elsewhere(url, code, device_id):
    engine, device = engine_at(url), KnownDevice(device_id, "Alice")
    with Session(engine, expire_on_commit=False) as session:
        record_line(Submission(session, TickingClock(), device, op_id="elsewhere"), code, hand())
    engine.dispose()


def test_a_hand_saved_by_another_process_is_told(engine, live, code, alice):
    assert live.follow(code)
    url = engine.url.render_as_string(hide_password=False)
    other = multiprocessing.get_context("spawn").Process(target=save_elsewhere, args=(url, code, alice.id))
    other.start()
    assert live.wait(code, 0, LONG) == 1
    assert engine.pool.checkedout() == 0, "the watcher's connection is its own"
    other.join(LONG)


@pytest.mark.sqlite("a server says it itself")
def test_nothing_is_read_until_somebody_else_has_saved(engine, save):
    with engine.connect() as connection:
        has_changed = at.change_feed(connection)
        assert [has_changed() for _ in range(3)] == [True, False, False]
        save()
        assert [has_changed() for _ in range(2)] == [True, False]


def test_only_who_follows_the_game_that_moved_is_told(live, code, save, session, clock, alice):
    other = create_game(Submission(session, clock, alice), **draft())
    live.follow(code)
    live.follow(other)
    save()
    assert live.wait(code, 0, LONG) == 1
    assert live.wait(other, 0, 0) == 0
    save(other)
    assert live.wait(other, 0, LONG) == 1


def test_where_no_watcher_can_start_nobody_is_counted_and_the_next_one_tries_again(live, code, monkeypatch):
    def fail(*_):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr("scorekeeper.core.live.threading.Thread.start", fail)
        for _ in range(4):
            with pytest.raises(RuntimeError, match="can't start"):
                live.follow(code)
    assert live.follow(code)


def test_the_watcher_goes_with_the_last_and_comes_with_the_next(live, save, code):
    assert live._watcher is None  # none before anybody follows: a process that forks takes no thread along
    live.follow(code)
    watcher = live._watcher
    live.leave(code)
    watcher.join(LONG)
    assert not watcher.is_alive()
    save()
    live.follow(code)
    assert live.wait(code, 0, LONG) == 1
    assert live._watcher is not watcher


def test_a_lost_database_is_found_again(engine, live, code, alice, monkeypatch):
    monkeypatch.setattr(at, "RETRY", 0.01)
    live.follow(code)
    tried = threading.Event()
    with failing_at(engine, 1) as sent:
        save_elsewhere(engine.url, code, alice.id)
        while not sent:
            tried.wait(0.01)
    assert live.wait(code, 0, LONG) == 1


def test_a_process_that_stops_lets_everybody_go(live, code):
    live.follow(code)
    with ThreadPoolExecutor(1) as phone:
        told = phone.submit(live.wait, code, 0, LONG)
        began = time.monotonic()
        live.stopping = lambda: True
        assert told.result(LONG) is None
    assert time.monotonic() - began < LONG


def test_a_saved_hand_is_told_and_so_is_every_change(postgres_engine, clock, monkeypatch):
    """PostgreSQL tells it: a real server of the test's own, where there is one to start."""
    monkeypatch.setattr(at, "ANYWAY", 10**9)  # the notices alone say so
    with Session(postgres_engine, expire_on_commit=False) as session:
        alice, _ = enrol(session, clock, "Alice's phone")
        code, other = (create_game(Submission(session, clock, alice), **draft()) for _ in range(2))
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
