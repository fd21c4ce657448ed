"""Who follows a game is told of every move, whoever made it, and holds nothing while they wait."""

from __future__ import annotations

import multiprocessing
import socket
import sqlite3
import sys
import threading
import time
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import pytest
from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from scorekeeper.models.write_lock import lock_path
from scorekeeper.services.access.devices import KnownDevice
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.live import change_feed
from scorekeeper.services.live import live_updates as at
from scorekeeper.services.live.live_updates import LiveUpdates
from scorekeeper.services.submission import Submission
from tests.databases import engine_at, failing_at
from tests.factories import TickingClock, draft, hand, op_id

LONG = 60  # seconds no test waits for, unless it fails


@pytest.fixture
def code(session, clock, alice):
    return create_game(session, clock, alice, draft(), op_id=op_id())


@pytest.fixture
def notices(engine):
    notices = LiveUpdates(engine, 3)
    yield notices
    watcher = notices._watcher
    for follower in notices._all():
        follower.close()
    if watcher:
        watcher.join(LONG)


@pytest.fixture
def follow(notices, code):
    """Return a function that follows a game, the first one if no other, and has heard how far it is."""

    def follow(which=code, line=None):
        follower = notices.follow(which, line)
        assert follower.wait(LONG) == 0
        return follower

    return follow


@pytest.fixture
def save(session, clock, alice, code):
    """Return a function that saves the next hand of a game."""
    seen = {}

    def save(which=code):
        seen[which] = record_line(
            session, clock, which, hand(), Submission(op_id=op_id(), seen=seen.get(which, 0), device=alice)
        ).seq

    return save


def save_elsewhere(url, code, device_id):
    engine, device = engine_at(url), KnownDevice(device_id, "Alice")
    with Session(engine, expire_on_commit=False) as session:
        record_line(session, TickingClock(), code, hand(), Submission(op_id="elsewhere", seen=0, device=device))
    engine.dispose()


@contextmanager
def another_process_saving(engine, code, phone):
    """Save a hand from a process of its own."""
    url = engine.url.render_as_string(hide_password=False)
    other = multiprocessing.get_context("spawn").Process(target=save_elsewhere, args=(url, code, phone.id))
    other.start()
    try:
        yield
    finally:
        other.join(LONG)


def test_a_hand_saved_by_another_process_is_told(engine, follow, code, alice):
    follower = follow()
    with another_process_saving(engine, code, alice):
        assert follower.wait(LONG) == 1


@pytest.fixture
def no_slow_look(monkeypatch):
    monkeypatch.setattr(change_feed, "SLOW_LOOK", 10 * LONG)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not say that a file was written")
@pytest.mark.usefixtures("no_slow_look")
def test_the_system_says_that_another_process_wrote(engine, follow, code, alice):
    follower = follow()
    with another_process_saving(engine, code, alice):
        assert follower.wait(LONG) == 1


@pytest.mark.usefixtures("no_slow_look")
def test_where_the_system_does_not_say_it_is_looked_often(monkeypatch, follow, save):
    monkeypatch.setattr(change_feed, "lock_path", lambda _engine: None)
    follower = follow()
    save()
    assert follower.wait(LONG) == 1


@pytest.mark.sqlite("its lock is a file")
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not say that a file was written")
@pytest.mark.parametrize("lose", [Path.unlink, lambda lock: lock.rename(lock.with_suffix(".old"))])
@pytest.mark.usefixtures("no_slow_look")
def test_a_lock_that_was_taken_away_is_noticed(monkeypatch, engine, follow, save, lose):
    monkeypatch.setattr(at, "TICK", 0)  # the watcher waits already when the next hand comes
    follower = follow()
    lose(Path(lock_path(engine)))
    for seq in (1, 2):
        save()
        assert follower.wait(LONG) == seq


@pytest.mark.sqlite("writes to the file")
def test_a_write_past_the_lock_is_found_by_the_slow_look(engine, follow, code):
    follower = follow()
    with closing(sqlite3.connect(engine.url.database)) as raw, raw:
        raw.execute("UPDATE games SET seq = 1 WHERE code = ?", (code,))
    assert follower.wait(LONG) == 1


@pytest.mark.usefixtures("no_slow_look")
def test_who_comes_and_who_goes_last_wakes_the_watcher(follow, notices):
    followers = [follow(), follow()]
    watcher = notices._watcher
    for follower in followers:
        follower.close()
    watcher.join(LONG)
    assert not watcher.is_alive()


