"""Which lines are in force after every undo and correction: a pure fold of a game's log.

A row of kind "undo" takes back its target: a line, a correction, or an undo (which puts back what that one took).  A
"correct" row replaces its line; of several the last counts.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.models import CORRECT, LINE, UNDO
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.sheet import Document, Head, Line, statically_frozen
from scorekeeper.rules.table import LineResult, Table, open_table


@dataclass(frozen=True)
class LogRow:
    """A row of the log as it was written; `facts` are None for an undo, `target` for a line."""

    seq: int
    kind: str
    target: int | None
    facts: Document | None
    reason: str | None
    recorded_at: dt.datetime
    device: str
    """Name of the phone it came from."""
    who: str | None = None
    """Name of the person holding it, if given."""


@statically_frozen
class PlayedLine:
    """A line of the log as it is now, and what it did when it was played.  Players are seat keys throughout."""

    row: LogRow
    """The row it was written in; its number is what a correction names as its target."""
    facts: Document
    """One line of a scoresheet: the last facts that were given."""
    earlier: tuple[Document, ...]
    """The facts it had before, oldest first; empty if it is as it was first written."""
    struck: bool
    changed_by: LogRow | None
    """The correction or undo that last changed it, None when it is as it was first written."""
    version: int
    """The row that says what it says now, its own or a correction: what another phone agrees with or disputes."""
    number: int | None = None
    """1.. among the lines in force; this and the rest are None for a struck line, and for one not played."""
    read: Line | None = None
    entry: LineResult | None = None
    before: Table | None = None
    """The table it was played at, for its dealer and scores."""

    @property
    def seq(self) -> int:
        return self.row.seq

    @property
    def changed_seq(self) -> int | None:
        """Return the row that last changed it: what an undo of the change names as its target."""
        return self.changed_by.seq if self.changed_by else None

    @property
    def reason(self) -> str | None:
        return self.changed_by.reason if self.changed_by else None

    def played(self, number: int, read: Line, entry: LineResult, before: Table) -> PlayedLine:
        return PlayedLine(
            self.row, self.facts, self.earlier, self.struck, self.changed_by, self.version, number, read, entry, before
        )


def undone_rows(rows: Iterable[Any]) -> set[int]:
    """Return the numbers of the rows of a log, of a game or a tournament, that are taken back.

    An undo always points backwards: going from the last row to the first, each undo is settled before its target is
    reached.
    """
    gone: set[int] = set()
    for row in sorted(rows, key=lambda row: -row.seq):
        if row.kind == UNDO and row.seq not in gone and row.target is not None:
            gone.add(row.target)
    return gone


def current_lines(rows: Sequence[LogRow]) -> tuple[PlayedLine, ...]:
    """Return every line in order of play, struck ones too; none is played."""
    gone = undone_rows(rows)
    strikes = {row.target: row for row in rows if row.kind == UNDO and row.seq not in gone}
    corrections: dict[int | None, list[LogRow]] = {}
    for row in rows:
        if row.kind == CORRECT and row.seq not in gone:
            corrections.setdefault(row.target, []).append(row)
    lines = []
    for row in (row for row in rows if row.kind == LINE):
        said, strike = [row, *corrections.get(row.seq, ())], strikes.get(row.seq)
        *earlier, last = [each.facts or {} for each in said]
        changed_by = strike or (said[-1] if earlier else None)
        lines.append(PlayedLine(row, last, tuple(earlier), strike is not None, changed_by, said[-1].seq))
    return tuple(lines)


def replay_log(head: Head, rows: Sequence[LogRow]) -> tuple[Table, tuple[PlayedLine, ...]]:
    """Play the lines in force; return the table after them and every line in order of play, struck ones too.

    Raises SheetError at the first line that could not have been played, with its number; players are seat keys.
    """
    table, shown, number = open_table(head), [], 0
    for line in current_lines(rows):
        if line.struck:
            shown.append(line)
            continue
        number += 1
        before = table
        try:
            read = read_line(line.facts, table.variant.kind)
            table, entry = play(table, read)
        except SheetError as error:
            raise error.at_line(number) from error
        shown.append(line.played(number, read, entry, before))
    return table, tuple(shown)


def undo_target(rows: Sequence[LogRow]) -> int | None:
    """Return the row that Undo would take back: the last line or correction in force."""
    gone = undone_rows(rows)
    rows_in_force = (row for row in reversed(rows) if row.kind != UNDO and row.seq not in gone)
    return next((row.seq for row in rows_in_force if row.target not in gone), None)


def lines_changed_since(rows: Sequence[LogRow], seen: int) -> set[int]:
    """Return the numbers of the lines that rows after `seen` wrote, corrected, took back or put back."""
    line_of = _lines_by_row(rows)
    return {line_of[row.seq] for row in rows if row.seq > seen}


def _lines_by_row(rows: Iterable[LogRow]) -> Mapping[int, int]:
    """Return row -> the line that it is, or changes: its target's, which stands before it."""
    line_of: dict[int, int] = {}
    for row in rows:
        line_of[row.seq] = row.seq if row.target is None else line_of[row.target]
    return line_of


# ---------------------------------------------------------------- how a line came to what it is

CORRECTED, TAKEN_BACK, PUT_BACK = "corrected", "taken back", "put back"
CORRECTION_GONE, CORRECTION_BACK = "correction taken back", "correction put back"
MAX_EVENTS = 30
"""Changes of a line that are shown, the last ones.  Finding each takes a pass over all of the line's rows."""


class LineHistory:
    """The last changes of a line, oldest first: each a row, what it did, and what the line said until then.

    `version` is the row that says what the line says now; `omitted`, how many changes it had before those.
    """

    def __init__(self, rows: Sequence[LogRow]) -> None:
        first = max(1, len(rows) - MAX_EVENTS)
        self.omitted, self.events = first - 1, list[tuple[LogRow, str, Document]]()
        [before] = current_lines(rows[:first])
        for count, row in enumerate(rows[first:], start=first + 1):
            [after] = current_lines(rows[:count])
            self.events.append((row, _what(row, before, after), before.facts))
            before = after
        self.version = before.version


def line_histories(rows: Sequence[LogRow], of: Collection[int]) -> dict[int, LineHistory]:
    line_of = _lines_by_row(rows)
    about: dict[int, list[LogRow]] = {seq: [] for seq in of}
    for row in rows:
        line = line_of[row.seq]
        if line in about:
            about[line].append(row)
    return {seq: LineHistory(found) for seq, found in about.items() if found}


def _what(row: LogRow, before: PlayedLine, after: PlayedLine) -> str:
    if row.kind == CORRECT:
        return CORRECTED
    if before.struck != after.struck:
        return TAKEN_BACK if after.struck else PUT_BACK
    return CORRECTION_GONE if len(after.earlier) < len(before.earlier) else CORRECTION_BACK
