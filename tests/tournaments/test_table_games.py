"""The game of a table: what its hands come to whoever sits there, who may write it, and how the slip ends it."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from scorekeeper.access.devices import new_device
from scorekeeper.core.errors import OpIdReused
from scorekeeper.core.transaction import Submission, guest
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import record_line
from scorekeeper.league.nights import close_night
from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.tournaments.actions import enter_slip, read_rows, undo_line
from scorekeeper.tournaments.links import LinkedTournament
from scorekeeper.tournaments.maths.rounds import Slip
from scorekeeper.tournaments.state import find_open_table
from scorekeeper.tournaments.table_games import (
    begin_table_game,
    check_table_open,
    end_table_game,
    read_table_game,
    update_games_after_undo,
)
from tests.databases import counted
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


def test_a_game_of_other_sides_says_nothing_of_a_table(session, timed):
    table = replace(table_of(timed), sides=((1,), (2,), (3,)), game=1)
    assert read_table_game(session, 1, table) is None


def test_a_form_whose_game_was_taken_back_begins_no_other(form, timed, phone):
    sent = phone()
    code = begin(timed, sent)
    assert begin(timed, sent) == code
    undo_line(form(), timed.id, timed.seq)
    with pytest.raises(OpIdReused):
        begin(timed, sent)
    assert begin(timed, phone()) != code


def test_hands_are_written_in_the_game_of_the_table_alone(session, form, timed, phone):
    begin(timed, phone())
    first = table_of(timed).game
    card = LinkedTournament(1, timed.id, timed.state.current.seq, 1)
    check_table_open(session.connection(), card, first)
    undo_line(form(), timed.id, timed.seq)
    begin(timed, phone())
    check_table_open(session.connection(), card, table_of(timed).game)
    with pytest.raises(ImpossibleFact, match="took these hands back"):
        check_table_open(session.connection(), card, first)


def test_a_guest_is_asked_about_once_the_game_is_locked(session, clock, timed, phone, alice):
    code = begin(timed, phone())
    before = []
    submission = Submission(session, clock, alice)
    with counted(session.get_bind()) as sent, guest(session, lambda _connection: before.extend(sent)):
        record_line(submission, code, hand("1", 5))
    assert any("games.code" in statement for statement in before)


def test_a_hand_waits_for_who_saves_a_slip(session, timed, phone):
    begin(timed, phone())
    card, game = LinkedTournament(1, timed.id, timed.state.current.seq, 1), table_of(timed).game
    with counted(session.get_bind()) as sent:
        check_table_open(session.connection(), card, game)
    asked = [statement for statement in sent if "tournament_lines" in statement or "FROM leagues" in statement]
    assert "FROM leagues" in asked[0], "the lock that a slip is saved under comes first"


def test_what_a_hand_is_asked_for_does_not_grow_with_the_rounds_before(session, timed, phone):
    for number in (2, 3):
        for table in (1, 2, 3):
            timed.slip(table, (20, 10))
        timed.draw()
        assert len(timed.state.rounds) == number
    begin(timed, phone())
    drawn = timed.state.current.seq
    rows = read_rows(session.connection(), 1, timed.id, since=drawn)
    assert [row.seq for row in rows] == [1, drawn, drawn + 1]
    assert find_open_table(rows, drawn, 1) == table_of(timed)
    assert find_open_table(rows, drawn, 4) is None
    assert find_open_table(timed.view.rows, drawn, 1) is None, "these are not the lines from there on"


def test_a_round_that_is_over_has_no_open_table(session, form, timed):
    drawn = timed.state.current.seq

    def still_open():
        return find_open_table(read_rows(session.connection(), 1, timed.id, since=drawn), drawn, 1) is not None

    assert still_open()
    for table in (1, 2, 3):
        timed.slip(table, (20, 10))
    timed.draw()
    assert not still_open()
    undo_line(form(), timed.id, timed.seq)
    assert still_open(), "the next round was taken back"
    for line in (drawn + 3, drawn + 2, drawn + 1, drawn):
        undo_line(form(), timed.id, line)
    assert not still_open(), "this round was taken back"


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


@pytest.mark.parametrize("as_the_hands", [True, False])
def test_totals_in_the_middle_of_a_round_of_hands_end_its_game(session, form, league, phone, record, as_the_hands):
    assert league
    evening = Evening(session, form, replace(SETUP, end="hands", number=8))
    evening.enter(*THIRTEEN)
    evening.draw()
    code = begin(evening, phone())
    record(code, hand("1", 5))
    points = read_table_game(session, 1, table_of(evening))[2].points if as_the_hands else (20, 31)
    end_with_slip(evening, form, phone, points)
    table = read_game(session, code).table
    assert table.finished
    assert bool(table.winners) is as_the_hands, "nobody won a game that was not played to its end"


def test_a_hand_saved_at_the_same_moment_does_not_keep_the_game_open(session, clock, timed, phone, record):
    code = begin(timed, phone())
    record(code, hand("1", 5))
    timed.slip(1, (20, 10))
    asked = []

    def slow_clock():
        asked.append(1)
        if len(asked) == 1:  # the game is read, and its end not written yet
            record(code, hand("2", 5))
        return clock()

    end_table_game(phone(clock=slow_clock), timed.view.setup, table_of(timed))
    played = read_game(session, code).table
    assert (played.hands, played.finished) == (2, True)
