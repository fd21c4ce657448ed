"""A log is checked as it was written, row by row, without playing the whole game again for each change."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.history import LogRow, replay_log, undone_rows
from scorekeeper.models import CORRECT, LINE, UNDO
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.sheet import Head
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.transfer.document_checks import replay_as_written
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


def rows_of(*written):
    return [row(seq, *each) for seq, each in enumerate(written, start=1)]


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


def by_whole_games(head, rows):
    """Check the same the slow way: the whole game once for each row."""
    for count, each in enumerate(rows, start=1):
        before = rows[: count - 1]
        if each.kind != LINE:
            target = next((it for it in before if it.seq == each.target), None)
            if target is None or (each.kind == CORRECT and target.kind != LINE) or target.seq in undone_rows(before):
                return ("no target", each.seq)
        try:
            table, lines = replay_log(head, rows[:count])
        except SheetError as error:
            return (say_refusal(error.refusal), each.seq)
    return table, lines


def as_written(head, rows):
    for count in range(1, len(rows) + 1):
        try:
            found = replay_as_written(head, rows[:count])
        except SheetError as error:
            return ("no target" if error.field == "target" else say_refusal(error.refusal), error.line)
    return found


@given(logs(), st.sampled_from([20, 40]))
def test_a_log_is_checked_as_if_each_row_replayed_the_whole_game(rows, target):
    assert as_written(head(target), rows) == by_whole_games(head(target), rows)


@pytest.mark.parametrize(
    "changes",
    [lambda seq: (UNDO, seq - 1), lambda seq: (CORRECT, 1, 5) if seq > 750 else (LINE,)],
    ids=["each row takes back the one before", "the first of many hands is corrected again and again"],
)
def test_changes_that_would_take_minutes_to_check_are_refused(changes):
    rows = rows_of((LINE,), *(changes(seq) for seq in range(2, 1501)))
    with pytest.raises(SheetError, match="with too many changes"):
        replay_as_written(head("none"), rows)


def test_nothing_that_two_hundred_rows_may_say_is_too_much():
    chain = rows_of((LINE,), *((UNDO, seq - 1) for seq in range(2, 201)))
    early = rows_of(*[(LINE,)] * 100, *[(CORRECT, 1, 5)] * 100)
    for rows in (chain, early):
        assert replay_as_written(head("none"), rows) == replay_log(head("none"), rows)
