"""What a phone asks that only follows a game: whether anything happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from scorekeeper.models.tables import devices, games, members
from scorekeeper.services.access.links import hash_secret
from scorekeeper.services.access.roles import ON_DEVICE, ON_MEMBER

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.engine import Engine


SELECT_SEQ = (
    select(games.c.seq)
    .select_from(games.join(devices, ON_DEVICE).join(members, ON_MEMBER))
    .where(games.c.code == bindparam("code"))
)


def seq_lookup(engine: Engine) -> Callable[[str, str], int | None]:
    """Give the lookup on a database: a game's code and a phone's secret -> the number of the game's last row.

    None unless the phone is in the game's league.  An idle phone asks every few seconds: SQLAlchemy writes the
    statement down once, and hands out the connection; between the two of them it would cost four times as much.
    """
    compiled = SELECT_SEQ.compile(dialect=engine.dialect)
    statement, order = compiled.string, compiled.positiontup

    def seq_for_member(code: str, token: str) -> int | None:
        values = {"code": code, "token_hash": hash_secret(token)}
        connection = engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute(statement, [values[name] for name in order] if order else values)
            row = cursor.fetchone()
            return int(row[0]) if row else None
        finally:
            connection.close()

    return seq_for_member
