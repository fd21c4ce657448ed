"""Leagues carried out and in, for tests."""

from __future__ import annotations

import io

from scorekeeper.services.carrying.bring_in import bring_in
from scorekeeper.services.carrying.export import export_league
from scorekeeper.services.carrying.one_moment import one_moment
from tests.factories import op_id


def exported(engine, league_id=1):
    with one_moment(engine) as connection:
        return "".join(export_league(connection, league_id))


def brought_in(session, clock, device, text, **how):
    how = {"op_id": op_id(), **how}
    return bring_in(session, clock, device, io.BytesIO(text if isinstance(text, bytes) else text.encode()), **how)
