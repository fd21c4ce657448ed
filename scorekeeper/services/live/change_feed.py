"""How a process learns that somebody, here or in another process, has changed the database.

SQLite has a number that moves with every commit of another connection (`PRAGMA data_version`); reading it takes
microseconds, so it is looked at often.  PostgreSQL says it by itself: whoever saves a line notifies (statements.py).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Protocol

from scorekeeper.services.games.store import CHANNEL

if TYPE_CHECKING:
    from collections.abc import Container

    from sqlalchemy import Connection
    from sqlalchemy.engine import Engine


TICK = 0.05
"""Seconds between two looks on SQLite: waking up is what costs, some 0.1 ms of a busy processor."""
LONGEST_WAIT = 0.2
"""Seconds on PostgreSQL before the watcher looks who came and who went."""


class ChangeFeed(Protocol):
    """Whether something changed, as a connection of its own learns it."""

    def wait(self, followed: Container[str]) -> bool:
        """Wait a moment; tell whether a game that is followed may have moved since the last time."""


def is_shared(engine: Engine) -> bool:
    """Tell whether a second connection sees the same database: one in memory is its connection's own."""
    return engine.dialect.name != "sqlite" or engine.url.database not in {None, "", ":memory:"}


def open_change_feed(connection: Connection) -> ChangeFeed:
    """Give what tells of changes from now on; `connection` serves nothing else meanwhile but reading."""
    return _PostgresFeed(connection) if connection.dialect.name == "postgresql" else _SqliteFeed(connection)


class _SqliteFeed:
    def __init__(self, connection: Connection) -> None:
        raw: Any = connection.connection.dbapi_connection
        self._execute = raw.execute
        self._last = self._now()

    def _now(self) -> int:
        return int(self._execute("PRAGMA data_version").fetchone()[0])

    def wait(self, followed: Container[str]) -> bool:
        """Any commit may have been one of theirs."""
        del followed
        time.sleep(TICK)
        before, self._last = self._last, self._now()
        return self._last != before


class _PostgresFeed:
    def __init__(self, connection: Connection) -> None:
        raw: Any = connection.connection.dbapi_connection
        raw.autocommit = True  # in a transaction nothing would come before its end
        raw.execute(f"LISTEN {CHANNEL}")
        self._notices = raw.notifies

    def wait(self, followed: Container[str]) -> bool:
        """Each notice names its game."""
        told = {notice.payload for notice in self._notices(timeout=LONGEST_WAIT, stop_after=1)}
        return any(code in followed for code in told)
