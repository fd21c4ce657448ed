"""People renamed, archived, merged and split, and found again by a new game and a sheet."""

import pytest
from sqlalchemy import select, text

from scorekeeper.core.transaction import Submission
from scorekeeper.games.game_view import read_game
from scorekeeper.league.people import archive_person, merge_people, people_of, rename_person, split_person
from scorekeeper.models import Person, Seat
from scorekeeper.rules.errors import ImpossibleFact, UnreadableSheet
from scorekeeper.sheets.phrases import say_error
from scorekeeper.transfer.sheets import export_sheet, import_sheet, sheet_as_toml
from tests.databases import by_hand

ANN, BOB, CY, EVE = 1, 2, 3, 5


def names(session):
    return [person.name for person in people_of(session, 1)]


def test_a_name_is_free_once_who_had_it_is_put_away(session, form, play):
    play("A")
    with pytest.raises(ImpossibleFact, match="already"):
        rename_person(form(), BOB, "\uff21nn")
    archive_person(form(), ANN, archived=True)
    rename_person(form(), BOB, "\uff21nn")
    rename_person(form(), CY, "CY")  # their own, written otherwise
    assert [*sorted(names(session)[:-1]), names(session)[-1]] == ["CY", "Dee", "\uff21nn", "Ann"]


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


def test_a_new_name_is_that_of_everybody_merged_into_them(session, form, bobs):
    bobby, bobbie = bobs
    merge_people(form(), bobbie, bobby)
    merge_people(form(), bobby, BOB)
    rename_person(form(), BOB, "Robert")
    assert session.scalars(select(Person.name).where(Person.id.in_((BOB, *bobs)))).all() == ["Robert"] * 3
    split_person(form(), bobby)
    assert names(session) == ["Ann", "Bobby", "Cy", "Dee", "Robert"], "Bobbie goes with Bobby"


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


SPELLINGS = ["ANN", "\uff21nn", "A\u200dnn", "Ann\u3164", "ann\ufe0f"]
WIDE = SPELLINGS[1]


@pytest.fixture
def league(play):
    """The code of the first game of Ann, Bob, Cy and Dee."""
    return play("A")[0]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_new_game_finds_them_and_seats_them_once(session, league, new_game, spelling):
    assert league
    new_game(names=(spelling, "Bob", "Cy", "Dee"))
    assert names(session) == ["Ann", "Bob", "Cy", "Dee"]
    with pytest.raises(UnreadableSheet, check=lambda error: "Two players are called" in say_error(error)) as refused:
        new_game(names=("Ann", spelling, "Cy", "Dee"))
    assert refused.value.field == "players"


def test_a_newcomer_who_sat_here_before_has_their_seat_back(session, new_game):
    code = new_game({"leave": "1"}, {"join": "ANN"}, names=("Ann", "Bob", "Cy"), variant="money-pitch")
    assert read_game(session, code).names == {"1": "Ann", "2": "Bob", "3": "Cy"}


def test_a_sheet_finds_them_and_is_spelled_one_way(session, clock, alice, league):
    sheet = sheet_as_toml(export_sheet(session, league)).replace('"Ann"', f'"{WIDE}"').replace("Ann =", f'"{WIDE}" =')
    import_sheet(Submission(session, clock, alice), sheet)
    assert names(session) == ["Ann", "Bob", "Cy", "Dee"]
    two_ways = {
        "format": "scoresheet/1", "variant": "money-pitch", "players": ["Ann", "Bob", "Cy"],
        "lines": [{"leave": "Ann"}, {"join": "ANN"}],
    }  # fmt: skip
    with pytest.raises(UnreadableSheet, match="“Ann” and “ANN” are the same name") as refused:
        import_sheet(Submission(session, clock, alice), sheet_as_toml(two_ways))
    assert refused.value.field == "lines"


def test_of_twins_of_before_the_one_spelled_like_that_is_meant_else_the_first(session, league, database, new_game):
    """Older versions let two people be called the same."""
    session.commit()
    by_hand(database, "UPDATE people SET name = 'A\u200dnn', name_key = 'ann' WHERE id = 2")
    assert export_sheet(session, league)["players"] == ["Ann", "A\u200dnn (2)", "Cy", "Dee"]
    for spelling, person in (("Ann", 1), ("A\u200dnn", 2), ("ANN", 1)):
        code = new_game(names=(spelling, "Gus", "Cy", "Dee"))
        seated = "SELECT person_id FROM seats JOIN games ON games.id = game_id WHERE number = 1 AND code = :code"
        assert session.scalar(text(seated), {"code": code}) == person
