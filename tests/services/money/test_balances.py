"""What everybody's entries come to; a merged person's count for the other."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlalchemy import text

from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line, undo
from scorekeeper.services.league.change_log import ChangeRequest
from scorekeeper.services.league.people import merge_people
from scorekeeper.services.league.roster import read_people
from scorekeeper.services.money.accounts import MovementFilter, league_accounts, movements
from scorekeeper.services.money.balances import AccountBalance, league_balances
from scorekeeper.services.money.pay import NewPayment, pay, reverse_payment
from scorekeeper.services.money.settle import league_totals
from scorekeeper.services.submission import Submission
from tests.databases import counted
from tests.factories import draft, hand, op_id

ANN, BOB, CY, DEE = 1, 2, 3, 4


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


def kept(session):
    return {(each.person_id, each.cents, each.played) for each in league_balances(session.connection(), 1)}


def test_balances_follow_games_payments_and_their_reversals(session, clock, alice, game):
    code = game()
    assert kept(session) == {(ANN, 100, 100), (BOB, -100, -100), (CY, 100, 100), (DEE, -100, -100)}
    form = Submission(op_id=op_id(), device=alice)
    entry = pay(session, clock, 1, NewPayment(BOB, ANN, 60, "USD", night_id=None), form)
    assert kept(session) == {(ANN, 40, 100), (BOB, -40, -100), (CY, 100, 100), (DEE, -100, -100)}
    assert league_totals(session, 1) == {"USD": {ANN: 40, BOB: -40, CY: 100, DEE: -100}}
    reverse_payment(session, clock, 1, entry, Submission(op_id=op_id(), device=alice))
    undo(session, clock, code, 1, Submission(op_id=op_id(), seen=1, device=alice))
    assert kept(session) == {(who, 0, 0) for who in (ANN, BOB, CY, DEE)}
    assert league_totals(session, 1) == {}


def test_somebodys_movements_are_found_by_his_postings(session, engine, game):
    for day in (1, 2, 3):
        game(day=day)
    game(("Eve", "Flo", "Gus", "Hal"), day=4)
    assert [each.entry_id for each in movements(session, 1, MovementFilter(person_id=ANN), most=2)] == [3, 2]
    assert [each.entry_id for each in movements(session, 1, MovementFilter(person_id=ANN, before=2), most=2)] == [1]
    assert [each.entry_id for each in movements(session, 1, MovementFilter(person_id=ANN, night_id=1), most=2)] == [1]
    assert movements(session, 1, MovementFilter(person_id=ANN, night_id=4)) == ()
    with counted(engine) as sent:
        movements(session, 1, MovementFilter(person_id=ANN))
    theirs = next(statement for statement in sent if "ORDER BY postings.entry_id DESC" in statement)
    if engine.dialect.name != "sqlite":
        pytest.skip("all but the plan, which is read as SQLite tells it")
    with engine.connect() as connection:
        (step,) = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {theirs}", (1, ANN, 9, 0))
    assert "ix_postings_league_id_person_id_entry_id (league_id=? AND person_id=?)" in step.detail


def test_what_a_merged_person_is_owed_the_other_is(session, clock, alice, game):
    game()
    game(("Anna", "Bob", "Cy", "Dee"), day=2)
    merge_people(ChangeRequest(session, clock, 1, Submission(op_id=op_id(), device=alice)), 5, ANN)
    (owing,) = league_accounts(session, 1)
    assert [(account.name, account.person_id, account.cents) for account in owing.accounts] == [
        ("Ann", ANN, 200), ("Cy", CY, 200), ("Bob", BOB, -200), ("Dee", DEE, -200),
    ]  # fmt: skip
    assert league_totals(session, 1)["USD"] == {ANN: 200, BOB: -200, CY: 200, DEE: -200}
    assert read_people(session.connection(), 1).names[5] == "Ann", 'not "Ann (2)"'
    assert len(movements(session, 1, MovementFilter(person_id=ANN))) == 2
    assert session.execute(text("SELECT count(*) FROM postings WHERE person_id = 5")).scalar() == 1, "postings stay"
    assert league_balances(session.connection(), 1)[0] == AccountBalance("USD", ANN, 100, 100)
