"""Checks of the games: nothing written was changed by hand, and every standing is what the lines make."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy import Text, and_, select, type_coerce

from scorekeeper.models.types import written_moment
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.chain import HASHED, canonical, digest, first_broken, first_hash
from scorekeeper.services.doctor_patient import called
from scorekeeper.services.snapshots import STATE_VERSION, freeze_state
from scorekeeper.services.standing import replayed
from scorekeeper.services.statements import games, rulebooks
from scorekeeper.services.statements import lines as log

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.services.book import OpenGame
    from scorekeeper.services.doctor_patient import Patient

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
    for game in patient.games():
        fault = _broken(patient, game)
        if fault:
            yield f"{called(game)}: {fault}"


def _broken(patient: Patient, game: OpenGame) -> str | None:
    """Say what of a game is not what was written, None when all is.

    The rows and the hash the game ends on are read at one moment: somebody may be playing.
    """
    found = patient.connection.execute(
        select(*(log.c[name] for name in (*HASHED, "previous_hash", "hash")), games.c.hash.label("tip"))
        .select_from(games.outerjoin(log, and_(log.c.league_id == games.c.league_id, log.c.game_id == games.c.id)))
        .where(games.c.league_id == game.row.league_id, games.c.id == game.row.id)
        .order_by(log.c.seq)
    ).mappings()
    kept = [dict(row) for row in found]
    tip = kept[0]["tip"]
    rows = [{**row, "recorded_at": written_moment(row["recorded_at"])} for row in kept if row["seq"] is not None]
    start = first_hash(game.row.code, json.loads(game.row.head), json.loads(game.row.variant))
    broken = first_broken(start, rows, tip)
    return _what_is_broken(broken, start, rows, tip) if broken else None


def _what_is_broken(broken: int, start: bytes, rows: list[dict[str, Any]], tip: bytes) -> str:
    begins = rows[0]["previous_hash"] if rows else tip
    if broken == 1 and begins != start and first_broken(begins, rows, tip) is None:
        return "its seats, stakes or rules were changed by hand."
    if broken > len(rows):
        return f"row {broken} is missing, or the game's own hash was changed by hand."
    return f"row {broken} is not what was written: it was changed by hand, or one before it was taken out."


# ---------------------------------------------------------------- scores


def scores(patient: Patient) -> Iterator[str]:
    """The standing kept with each game is what its lines make when they are played anew."""
    for game in patient.games():
        fault = _differs(patient, game)
        if fault:
            yield f"{called(game)}: {fault}"


def _differs(patient: Patient, game: OpenGame) -> str | None:
    try:
        table = replayed(patient.connection, game)
    except (SheetError, LookupError, TypeError, ValueError) as error:  # whatever hands could do to the facts
        return f"its lines cannot be played: {error}"
    state = game.row.state
    fresh = (state.get("v"), state.get("seq")) == (STATE_VERSION, game.seq)
    if fresh and canonical(state) != canonical(freeze_state(game.seq, table)):  # one that is not is made anew anyway
        return "the standing kept with it is not what its lines make."
    if (game.row.finished_at is not None) != table.finished:
        return "it is kept as finished and is not, or the other way round."
    return None
