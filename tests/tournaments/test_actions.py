"""A tournament from its founding to its end: rounds, slips, who comes and goes, and what is undone."""

import datetime as dt
from dataclasses import replace

import pytest

from scorekeeper.access.codes import new_device
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import record_line
from scorekeeper.league.nights import close_night
from scorekeeper.league.people import merge_people
from scorekeeper.money.ledger import read_balances
from scorekeeper.operations.doctor import run_checks
from scorekeeper.rules.errors import ImpossibleFact, SheetError, UnreadableSheet
from scorekeeper.tournaments import state
from scorekeeper.tournaments.actions import change_setup, enter_slip, finish_tournament, set_left, take_fee, undo_line
from scorekeeper.tournaments.maths.formats import FORMATS
from scorekeeper.tournaments.maths.rounds import Slip
from scorekeeper.tournaments.table_games import (
    begin_table_game,
    end_table_game,
    read_table_game,
    update_games_after_undo,
)
from tests.databases import by_hand
from tests.factories import draft, hand, op_id
from tests.tournaments.conftest import SETUP, THIRTEEN, Evening


def test_a_pasted_list_may_have_numbers_and_commas(evening):
    evening.enter("1. Nan, 2) Otto", "  3.  Pat  O'Neil ")
    assert [evening.view.side_name(side) for side in evening.state.sides[13:]] == ["Nan", "Otto", "Pat O'Neil"]


def test_pairs_enter_by_the_line(session, form, league):
    assert league
    pairs = Evening(session, form, replace(SETUP, format="round-robin"))
    pairs.enter("Ann & Bob", "Cy and Dee", "Eve/Flo", "Gus + Hal")
    assert [pairs.view.side_name(side) for side in pairs.state.sides] == [
        "Ann & Bob", "Cy & Dee", "Eve & Flo", "Gus & Hal",
    ]  # fmt: skip
    assert pairs.state.pot == 8 * 1000, "everybody pays"
    with pytest.raises(UnreadableSheet, match="isn't a pair"):
        pairs.enter("Ida")
    with pytest.raises(ImpossibleFact, match="between players and pairs"):
        change_setup(form(), pairs.id, SETUP)


def test_two_who_play_in_one_tournament_are_not_one_person(form, evening):
    assert evening.state.sides
    with pytest.raises(ImpossibleFact, match="played in the same tournament"):
        merge_people(form(), 5, 1)
    create_game(form(), **draft(("Evelyn", "Bob", "Cy", "Dee")))
    merge_people(form(), 5, 14)
    with pytest.raises(SheetError, match="Evelyn is already in"):
        evening.enter("Evelyn")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", FORMATS)
def test_three_rounds_of_every_format_seat_everybody_once(session, form, league, key):
    assert league
    evening = Evening(session, form, replace(SETUP, format=key, rounds=3))
    pairs = FORMATS[key].entrants == "pairs"
    names = [f"Player {number}" for number in range(1, 41)]
    evening.enter(*(map(" & ".join, zip(names[::2], names[1::2], strict=True)) if pairs else names))
    for number in range(1, 4):
        evening.draw()
        for table in evening.state.current.tables:
            evening.slip(table.number, (20 + table.number, 10))
        seated = list(evening.state.rounds[number - 1].played.players())
        assert len(set(seated)) == len(seated)
        assert "knockout" in key or len(seated) == 40
    finish_tournament(evening.form(), evening.id)
    assert sum(cents for _, cents in evening.state.paid) == 40_000


def balances(session):
    found = read_balances(session.connection(), 1)
    return {person: cents for each in found.values() for person, (cents, _) in each.items()}


def test_an_end_that_is_undone_is_paid_back_and_may_come_again(session, evening):
    evening.play()
    finish_tournament(evening.form(), evening.id)
    end = evening.seq
    with pytest.raises(ImpossibleFact, match="The tournament is over"):
        evening.slip(1, (50, 10))
    undo_line(evening.form(), evening.id, end)
    assert set(balances(session).values()) == {0}
    with pytest.raises(ImpossibleFact, match="Finish the tournament again"):
        undo_line(evening.form(), evening.id, end + 1)
    evening.slip(1, (50, 10))
    finish_tournament(evening.form(), evening.id)
    assert sum(balances(session).values()) == 0
    assert max(balances(session).values()) > 0


