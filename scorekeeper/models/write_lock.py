"""The write lock: on SQLite writers queue here instead of in SQLite's busy handler.

The busy handler sleeps and retries, so under load some writers wait long; a lock wakes its next owner at once.  It
is for fairness alone: correctness comes from BEGIN IMMEDIATE, with or without it.
"""

from __future__ import annotations

import fcntl
import os
import threading
from collections import deque
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from sqlalchemy import Engine


class FairLock:
    """A lock that threads get in the order in which they asked for it.

    `threading.Lock` goes to whichever thread runs first, mostly the one that has just released it.
    """

    def __init__(self) -> None:
        self._guard, self._taken = threading.Lock(), False
        self._waiting: deque[threading.Lock] = deque()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def __enter__(self) -> None:
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()

    def __exit__(self, *_: object) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


class WriteLock:
    """One writer at a time: among this process's threads by a lock, among processes by a lock on a file."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._threads = FairLock()
        self._inside: int | None = None

    @contextmanager
    def acquire(self) -> Iterator[None]:
        """Wait until nobody else is writing, and hold the lock until the block ends.

        Raises RuntimeError for a write begun inside another of the same thread, which would wait for itself forever.
        """
        if self._inside == threading.get_ident():
            raise RuntimeError("Nested write: each write must be its own transaction.")
        with self._threads, self._file_lock():
            self._inside = threading.get_ident()
            try:
                yield
            finally:
                self._inside = None

    @contextmanager
    def _file_lock(self) -> Iterator[None]:
        # Opened anew each time: a lock taken on a file opened before a fork would be shared with the child.
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        finally:
            os.close(file)  # which releases the lock


_locks: dict[str, WriteLock] = {}


def lock_path(engine: Engine) -> str | None:
    """Return the path of the file that the writers of a database lock; None if the server queues them itself."""
    file = engine.url.database
    if engine.dialect.name != "sqlite" or not file or file == ":memory:" or file.startswith("file:"):
        return None
    return _lock_path_of(file)


@lru_cache
def _lock_path_of(file: str) -> str:
    """Return the path of the lock of a database file.  Cached: resolving links asks the system once a folder."""
    return f"{os.path.realpath(file)}-gate"


def write_lock(engine: Engine) -> AbstractContextManager[None]:
    """Acquire the lock of a database: one per SQLite file, none where the server queues writers itself."""
    path = lock_path(engine)
    if path is None:
        return nullcontext()
    lock = _locks.get(path) or _locks.setdefault(path, WriteLock(path))
    return lock.acquire()
