"""The write lock: on SQLite writers queue at a lock on a file, whose next owner the system wakes at once.

SQLite's busy handler sleeps and tries again: under load some writers wait for seconds, and some are refused.
"""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine

_this_thread = threading.local()


@contextmanager
def write_lock(engine: Engine) -> Iterator[None]:
    """Wait until no thread and no process is writing, and hold the lock; a server queues writers itself.

    Raises RuntimeError for a write begun inside another of the same thread, which would wait for itself forever.
    """
    file = engine.url.database
    if engine.dialect.name != "sqlite" or not file or file == ":memory:" or file.startswith("file:"):
        yield
        return
    if getattr(_this_thread, "writes", False):
        raise RuntimeError("Nested write: each write must be its own transaction.")
    lock = os.open(f"{os.path.realpath(file)}-gate", os.O_RDWR | os.O_CREAT, 0o600)  # each writer's own
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _this_thread.writes = True
        yield
    finally:
        _this_thread.writes = False
        os.close(lock)  # which releases it
