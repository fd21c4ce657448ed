"""Check that a game's log is possible: row by row, each change when it was made.

A change replays the game from the line it changes, no earlier one, so undoing the last hand costs one hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.models.line import CORRECT, LINE, UNDO
from scorekeeper.rules.errors import SheetError, impossible
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.table import open_table
from scorekeeper.services.games.replay import replay_log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.rules.sheet import Head
    from scorekeeper.rules.table import Table
    from scorekeeper.services.games.history import LogRow, PlayedLine

STEPS, STEPS_PER_ROW = 20_000, 20
"""The most lines replayed for the changes of a game: `STEPS`, and `STEPS_PER_ROW` more for each of its rows.

No game of up to 200 rows needs more, whatever was changed; without a limit a file of 2 MB takes minutes.
"""


def replay_as_written(head: Head, rows: Sequence[LogRow]) -> tuple[Table, tuple[PlayedLine, ...]]:
    """Replay a log as it was written, undos and corrections when they came; return the table and the lines.

    Raises SheetError with the number of the row that could not have been written: a change of a row that is not there
    is one, and one after so many others that checking it would take too long.
    """
    if any(row.kind != LINE for row in rows):
        log = _Log(head, STEPS + STEPS_PER_ROW * len(rows))
        for row in rows:
            try:
                log.add(row)
            except SheetError as error:
                raise error.at_line(row.seq) from error
    return replay_log(head, rows)


class _Log:
    """A log up to some row: which rows are in force, and the table before every line and after the last."""

    def __init__(self, head: Head, steps: int) -> None:
        self._tables = [open_table(head)]
        self._rows: dict[int, LogRow] = {}
        self._lines: list[int] = []
        self._places: dict[int, int] = {}
        """Row -> the place among the lines of the line that it is, or changes."""
        self._undos: dict[int, int] = {}
        """Row -> how many undos in force take it back; rows that none does are left out."""
        self._corrections: dict[int, list[LogRow]] = {}
        self._steps = steps

    def add(self, row: LogRow) -> None:
        """Add the next row.  Raises SheetError if it could not have been."""
        if row.kind == LINE:
            place = len(self._lines)
            self._lines.append(row.seq)
            self._tables.append(self._after(row, self._tables[-1]))
        else:
            place = self._places[self._target(row).seq]
            if row.kind == UNDO:
                self._toggle(row)
            else:
                self._corrections.setdefault(self._lines[place], []).append(row)
        self._rows[row.seq], self._places[row.seq] = row, place
        if row.kind != LINE:
            self._replay(place)

    def _target(self, row: LogRow) -> LogRow:
        target = self._rows.get(row.target or 0)
        if target is None or (row.kind == CORRECT and target.kind != LINE):
            raise impossible("target", "there is no row to change.")
        if target.seq in self._undos:
            raise impossible("target", "that row was already taken back.")
        return target

    def _toggle(self, undo: LogRow) -> None:
        """Take back what an undo names; where that is an undo, what it took back may be in force again, and so on."""
        row, change = undo, 1
        while row.kind == UNDO and row.target is not None:
            self._step()
            target = row.target
            before = self._undos.get(target, 0)
            if before + change:
                self._undos[target] = before + change
            else:
                del self._undos[target]
            if bool(before) == bool(before + change):
                return
            row, change = self._rows[target], -change

    def _replay(self, start: int) -> None:
        """Replay the lines from a place on."""
        table = self._tables[start]
        for place in range(start, len(self._lines)):
            self._step()
            seq = self._lines[place]
            if seq not in self._undos:
                table = self._after(self._facts_row(seq), table)
            self._tables[place + 1] = table

    def _facts_row(self, line: int) -> LogRow:
        """Return the row with the facts of a line: its last correction in force, or itself."""
        for row in reversed(self._corrections.get(line, ())):
            if row.seq not in self._undos:
                return row
            self._step()
        return self._rows[line]

    def _after(self, row: LogRow, table: Table) -> Table:
        return play(table, read_line(row.facts, table.variant.kind))[0]

    def _step(self) -> None:
        self._steps -= 1
        if self._steps < 0:
            raise impossible("lines", "this game is too long, with too many changes, to check.")
