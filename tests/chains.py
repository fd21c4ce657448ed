"""The hash chain of a game as it stands in the database."""

import json

from sqlalchemy import select

from scorekeeper.core.chain import first_broken_line, first_hash
from scorekeeper.games.store import load_game
from scorekeeper.models import Line


def broken_at(session, code):
    """Return the number of the first line that is not what was written, None when all are."""
    connection = session.connection()
    row = load_game(connection, code).row
    its = (Line.league_id == row.league_id, Line.game_id == row.id)
    found = connection.execute(select(Line).where(*its).order_by(Line.seq)).mappings()
    start = first_hash(code=code, head=json.loads(row.head), variant=json.loads(row.variant))
    return first_broken_line(start, found, row.hash)
