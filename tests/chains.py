"""The hash chain of a game as it stands in the database."""

from __future__ import annotations

import json

from sqlalchemy import select

from scorekeeper.games.store import first_broken_line, first_hash, load_game
from scorekeeper.models import Line
from scorekeeper.models.base import utc_text


def broken_at(session, code):
    """Return the number of the first line that is not what was written, None when all are."""
    connection = session.connection()
    row = load_game(connection, code).row
    its = (Line.league_id == row.league_id, Line.game_id == row.id)
    found = connection.execute(select(Line).where(*its).order_by(Line.seq)).mappings()
    kept = [{**line, "recorded_at": utc_text(line["recorded_at"])} for line in found]
    return first_broken_line(first_hash(code, json.loads(row.head), json.loads(row.variant)), kept, row.hash)
