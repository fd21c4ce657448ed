"""Which phones follow which game here, the watcher that tells them when it moves, and what a poll looks up.

A follower is told a sequence number and nothing else.  The watcher is a thread of the serving process: it starts with
the first follower, ends with the last, and holds one database connection of its own, outside the pool.
"""

from __future__ import annotations

import logging
import select as system
import threading
import time
from contextlib import contextmanager, nullcontext
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.models.engine import is_away
from scorekeeper.models.tables import devices, games, members
from scorekeeper.services.access.links import hash_secret
from scorekeeper.services.access.roles import ON_DEVICE, ON_MEMBER
from scorekeeper.services.live.change_feed import TICK, Wakeup, open_change_feed, wait_for_change

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection
    from sqlalchemy.engine import Engine
    from sqlalchemy.pool import PoolProxiedConnection

    from scorekeeper.services.live.change_feed import ChangeFeed

log = logging.getLogger(__name__)

DISCONNECT_CHECK = 1.0
"""Seconds between two checks for disconnected phones."""
MIN_PAUSE, MAX_PAUSE = 0.1, 5.0
"""Seconds before a lost database is tried again."""
NOTHING_YET = -1

SEQS = select(games.c.code, games.c.seq).where(games.c.code.in_(bindparam("codes", expanding=True)))
SELECT_SEQ = (
    select(games.c.seq)
    .select_from(games.join(devices, ON_DEVICE).join(members, ON_MEMBER))
    .where(games.c.code == bindparam("code"))
)


class Follower:
    """One phone that follows one game.  `socket` is the file descriptor of its connection, to notice when it closes."""

    def __init__(self, code: str, leave: Callable[[Follower], None], socket: int | None) -> None:
        self.code, self.socket = code, socket
        self.seq = NOTHING_YET
        self._leave = leave
        self._told: SimpleQueue[int | None] = SimpleQueue()

    def tell(self, seq: int) -> None:
        """Tell the follower the game's number, unless it knows that already."""
        if seq > self.seq:
            self.seq = seq
            self._told.put(seq)

    def end(self) -> None:
        """Tell the follower that nothing more will come."""
        self._told.put(None)

    def wait(self, most: float) -> int | None:
        """Return the game's number when it moves, or after `most` seconds as it is then; None when it ends."""
        try:
            return self._told.get(timeout=most)
        except Empty:
            return self.seq

    def close(self) -> None:
        """Remove the follower; closing it twice does no harm."""
        self._leave(self)


