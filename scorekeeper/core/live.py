"""Which phones follow which game in this process, and the watcher that tells them when it moves.

A phone is told the number of the game's newest row and nothing else.  The watcher is a thread of the serving process:
it starts with the first phone, ends after the last, and holds one database connection of its own, outside the pool.
What a stale phone gets: `Stale` in `games/lines.py`.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.core.settings import THREADS
from scorekeeper.games.store import CHANNEL
from scorekeeper.models import Game
from scorekeeper.models.engine import is_away

log = logging.getLogger(__name__)

MAX_STREAMS = THREADS // 2
"""Streams a process has at once: each takes a thread, and half the threads are left for other requests."""
ANYWAY = 20
"""Looks after which the games are read anyway: a notice may have been missed."""
RETRY = 1.0
"""Seconds before a lost database is tried again."""


class LiveUpdates:
    """The followed games of one process: never more than `most` phones."""

    def __init__(self, engine: Engine, most: int) -> None:
        self.stopping: Callable[[], bool] = lambda: False
        """Whether the process is about to end: then no more will come."""
        self._engine = engine
        self._most = most
        self._phones: Counter[str] = Counter()
        self._seqs: dict[str, int] = {}
        self._moved = threading.Condition()
        self._watcher: threading.Thread | None = None

    def follow(self, code: str) -> bool:
        """Count a phone that follows the game, until `leave`; return whether there was room."""
        with self._moved:
            if self._phones.total() >= self._most:
                return False
            if self._watcher is None:
                watcher = threading.Thread(target=self._watch, name="watcher", daemon=True)
                watcher.start()
                self._watcher = watcher
            self._phones[code] += 1
        return True

    def leave(self, code: str) -> None:
        with self._moved:
            self._phones[code] -= 1
            if not self._phones[code]:
                del self._phones[code]
                self._seqs.pop(code, None)

    def wait(self, code: str, seq: int, most: float) -> int | None:
        """Return the game's number once it is past `seq`, `seq` after so many seconds, None when the process stops."""
        with self._moved:
            self._moved.wait_for(lambda: self.stopping() or self._seqs.get(code, seq) > seq, most)
            return None if self.stopping() else max(seq, self._seqs.get(code, seq))

    # ------------------------------------------------------------ the watcher's thread

    def _watch(self) -> None:
        """Tell the phones until there are none; a lost database is tried again."""
        while self._goes_on():
            try:
                with self._engine.connect() as connection:
                    connection.execution_options(isolation_level="AUTOCOMMIT")
                    connection.detach()  # the pool's connections are for requests
                    self._tell_of(connection)
            except Exception as error:  # any error: without a watcher no phone would be told anything
                dbapi = self._engine.dialect.loaded_dbapi.Error
                if isinstance(error, dbapi) or (isinstance(error, SQLAlchemyError) and is_away(error)):
                    log.info("The watcher lost the database and is retrying.")  # requests log it as an error
                else:
                    log.exception("The watcher stopped and is restarting.")
                time.sleep(RETRY)

    def _goes_on(self) -> bool:
        with self._moved:
            if self._phones and not self.stopping():
                return True
            self._watcher = None
            self._moved.notify_all()
            return False

    def _tell_of(self, connection: Connection) -> None:
        has_changed = change_feed(connection)
        looks, told = 0, set[str]()
        while self._phones and not self.stopping():
            with self._moved:
                followed = set(self._phones)
            if has_changed() or not followed <= told or looks % ANYWAY == 0:
                found = connection.execute(select(Game.code, Game.seq).where(Game.code.in_(followed))).all()
                told = followed
                with self._moved:
                    self._seqs |= {code: seq for code, seq in found if code in self._phones}
                    self._moved.notify_all()
            looks += 1
            time.sleep(0.05)  # a look takes about 0.1 ms


def change_feed(connection: Connection) -> Callable[[], bool]:
    """Return a function that tells whether somebody else may have committed since its last call.

    SQLite has a number that changes with every commit of another connection; on PostgreSQL saving a line sends a NOTIFY
    (games/store.py), which comes at once as the connection is in no transaction.
    """
    raw: Any = connection.connection.dbapi_connection
    if connection.dialect.name == "postgresql":
        raw.execute(f"LISTEN {CHANNEL}")
        return lambda: bool(list(raw.notifies(timeout=0)))
    seen: int = 0

    def has_changed() -> bool:
        nonlocal seen
        before, seen = seen, raw.execute("PRAGMA data_version").fetchone()[0]
        return bool(before != seen)

    return has_changed
