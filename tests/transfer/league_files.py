"""Leagues carried out and in, for tests."""

from __future__ import annotations

import io

from scorekeeper.operations.database_files import consistent_read
from scorekeeper.transfer.league_file import export_league
from scorekeeper.transfer.league_import import import_league
from tests.factories import op_id


def exported(engine, league_id=1):
    with consistent_read(engine) as connection:
        return "".join(export_league(connection, league_id))


def brought_in(session, clock, device, text, **how):
    how = {"op_id": op_id(), **how}
    return import_league(session, clock, device, io.BytesIO(text if isinstance(text, bytes) else text.encode()), **how)
