"""The game of a table: what its hands come to whoever sits there, who may write it, and how the slip ends it."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.services.access.devices import new_device
from scorekeeper.services.errors import OpIdReused
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.games.view import read_game
from scorekeeper.services.league.closing import close_night
from scorekeeper.services.submission import Submission
from scorekeeper.services.tournaments.actions import undo_line
from scorekeeper.services.tournaments.links import CardTarget, LinkedTournament
from scorekeeper.services.tournaments.log import PhoneRequest
from scorekeeper.services.tournaments.table_games import (
    begin_table_game,
    check_table_open,
    end_table_game,
    read_table_game,
)
from scorekeeper.services.transaction import guest
from tests.databases import counted
from tests.factories import hand, op_id
from tests.services.tournaments.conftest import SETUP, THIRTEEN, Evening


@pytest.fixture
def phone(session, clock, alice):
    """Return a form from a phone at a table, Alice's unless another is named."""

    def phone(device=alice, number=None, clock=clock):
        return PhoneRequest(session, clock, 1, device, number or op_id())

    return phone


@pytest.fixture
def timed(session, form, league):
    """A tournament whose rounds end with the clock, its first round drawn."""
    assert league
    evening = Evening(session, form, replace(SETUP, end="clock", number=20))
    evening.enter(*THIRTEEN)
    evening.draw()
    return evening


@pytest.fixture
def record(session, clock, alice):
    def record(code, *lines):
        for facts in lines:
            seen = read_game(session, code).seq
            record_line(session, clock, code, facts, Submission(op_id=op_id(), seen=seen, device=alice))

    return record


def begin(evening, request, at=1):
    return begin_table_game(request, evening.id, evening.state.current, at, 0)


def table_of(evening):
    return evening.state.current.tables[0]


def test_a_substitute_plays_on_for_the_side_of_the_seat(session, timed, phone, record):
    code = begin(timed, phone())
    record(code, hand("1", 5), {"substitute": "Zed", "replaces": "1"}, hand("5", 5, lost=("low",), to="2"))
    scores = read_game(session, code).table.scores
    found = read_table_game(session, 1, table_of(timed))
    assert found.hands == 2
    assert found.points == (scores["5"], scores["2"]) == (scores["3"], scores["4"])
    assert found.points[0] > found.points[1] > 0


def test_a_game_of_other_sides_says_nothing_of_a_table(session, timed):
    table = replace(table_of(timed), sides=((1,), (2,), (3,)), game=1)
    assert read_table_game(session, 1, table) is None


def test_a_form_whose_game_was_taken_back_begins_no_other(form, timed, phone):
    sent = phone()
    code = begin(timed, sent)
    assert begin(timed, sent) == code
    undo_line(form(), timed.id, timed.view.seq)
    with pytest.raises(OpIdReused):
        begin(timed, sent)
    assert begin(timed, phone()) != code


def test_hands_are_written_in_the_game_of_the_table_alone(session, form, timed, phone):
    begin(timed, phone())
    first = table_of(timed).game
    card = CardTarget(LinkedTournament(1, timed.id), timed.state.current.seq, 1)
    check_table_open(session.connection(), card, first)
    undo_line(form(), timed.id, timed.view.seq)
    begin(timed, phone())
    check_table_open(session.connection(), card, table_of(timed).game)
    with pytest.raises(ImpossibleFact, match="took these hands back"):
        check_table_open(session.connection(), card, first)


def test_a_guest_is_asked_about_once_the_game_is_locked(session, clock, timed, phone, alice):
    code = begin(timed, phone())
    before = []
    submission = Submission(op_id=op_id(), seen=0, device=alice)
    with counted(session.get_bind()) as sent, guest(session, lambda _connection: before.extend(sent)):
        record_line(session, clock, code, hand("1", 5), submission)
    assert any("games.code" in statement for statement in before)


@pytest.mark.parametrize("stranger", [True, False], ids=["a player", "the director"])
def test_a_slip_after_the_night_stays_without_the_end_of_its_game(
    session, clock, form, timed, phone, record, alice, stranger
):
    code = begin(timed, phone())
    record(code, hand("1", 5))
    close_night(form(), code)
    clock.now += dt.timedelta(hours=1)
    timed.slip(1, (20, 10))
    end_table_game(phone(new_device("A player's") if stranger else alice), timed.view.setup, table_of(timed))
    assert not read_game(session, code).table.finished


def test_a_hand_saved_at_the_same_moment_does_not_keep_the_game_open(session, clock, timed, phone, record):
    code = begin(timed, phone())
    record(code, hand("1", 5))
    timed.slip(1, (20, 10))
    asked = []

    def slow_clock():
        asked.append(1)
        if len(asked) == 2:  # the game is read, and its end not written yet
            record(code, hand("2", 5))
        return clock()

    end_table_game(phone(clock=slow_clock), timed.view.setup, table_of(timed))
    played = read_game(session, code).table
    assert (played.hands, played.finished) == (2, True)
