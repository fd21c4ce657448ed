"""Leagues carried out and in, for tests."""

import io

from scorekeeper.core.transaction import Submission
from scorekeeper.transfer.league_file import consistent_read, export_league
from scorekeeper.transfer.league_import import import_league


def exported(engine, league_id=1):
    with consistent_read(engine) as connection:
        return "".join(export_league(connection, league_id))


def brought_in(session, clock, device, text, **how):
    form = Submission(session, clock, device, **how)
    return import_league(form, io.BytesIO(text if isinstance(text, bytes) else text.encode()))[0]
