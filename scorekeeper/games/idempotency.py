"""Whether a command for a game's log was carried out before, by any phone, and whether it is stale."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

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
from scorekeeper.games.store import GameForUpdate, OpenGame, read_log
from scorekeeper.models import Answer, Game
from scorekeeper.models.line import UNDO
from scorekeeper.rules.errors import SheetError


def check_duplicate_or_stale(game: GameForUpdate, command: LineCommand) -> SaveResult | None:
    """Return what this form did before, or the same from another phone; None if it is new.

    Raises OpIdReused; Stale if this phone had not seen what was written last.
    """
    write = command.write
    if done := write.answered(command.kind, game.row.id, command.target, command.facts, command.reason):
        return SaveResult(done[1], replayed=True)
    if write.seen == game.seq:
        return None
    rows = read_log(write.connection, game)
    if _agrees(rows, command):
        _note_agreement(game, rows, command)
        return saved_as(game, command, write.seen + 1)
    since = lines_changed_since(rows, write.seen)
    _, shown = replay_log(game.head, rows)
    raise Stale(tuple(line for line in shown if line.seq in since), command.facts)


def saved_as(game: OpenGame, command: LineCommand, seq: int) -> SaveResult:
    """Return, also for the next time the form is sent, the row that said the same already."""
    command.write.answer([game.row.id, seq])
    return SaveResult(seq, agreed=True)


def _agrees(rows: Sequence[LogRow], command: LineCommand) -> bool:
    """Return whether the first row this phone has not seen says the same, and is in force.

    A note is not part of the hand: a line without one agrees with a line that has one.
    """
    row = next((row for row in rows if row.seq == command.write.seen + 1), None)
    if row is None or (row.kind, row.target) != (command.kind, command.target) or row.seq in undone_rows(rows):
        return False
    if command.facts is None:
        return True
    current_facts = next((line.facts for line in current_lines(rows) if line.row.seq == row.seq), row.facts or {})
    if "note" not in command.facts:
        current_facts = {key: value for key, value in current_facts.items() if key != "note"}
    return canonical_json(current_facts) == canonical_json(command.facts)


def _note_agreement(game: OpenGame, rows: Sequence[LogRow], command: LineCommand) -> None:
    """Store that two phones said the same, as if the second one had tapped "agree"."""
    row = next(row for row in rows if row.seq == command.write.seen + 1)
    if row.kind != UNDO:
        line = row.target or row.seq
        add_agreement(command.write, game, line_histories(rows, [line])[line].version)


SAVED = (
    select(Game.id, Answer.answer)
    .join(Answer, Answer.league_id == Game.league_id)
    .where(Game.code == bindparam("code"), Answer.op_id == bindparam("op_id"))
)


def find_saved_row(session: Session, code: str, op_id: str) -> int | None:
    """Return the row a form was saved as, even if its response was lost; None if it was not saved."""
    try:
        asked = {"code": code, "op_id": checked_op_id(op_id)}
    except SheetError:
        return None
    found = session.execute(SAVED, asked).one_or_none()
    if found is None or not isinstance(found.answer, list) or found.answer[0] != found.id:
        return None
    return int(found.answer[1])


def find_unchanged(game: OpenGame, rows: Sequence[LogRow], command: LineCommand) -> SaveResult | None:
    """Return the existing row for a correction that changes nothing, so that no line is added."""
    if command.facts is None:
        return None
    line = next(line for line in current_lines(rows) if line.row.seq == command.target)
    if canonical_json(line.facts) != canonical_json(command.facts):
        return None
    return saved_as(game, command, line.changed_by.seq if line.changed_by else line.row.seq)
