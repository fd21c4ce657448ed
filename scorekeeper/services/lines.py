"""The log of a game: record a line, take one back, correct one.

Each is one immediate transaction: read, check the form's op_id, check what its phone last saw, append, bring the
snapshot up to date.  To add a line no earlier one is read; undo and correction play the game anew.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.models.line import CORRECT, LINE, UNDO
from scorekeeper.rules.errors import SheetError, impossible
from scorekeeper.services.book import NewLine, append_lines, open_row, read_rows, stored_facts
from scorekeeper.services.closing import keep_closed
from scorekeeper.services.founding import lock_league
from scorekeeper.services.history import Row, undone, written_lines
from scorekeeper.services.league.keeping import keep_in_step
from scorekeeper.services.ledger import Cause, post_change, post_new_line
from scorekeeper.services.people import person_called, take_seats
from scorekeeper.services.playing import play_line, player_names, with_seats
from scorekeeper.services.snapshots import Snapshot
from scorekeeper.services.standing import recent_of, snapshot_of
from scorekeeper.services.text import checked_op_id
from scorekeeper.services.views import show_lines
from scorekeeper.services.wishes import Saved, Wish, as_it_stands, check_reason, said_before, why_of
from scorekeeper.services.writing import writing

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.rules.errors import ImpossibleFact
    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Table
    from scorekeeper.services.book import OpenGame
    from scorekeeper.services.clock import Clock
    from scorekeeper.services.devices import KnownDevice
    from scorekeeper.services.playing import Arrival
    from scorekeeper.services.views import ShownLine

NO_HAND = ("join", "leave", "adjust", "rules", "settle")


def record_line(  # noqa: PLR0913 - what a form carries
    session: Session,
    clock: Clock,
    code: str,
    facts: Document,
    *,
    op_id: str,
    seen: int,
    device: KnownDevice,
    actor: int | None = None,
    reason: str | None = None,
) -> Saved:
    """Add one line of a scoresheet to a game, seat keys for names; `join` alone names a person by name.

    `seen` is the number of the last row its phone knows, `actor` the person who says so (his id), if known, `reason`
    why it is added after the close of the night.  Raises GameNotFound, OpIdReused, Stale, WantsReason, and SheetError
    (line 0) for what is no line, cannot have happened now, or comes after the close from whoever does not keep the
    league.
    """
    wish = Wish(LINE, None, facts, reason or None, checked_op_id(op_id), seen, device, actor)
    check_reason(reason)
    now = clock()
    with writing(session) as connection:
        game = open_row(connection, code, op_id)
        facts, arrival = with_seats(game, facts)
        wish = replace(wish, facts=facts)
        if saved := said_before(connection, game, wish, now):
            return saved
        keep_closed(connection, game.row, device, why_of(wish), now, next_line=True)
        before = snapshot_of(connection, game)
        table, _ = play_line(game, before.table, facts, arrival)
        saved = _save(connection, game, wish, before.after(game.seq + 1, facts, table), arrival=arrival, now=now)
        post_new_line(connection, game, facts, table, _cause(wish, saved, now))
        return saved


def undo(  # noqa: PLR0913 - what a form carries
    session: Session,
    clock: Clock,
    code: str,
    *,
    target: int,
    op_id: str,
    seen: int,
    device: KnownDevice,
    reason: str | None = None,
    actor: int | None = None,
) -> Saved:
    """Take back the row numbered `target`: a line, a correction, or an undo, which puts back what that took.

    Raises GameNotFound, OpIdReused, Stale, WantsReason; ImpossibleFact with field "target" for a row that is not there
    or is taken back already, with field "line" when a later line could not have been played then, or after the close of
    the night from whoever does not keep the league.
    """
    return _change(session, clock, code, Wish(UNDO, target, None, reason, checked_op_id(op_id), seen, device, actor))


def correct_line(  # noqa: PLR0913 - what a form carries
    session: Session,
    clock: Clock,
    code: str,
    *,
    target: int,
    facts: Document | None,
    reason: str | None,
    op_id: str,
    seen: int,
    device: KnownDevice,
    actor: int | None = None,
) -> Saved:
    """Say what really happened in the line written as row `target`; facts None: it never happened.

    What the line says already is agreed to, and nothing is added.  Raises what `undo` raises, and SheetError with that
    line's number for facts that cannot be.
    """
    kind = UNDO if facts is None else CORRECT
    return _change(session, clock, code, Wish(kind, target, facts, reason, checked_op_id(op_id), seen, device, actor))


# ---------------------------------------------------------------- undo and correction


def _change(session: Session, clock: Clock, code: str, wish: Wish) -> Saved:
    now = clock()
    check_reason(wish.reason)
    with writing(session) as connection:
        game = open_row(connection, code, wish.op_id)
        arrival = None
        if wish.facts is not None:
            facts, arrival = with_seats(game, wish.facts)
            wish = replace(wish, facts=facts)
        if saved := said_before(connection, game, wish, now):
            return saved
        keep_closed(connection, game.row, wish.device, why_of(wish), now, next_line=False)
        rows = read_rows(connection, game)
        _check_target(rows, wish)
        if unchanged := as_it_stands(rows, wish):
            return unchanged
        new = Row(game.seq + 1, wish.kind, wish.target, wish.facts, wish.reason, now, wish.device.name)
        table, shown = _played_anew(game, [*rows, new], wish, arrival)
        after = Snapshot(table, recent_of(shown, [*rows, new]))
        saved = _save(connection, game, wish, after, arrival=arrival, now=now)
        post_change(connection, game, table, shown, _cause(wish, saved, now))
        return saved


def _check_target(rows: Sequence[Row], wish: Wish) -> None:
    row = next((row for row in rows if row.seq == wish.target), None)
    if row is None or (wish.kind == CORRECT and row.kind != LINE):
        raise impossible("target", "There is no such line in this game.")
    if row.seq in undone(rows):
        raise impossible("target", "That was taken back already.")


def _played_anew(
    game: OpenGame, rows: Sequence[Row], wish: Wish, arrival: Arrival | None
) -> tuple[Table, tuple[ShownLine, ...]]:
    """Give the table and the lines after the change.

    Raises SheetError at the corrected line, else naming the line in the way.
    """
    try:
        return show_lines(game.head, rows)
    except SheetError as error:
        lines = [line for line in written_lines(rows) if not line.struck]
        told = error.with_names(player_names(game, arrival))
        at_fault = lines[error.line - 1]
        if wish.kind == CORRECT and at_fault.row.seq == wish.target:
            raise told from error
        raise _in_the_way(told, at_fault.facts) from error


def _in_the_way(error: SheetError, facts: Document) -> ImpossibleFact:
    what = "line" if any(key in facts for key in NO_HAND) else "hand"
    if error.field == "line":
        sentence = f"Then the game would be over before {what} {error.line}: take that one back first."
    else:
        sentence = f"Then {what} {error.line} could not have been: {error.message}"
    return impossible("line", sentence).at_line(error.line)


# ---------------------------------------------------------------- saving


def _save(  # noqa: PLR0913 - all there is to write
    connection: Connection,
    game: OpenGame,
    wish: Wish,
    after: Snapshot,
    *,
    arrival: Arrival | None,
    now: dt.datetime,
) -> Saved:
    if arrival:
        league_id = lock_league(connection, game.row.league_id)
        person = person_called(connection, league_id, arrival.name)
        take_seats(connection, league_id, game.row.id, [(int(arrival.key), person)])
    facts = stored_facts(wish.kind, wish.facts, wish.reason)
    line = NewLine(wish.op_id, wish.kind, wish.target, facts, wish.device.id, wish.actor, now)
    now_is = append_lines(connection, game, [line], after.table, after.recent)
    keep_in_step(connection, game, after.table, wish.facts if wish.kind == LINE else None)
    return Saved(now_is.seq, game=None if arrival else now_is)


def _cause(wish: Wish, saved: Saved, now: dt.datetime) -> Cause:
    """Give what the ledger says of an entry that follows from this row."""
    return Cause(wish.device.id, wish.actor, now, seq=saved.seq)
