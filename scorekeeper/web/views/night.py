"""How the night of a game stands, and the page that asks why something is changed after its close."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.web.views.lines import whose

if TYPE_CHECKING:
    import datetime as dt

    from scorekeeper.services.access.roles import Role
    from scorekeeper.services.league.nights import NightStatus


@dataclass(frozen=True)
class NightShown:
    """What is said of the night, and what the phone that looks may do about it."""

    since: dt.datetime | None
    """When it was over; None while it goes on."""
    today: bool
    by: str
    """Who closed it; empty where it was over by itself."""
    final: bool
    may_open: bool
    op_id: str


@dataclass(frozen=True)
class LatePage:
    """A form that came after the close, with everything it carried, to be sent again with a reason."""

    code: str
    sentence: str
    action: str
    fields: tuple[tuple[str, str], ...]


def night_shown(close: NightStatus, role: Role, now: dt.datetime, op_id: str) -> NightShown:
    """Give how a night stands to a phone of that role."""
    since = close.since
    return NightShown(
        since=since,
        today=since is not None and since.astimezone().date() == now.astimezone().date(),
        by="" if close.by_itself else whose(close.phone, close.who),
        final=close.final,
        may_open=close.may_open(role),
        op_id=op_id,
    )
