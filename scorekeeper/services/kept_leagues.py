"""The leagues a phone keeps score in, and which of them a new game is for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select

from scorekeeper.models import Device, Game, League, Member
from scorekeeper.services.errors import LeagueNotFound
from scorekeeper.services.links import new_join_link
from scorekeeper.services.transaction import lock_league

if TYPE_CHECKING:
    import datetime as dt

    from sqlalchemy import Connection

    from scorekeeper.services.devices import KnownDevice

OWNER = "owner"
KEEPS_SCORE = ("scorer", "keeper", OWNER)
LEAGUE_NAME = "Our league"
"""What a league is called until somebody gives it a name."""

_PLAYED = (
    select(Game.touched_at)
    .where(Game.league_id == Member.league_id)
    .order_by(Game.id.desc())
    .limit(1)
    .correlate(Member)
    .scalar_subquery()
)
_KEPT = (
    select(League.id, League.code, League.name)
    .join(Member, Member.league_id == League.id)
    .where(Member.device_id == bindparam("device_id"), Member.role.in_(KEEPS_SCORE), Member.revoked_at.is_(None))
    .order_by(_PLAYED.is_(None), _PLAYED.desc(), League.id)
)


@dataclass(frozen=True)
class KeptLeague:
    """A league a phone keeps score in."""

    id: int
    code: str
    name: str


def kept_leagues(connection: Connection, device: KnownDevice) -> tuple[KeptLeague, ...]:
    """Give the leagues a device keeps score in, the one that was played in last first."""
    return tuple(KeptLeague(*row) for row in connection.execute(_KEPT, {"device_id": device.id}))


def kept_league(connection: Connection, device: KnownDevice, code: str | None = None) -> int | None:
    """Give the league of that address, or else the one played in last; None where a device keeps no score."""
    kept = kept_leagues(connection, device)
    return next((league.id for league in kept if code in (None, league.code)), None)


def hold_phone(connection: Connection, device: KnownDevice) -> None:
    """Let the taps of one phone that may found a league wait for each other until the transaction ends.

    On PostgreSQL they queue at its row; SQLite's transaction lets one in at a time anyway.
    """
    connection.execute(select(Device.id).where(Device.id == device.id).with_for_update())


def league_for(
    connection: Connection,
    device: KnownDevice,
    now: dt.datetime,
    *,
    code: str | None = None,
    founds: str | None = None,
) -> int:
    """Give the league something new is for, held until the transaction ends.

    `code` is the address of one the device keeps score in, `founds` what one is called that is founded with it.  With
    neither it is the one played in last, and a device that keeps none founds one.  Raises LeagueNotFound.
    """
    hold_phone(connection, device)
    if founds is not None:
        return _found(connection, device, founds, now)
    kept = kept_league(connection, device, code)
    if kept is not None:
        return lock_league(connection, kept)
    if code is not None:
        raise LeagueNotFound
    return _found(connection, device, LEAGUE_NAME, now)


def _found(connection: Connection, device: KnownDevice, name: str, now: dt.datetime) -> int:
    founded = connection.scalar(insert(League).returning(League.id), {"name": name, "created_at": now}) or 0
    connection.execute(insert(Member), {"league_id": founded, "device_id": device.id, "role": OWNER, "since": now})
    new_join_link(connection, founded, device, now)
    return founded
