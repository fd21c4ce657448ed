"""Checks of the games: nothing written was changed by hand, and every standing is what the lines make."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import Text, and_, select, type_coerce

from scorekeeper.models.tables import games, rulebooks
from scorekeeper.models.tables import lines as log
from scorekeeper.models.types import written_moment
from scorekeeper.services.games.replay import replay_game
from scorekeeper.services.games.snapshots import STATE_VERSION, state_to_json
from scorekeeper.services.games.store import HASHED_COLUMNS, canonical_json, digest, first_broken_line, first_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.services.doctor_patient import Patient
    from scorekeeper.services.games.store import OpenGame

RULEBOOKS = select(
    rulebooks.c.league_id, rulebooks.c.id, rulebooks.c.digest, type_coerce(rulebooks.c.variant, Text).label("variant")
).order_by(rulebooks.c.league_id, rulebooks.c.id)


def rules(patient: Patient) -> Iterator[str]:
    """Each rulebook's text is the one its digest was made of."""
    for row in patient.connection.execute(RULEBOOKS):
        if digest(json.loads(row.variant)) != row.digest:
            yield f"League {row.league_id}, rules {row.id}: the text was changed by hand."


# ---------------------------------------------------------------- lines


def lines(patient: Patient) -> Iterator[str]:
    """The hash chain of each game holds from its head to its last row."""
    return patient.faults_of_games(_broken)


def _broken(patient: Patient, game: OpenGame) -> str | None:
    """Say what of a game is not what was written, None when all is.

    The rows and the hash the game ends on are read at one moment: somebody may be playing.
    """
    found = patient.connection.execute(
        select(
            *(log.c[name] for name in (*HASHED_COLUMNS, "previous_hash", "hash")),
            games.c.hash.label("tip"),
            games.c.seq.label("last"),
        )
        .select_from(games.outerjoin(log, and_(log.c.league_id == games.c.league_id, log.c.game_id == games.c.id)))
        .where(games.c.league_id == game.row.league_id, games.c.id == game.row.id)
        .order_by(log.c.seq)
    ).mappings()
    kept = [dict(row) for row in found]
    tip, last = kept[0]["tip"], kept[0]["last"]
    rows = [{**row, "recorded_at": written_moment(row["recorded_at"])} for row in kept if row["seq"] is not None]
    start = first_hash(game.row.code, json.loads(game.row.head), json.loads(game.row.variant))
    broken = first_broken_line(start, rows, tip)
    if broken is None:
        return None
    if len(rows) < last and broken > len(rows):
        return f"row {broken} is missing."
    begins = rows[0]["previous_hash"] if rows else tip
    if begins != start and first_broken_line(begins, rows, tip) is None:
        return "its seats, stakes or rules were changed by hand."
    if broken > len(rows):
        return "the hash it ends on was changed by hand."
    return f"row {broken} is not what was written: it was changed by hand, or one before it was taken out."


# ---------------------------------------------------------------- scores


def scores(patient: Patient) -> Iterator[str]:
    """The standing kept with each game is what its lines make when they are played anew."""
    return patient.faults_of_games(_differs)


def _differs(patient: Patient, game: OpenGame) -> str | None:
    snapshot, state = replay_game(patient.connection, game), game.state
    table = snapshot.table
    fresh = (state.get("v"), state.get("seq")) == (STATE_VERSION, game.seq)  # one that is not is made anew anyway
    wanted = state_to_json(game.seq, table, snapshot.recent if "recent" in state else None)
    if fresh and canonical_json(state) != canonical_json(wanted):
        return "the standing kept with it is not what its lines make."
    if (game.row.finished_at is not None) != table.finished:
        return "it is kept as finished and is not, or the other way round."
    return None
