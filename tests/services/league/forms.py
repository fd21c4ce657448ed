"""Forms that change a league, as a phone sends them."""

from __future__ import annotations

from scorekeeper.services.league.changes import Form
from tests.factories import op_id


def form_of(session, clock, device, **more):
    """A form for the first league of a test, its number never used before."""
    return Form(session, clock, device, **{"league_id": 1, "op_id": op_id(), **more})
