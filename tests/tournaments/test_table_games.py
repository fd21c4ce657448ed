"""The game of a table: what its hands come to whoever sits there, who may write it, and how the slip ends it."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from scorekeeper.access.codes import new_device
from scorekeeper.core.transaction import Submission
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import record_line
from scorekeeper.league.nights import close_night
from scorekeeper.tournaments.actions import enter_slip, undo_line
from scorekeeper.tournaments.maths.rounds import Slip
from scorekeeper.tournaments.table_games import (
    begin_table_game,
    end_table_game,
    read_table_game,
    update_games_after_undo,
)
from tests.factories import hand, op_id
from tests.tournaments.conftest import SETUP, THIRTEEN, Evening


@pytest.fixture
def phone(session, clock, alice):
    """Return a form from a phone at a table, Alice's unless another is named."""

    def phone(device=alice, number=None, clock=clock):
        return Submission(session, clock, device, league_id=1, op_id=number or op_id())

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
            record_line(Submission(session, clock, alice, seen=seen), code, facts)

    return record


def begin(evening, request, at=1):
    return begin_table_game(request, evening.id, (len(evening.state.rounds), at), 0)


def table_of(evening):
    return evening.state.current.tables[0]


def test_a_substitute_plays_on_for_the_side_of_the_seat(session, timed, phone, record):
    code = begin(timed, phone())
    record(code, hand("1", 5), {"substitute": "Zed", "replaces": "1"}, hand("5", 5, lost=("low",), to="2"))
    scores = read_game(session, code).table.scores
    _, played, slip = read_table_game(session, 1, table_of(timed))
    assert played.hands == 2
    assert slip.points == (scores["5"], scores["2"]) == (scores["3"], scores["4"])
    assert slip.points[0] > slip.points[1] > 0


@pytest.fixture
def late_slip(clock, form, timed, phone, record):
    """The code of a game with a hand, whose table hands its slip in an hour after the night was closed."""
    code = begin(timed, phone())
    record(code, hand("1", 5))
    close_night(form(), code)
    clock.now += dt.timedelta(hours=1)
    timed.slip(1, (20, 10))
    return code


def test_a_slip_from_a_player_after_the_night_stays_without_the_end_of_its_game(session, timed, phone, late_slip):
    end_table_game(phone(new_device("A player's")), timed.view.setup, table_of(timed))
    assert not read_game(session, late_slip).table.finished


def test_the_director_ends_the_game_of_a_slip_after_the_night_and_the_log_says_why(session, timed, phone, late_slip):
    end_table_game(phone(), timed.view.setup, table_of(timed))
    game = read_game(session, late_slip)
    assert game.table.finished
    assert game.lines[-1].row.reason == "The table's slip decides the result."


def end_with_slip(evening, form, phone, points):
    """Save the director's slip of table 1, and end its game; return the number of its line."""
    number = op_id()
    enter_slip(form(number), evening.id, (1, 1), Slip(points))
    end_table_game(phone(number=number), evening.view.setup, table_of(evening))
    return evening.seq


@pytest.mark.parametrize("third", [2, 0], ids=["the line that brought it back", "the slip itself"])
def test_undoing_a_slip_opens_the_game_that_it_ended_and_bringing_it_back_ends_it(
    session, form, timed, phone, record, third
):
    code = begin(timed, phone())
    record(code, hand("1", 5))
    line = end_with_slip(timed, form, phone, (20, 10))
    assert read_game(session, code).table.finished
    for target, finished in ((line, False), (line + 1, True), (line + third, False)):
        sent = form()
        update_games_after_undo(sent, *undo_line(sent, timed.id, target))
        assert read_game(session, code).table.finished is finished, target


def test_undoing_a_slip_leaves_a_game_that_its_players_ended(session, form, timed, phone, record):
    code = begin(timed, phone())
    record(code, hand("1", 5), {"end": "leaders"})
    line = end_with_slip(timed, form, phone, (20, 10))
    update_games_after_undo(form(), *undo_line(form(), timed.id, line))
    assert read_game(session, code).table.finished
