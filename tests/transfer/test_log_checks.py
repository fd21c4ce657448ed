"""The changes of a log are checked one by one, and what is in force after them is played once."""

import datetime as dt
from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.games.history import LogRow, current_lines, replay_log, undone_rows
from scorekeeper.models import CORRECT, LINE, UNDO
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.sheet import Head
from scorekeeper.transfer.league_import import replay_as_written
from scorekeeper.variants.catalogue import find_variant
from tests.factories import TEN_POINT, hand

AT = dt.datetime(2026, 11, 19, 20, tzinfo=dt.UTC)
PLAYERS = ("1", "2", "3", "4")
BIDS = (5, 9)


def head(target):
    sides = (("1", "3"), ("2", "4"))
    return Head(find_variant(TEN_POINT), PLAYERS, "4", sides, rules={"finish.target": target})


def row(seq, kind=LINE, target=None, bid=5):
    """A row of a log; a bid of 5 is made and one of 9 is set."""
    facts = None if kind == UNDO else hand(bid=bid, lost=() if bid == 5 else ("low", "jack"))
    return LogRow(seq, kind, target, facts, None, AT, "A phone")


@st.composite
def logs(draw):
    """Logs that may have been written, and now and then a row that may not."""
    rows = []
    for seq in range(1, draw(st.integers(1, 16)) + 1):
        kind = draw(st.sampled_from([LINE, LINE, UNDO, UNDO, CORRECT])) if rows else LINE
        gone = undone_rows(rows)
        likely = [each.seq for each in rows if each.seq not in gone and (kind == UNDO or each.kind == LINE)]
        target = None if kind == LINE else draw(st.sampled_from([*likely * 3, *range(seq + 1)]))
        rows.append(row(seq, kind, target, draw(st.sampled_from(BIDS))))
    return rows


def could_be(head, rows):
    """Check the same the slow way; return the row at fault, None for a log that could have been written."""
    for row in rows:
        before = rows[: row.seq - 1]
        target = next((it for it in before if it.seq == row.target), None)
        gone = row.target in undone_rows(before)
        if row.kind != LINE and (target is None or gone or (row.kind == CORRECT and target.kind != LINE)):
            return row.seq
    try:
        replay_log(head, rows)
    except SheetError as error:
        return [line.seq for line in current_lines(rows) if not line.struck][error.line - 1]


@given(logs(), st.sampled_from([20, 40]))
@example([row(1), *(row(seq, UNDO, at) for seq, at in enumerate((1, 2, 3, 2, 4, 1), 2))], 20)  # 3 and 5 undo 2
def test_a_change_names_a_row_that_stands_then(rows, target):
    assert refused_at(head(target), rows) == could_be(head(target), rows)


def refused_at(head, rows):
    try:
        replay_as_written(head, rows)
    except SheetError as error:
        return error.line


def test_what_a_correction_replaced_can_be_read_too():
    rows = [row(1), row(2, CORRECT, 1)]
    rows[0] = replace(rows[0], facts={"bidder": 7})
    assert refused_at(head(40), rows) == 1
