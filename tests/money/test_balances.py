"""A person's movements are found by their postings."""

from __future__ import annotations

import datetime as dt

import pytest

from scorekeeper.core.submission import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.money.ledger import read_entries
from tests.databases import counted
from tests.factories import draft, hand, op_id

ANN = 1


@pytest.fixture
def game(session, clock, alice):
    """Play a game to five for a dollar, which Ann and Cy win, on its own night; give its code."""

    def game(names=("Ann", "Bob", "Cy", "Dee"), day=1):
        stakes = {"currency": "USD", "game": "1.00"}
        wanted = draft(names, house={"finish.target": 5}, stakes=stakes, date=dt.date(2026, 11, day))
        code = create_game(session, clock, alice, wanted)
        record_line(session, clock, code, hand("1", 5), Submission(op_id=op_id(), seen=0, device=alice))
        return code

    return game


def test_somebodys_movements_are_found_by_his_postings(session, engine, game):
    for day in (1, 2, 3):
        game(day=day)
    game(("Eve", "Flo", "Gus", "Hal"), day=4)
    assert [each.id for each in read_entries(session, 1, people=[ANN], most=2)] == [3, 2]
    assert [each.id for each in read_entries(session, 1, people=[ANN], before=2, most=2)] == [1]
    assert [each.id for each in read_entries(session, 1, people=[ANN], night_id=1, most=2)] == [1]
    assert read_entries(session, 1, people=[ANN], night_id=4) == []
    with counted(engine) as sent:
        read_entries(session, 1, people=[ANN])
    theirs = next(statement for statement in sent if "ORDER BY postings.entry_id DESC" in statement)
    if engine.dialect.name != "sqlite":
        pytest.skip("all but the plan, which is read as SQLite tells it")
    with engine.connect() as connection:
        (step,) = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {theirs}", (1, ANN, 9, 0))
    assert "ix_postings_league_id_person_id_entry_id (league_id=? AND person_id=?)" in step.detail
