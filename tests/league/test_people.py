"""People renamed, made guests, archived, merged, split and erased; and what the league's log says of it."""

import pytest
from sqlalchemy import select

from scorekeeper.league.change_log import read_changes
from scorekeeper.league.people import (
    archive_person,
    merge_people,
    merged_names,
    people_of,
    read_person,
    rename_person,
    split_person,
)
from scorekeeper.league.statistics import PersonStatistics
from scorekeeper.models import Person, Seat
from scorekeeper.rules.errors import ImpossibleFact

ANN, BOB, CY, EVE = 1, 2, 3, 5


def names(session):
    return [person.name for person in people_of(session, 1)]


def told(session):
    """The log, oldest first."""
    return [text for _, text in reversed(read_changes(session, 1))]


def test_a_name_is_free_once_who_had_it_is_put_away(session, form, play):
    play("A")
    with pytest.raises(ImpossibleFact, match="already"):
        rename_person(form(), BOB, "\uff21nn")
    archive_person(form(), ANN, archived=True)
    rename_person(form(), BOB, "\uff21nn")
    rename_person(form(), CY, "CY")  # their own, written otherwise
    assert names(session) == ["CY", "Dee", "\uff21nn", "Ann"]


def test_who_is_put_away_comes_last_and_can_be_brought_back(session, form, play, new_game):
    play("A")
    archive_person(form(), ANN, archived=True)
    assert names(session) == ["Bob", "Cy", "Dee", "Ann"]
    new_game()
    assert session.scalar(select(Seat.person_id).where(Seat.game_id == 2, Seat.number == 1)) == EVE, "another Ann"
    rename_person(form(), EVE, "Ann Two")
    archive_person(form(), ANN, archived=False)
    assert names(session)[0] == "Ann"


@pytest.fixture
def bobs(play):
    """Bob plays and wins, then somebody writes "Bobby", who wins twice, and "Bobbie", who loses."""
    play("B")
    play("BB", names=("Ann", "Bobby", "Cy", "Dee"), first=1)
    play("A", names=("Ann", "Bobbie", "Cy", "Dee"), first=3)
    return 5, 6


def record(session, person):
    share = PersonStatistics(session, 1, person).win
    return share.part, share.of


def test_a_merge_can_be_undone(session, form, bobs):
    bobby, bobbie = bobs
    merge_people(form(), bobbie, bobby)
    merge_people(form(), bobby, BOB)
    assert record(session, BOB) == (3, 4)
    rename_person(form(), BOB, "Robert")
    assert session.scalars(select(Person.name).where(Person.id.in_((BOB, *bobs)))).all() == ["Robert"] * 3
    split_person(form(), bobby)
    assert (record(session, BOB), record(session, bobby)) == ((1, 1), (2, 3)), "Bobbie goes with Bobby"
    assert merged_names(session, read_person(session, 1, bobby)) == [(bobbie, "Bobbie")]
    split_person(form(), bobbie)
    assert (record(session, bobby), record(session, bobbie)) == ((2, 2), (0, 1))
    assert names(session) == ["Ann", "Bobbie", "Bobby", "Cy", "Dee", "Robert"]
    assert told(session) == [
        "Bobbie was merged into Bobby.", "Bobby was merged into Bob.", "Bob was renamed Robert.",
        "Bobby and Robert were separated.", "Bobbie and Bobby were separated.",
    ], "each as they were called then"  # fmt: skip


def test_who_met_somebody_merged_met_him_too(form, play, bobs):
    """Eve sat with Bobby, who is Bob now: she is not Bob."""
    bobby, _ = bobs
    play("A", names=("Eve", "Bobby", "Flo", "Gus"), first=8)
    merge_people(form(), bobby, BOB)
    with pytest.raises(ImpossibleFact, match="sat at the same table"):
        merge_people(form(), 7, BOB)


def test_a_new_game_seats_whom_history_counts_for(session, form, bobs, new_game):
    bobby, _ = bobs
    merge_people(form(), BOB, bobby)
    new_game(names=("Ann", "Bobby", "Cy", "Dee"))
    assert session.scalar(select(Seat.person_id).where(Seat.game_id == 5, Seat.number == 2)) == bobby