@pytest.mark.parametrize("change", [{"fee": 500}, {"currency": "EUR"}])
def test_a_fee_that_was_paid_in_cash_stays_as_it_is(evening, change):
    setup = evening.state.setup
    change_setup(evening.form(), evening.id, replace(setup, **change))
    changed = evening.seq
    take_fee(evening.form(), evening.id, (1,), paid=True)
    with pytest.raises(ImpossibleFact, match="paid the fee in cash") as refused:
        change_setup(evening.form(), evening.id, setup)
    assert refused.value.field == "fee"
    with pytest.raises(ImpossibleFact, match="paid the fee in cash"):
        undo_line(evening.form(), evening.id, changed)
    change_setup(evening.form(), evening.id, replace(setup, **change, rounds=4))
    take_fee(evening.form(), evening.id, (1,), paid=False)
    change_setup(evening.form(), evening.id, setup)
    assert evening.state.setup == setup


def test_a_full_log_can_still_be_ended_and_undone(evening, form, monkeypatch):
    evening.play()
    monkeypatch.setattr(state, "MAX_LINES", len(evening.view.rows))
    with pytest.raises(ImpossibleFact, match="this one is full"):
        set_left(form(), evening.id, (1,), left=True)
    finish_tournament(form(), evening.id)
    assert evening.state.finished
    undo_line(form(), evening.id, len(evening.view.rows))
    assert not evening.state.finished


@pytest.fixture
def faults(engine):
    """Return a function that returns what the doctor finds in tournaments."""

    def faults():
        with engine.connect() as connection:
            findings = {finding.check.name: finding.faults for finding in run_checks(connection)}
        return findings["tournaments"] + findings["lines"]

    return faults


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("UPDATE tournaments SET name = 'Another'", "its name, day, end"),
        ("UPDATE tournaments SET status = 'open'", "its name, day, end"),
        ("DELETE FROM tournament_lines WHERE kind = 'finish'", "does not match what a tournament took in"),
        ("UPDATE tournament_lines SET facts = '{}' WHERE kind = 'draw'", "are not possible"),
        ("UPDATE tournament_lines SET facts = replace(facts, '[20,10]', '[10,20]') WHERE kind = 'slip'",
         "tournament 1: row 4 was changed by hand"),
        ("UPDATE tournaments SET hash = x'00'", "tournament 1: its last hash"),
        ("UPDATE tournaments SET code = 'another'", "tournament 1: its address, seats"),
    ],
)  # fmt: skip
def test_what_was_changed_by_hand_is_found(session, database, evening, faults, change, fault):
    evening.play()
    finish_tournament(evening.form(), evening.id)
    session.close()
    by_hand(database, change)
    assert any(fault in one for one in faults())


@pytest.fixture
def phone(session, clock, alice):
    """Return a form from a phone at a table, Alice's unless another is named."""

    def phone(device=alice, number=None, clock=clock):
        return Submission(session, clock, device, league_id=1, op_id=number or op_id())

    return phone


def by_the_clock(session, form, **setup):
    """Return a tournament whose rounds end with the clock, its first round drawn."""
    evening = Evening(session, form, replace(SETUP, end="clock", number=20, **setup))
    evening.enter(*THIRTEEN)
    evening.draw()
    return evening


@pytest.fixture
def timed(session, form, league):
    assert league
    return by_the_clock(session, form)


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


def test_the_slip_of_a_game_that_counts_down_has_how_far_each_side_came(session, form, league, phone, record):
    """From 21: bid 4, and took five of six points; the sixth went to the others."""
    assert league
    evening = by_the_clock(session, form, variant="nine-card-pitch")
    code = begin(evening, phone())
    took = dict.fromkeys(("high", "jack", "game", "five", "high_spade"), "1")
    record(code, {"bidder": "1", "bid": 4, "points": took | {"low": "2"}})
    _, played, slip = read_table_game(session, 1, table_of(evening))
    assert played.scores == {"1": 16, "2": 20, "3": 16, "4": 20}
    assert slip.points == (5, 1)


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
    enter_slip(form(op_id=number), evening.id, (1, 1), Slip(points))
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
