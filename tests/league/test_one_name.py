"""One name, one person, in whatever spelling: at a new game, in sheets, in tournaments, for a newcomer and a phone."""

import pytest
from sqlalchemy import text

from scorekeeper.access.phones import set_holder
from scorekeeper.core.transaction import Submission
from scorekeeper.games.game_view import read_game
from scorekeeper.league.people import people_of
from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.sheets.phrases import say_error
from scorekeeper.tournaments.actions import create_tournament, enter_players
from scorekeeper.transfer.sheets import export_sheet, import_sheet, sheet_as_toml
from tests.databases import by_hand
from tests.tournaments.conftest import SETUP

SPELLINGS = ["ANN", "\uff21nn", "A\u200dnn", "Ann\u3164", "ann\ufe0f"]
ANN = SPELLINGS[1]


def names(session):
    return [person.name for person in people_of(session, 1)]


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


@pytest.mark.parametrize("blank", ["\u200d", "\u3164", "\u2800"])
def test_a_name_that_nobody_sees_is_refused(new_game, blank):
    with pytest.raises(UnreadableSheet) as refused:
        new_game(names=(blank, "Bob", "Cy", "Dee"))
    assert refused.value.field == "players"


def test_a_newcomer_who_sat_here_before_has_their_seat_back(session, new_game):
    code = new_game({"leave": "1"}, {"join": "ANN"}, names=("Ann", "Bob", "Cy"), variant="money-pitch")
    assert read_game(session, code).names == {"1": "Ann", "2": "Bob", "3": "Cy"}


def test_a_sheet_finds_them_and_is_spelled_one_way(session, clock, alice, league):
    sheet = sheet_as_toml(export_sheet(session, league)).replace('"Ann"', f'"{ANN}"').replace("Ann =", f'"{ANN}" =')
    import_sheet(Submission(session, clock, alice), sheet)
    assert names(session) == ["Ann", "Bob", "Cy", "Dee"]
    two_ways = {
        "format": "scoresheet/1", "variant": "money-pitch", "players": ["Ann", "Bob", "Cy"],
        "lines": [{"leave": "Ann"}, {"join": "ANN"}],
    }  # fmt: skip
    with pytest.raises(UnreadableSheet, match="“Ann” and “ANN” are the same name") as refused:
        import_sheet(Submission(session, clock, alice), sheet_as_toml(two_ways))
    assert refused.value.field == "lines"


def test_a_tournament_finds_them_and_its_list_has_a_name_once(session, form, league):
    assert league
    tournament = create_tournament(form(), SETUP)
    with pytest.raises(UnreadableSheet, match="on the list twice"):
        enter_players(form(), tournament, f"Ann\n{ANN}")
    enter_players(form(), tournament, f"{ANN}\nEve")
    assert names(session) == ["Ann", "Bob", "Cy", "Dee", "Eve"]


def test_the_holder_of_a_phone_is_found(session, form, league):
    assert league
    set_holder(form(), ANN, "A phone")
    assert session.scalar(text("SELECT person_id FROM members")) == 1


def test_of_twins_of_before_the_one_spelled_like_that_is_meant_else_the_first(session, league, database, new_game):
    """Older versions let two people be called the same."""
    session.commit()
    by_hand(database, "UPDATE people SET name = 'A\u200dnn', name_key = 'ann' WHERE id = 2")
    assert export_sheet(session, league)["players"] == ["Ann", "A\u200dnn (2)", "Cy", "Dee"]
    for spelling, person in (("Ann", 1), ("A\u200dnn", 2), ("ANN", 1)):
        code = new_game(names=(spelling, "Gus", "Cy", "Dee"))
        seated = "SELECT person_id FROM seats JOIN games ON games.id = game_id WHERE number = 1 AND code = :code"
        assert session.scalar(text(seated), {"code": code}) == person
