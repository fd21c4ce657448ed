"""Two people side by side."""

from __future__ import annotations

from scorekeeper.league.statistics import (
    MAX_MEETINGS,
    compare_people,
    last_meetings,
    shared_money,
)
from scorekeeper.models.league import ALL_TIME

ANN, BOB, CY, NOBODY = 1, 2, 3, 99
STAKES = {"currency": "USD", "game": "1.00"}


def test_who_did_not_play_has_zeros(session, play):
    play("A")
    assert compare_people(session.connection(), 1, ALL_TIME, ANN, NOBODY)[1] == {}


def test_of_many_games_the_last_are_shown(session, play):
    play("B" + "A" * MAX_MEETINGS)
    found = last_meetings(session.connection(), 1, ALL_TIME, ANN, BOB)
    assert [(each.mine, each.theirs) for each in found] == [(1, 0)] * MAX_MEETINGS


def test_games_of_one_alone_and_of_another_season_are_left_out(session, play):
    play("A")
    play("A", names=("Ann", "Eve", "Cy", "Gus"), first=1)
    connection = session.connection()
    assert len(last_meetings(connection, 1, ALL_TIME, ANN, BOB)) == 1
    assert last_meetings(connection, 1, 7, ANN, BOB) == []
    assert last_meetings(connection, 1, ALL_TIME, ANN, NOBODY) == []


def test_money_is_of_the_games_that_both_played(session, play):
    play("AAB", stakes=STAKES)
    play("A", names=("Ann", "Eve", "Fay", "Gus"), first=3, stakes=STAKES)
    play("A", first=4)
    connection = session.connection()
    assert shared_money(connection, 1, ALL_TIME, ANN, BOB) == [("USD", 100, -100)]
    assert shared_money(connection, 1, ALL_TIME, ANN, CY) == [("USD", 100, 100)]
    assert shared_money(connection, 1, 7, ANN, BOB) == []