def test_only_who_follows_the_game_that_moved_is_woken(follow, save, session, clock, alice):
    other = create_game(session, clock, alice, draft(), op_id=op_id())
    mine, theirs = follow(), follow(other)
    save()
    assert mine.wait(LONG) == 1
    assert theirs._told.empty()
    save(other)
    assert theirs.wait(LONG) == 1


def test_what_was_saved_before_anybody_followed_is_told_first(notices, save, code):
    save()
    save()
    assert notices.follow(code).wait(LONG) == 2


def test_in_silence_the_number_is_said_again(follow):
    assert follow().wait(0) == 0


def test_there_is_room_for_so_many_and_again_when_one_leaves(follow, notices, code):
    first, *_ = follow(), follow(), follow()
    assert notices.follow(code) is None
    first.close()
    first.close()  # twice makes no second place
    assert notices.follow(code) is not None
    assert notices.follow(code) is None


@pytest.mark.parametrize("missing", ["Wakeup", "threading.Thread.start"])
def test_where_no_watcher_can_start_nobody_is_counted_and_the_next_one_tries_again(notices, code, monkeypatch, missing):
    def fail(*_):
        raise RuntimeError(missing)

    with monkeypatch.context() as patched:
        patched.setattr(f"{at.__name__}.{missing}", fail)
        for _ in range(4):
            with pytest.raises(RuntimeError, match=missing):
                notices.follow(code)
    assert notices.follow(code).wait(LONG) == 0


def test_a_phone_that_hung_up_makes_room(follow, notices, code):
    ours, phones = socket.socketpair()
    with ours:
        follower = follow(line=ours.fileno())
        follow()
        follow()
        phones.close()
        assert follower.wait(LONG) is None
        assert notices.follow(code) is not None


def test_a_line_that_stands_is_not_hung_up(follow):
    ours, phones = socket.socketpair()
    with ours, phones:
        assert at.disconnected([follow(line=ours.fileno())]) == []


def test_no_place_of_the_pool_is_taken(engine, follow, save):
    follower = follow()
    save()
    assert follower.wait(LONG) == 1
    assert engine.pool.checkedout() == 0


def watchers():
    return {thread for thread in threading.enumerate() if thread.name == "watcher"}


def test_the_watcher_goes_with_the_last_and_comes_with_the_next(follow, notices, save):
    assert notices._watcher is None  # none before anybody follows: a process that forks takes no thread along
    others = watchers()  # of another test, about to go
    followers = [follow(), follow()]
    (watcher,) = watchers() - others
    for follower in followers:
        follower.close()
    watcher.join(LONG)
    assert not watcher.is_alive()
    save()
    again = notices.follow(followers[0].code)
    assert again.wait(LONG) == 1
    assert watchers() - others - {watcher}


def test_a_lost_database_is_found_again(engine, follow, code, alice):
    follower = follow()
    tried = threading.Event()
    with failing_at(engine, 1) as sent:
        save_elsewhere(engine.url, code, alice.id)
        while not sent:
            tried.wait(0.01)
    assert follower.wait(LONG) == 1


def test_each_outage_is_tried_again_as_soon_as_the_first(monkeypatch, engine, notices, code):
    """The pauses grow while the database is gone, and begin at a tenth of a second the next time."""
    pauses = SimpleQueue()
    monkeypatch.setattr(at, "time", SimpleNamespace(monotonic=time.monotonic, sleep=partial(note_pause, pauses)))
    with failing_at(engine, 1):
        follower = notices.follow(code)
        assert [pauses.get(timeout=LONG) for _ in range(4)] == [0.1, 0.2, 0.4, 0.8]
    assert follower.wait(LONG) == 0, "found again"
    while not pauses.empty():
        pauses.get()
    with failing_at(engine, 1):
        notices.follow(code)
        assert pauses.get(timeout=LONG) == 0.1


def note_pause(pauses, seconds):
    """Put down how long the watcher wants to wait for a lost database, and wait a moment."""
    if seconds != at.TICK:
        pauses.put(seconds)
    time.sleep(0.01)


def test_a_number_never_goes_back():
    """Two watchers may tell of one game for a moment, an old number after a new one."""
    follower = at.Follower("code", lambda _: None, None)
    for seq in (3, 2, 3):
        follower.tell(seq)
    assert follower.wait(0) == 3
    assert follower._told.empty()
    assert follower.wait(0) == 3


def test_a_process_that_stops_lets_everybody_go(follow, notices):
    follower = follow()
    notices.stopping = lambda: True
    assert follower.wait(LONG) is None


def test_a_database_in_memory_is_nobody_elses(code):
    assert LiveUpdates(create_engine("sqlite://"), 3).follow(code) is None
