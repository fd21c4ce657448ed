"""A game as people look at it: the standing, every line with what it did, and what it replaced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.frozen import statically_frozen
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.table import open_table, play
from scorekeeper.services.history import written_lines

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.sheet import Document, Head, Line
    from scorekeeper.rules.table import Entry, Table
    from scorekeeper.services.history import Row, Written


@statically_frozen
class ShownLine:
    """A line of the log.  Players are seat keys throughout."""

    seq: int
    """The row it was written in: what a correction names as its target."""
    number: int | None
    """1.. among the lines that stand, None for a struck one."""
    facts: Document
    """One line of a scoresheet, as it stands now."""
    read: Line | None
    """The same as it was read, to be counted; None for a struck one."""
    entry: Entry | None
    """What it did; None for a struck one."""
    before: Table | None
    """The table it was played at, to know its dealer and standing; None for a struck one."""
    struck: bool
    corrected: tuple[Document, ...]
    """The facts it had before, oldest first; empty where it stands as it was first written."""
    reason: str | None
    """Why it was corrected or struck."""
    recorded_at: dt.datetime
    device_name: str
    said_by: str | None
    """Who held that device, where he had said so."""
    changed_at: dt.datetime | None
    """When it was last corrected or struck, None if never."""
    changed_by: str | None
    """The device that did, and in `changed_by_whom` who held it, where he had said so."""
    changed_by_whom: str | None
    changed_seq: int | None
    """The row that did: what an undo of the change names as its target."""

    @property
    def version(self) -> int:
        """Give the row that says what the line says now: what another phone agrees with or disputes."""
        return self.seq if self.struck or self.changed_seq is None else self.changed_seq


@dataclass(frozen=True)
class GameView:
    """A whole game.  Players are seat keys; `names` says who they are."""

    code: str
    title: str | None
    date: dt.date | None
    seq: int
    head: Head
    names: Mapping[str, str]
    table: Table
    lines: tuple[ShownLine, ...]
    last_action: int | None
    """The row that Undo would take back; None when there is nothing to take back."""
    rows: tuple[Row, ...] = ()
    """The log as it was written, undo rows and all."""

    def table_at(self, seen: int) -> Table:
        """Give the table a phone had before it that knows the game up to row `seen`."""
        return next((line.before for line in self.lines if line.seq > seen and line.before is not None), self.table)


def show_lines(head: Head, rows: Sequence[Row]) -> tuple[Table, tuple[ShownLine, ...]]:
    """Play what stands; give the table after it and every line in order of play, live and struck.

    Raises SheetError at the first line that could not have been played so, with its number; players are seat keys.
    """
    table, shown, number = open_table(head), [], 0
    for line in written_lines(rows):
        if line.struck:
            shown.append(_shown(line))
            continue
        number += 1
        before = table
        try:
            read = read_line(line.facts, table.variant.kind)
            table, entry = play(table, read)
        except SheetError as error:
            raise error.at_line(number) from error
        shown.append(_shown(line, number, read, entry, before))
    return table, tuple(shown)


def _shown(
    line: Written,
    number: int | None = None,
    read: Line | None = None,
    entry: Entry | None = None,
    before: Table | None = None,
) -> ShownLine:
    change = line.changed_by
    return ShownLine(
        seq=line.row.seq,
        number=number,
        facts=line.facts,
        read=read,
        entry=entry,
        before=before,
        struck=line.struck,
        corrected=line.earlier,
        reason=change.reason if change else None,
        recorded_at=line.row.recorded_at,
        device_name=line.row.device,
        said_by=line.row.who,
        changed_at=change.recorded_at if change else None,
        changed_by=change.device if change else None,
        changed_by_whom=change.who if change else None,
        changed_seq=change.seq if change else None,
    )
