"""What stands after every undo and correction: a pure fold of a game's rows into the lines that count.

A row of kind "undo" takes back its target, whatever that is: a line, a correction, or an undo (which puts back what
that took away).  A "correct" row stands in place of its line; of several the last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.models.line import CORRECT, LINE, UNDO

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from scorekeeper.rules.sheet import Document


@dataclass(frozen=True)
class Row:
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
    """Name of who held it, where he had said so."""


@dataclass(frozen=True)
class Written:
    """A line as it stands now.  `facts` are the last that were given, `earlier` those they replaced, oldest first."""

    row: Row
    facts: Document
    earlier: tuple[Document, ...]
    struck: bool
    changed_by: Row | None
    """The correction or undo that made it what it is, None when it is as it was first written."""


def undone(rows: Iterable[Row]) -> set[int]:
    """Give the numbers of the rows that are taken back.

    An undo always points backwards, so going from the last row to the first each undo is known to stand before its
    target is met.
    """
    gone: set[int] = set()
    for row in sorted(rows, key=lambda row: -row.seq):
        if row.kind == UNDO and row.seq not in gone and row.target is not None:
            gone.add(row.target)
    return gone


def written_lines(rows: Sequence[Row]) -> tuple[Written, ...]:
    """Give every line in order of play, live and struck."""
    gone = undone(rows)
    strikes = {row.target: row for row in rows if row.kind == UNDO and row.seq not in gone}
    corrections: dict[int | None, list[Row]] = {}
    for row in rows:
        if row.kind == CORRECT and row.seq not in gone:
            corrections.setdefault(row.target, []).append(row)
    return tuple(_written(row, corrections.get(row.seq, []), strikes.get(row.seq)) for row in rows if row.kind == LINE)


def _written(row: Row, corrections: Sequence[Row], strike: Row | None) -> Written:
    *earlier, last = [each.facts or {} for each in (row, *corrections)]
    changed_by = strike or (corrections[-1] if corrections else None)
    return Written(row, last, tuple(earlier), strike is not None, changed_by)


def last_action(rows: Sequence[Row]) -> int | None:
    """Give the row Undo would take back: the last line or correction that stands, and is of a line that stands."""
    gone = undone(rows)
    standing = (row for row in reversed(rows) if row.kind != UNDO and row.seq not in gone)
    return next((row.seq for row in standing if row.target not in gone), None)


def touched_since(rows: Sequence[Row], seen: int) -> set[int]:
    """Give the numbers of the lines that rows after `seen` wrote, corrected, took back or put back."""
    by_seq = {row.seq: row for row in rows}
    return {_line_of(row, by_seq) for row in rows if row.seq > seen}


def _line_of(row: Row, by_seq: Mapping[int, Row]) -> int:
    while row.target is not None:
        row = by_seq[row.target]
    return row.seq


# ---------------------------------------------------------------- how a line came to what it is

CORRECTED, TAKEN_BACK, PUT_BACK = "corrected", "taken back", "put back"
CORRECTION_GONE, CORRECTION_BACK = "correction taken back", "correction put back"


@dataclass(frozen=True)
class Event:
    """What a row did to a line; `was` is what the line said until then."""

    row: Row
    what: str
    was: Document


@dataclass(frozen=True)
class Story:
    """A line with everything that became of it, oldest first."""

    line: Row
    events: tuple[Event, ...]
    version: int
    """The row that says what the line says now: its own, or the correction that stands."""


def stories(rows: Sequence[Row], of: Collection[int]) -> dict[int, Story]:
    """Give line -> its story, for the lines `of` those numbers."""
    by_seq = {row.seq: row for row in rows}
    about: dict[int, list[Row]] = {seq: [] for seq in of}
    for row in rows:
        line = _line_of(row, by_seq)
        if line in about:
            about[line].append(row)
    return {seq: _story(found) for seq, found in about.items() if found}


def _story(rows: Sequence[Row]) -> Story:
    line, events = rows[0], []
    [before] = written_lines(rows[:1])
    for count, row in enumerate(rows[1:], start=2):
        [after] = written_lines(rows[:count])
        events.append(Event(row, _what(row, before, after), before.facts))
        before = after
    return Story(line, tuple(events), version_of(before, rows))


def _what(row: Row, before: Written, after: Written) -> str:
    if row.kind == CORRECT:
        return CORRECTED
    if before.struck != after.struck:
        return TAKEN_BACK if after.struck else PUT_BACK
    return CORRECTION_GONE if len(after.earlier) < len(before.earlier) else CORRECTION_BACK


def version_of(line: Written, rows: Sequence[Row]) -> int:
    """Give the row that says what a line says now: its own, or the last correction that stands."""
    gone = undone(rows)
    said = [row.seq for row in rows if row.kind == CORRECT and row.target == line.row.seq and row.seq not in gone]
    return said[-1] if said else line.row.seq
