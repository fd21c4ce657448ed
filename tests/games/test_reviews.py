"""Agreed, disputed: what the other side says to a line, until it is corrected."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlalchemy import exc, select, update

from scorekeeper.core.transaction import Submission, write_transaction
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game
from scorekeeper.games.history import line_histories
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.games.reviews import read_reviews, review_line
from scorekeeper.models import LineReview
from scorekeeper.rules.errors import ImpossibleFact
from tests.databases import counted
from tests.factories import draft, hand, op_id


@pytest.fixture
def code(session, clock, alice):
    """Alice's phone entered hands 1 and 2."""
    code = create_game(Submission(session, clock, alice), draft())
    for seq in range(2):
        record_line(Submission(session, clock, alice, seen=seq), code, hand())
    return code


@pytest.fixture
def speak(session, clock, code):
    def speak(device, says, seq=1, note=None, number=None):
        form = Submission(session, clock, device, op_id=number or op_id())
        review_line(form, code, seq, says, note)

    return speak


@pytest.fixture
def told(session, code):
    """What was said of a row: (phone, says, note, whether it counts)."""

    def told(seq=1):
        heard = read_reviews(session, code, [seq])[seq]
        return [(it.phone, it.says, it.note, it in heard.counting) for it in heard.every]

    return told


def now_says(session, code, line=1):
    return line_histories(read_game(session, code).rows, [line])[line].version


def test_a_clock_that_steps_back_turns_no_review_round(speak, told, bob, clock):
    speak(bob, "dispute")
    clock.now -= dt.timedelta(hours=2)
    speak(bob, "agree")
    assert told()[-1] == ("Bob's phone", "agree", None, True)


def test_the_same_twice_is_said_once(speak, told, bob):
    speak(bob, "dispute", note="No low.")
    speak(bob, "dispute")
    speak(bob, "dispute", note="No low.")
    assert told() == [("Bob's phone", "dispute", "No low.", True)]
    speak(bob, "dispute", note="And no trey.")
    assert [note for _, _, note, _ in told()] == ["No low.", "And no trey."]


def test_an_undo_says_nothing_of_a_hand(session, clock, code, speak, alice, bob):
    undo(Submission(session, clock, alice, seen=2), code, 2)
    with pytest.raises(ImpossibleFact, match="isn't in this game"):
        speak(bob, "agree", seq=3)


def test_a_review_is_never_changed(session, speak, bob):
    speak(bob, "dispute")
    with pytest.raises(exc.DatabaseError, match="only ever added"), write_transaction(session) as connection:
        connection.execute(update(LineReview).values(says="agree"))


# ---------------------------------------------------------------- a correction makes it an opinion of before


@pytest.fixture
def corrected(session, clock, code, speak, alice, bob):
    """Bob disputed hand 1, and Alice corrected it: row 3."""
    speak(bob, "dispute", note="I bid six.")
    correct_line(Submission(session, clock, alice, seen=2, reason="Six."), code, 1, hand(bid=6))
    return code


def test_a_correction_that_is_undone_brings_the_dispute_back(session, clock, corrected, alice):
    undo(Submission(session, clock, alice, seen=3), corrected, 3)
    assert now_says(session, corrected) == 1
    assert [it.phone for it in read_reviews(session, corrected, [1])[1].disputes] == ["Bob's phone"]


def test_who_entered_the_hand_may_dispute_its_correction(session, clock, code, speak, told, alice, bob):
    correct_line(Submission(session, clock, bob, seen=2), code, 1, hand(bid=6))
    speak(alice, "dispute", seq=3)
    assert told(3) == [("Alice's phone", "dispute", None, True)]


# ---------------------------------------------------------------- two phones that save the same agree


def test_the_same_from_another_phone_is_an_agreement(session, clock, code, told, bob):
    for _ in range(2):  # an impatient thumb
        record_line(Submission(session, clock, bob, op_id="the-form", seen=1), code, hand())
    assert told(2) == [("Bob's phone", "agree", None, True)]


def test_a_form_that_agreed_and_comes_again_takes_back_no_dispute(session, clock, code, speak, told, bob):
    form = {"op_id": op_id(), "seen": 1, "device": bob}
    record_line(Submission(session, clock, **form), code, hand())
    speak(bob, "dispute", seq=2, note="No jack.")
    assert record_line(Submission(session, clock, **form), code, hand()).replayed
    assert told(2)[-1] == ("Bob's phone", "dispute", "No jack.", True)


def test_a_form_that_agreed_comes_again_after_the_line_was_corrected_to_and_fro(session, clock, code, told, alice, bob):
    form = {"op_id": op_id(), "seen": 1, "device": bob}
    record_line(Submission(session, clock, **form), code, hand())
    for seen, bid in ((2, 6), (3, 5)):
        correct_line(Submission(session, clock, alice, seen=seen), code, 2, hand(bid=bid))
    assert record_line(Submission(session, clock, **form), code, hand()).replayed
    assert (len(told(2)), told(4)) == (1, []), "he said it of what the line said then"


def test_the_same_from_the_same_phone_is_none(session, clock, code, told, alice):
    assert record_line(Submission(session, clock, alice, seen=1), code, hand()).agreed
    assert told(2) == []


def test_all_reviews_of_a_page_are_one_question(session, engine, code, speak, bob):
    speak(bob, "agree")
    speak(bob, "dispute", seq=2)
    with counted(engine) as sent:
        found = read_reviews(session, code, [1, 2])
    assert (len(sent), sorted(found)) == (1, [1, 2])
    assert read_reviews(session, code, []) == {}
    assert session.scalars(select(LineReview.says)).all() == ["agree", "dispute"]
