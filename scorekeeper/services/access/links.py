"""Ways in that can be handed on, and replaced: a league's join code, a link that shows one game."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, insert, select, update

from scorekeeper.models import Link
from scorekeeper.models.link import JOIN, READ
from scorekeeper.services.access.codes import new_join_code

if TYPE_CHECKING:
    import datetime as dt

    from sqlalchemy import Connection

    from scorekeeper.services.access.devices import KnownDevice


LINK_BYTES = 16


def new_join_link(connection: Connection, league_id: int, device: KnownDevice, now: dt.datetime) -> str:
    """Give a league a join code; what it had before must be closed."""
    code = new_join_code()
    while connection.scalar(select(Link.id).where(Link.code == code)) is not None:
        code = new_join_code()
    _insert_link(
        connection, {"league_id": league_id, "kind": JOIN, "code": code, "device_id": device.id, "made_at": now}
    )
    return code


def new_read_link(connection: Connection, league_id: int, game_id: int, device: KnownDevice, now: dt.datetime) -> str:
    """Give a game a link of 128 random bits that shows it to whoever has it."""
    values = {"league_id": league_id, "kind": READ, "game_id": game_id, "device_id": device.id, "made_at": now}
    code = secrets.token_urlsafe(LINK_BYTES)
    _insert_link(connection, {**values, "code": code})
    return code


JOIN_CODE = select(Link.code).where(
    Link.league_id == bindparam("league_id"), Link.kind == JOIN, Link.revoked_at.is_(None)
)


def join_code_of(connection: Connection, league_id: int) -> str | None:
    """Give the join code of a league that works now, None where nobody made one."""
    return connection.scalar(JOIN_CODE, {"league_id": league_id})


def read_link_of(connection: Connection, league_id: int, game_id: int) -> str | None:
    """Give the link that shows a game now, None where it was closed or never made."""
    return connection.scalar(
        select(Link.code)
        .where(Link.league_id == league_id, Link.kind == READ, Link.game_id == game_id, Link.revoked_at.is_(None))
        .order_by(Link.id.desc())
        .limit(1)
    )


def revoke_links(
    connection: Connection, league_id: int, kind: str, now: dt.datetime, game_id: int | None = None
) -> None:
    """Close the links of a kind, of one game where it is named: from now on they lead nowhere."""
    those = [Link.league_id == league_id, Link.kind == kind, Link.revoked_at.is_(None)]
    if game_id is not None:
        those.append(Link.game_id == game_id)
    connection.execute(update(Link).where(*those).values(revoked_at=now))


def _insert_link(connection: Connection, values: dict[str, object]) -> None:
    last = connection.scalar(select(func.max(Link.id)).where(Link.league_id == values["league_id"]))
    connection.execute(insert(Link), {"game_id": None, **values, "id": (last or 0) + 1})
