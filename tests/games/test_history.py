"""What stands after undos and corrections: the fold against playing the same taps on a plain list."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.history import MAX_EVENTS, LogRow, current_lines, line_histories, undo_target, undone_rows
from scorekeeper.models import CORRECT, LINE, UNDO

MOMENT = dt.datetime(2026, 11, 19, 20, tzinfo=dt.UTC)


def row(seq, kind=LINE, target=None, facts=None):
    facts = {"bid": seq} if kind != UNDO and facts is None else facts
    return LogRow(seq, kind, target, facts, None, MOMENT, "A phone")


def standing(rows):
    return [(line.row.seq, line.facts["bid"]) for line in current_lines(rows) if not line.struck]


@st.composite
def logs(draw):
    """Logs as the program writes them: an undo takes back what stands, a correction is of a line that stands."""
    rows = []
    for seq in range(1, draw(st.integers(0, 25)) + 1):
        gone = undone_rows(rows)
        can_go = [each.seq for each in rows if each.seq not in gone]
        lines = [each.seq for each in rows if each.kind == LINE and each.seq not in gone]
        kinds = [LINE, *([UNDO] * 2 if can_go else []), *([CORRECT] if lines else [])]
        kind = draw(st.sampled_from(kinds))
        target = {LINE: st.none(), UNDO: st.sampled_from(can_go or [0]), CORRECT: st.sampled_from(lines or [0])}[kind]
        rows.append(row(seq, kind, draw(target)))
    return rows


def by_states(rows):
    """The same told the slow way: each row's standing found by asking the rows after it."""

    def stands(each):
        return not any(later.kind == UNDO and later.target == each.seq and stands(later) for later in rows)

    lines = []
    for each in rows:
        if each.kind == LINE and stands(each):
            said = [later for later in rows if later.kind == CORRECT and later.target == each.seq and stands(later)]
            lines.append((each.seq, (said or [each])[-1].facts["bid"]))
    return lines


@given(logs())
def test_the_fold_is_what_the_words_say(rows):
    assert standing(rows) == by_states(rows)


def test_a_corrected_line_that_is_struck_keeps_its_last_words():
    rows = [row(1), row(2, CORRECT, 1), row(3, UNDO, 1)]
    (line,) = current_lines(rows)
    assert (line.struck, line.facts, line.earlier, line.changed_by.seq) == (True, {"bid": 2}, ({"bid": 1},), 3)
    assert undo_target(rows) is None, "a correction of a struck line is not what Undo is for"


def corrected_often(times):
    return [row(1), *(row(seq, CORRECT, 1) for seq in range(2, times + 2))]


def test_a_line_that_was_changed_too_often_is_told_with_its_last_changes():
    told = line_histories(corrected_often(MAX_EVENTS + 12), [1])[1]
    assert (told.omitted, len(told.events), told.version) == (12, MAX_EVENTS, MAX_EVENTS + 13)
    assert told.events[0][2] == {"bid": 13}, "what the last correction that is left out said"
    assert line_histories(corrected_often(MAX_EVENTS), [1])[1].omitted == 0
