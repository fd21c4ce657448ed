"""The log of a game: record a line, undo one, correct one.

Each is one immediate transaction: read, check the form's op_id, check what its phone last saw, append, bring the
snapshot up to date.  Adding a line reads no earlier one; undo and correction replay the game.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from scorekeeper.access.roles import Role, check_role
from scorekeeper.core.clock import Clock
from scorekeeper.core.submission import Submission
from scorekeeper.core.text import checked_op_id
from scorekeeper.core.transaction import GUEST, lock_league, writing
from scorekeeper.games.commands import LineCommand, SaveResult, check_reason
from scorekeeper.games.history import LogRow, PlayedLine, current_lines, replay_log, undone_rows
from scorekeeper.games.idempotency import check_duplicate_or_stale, find_unchanged
from scorekeeper.games.replay import play_line, player_names, with_seat_keys
from scorekeeper.games.snapshots import Snapshot, snapshot_of
from scorekeeper.games.store import (
    GameForUpdate,
    NewLine,
    OpenGame,
    append_lines,
    current_snapshot,
    load_game_for_guest,
    load_game_for_update,
    read_log,
    stored_facts,
)
from scorekeeper.league.closing import require_may_write
from scorekeeper.league.results import changes_results, recompute_game
from scorekeeper.league.roster import find_or_add_person, people_by_seat, take_seats
from scorekeeper.models.line import CORRECT, LINE, UNDO
from scorekeeper.money.ledger import EntryCause, is_settlement, post_change, post_line, settlements_of
from scorekeeper.rules.errors import ImpossibleFact, SheetError, impossible
from scorekeeper.rules.sheet import Document
from scorekeeper.rules.table import Table
from scorekeeper.sheets.refusals import say_refusal

NON_HAND_KEYS = ("join", "leave", "adjust", "rules", "settle", "substitute", "swap", "dealer", "end")


class Correction(NamedTuple):
    """What the line written as row `target` should say; `facts` None removes the line."""

    target: int
    facts: Document | None


def record_line(session: Session, clock: Clock, code: str, facts: Document, submission: Submission) -> SaveResult:
    """Add one line of a scoresheet to a game, with seat keys for names; a player who sits down is given by name.

    After the close of the night the submission says why.  Raises GameNotFound, AccessLowered, OpIdReused, Stale,
    ReasonRequired, and SheetError (line 0) if it isn't a line, cannot have happened now, or comes after the close from
    a phone that isn't a keeper.
    """
    command = _command(LINE, None, facts, submission)
    now = clock()
    with writing(session, recheck=False) as connection:
        game = _game_to_score(session, connection, code, submission)
        facts, newcomer = with_seat_keys(game, facts)
        command = replace(command, facts=facts, newcomer=newcomer)
        if saved := check_duplicate_or_stale(connection, game, command, now):
            return saved
        require_may_write(connection, game.row, command, now)
        before = current_snapshot(connection, game)
        table, _ = play_line(game, before.table, facts, newcomer)
        counts = changes_results(game, table, facts)
        if command.newcomer or counts:
            lock_league(connection, game.row.league_id)
        saved_game = _save(connection, game, command, before.after(game.seq + 1, facts, table), now)
        if counts:
            person = people_by_seat(connection, game.row.league_id, game.row.id)
            recompute_game(connection, saved_game, game.row.day, person)
            if table.stakes is not None and (table.finished or is_settlement(facts)):
                post_line(connection, game, person, table.balances, _cause(command, saved_game, now))
        return SaveResult(saved_game.seq, game=None if command.newcomer else saved_game)


def undo(session: Session, clock: Clock, code: str, target: int, submission: Submission) -> SaveResult:
    """Take back the row numbered `target`: a line, a correction, or an undo, which puts back what that took.

    Raises GameNotFound, AccessLowered, OpIdReused, Stale, ReasonRequired; ImpossibleFact with field "target" for a row
    that does not exist or is taken back already, with field "line" when a later line could not have been played then,
    or after the close of the night from a phone that isn't a keeper.
    """
    return _change(session, clock, code, _command(UNDO, target, None, submission))


def correct_line(
    session: Session, clock: Clock, code: str, correction: Correction, submission: Submission
) -> SaveResult:
    """Replace what a line says.

    A correction that changes nothing counts as agreement, and nothing is added.  Raises what `undo` raises, and
    SheetError with that line's number for facts that cannot be.
    """
    target, facts = correction
    return _change(session, clock, code, _command(UNDO if facts is None else CORRECT, target, facts, submission))


def _game_to_score(session: Session, connection: Connection, code: str, submission: Submission) -> GameForUpdate:
    """Return the game, read together with the role of the phone.

    Raises GameNotFound for a phone that was shut out meanwhile, AccessLowered for one that only watches now, and what
    the check of a guest raises.
    """
    if check_guest := session.info.get(GUEST):
        game = load_game_for_guest(connection, code, submission.op_id)
        check_guest(connection)  # another request may have ended the game while we waited for the lock
        return game
    game = load_game_for_update(connection, code, submission.op_id, submission.device.id)
    check_role(game.row.role, Role.SCORER)
    return game


def _command(kind: str, target: int | None, facts: Document | None, submission: Submission) -> LineCommand:
    checked_op_id(submission.op_id)
    check_reason(submission.reason)
    return LineCommand(kind, target, facts, submission)


# ---------------------------------------------------------------- undo and correction


def _change(session: Session, clock: Clock, code: str, command: LineCommand) -> SaveResult:
    now = clock()
    with writing(session, recheck=False) as connection:
        game = _game_to_score(session, connection, code, command.submission)
        if command.facts is not None:
            facts, newcomer = with_seat_keys(game, command.facts)
            command = replace(command, facts=facts, newcomer=newcomer)
        if saved := check_duplicate_or_stale(connection, game, command, now):
            return saved
        require_may_write(connection, game.row, command, now)
        rows = read_log(connection, game)
        _check_target(rows, command)
        if unchanged := find_unchanged(rows, command):
            return unchanged
        new = LogRow(
            game.seq + 1,
            command.kind,
            command.target,
            command.facts,
            command.reason,
            now,
            command.submission.device.name,
        )
        table, shown = _replay_with_change(game, [*rows, new], command)
        after = snapshot_of(table, shown, [*rows, new])
        counts = changes_results(game, table, None)
        if command.newcomer or counts:
            lock_league(connection, game.row.league_id)
        saved_game = _save(connection, game, command, after, now)
        if counts:
            person = people_by_seat(connection, game.row.league_id, game.row.id)
            recompute_game(connection, saved_game, game.row.day, person)
            if table.stakes is not None:
                post_change(connection, game, person, settlements_of(table, shown), _cause(command, saved_game, now))
        return SaveResult(saved_game.seq, game=None if command.newcomer else saved_game)


def _check_target(rows: Sequence[LogRow], command: LineCommand) -> None:
    row = next((row for row in rows if row.seq == command.target), None)
    if row is None or (command.kind == CORRECT and row.kind != LINE):
        raise impossible("target", "That line isn't in this game.")
    if row.seq in undone_rows(rows):
        raise impossible("target", "That was already taken back.")


def _replay_with_change(
    game: OpenGame, rows: Sequence[LogRow], command: LineCommand
) -> tuple[Table, tuple[PlayedLine, ...]]:
    """Return the table and the lines after the change.

    Raises SheetError at the corrected line, or naming the later line that is in the way.
    """
    try:
        return replay_log(game.head, rows)
    except SheetError as error:
        lines = [line for line in current_lines(rows) if not line.struck]
        error_named = error.with_names(player_names(game, command.newcomer))
        at_fault = lines[error.line - 1]
        if command.kind == CORRECT and at_fault.row.seq == command.target:
            raise error_named from error
        raise _blocked_by(error_named, at_fault.facts) from error


def _blocked_by(error: SheetError, facts: Document) -> ImpossibleFact:
    what = "line" if any(key in facts for key in NON_HAND_KEYS) else "hand"
    if error.field == "line":
        sentence = f"The game would then end before {what} {error.line}. Take that one back first."
    else:
        sentence = f"Then {what} {error.line} wouldn't work: {say_refusal(error.refusal)}"
    return impossible("line", sentence).at_line(error.line)


# ---------------------------------------------------------------- saving


def _save(connection: Connection, game: OpenGame, command: LineCommand, after: Snapshot, now: dt.datetime) -> OpenGame:
    """Append the row; the caller holds the league's lock where a newcomer sits down."""
    newcomer, submission = command.newcomer, command.submission
    if newcomer:
        person = find_or_add_person(connection, game.row.league_id, newcomer.name)
        take_seats(connection, game.row.league_id, game.row.id, [(int(newcomer.key), person)])
    facts = stored_facts(command.kind, command.facts, command.reason)
    line = NewLine(submission.op_id, command.kind, command.target, facts, submission.device.id, submission.actor, now)
    return append_lines(connection, game, [line], after)


def _cause(command: LineCommand, saved: OpenGame, now: dt.datetime) -> EntryCause:
    """Return where an entry of the ledger that follows from this row comes from."""
    return EntryCause(command.submission.device.id, command.submission.actor, now, seq=saved.seq)
