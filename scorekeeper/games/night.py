"""The state of a night, as the table, the log and the settle page show it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from scorekeeper.access.permissions import current_access
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.form_values import new_op_id
from scorekeeper.core.text import phone_and_person
from scorekeeper.league.closing import night_status
from scorekeeper.league.nights import NightKey


@dataclass(frozen=True)
class NightInfo:
    """The state of the night, and what the current phone may do about it."""

    since: dt.datetime | None
    """When it was over; None while it goes on."""
    by: str
    """Who closed it; empty if it was over by itself."""
    final: bool
    may_open: bool
    op_id: str


def read_night_info(night: NightKey) -> NightInfo:
    """Return the state of a night for the current phone."""
    now = wall_clock()
    status = night_status(db.session, night, now)
    since = status.since
    return NightInfo(
        since=since,
        by="" if status.by_itself else phone_and_person(status.phone, status.who),
        final=status.final,
        may_open=status.may_open(current_access().role),
        op_id=new_op_id(),
    )
