"""The poll of a phone that follows a game: the number of its last row."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, select

from scorekeeper.models.tables import devices, games, members
from scorekeeper.services.access.links import hash_secret
from scorekeeper.services.access.roles import ON_DEVICE, ON_MEMBER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy.engine import Engine
    from sqlalchemy.pool import PoolProxiedConnection


SELECT_SEQ = (
    select(games.c.seq)
    .select_from(games.join(devices, ON_DEVICE).join(members, ON_MEMBER))
    .where(games.c.code == bindparam("code"))
)


def seq_lookup(engine: Engine) -> Callable[[str, str], int | None]:
    """Return the lookup on a database: a game's code and a phone's secret -> the number of the game's last row.

    None unless the phone is in the game's league.  An idle phone asks every few seconds, so SQLAlchemy compiles the
    statement once and only hands out the connection; executing through it would cost four times as much.  On PostgreSQL
    the statement has no transaction around it: BEGIN and ROLLBACK would be two round trips more.
    """
    alone = engine.dialect.name == "postgresql"
    compiled = SELECT_SEQ.compile(dialect=engine.dialect)
    statement, order = compiled.string, compiled.positiontup

    def seq_for_member(code: str, token: str) -> int | None:
        values = {"code": code, "token_hash": hash_secret(token)}
        connection = engine.raw_connection()
        try:
            with autocommit(connection) if alone else nullcontext():
                cursor = connection.cursor()
                cursor.execute(statement, [values[name] for name in order] if order else values)
                row = cursor.fetchone()
            return int(row[0]) if row else None
        finally:
            connection.close()

    return seq_for_member


@contextmanager
def autocommit(connection: PoolProxiedConnection) -> Iterator[None]:
    """Let psycopg send statements as they are, without BEGIN, until the block ends."""
    raw: Any = connection.driver_connection
    raw.autocommit = True
    try:
        yield
    finally:
        raw.autocommit = False
