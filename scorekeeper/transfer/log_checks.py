"""Check that a game's log is possible: row by row, each change when it was made.

A change replays the game from the line it changes, no earlier one, so undoing the last hand costs one hand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from scorekeeper.games.history import LogRow, PlayedLine
from scorekeeper.games.replay import replay_log
from scorekeeper.models.line import CORRECT, LINE, UNDO
from scorekeeper.rules.errors import SheetError, impossible
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.sheet import Head
from scorekeeper.rules.table import Table, open_table

STEPS, STEPS_PER_ROW = 20_000, 20
"""The most lines replayed for the changes of a game: `STEPS`, and `STEPS_PER_ROW` more for each of its rows.

No game of up to 200 rows needs more, whatever was changed; without a limit a file of 2 MB takes minutes.
"""


def replay_as_written(head: Head, rows: Sequence[LogRow]) -> tuple[Table, tuple[PlayedLine, ...]]:
    """Replay a log, numbered from 1, as it was written; return the table after it and the lines.

    Raises SheetError with the number of the row that could not have been written: a change of a row that is not there
    is one, and one after so many others that checking it would take too long.
    """
    if any(row.kind != LINE for row in rows):
        log = _Log(head, rows)
        for row in rows:
            try:
                log.replay(log.add(row))
            except SheetError as error:
                raise error.at_line(row.seq) from error
    return replay_log(head, rows)


class _Log:
    """A log up to some row: which rows are in force, and the table before every line and after the last."""

    def __init__(self, head: Head, rows: Sequence[LogRow]) -> None:
        self._rows, self._tables, self._lines = rows, [open_table(head)], list[int]()
        self._places: dict[int, int] = {}
        """Row -> the place among the lines of the line that it is, or changes."""
        self._undos: Counter[int] = Counter()
        """Row -> how many undos in force take it back."""
        self._corrections: defaultdict[int, list[LogRow]] = defaultdict(list)
        self._steps = STEPS + STEPS_PER_ROW * len(rows)

    def add(self, row: LogRow) -> int:
        """Add the next row; return the place of the line that it is, or changes."""
        if row.kind == LINE:
            self._places[row.seq] = len(self._lines)
            self._lines.append(row.seq)
            self._tables.append(self._tables[-1])
            return self._places[row.seq]
        target = self._rows[row.target - 1] if row.target is not None and 0 < row.target < row.seq else None
        if target is None or (row.kind == CORRECT and target.kind != LINE):
            raise impossible("target", "there is no row to change.")
        if self._undos[target.seq]:
            raise impossible("target", "that row was already taken back.")
        place = self._places[row.seq] = self._places[target.seq]
        if row.kind == UNDO:
            self._toggle(row)
        else:
            self._corrections[place].append(row)
        return place

    def _toggle(self, row: LogRow) -> None:
        """Take back what an undo names; where that is an undo, what it took back may be in force again, and so on."""
        change = 1
        while row.kind == UNDO and row.target is not None:
            self._step()
            before, after = self._undos[row.target], self._undos[row.target] + change
            self._undos[row.target] = after
            if bool(before) == bool(after):
                return
            row, change = self._rows[row.target - 1], -change

    def replay(self, start: int) -> None:
        """Replay the lines from a place on."""
        table = self._tables[start]
        for place in range(start, len(self._lines)):
            self._step()
            if not self._undos[self._lines[place]]:
                table = play(table, read_line(self._facts_row(place).facts, table.variant.kind))[0]
            self._tables[place + 1] = table

    def _facts_row(self, place: int) -> LogRow:
        """Return the row with the facts of a line: its last correction in force, or itself."""
        for row in reversed(self._corrections[place]):
            if not self._undos[row.seq]:
                return row
            self._step()
        return self._rows[self._lines[place] - 1]

    def _step(self) -> None:
        self._steps -= 1
        if self._steps < 0:
            raise impossible("lines", "this game is too long, with too many changes, to check.")
