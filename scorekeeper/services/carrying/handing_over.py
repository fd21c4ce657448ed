"""A league made on the command line belongs to no phone yet: a printed code makes the first one its owner."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from sqlalchemy import insert

from scorekeeper.models import RecoveryCode
from scorekeeper.services.codes import hashed, recovery_code, recovery_shown
from scorekeeper.services.devices import new_device

if TYPE_CHECKING:
    import datetime as dt

    from sqlalchemy import Connection

    from scorekeeper.services.devices import NewDevice

COMMAND_LINE = "The command line"
SEED_BYTES = 32


def the_command_line() -> NewDevice:
    """Give a device to own a league until a phone does; its secret is told nobody."""
    return new_device(COMMAND_LINE)


def new_owner_code(connection: Connection, league_id: int, now: dt.datetime) -> str:
    """Give a code that makes one phone the owner, as it is written; inside a `writing` transaction."""
    code = recovery_code(league_id, secrets.token_bytes(SEED_BYTES))
    connection.execute(insert(RecoveryCode), {"league_id": league_id, "code_hash": hashed(code), "made_at": now})
    return recovery_shown(code)
