"""One writer at a time, among threads and among processes."""

from __future__ import annotations

import fcntl
import threading
import time

import pytest
from sqlalchemy import create_engine

from scorekeeper.models.gate import Queue, write_gate

PATIENCE = 60  # seconds


@pytest.mark.sqlite("a server queues writers itself, without a gate")
def test_threads_pass_one_by_one(engine, monkeypatch):
    """By the lock alone; the file's lock is for other processes."""
    monkeypatch.setattr(fcntl, "flock", lambda *_: None)
    inside, most = [], []

    def write():
        for _ in range(50):
            with write_gate(engine):
                inside.append(1)
                time.sleep(0)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(most), max(most)) == (400, 1)


@pytest.mark.sqlite("a server queues writers itself, without a gate")
def test_processes_pass_one_by_one(engine, database):
    def try_to_pass():
        with open(f"{database}-gate", "r+b") as file:  # noqa: PTH123 - as another process would
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    with write_gate(engine), pytest.raises(BlockingIOError):
        try_to_pass()
    try_to_pass()


@pytest.mark.sqlite("a server queues writers itself, without a gate")
def test_two_engines_of_one_file_share_a_gate(engine, database, tmp_path):
    (tmp_path / "link").symlink_to(database)
    other = create_engine(f"sqlite:///{tmp_path / 'link'}")
    with write_gate(engine), pytest.raises(RuntimeError, match="write inside a write"), write_gate(other):
        pass
    with write_gate(engine):
        pass


@pytest.mark.parametrize("url", ["sqlite://", "postgresql+psycopg://nobody@localhost/nothing"])
def test_no_gate_where_there_is_no_file(url):
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    engine = create_engine(url)
    with write_gate(engine), write_gate(engine):
        pass


def test_it_is_handed_on_in_the_order_it_was_asked_for():
    queue, passed, threads, give_up = Queue(), [], [], time.monotonic() + PATIENCE

    def wait(number):
        with queue:
            passed.append(number)

    with queue:
        for number in range(8):
            threads.append(threading.Thread(target=wait, args=(number,), daemon=True))
            threads[-1].start()
            while queue.waiting <= number:
                assert time.monotonic() < give_up, "nobody is let in to wait"
                time.sleep(0)
    with queue:
        assert passed == list(range(8)), "whoever asks again comes after all of them"
    for thread in threads:
        thread.join()
