"""The log of a game: record a line, undo one, correct one.

Each is one immediate transaction: read, check the form's op_id, check what its phone last saw, append, bring the
snapshot up to date.  Adding a line reads no earlier one; undo and correction replay the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.access.roles import Role, check_role
from scorekeeper.core.transaction import GUEST, Submission, Write, lock_league, writing
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


def record_line(form: Submission, code: str, facts: Document) -> SaveResult:
    """Add one line of a scoresheet to a game, with seat keys for names; a player who sits down is given by name.

    After the close of the night the form says why.  Raises GameNotFound, AccessLowered, OpIdReused, Stale,
    ReasonRequired, and SheetError (line 0) if it isn't a line, cannot have happened now, or comes after the close from
    a phone that isn't a keeper.
    """
    check_reason(form.reason)
    with writing(form, game_first=True) as write:
        game = _game_to_score(write, code)
        facts, newcomer = with_seat_keys(game, facts)
        command = LineCommand(write, LINE, None, facts, newcomer)
        if saved := check_duplicate_or_stale(game, command):
            return saved
        require_may_write(game.row, command)
        before = current_snapshot(write.connection, game)
        table, _ = play_line(game, before.table, facts, newcomer)
        counts = changes_results(game, table, facts)
        if newcomer or counts:
            lock_league(write.connection, write.league_id)
        saved_game = _save(game, command, before.after(game.seq + 1, facts, table))
        if counts:
            person = people_by_seat(write.connection, write.league_id, game.row.id)
            recompute_game(write.connection, saved_game, game.row.day, person)
            if table.stakes is not None and (table.finished or is_settlement(facts)):
                post_line(write.connection, game, person, table.balances, _cause(command, saved_game))
        return SaveResult(saved_game.seq, game=None if newcomer else saved_game)


def undo(form: Submission, code: str, target: int) -> SaveResult:
    """Take back the row numbered `target`: a line, a correction, or an undo, which puts back what that took.

    Raises GameNotFound, AccessLowered, OpIdReused, Stale, ReasonRequired; ImpossibleFact with field "target" for a row
    that does not exist or is taken back already, with field "line" when a later line could not have been played then,
    or after the close of the night from a phone that isn't a keeper.
    """
    return _change(form, code, target, None)


def correct_line(form: Submission, code: str, target: int, facts: Document | None) -> SaveResult:
    """Replace what the line written as row `target` says; `facts` None removes the line.

    A correction that changes nothing counts as agreement, and nothing is added.  Raises what `undo` raises, and
    SheetError with that line's number for facts that cannot be.
    """
    return _change(form, code, target, facts)


def _game_to_score(write: Write, code: str) -> GameForUpdate:
    """Return the game, read together with the role of the phone.

    Raises GameNotFound for a phone that was shut out meanwhile, AccessLowered for one that only watches now, and what
    the check of a guest raises.
    """
    if check_guest := write.session.info.get(GUEST):
        game = load_game_for_update(write, code, guest=True)
        check_guest(write.connection)  # another request may have ended the game while we waited for the lock
        return game
    game = load_game_for_update(write, code)
    check_role(game.row.role, Role.SCORER)
    return game


# ---------------------------------------------------------------- undo and correction


def _change(form: Submission, code: str, target: int, facts: Document | None) -> SaveResult:
    check_reason(form.reason)
    with writing(form, game_first=True) as write:
        game = _game_to_score(write, code)
        command = LineCommand(write, UNDO, target, None)
        if facts is not None:
            command = LineCommand(write, CORRECT, target, *with_seat_keys(game, facts))
        if saved := check_duplicate_or_stale(game, command):
            return saved
        require_may_write(game.row, command)
        rows = read_log(write.connection, game)
        _check_target(rows, command)
        if unchanged := find_unchanged(game, rows, command):
            return unchanged
        seq, phone = game.seq + 1, write.device.name
        rows.append(LogRow(seq, command.kind, target, command.facts, command.reason, write.now, phone))
        table, shown = _replay_with_change(game, rows, command)
        counts = changes_results(game, table, None)
        if command.newcomer or counts:
            lock_league(write.connection, write.league_id)
        saved_game = _save(game, command, snapshot_of(table, shown, rows))
        if counts:
            person = people_by_seat(write.connection, write.league_id, game.row.id)
            recompute_game(write.connection, saved_game, game.row.day, person)
            if table.stakes is not None:
                due = settlements_of(table, shown)
                post_change(write.connection, game, person, due, _cause(command, saved_game))
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


def _save(game: OpenGame, command: LineCommand, after: Snapshot) -> OpenGame:
    """Append the row; the caller holds the league's lock where a newcomer sits down."""
    write, newcomer = command.write, command.newcomer
    if newcomer:
        person = find_or_add_person(write.connection, write.league_id, newcomer.name)
        take_seats(write.connection, write.league_id, game.row.id, [(int(newcomer.key), person)])
    facts = stored_facts(command.kind, command.facts, command.reason)
    line = NewLine(command.kind, command.target, facts, write.device.id, write.actor, write.now)
    saved = append_lines(write.connection, game, [line], after)
    write.answer([game.row.id, saved.seq])
    return saved


def _cause(command: LineCommand, saved: OpenGame) -> EntryCause:
    """Return where an entry of the ledger that follows from this row comes from."""
    return EntryCause(command.write.device.id, command.write.actor, command.write.now, seq=saved.seq)
