"""The hash chain of a game as it stands in the database."""

from __future__ import annotations

import json

from scorekeeper.games.store import first_broken_line, first_hash, load_game
from scorekeeper.models.base import utc_text
from scorekeeper.models.tables import lines


def broken_at(session, code):
    """Return the number of the first line that is not what was written, None when all are."""
    connection = session.connection()
    row = load_game(connection, code).row
    its = (lines.c.league_id == row.league_id, lines.c.game_id == row.id)
    found = connection.execute(lines.select().where(*its).order_by(lines.c.seq)).mappings()
    kept = [{**line, "recorded_at": utc_text(line["recorded_at"])} for line in found]
    return first_broken_line(first_hash(code, json.loads(row.head), json.loads(row.variant)), kept, row.hash)


