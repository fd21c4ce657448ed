"""Corrected: everything after it follows, and what cannot be is refused at its own field."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import ImpossibleFact, UnreadableSheet
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.history import undo_target
from scorekeeper.services.games.lines import record_line, undo
from scorekeeper.services.games.view import read_game
from scorekeeper.services.submission import Submission
from tests.factories import draft, hand, op_id


def test_a_correction_moves_everything_after_it(record, correct, game):
    record(hand("1", 5))
    record(hand("2", 5))
    correct(1, hand("1", 8, lost=["trey"], to="2"), reason="Eight, and the trey was lost.")
    view = game()
    first, second = view.lines
    assert first.entry.scores == {"1": -8, "2": 3, "3": -8, "4": 3}
    assert second.entry.scores == view.table.scores == {"1": -8, "2": 13, "3": -8, "4": 13}
    assert (first.earlier, first.reason) == ((hand("1", 5),), "Eight, and the trey was lost.")
    assert undo_target(view.rows) == 3


def test_the_last_correction_counts_and_undoing_it_shows_the_one_before(record, correct, take_back, game):
    record(hand("1", 4))
    correct(1, hand("1", 5))
    correct(1, hand("1", 6))
    assert (game().lines[0].facts["bid"], [old["bid"] for old in game().lines[0].earlier]) == (6, [4, 5])
    take_back(3)
    assert (game().lines[0].facts["bid"], [old["bid"] for old in game().lines[0].earlier]) == (5, [4])
    assert undo_target(game().rows) == 2


def test_a_line_that_never_happened(record, correct, game):
    record(hand("1", 4))
    record(hand("2", 5))
    correct(1, None, reason="That was yesterday.")
    assert [(line.struck, line.reason) for line in game().lines] == [(True, "That was yesterday."), (False, None)]


def test_a_correction_that_cannot_be_is_refused_at_its_own_field(record, correct, game):
    record(hand("1", 4))
    record(hand("2", 5))
    with pytest.raises(ImpossibleFact, match="11 is too high") as refused:
        correct(1, hand("1", 11))
    assert (refused.value.field, refused.value.line, game().seq) == ("bid", 1, 2)


def test_a_correction_that_ends_the_game_too_early_names_the_hand_in_the_way(record, correct, game):
    for _ in range(3):
        record(hand("2", 8))
    with pytest.raises(ImpossibleFact) as refused:
        correct(1, {"adjust": {"2": 60}, "reason": "Just so."})  # the second hand then ends the game
    assert (refused.value.field, refused.value.line) == ("line", 3)
    assert refused.value.message == "The game would then end before hand 3. Take that one back first."
    assert game().seq == 3


def test_a_correction_of_the_last_hand_may_end_the_game(record, correct, game):
    for _ in range(5):
        record(hand("2", 8))
    record(hand("1", 4))
    correct(6, hand("2", 8))
    assert game().table.winners == ("2", "4")


def test_a_correction_that_makes_a_later_line_impossible_names_it(session, clock, alice):
    code = create_game(session, clock, alice, draft(("Ann", "Bob", "Cy"), variant="money-pitch"))
    say = {"device": alice}
    record_line(session, clock, code, {"join": "Gus"}, Submission(op_id=op_id(), seen=0, **say))
    points = {"bidder": "4", "bid": 2, "points": {"high": "4", "low": "4"}}
    record_line(session, clock, code, points, Submission(op_id=op_id(), seen=1, **say))
    with pytest.raises(ImpossibleFact) as refused:
        undo(session, clock, code, 1, Submission(op_id=op_id(), seen=2, **say))
    assert (refused.value.field, refused.value.line) == ("line", 1)
    assert refused.value.message == "Then hand 1 wouldn't work: Gus is not at the table."
    view = read_game(session, code)
    assert (view.seq, view.names) == (2, {"1": "Ann", "2": "Bob", "3": "Cy", "4": "Gus"})


def test_a_correction_that_changes_nothing_is_no_line(record, correct, game):
    record(hand("1", 4))
    assert (saved := correct(1, hand("1", 4))).agreed
    correct(1, hand("1", 5))
    again = correct(1, hand("1", 5), reason="Five!")
    assert (saved.seq, again.seq, again.agreed, game().seq) == (1, 2, True, 2)


def test_only_a_line_is_corrected(record, take_back, correct):
    record(hand())
    take_back(1)
    take_back(2)
    for target in (2, 3, 4):
        with pytest.raises(ImpossibleFact, match="isn't in this game"):
            correct(target, hand())


def test_a_reason_has_an_end(record, correct, take_back):
    record(hand())
    with pytest.raises(UnreadableSheet) as refused:
        correct(1, hand(bid=6), reason="x" * 2001)
    assert refused.value.field == "reason"
    with pytest.raises(UnreadableSheet):
        take_back(1, reason="\ud800")
