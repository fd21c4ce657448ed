"""One writer at a time, among threads and among processes."""

import fcntl
import threading
import time

import pytest
from sqlalchemy import create_engine

from scorekeeper.models.engine import write_lock

PATIENCE = 60  # seconds


@pytest.mark.sqlite("a server queues writers itself, without a lock")
def test_threads_write_one_by_one(engine):
    inside, most = [], []

    def write():
        for _ in range(50):
            with write_lock(engine):
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


@pytest.mark.sqlite("a server queues writers itself, without a lock")
def test_processes_write_one_by_one(engine, database):
    def try_to_lock():
        with open(f"{database}-gate", "r+b") as file:  # noqa: PTH123 - as another process would
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    with write_lock(engine), pytest.raises(BlockingIOError):
        try_to_lock()
    try_to_lock()


@pytest.mark.sqlite("a server queues writers itself, without a lock")
def test_two_engines_of_one_file_share_a_lock(engine, database, tmp_path):
    (tmp_path / "link").symlink_to(database)
    other = create_engine(f"sqlite:///{tmp_path / 'link'}")
    refused = []

    def write_twice():
        with write_lock(engine), pytest.raises(RuntimeError, match="Nested write") as error, write_lock(other):
            pass
        with write_lock(engine):
            refused.append(error)

    thread = threading.Thread(target=write_twice, daemon=True)  # which would wait for itself for ever
    thread.start()
    thread.join(PATIENCE)
    assert len(refused) == 1


@pytest.mark.parametrize("url", ["sqlite://", "postgresql+psycopg://nobody@localhost/nothing"])
def test_no_lock_where_there_is_no_file(url):
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    engine = create_engine(url)
    with write_lock(engine), write_lock(engine):
        pass
