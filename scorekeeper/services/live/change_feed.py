"""How a watcher learns that somebody wrote: the system notifies it, and slow polling finds what was missed."""

from __future__ import annotations

import os
import select as system
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from scorekeeper.models.write_lock import lock_path
from scorekeeper.services.games.store import CHANNEL

if sys.platform == "linux":
    from inotify_simple import INotify, flags

    GONE = flags.IGNORED | flags.MOVE_SELF
    """Says that a file was deleted, or moved away."""

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from sqlalchemy import Connection, Engine

SLOW_LOOK = 1.0
"""Seconds between two polls where the system notifies the watcher."""
TICK = 0.05
"""Seconds between two polls where it doesn't.  Each takes about 0.1 ms on a busy processor, mostly to wake up."""


class Wakeup:
    """How another thread wakes the watcher."""

    def __init__(self) -> None:
        self.file, self._bell = os.pipe()
        os.set_blocking(self.file, False)
        os.set_blocking(self._bell, False)

    def ring(self) -> None:
        """Wake the thread that waits for `file` to become readable."""
        with suppress(BlockingIOError):  # full: it is already ringing
            os.write(self._bell, b"!")

    def clear(self) -> None:
        """Forget that it rang."""
        with suppress(BlockingIOError):
            os.read(self.file, 4096)

    def close(self) -> None:
        os.close(self.file)
        os.close(self._bell)


class ChangeFeed(Protocol):
    """Detects commits of other connections and processes.  It needs a connection of its own."""

    file: int | None
    """A file descriptor that becomes readable when somebody wrote; None if the system does not say."""

    def moved(self, followed: Container[str]) -> bool:
        """Return whether a followed game may have moved since the last call."""


@contextmanager
def open_change_feed(connection: Connection) -> Iterator[ChangeFeed]:
    """Yield the change feed of a connection, which is used only for reading meanwhile."""
    if connection.dialect.name == "postgresql":
        yield _PostgresFeed(connection)
        return
    writes = _watch_writes(connection.engine)
    try:
        yield _SqliteFeed(connection, writes)
    finally:
        if writes:
            writes.close()


def wait_for_change(feed: ChangeFeed, wakeup: Wakeup) -> None:
    """Wait until somebody wrote or rang, or until it is time to check anyway."""
    poll = system.poll()
    poll.register(wakeup.file, system.POLLIN)
    if feed.file is not None:
        poll.register(feed.file, system.POLLIN)
    poll.poll((TICK if feed.file is None else SLOW_LOOK) * 1000)
    wakeup.clear()


def _watch_writes(engine: Engine) -> INotify | None:
    """Return what becomes readable when a writer of this host, in whichever process, releases the write lock.

    It does so after its commit, by closing the lock's file.  None if no lock or no inotify is to be had.
    """
    path = lock_path(engine)
    if sys.platform != "linux" or path is None:
        return None
    try:
        Path(path).touch(mode=0o600)
        writes = INotify()
    except OSError:  # no more are allowed
        return None
    try:
        writes.add_watch(path, flags.CLOSE_WRITE | flags.MOVE_SELF)
    except OSError:  # nor more watches, or the file has just been removed
        writes.close()
        return None
    return writes


class _SqliteFeed:
    """SQLite has a number that changes with every commit of another connection; reading it takes microseconds."""

    def __init__(self, connection: Connection, writes: INotify | None) -> None:
        raw: Any = connection.connection.dbapi_connection
        self._execute, self._writes = raw.execute, writes
        self.file = writes.fileno() if writes else None
        self._last = self._now()

    def _now(self) -> int:
        return int(self._execute("PRAGMA data_version").fetchone()[0])

    def moved(self, followed: Container[str]) -> bool:
        """Any commit may have been of a followed game."""
        del followed
        if self._writes and any(event.mask & GONE for event in self._writes.read(timeout=0)):
            self.file = None  # what writers lock now is another file
        before, self._last = self._last, self._now()
        return self._last != before


class _PostgresFeed:
    """On PostgreSQL saving a line sends a NOTIFY (games/store.py), which names its game."""

    def __init__(self, connection: Connection) -> None:
        raw: Any = connection.connection.dbapi_connection
        raw.autocommit = True  # in a transaction no notification would come before its end
        raw.execute(f"LISTEN {CHANNEL}")
        self.file: int | None = raw.fileno()
        self._notices = raw.notifies

    def moved(self, followed: Container[str]) -> bool:
        codes = {notice.payload for notice in self._notices(timeout=0)}
        return any(code in followed for code in codes)