class LiveUpdates:
    """The followers of one process: never more than `most`, and none for an in-memory database."""

    def __init__(self, engine: Engine, most: int) -> None:
        self.stopping: Callable[[], bool] = lambda: False
        """Whether the process is about to end: then no more will come."""
        self._engine = engine
        self._most = most if is_shared(engine) else 0
        self._followers: dict[str, set[Follower]] = {}
        self._newcomers = False
        self._changing = threading.Lock()
        self._watcher: threading.Thread | None = None
        self._wakeup: Wakeup | None = None
        """Of the watcher, as long as there is one."""

    def follow(self, code: str, socket: int | None = None) -> Follower | None:
        """Return a new follower of the game; None when there is no room."""
        follower = Follower(code, self._leave, socket)
        with self._changing:
            if sum(map(len, self._followers.values())) >= self._most:
                return None
            self._followers.setdefault(code, set()).add(follower)
            self._newcomers = True
            try:
                if self._wakeup is None:
                    self._start_watcher()
            except BaseException:  # no file or thread is free: the next one may find some
                self._discard(follower)
                raise
            if self._wakeup:
                self._wakeup.ring()
        return follower

    def _start_watcher(self) -> None:
        wakeup = Wakeup()
        watcher = threading.Thread(target=self._watch, args=(wakeup,), name="watcher", daemon=True)
        try:
            watcher.start()
        except BaseException:
            wakeup.close()
            raise
        self._watcher, self._wakeup = watcher, wakeup

    def _leave(self, follower: Follower) -> None:
        with self._changing:
            self._discard(follower)
            if self._wakeup and not self._followers:
                self._wakeup.ring()

    def _discard(self, follower: Follower) -> None:
        same = self._followers.get(follower.code, set())
        same.discard(follower)
        if not same:
            self._followers.pop(follower.code, None)

    # ------------------------------------------------------------ the watcher's thread

    def _watch(self, wakeup: Wakeup) -> None:
        """Tell the followers until there are none; a lost database is retried, each time later."""
        pause = MIN_PAUSE
        while not self._is_over():
            try:
                with self._engine.connect() as connection:
                    connection.detach()  # the pool's connections are for requests
                    with open_change_feed(connection) as feed:
                        self._tell(connection)  # what happened before the feed was opened was not noticed
                        pause = MIN_PAUSE
                        self._tell_of(connection, feed, wakeup)
            except Exception as error:  # any error: without a watcher no phone would be told anything
                if isinstance(error, SQLAlchemyError) and is_away(error):
                    log.info("The watcher lost the database and is retrying.")  # requests log it as an error
                else:
                    log.exception("The watcher stopped and is restarting.")
                time.sleep(pause)
                pause = min(MAX_PAUSE, pause * 2)

    def _is_over(self) -> bool:
        with self._changing:
            if self._followers or self._wakeup is None:
                return False
            self._wakeup.close()
            self._watcher = self._wakeup = None
            return True

    def _tell_of(self, connection: Connection, feed: ChangeFeed, wakeup: Wakeup) -> None:
        looked = time.monotonic()
        while self._followers:
            if feed.moved(self._followers) or self._newcomers:
                time.sleep(TICK)  # the answer to whoever saved goes first, and many commits in a row are announced once
                self._newcomers = False
                self._tell(connection)
            else:
                wait_for_change(feed, wakeup)
            if self.stopping():
                self._end(self._all())
            if time.monotonic() - looked > DISCONNECT_CHECK:
                looked = time.monotonic()
                self._end(disconnected(self._all()))

    def _tell(self, connection: Connection) -> None:
        """Read the numbers of all followed games in one query, and wake the followers of those that moved."""
        with self._changing:
            followed = {code: list(followers) for code, followers in self._followers.items()}
        for code, seq in connection.execute(SEQS, {"codes": list(followed)}).all():
            for follower in followed[code]:
                follower.tell(seq)

    def _all(self) -> list[Follower]:
        with self._changing:
            return [follower for followers in self._followers.values() for follower in followers]

    def _end(self, followers: list[Follower]) -> None:
        for follower in followers:
            follower.end()
            follower.close()


def disconnected(followers: list[Follower]) -> list[Follower]:
    """Return the followers whose phone has disconnected: writing to a dead connection fails only much later."""
    by_socket = {follower.socket: follower for follower in followers if follower.socket is not None}
    poll = system.poll()
    for socket in by_socket:
        poll.register(socket, system.POLLRDHUP)
    return [by_socket[socket] for socket, _ in poll.poll(0)]


def is_shared(engine: Engine) -> bool:
    """Return whether other connections see the same database: one in memory belongs to its connection."""
    return engine.dialect.name != "sqlite" or engine.url.database not in {None, "", ":memory:"}


def seq_lookup(engine: Engine) -> Callable[[str, str], int | None]:
    """Return the lookup on a database: a game's code and a phone's secret -> the number of the game's last row.

    None unless the phone is in the game's league.  An idle phone asks every few seconds, so SQLAlchemy compiles the
    statement once and only hands out the connection; executing through it would cost four times as much.  On PostgreSQL
    the statement runs outside of a transaction: BEGIN and ROLLBACK would be two more round trips.
    """
    on_postgres = engine.dialect.name == "postgresql"
    compiled = SELECT_SEQ.compile(dialect=engine.dialect)
    statement, order = compiled.string, compiled.positiontup

    def seq_for_member(code: str, token: str) -> int | None:
        values = {"code": code, "token_hash": hash_secret(token)}
        connection = engine.raw_connection()
        try:
            with _autocommit(connection) if on_postgres else nullcontext():
                cursor = connection.cursor()
                cursor.execute(statement, [values[name] for name in order] if order else values)
                row = cursor.fetchone()
            return int(row[0]) if row else None
        finally:
            connection.close()

    return seq_for_member


@contextmanager
def _autocommit(connection: PoolProxiedConnection) -> Iterator[None]:
    """Have psycopg send statements without BEGIN while the block runs."""
    raw: Any = connection.driver_connection
    raw.autocommit = True
    try:
        yield
    finally:
        raw.autocommit = False
