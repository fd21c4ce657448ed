"""Whether a command for a game's log was carried out before, by any phone, and whether it is stale."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.core.errors import OpIdReused
from scorekeeper.core.text import checked_op_id
from scorekeeper.games.commands import LineCommand, SaveResult, Stale
from scorekeeper.games.hashes import canonical_json
from scorekeeper.games.history import (
    LogRow,
    current_lines,
    line_histories,
    lines_changed_since,
    replay_log,
    undone_rows,
)
from scorekeeper.games.reviews import add_agreement
from scorekeeper.games.store import GameForUpdate, OpenGame, read_log, stored_facts
from scorekeeper.models import Game, Line
from scorekeeper.models.line import UNDO
from scorekeeper.rules.errors import SheetError


def check_duplicate_or_stale(
    connection: Connection, game: GameForUpdate, command: LineCommand, now: dt.datetime
) -> SaveResult | None:
    """Return what this form did before, or the same from another phone; None if it is new.

    Raises OpIdReused; Stale if this phone had not seen what was written last.
    """
    if game.row.same_op_seq is not None:
        done = (
            game.row.same_op_game,
            game.row.same_op_kind,
            game.row.same_op_target,
            canonical_json(game.row.same_op_facts),
        )
        requested = (
            game.row.id,
            command.kind,
            command.target,
            canonical_json(stored_facts(command.kind, command.facts, command.reason)),
        )
        if done != requested:
            raise OpIdReused
        return SaveResult(game.row.same_op_seq, replayed=True)
    if command.submission.seen == game.seq:
        return None
    rows = read_log(connection, game)
    if _agrees(rows, command):
        _note_agreement(connection, game, rows, command, now)
        return SaveResult(command.submission.seen + 1, agreed=True)
    since = lines_changed_since(rows, command.submission.seen)
    _, shown = replay_log(game.head, rows)
    raise Stale(tuple(line for line in shown if line.seq in since), command.facts)


def _agrees(rows: Sequence[LogRow], command: LineCommand) -> bool:
    """Return whether the first row this phone has not seen says the same, and is in force.

    A note is not part of the hand: a line without one agrees with a line that has one.
    """
    row = next((row for row in rows if row.seq == command.submission.seen + 1), None)
    if row is None or (row.kind, row.target) != (command.kind, command.target) or row.seq in undone_rows(rows):
        return False
    if command.facts is None:
        return True
    current_facts = next((line.facts for line in current_lines(rows) if line.row.seq == row.seq), row.facts or {})
    if "note" not in command.facts:
        current_facts = {key: value for key, value in current_facts.items() if key != "note"}
    return canonical_json(current_facts) == canonical_json(command.facts)


def _note_agreement(
    connection: Connection, game: OpenGame, rows: Sequence[LogRow], command: LineCommand, now: dt.datetime
) -> None:
    """Store that two phones said the same, as if the second one had tapped "agree"."""
    row = next(row for row in rows if row.seq == command.submission.seen + 1)
    if row.kind != UNDO:
        line = row.target or row.seq
        add_agreement(connection, game, line_histories(rows, [line])[line].version, command.submission, now)


SAVED_ROW = (
    select(Line.seq)
    .join(Game, (Game.league_id == Line.league_id) & (Game.id == Line.game_id))
    .where(Game.code == bindparam("code"), Line.op_id == bindparam("op_id"))
)


def find_saved_row(session: Session, code: str, op_id: str) -> int | None:
    """Return the row a form was saved as, even if its response was lost; None if it was not saved."""
    try:
        asked = {"code": code, "op_id": checked_op_id(op_id)}
    except SheetError:
        return None
    return session.connection().scalar(SAVED_ROW, asked)


def find_unchanged(rows: Sequence[LogRow], command: LineCommand) -> SaveResult | None:
    """Return the existing row for a correction that changes nothing, so that no line is added."""
    if command.facts is None:
        return None
    line = next(line for line in current_lines(rows) if line.row.seq == command.target)
    if canonical_json(line.facts) != canonical_json(command.facts):
        return None
    return SaveResult(line.changed_by.seq if line.changed_by else line.row.seq, agreed=True)
