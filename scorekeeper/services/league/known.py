"""The leagues a phone knows, and the way from a league to its tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from scorekeeper.models.tables import games, leagues, members, nights

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from scorekeeper.services.devices import KnownDevice


@dataclass(frozen=True)
class KnownLeague:
    """A league to go to; `last` is the day of its last night, None before its first."""

    code: str
    name: str
    last: str | None


def leagues_of(session: Session, device: KnownDevice) -> tuple[KnownLeague, ...]:
    """Give the leagues a device is in, the one that met last first."""
    last = select(func.max(nights.c.day)).where(nights.c.league_id == leagues.c.id).correlate(leagues).scalar_subquery()
    found = session.connection().execute(
        select(leagues.c.code, leagues.c.name, last.label("last"))
        .select_from(members.join(leagues, leagues.c.id == members.c.league_id))
        .where(members.c.device_id == device.id, members.c.revoked_at.is_(None))
        .order_by(last.is_(None), last.desc(), leagues.c.id)
    )
    return tuple(KnownLeague(row.code, row.name, row.last) for row in found)


def table_of(session: Session, league_id: int) -> str | None:
    """Give the code of the table a league laid last; None where it has none."""
    last = select(games.c.code).where(games.c.league_id == league_id).order_by(games.c.id.desc()).limit(1)
    return session.connection().scalar(last)
