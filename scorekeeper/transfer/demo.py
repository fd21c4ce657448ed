"""The demo league: an exported one that comes with the program, its last evening moved to tonight.

`make demo-league` plays it again and writes the file.
"""

from __future__ import annotations

import datetime as dt
import gzip
import io
import json
import re
import secrets
from pathlib import Path

from sqlalchemy.orm import Session

from scorekeeper.access.ownership import command_line_device, new_owner_code
from scorekeeper.core.clock import Clock
from scorekeeper.models.types import utc_text
from scorekeeper.transfer.league_import import import_league

FILE = Path(__file__).with_name("league.json.gz")
NAME = "Thursday at the Legion (demo)"
AN_EVENING = dt.timedelta(hours=3)
DATE = re.compile(r'"(\d{4}-\d\d-\d\d)"|"(\d{4}-\d\d-\d\dT[\d:.]+Z)"')


def add_demo(session: Session, clock: Clock) -> tuple[int, str]:
    """Import the demo league; return its number, and the code that makes a phone its owner."""
    now, codes = clock(), list[str]()
    file = io.BytesIO(moved_to(gzip.decompress(FILE.read_bytes()).decode(), now).encode())
    made = import_league(
        session, clock, command_line_device(), file, op_id=secrets.token_hex(16),
        also=lambda connection, league_id: codes.append(new_owner_code(connection, league_id, now)),
    )  # fmt: skip
    return made.league_id, codes[0]


def moved_to(document: str, now: dt.datetime) -> str:
    """Return the file of a league with all its dates moved, so that what was just said is said `now`.

    Days, and what happened on earlier evenings, move by whole days and keep their hours.
    """
    then = dt.datetime.fromisoformat(json.loads(document)["league"]["created_at"])
    days = (now - AN_EVENING).date() - (then - AN_EVENING).date()

    def move(found: re.Match[str]) -> str:
        day, moment = found.groups()
        if day:
            return f'"{dt.date.fromisoformat(day) + days}"'
        at = dt.datetime.fromisoformat(moment)
        return f'"{utc_text(at + (days if then - at > AN_EVENING else now - then))}"'

    return DATE.sub(move, document)
