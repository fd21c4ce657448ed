"""A league brought out, brought in and brought out again is the same to the byte, and as sound as the first."""

import json

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from scorekeeper.access.roles import device_access
from scorekeeper.core.transaction import write_transaction
from scorekeeper.league.change_log import CHANGE_SENTENCES, read_changes
from scorekeeper.models import Base
from scorekeeper.operations.doctor import Verdict, run_checks
from scorekeeper.tournaments.pages import read_tournament
from scorekeeper.transfer import league_file, league_import
from scorekeeper.transfer.league_file import SECTIONS, TABLES
from scorekeeper.transfer.league_import import check_games
from tests.factories import enrol, hand
from tests.transfer.league_files import brought_in, exported

DERIVED = ("results", "plays")


def rows_of(session, table, league_id):
    query = text(f"SELECT * FROM {table} WHERE league_id = {league_id}")  # noqa: S608 - names of our tables
    found = session.execute(query).mappings()
    return sorted(json.dumps({**row, "league_id": 0}, sort_keys=True) for row in found)


@pytest.fixture
def copy(session, engine, clock, alice, everything):
    """A copy of the league in the database beside it."""
    return brought_in(session, clock, alice, exported(engine, everything))


@pytest.mark.parametrize("waits_for_disk", [True], ids=["as the doctor wants it"])
def test_out_in_out_is_the_same_to_the_byte_and_well(session, engine, everything, copy):
    """What follows from the lines is the same too, and a tournament has an address of its own."""
    assert copy != everything
    assert exported(engine, copy) == exported(engine, everything)
    for table in DERIVED:
        assert rows_of(session, table, everything)
        assert rows_of(session, table, copy) == rows_of(session, table, everything), table
    first, second = (read_tournament(session, league_id, 1) for league_id in (everything, copy))
    assert second.places == first.places
    assert second.code != first.code
    with engine.connect() as connection:
        assert [found for found in run_checks(connection) if found.verdict is not Verdict.OK] == []


def test_a_substitute_and_an_early_end_go_out_and_in(session, engine, clock, alice, new_game):
    lost = hand("5", lost=("low",), to="2")
    lines = (hand("2"), {"substitute": "Eve", "replaces": "3"}, lost, {"dealer": "2"}, {"end": "leaders"})
    new_game(*lines, stakes={"currency": "USD", "game": "0.10"})
    first = exported(engine, 1)
    copy = brought_in(session, clock, alice, first)
    assert exported(engine, copy) == first
    for table in DERIVED:
        assert rows_of(session, table, copy) == rows_of(session, table, 1)


def test_everything_is_in_the_fixture(engine, everything):
    document = json.loads(exported(engine, everything))
    assert all(document[section] for section in SECTIONS)
    assert {row["kind"] for row in document["lines"]} == {"line", "correct", "undo"}
    assert {row["kind"] for row in document["entries"]} == {"stakes", "reversal", "payment", "prizes", "pot"}
    assert {row["kind"] for row in document["tournament_lines"]} == {
        "setup", "enter", "door", "draw", "game", "slip", "says", "leave", "return", "finish", "undo",
    }  # fmt: skip
    assert {row["what"] for row in document["changes"]} == CHANGE_SENTENCES.keys() - {"imported", "night-opened"}
    assert any(row["merged_into"] for row in document["people"])
    assert any(row["erased_at"] for row in document["people"])
    assert any(row["rematch_of"] for row in document["games"])
    assert any(row["finished_at"] is None for row in document["games"])
    assert {row["closed_at"] is None for row in document["nights"]} == {True, False}


def test_a_copy_says_in_its_log_that_it_is_one(session, everything, copy):
    newest, *older = [text for _, text in read_changes(session, copy)]
    assert newest == CHANGE_SENTENCES["imported"]
    assert older == [text for _, text in read_changes(session, everything)]


def test_every_table_of_a_league_is_in_its_file_or_left_out_knowingly():
    """A new table is put into one of the two: what was recorded in, what is secret or follows from the rest out."""
    of_league = {table.name for table in Base.metadata.sorted_tables if "league_id" in table.c}
    assert sorted(table.name for table in TABLES) == [
        "changes", "entries", "former_names", "game_houses", "games", "house_rules", "house_versions", "lines",
        "night_answers", "nights", "opinions", "people", "planned_nights", "postings", "pots", "rulebooks", "seasons",
        "seats", "tournament_lines", "tournaments",
    ]  # fmt: skip
    assert of_league - {table.name for table in TABLES} == {
        "answers", "claims", "league_deletions", "links", "members", "plays", "recovery_codes", "results",
    }  # fmt: skip


@pytest.mark.usefixtures("everything")
def test_no_secret_goes_with_it(session, engine):
    told = exported(engine)
    secrets = session.scalars(
        text(
            "SELECT code FROM leagues UNION SELECT code FROM games UNION SELECT code FROM links"
            " UNION SELECT code FROM tournaments UNION SELECT token_hash FROM devices"
            " UNION SELECT op_id FROM answers UNION SELECT digest FROM answers"
        )
    ).all()
    assert len(secrets) > 20
    assert not [secret for secret in secrets if secret.lower() in told.lower()]


def test_a_league_larger_than_what_is_read_at_a_time_is_exported_whole(session, engine, monkeypatch, everything):
    whole = exported(engine, everything)
    document = json.loads(whole)
    for section in ("games", "lines", "entries", "people", "changes"):
        query = text(f"SELECT count(*) FROM {section} WHERE league_id = {everything}")  # noqa: S608 - names of our tables
        assert len(document[section]) == session.scalar(query) > 1, section
    monkeypatch.setattr(league_file, "BATCH", 1)
    assert exported(engine, everything) == whole


def test_a_phone_that_nothing_came_from_is_left_out(session, engine, clock, alice, everything):
    """Tens of thousands of them fit into a file, and everybody would wait while they are written."""
    first = exported(engine, everything)
    document = json.loads(first)
    document["devices"].append({"id": 99, "name": "Nobody's"})
    copy = brought_in(session, clock, alice, json.dumps(document))
    assert exported(engine, copy) == first
    assert session.scalar(text("SELECT count(*) FROM devices WHERE name = 'Nobody''s'")) == 0


def test_others_write_while_the_games_are_played(session, engine, clock, alice, everything, monkeypatch):
    wrote = []

    def meanwhile(*played):
        with Session(engine) as another, write_transaction(another):
            wrote.append(True)
        return check_games(*played)

    monkeypatch.setattr(league_import, "check_games", meanwhile)
    brought_in(session, clock, alice, exported(engine, everything))
    assert wrote


def test_the_same_form_from_another_phone_is_a_league_of_its_own(session, engine, clock, alice, everything):
    """A form's number is made by the phone: a stranger who knows one gets nobody's league by it."""
    first, stranger = exported(engine, everything), enrol(session, clock, "A stranger's phone")[0]
    mine = brought_in(session, clock, alice, first, op_id="aa")
    theirs = brought_in(session, clock, stranger, first, op_id="aa")
    assert theirs != mine
    assert device_access(session.connection(), mine, stranger) is None
