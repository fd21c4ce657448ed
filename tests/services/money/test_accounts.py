"""Who owes whom, of a night and of a season; what moved it."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert

from scorekeeper.models import Person
from scorekeeper.services.errors import GameNotFound
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line, undo
from scorekeeper.services.money.accounts import (
    MovementFilter,
    league_accounts,
    movements,
    night_accounts,
    night_of_game,
)
from scorekeeper.services.money.pay import NewPayment, pay, reverse_payment
from scorekeeper.services.money.settle import Account, Party, settle_directly, settle_through
from scorekeeper.services.submission import Submission
from scorekeeper.services.transaction import writing
from scorekeeper.services.transfer.sheets import SheetUpload, export_sheet, import_sheet, sheet_as_toml
from tests.databases import counted
from tests.factories import draft, hand, op_id

ANN, BOB, CY, DEE = 1, 2, 3, 4
DIME = {"currency": "USD", "game": "0.10"}


@pytest.fixture
def play(session, clock, alice):
    """Play a game of ten-point of one hand that Bob & Dee win; give its code."""

    def play_one(stakes=DIME, **changes):
        code = create_game(session, clock, alice, draft(stakes=stakes, opening={0: 40, 1: 44}, **changes))
        record_line(session, clock, code, hand("2", 5), Submission(op_id=op_id(), seen=0, device=alice))
        return code

    return play_one


@pytest.fixture
def paid(session, clock, alice):
    """Note a payment in the only league; give its number."""

    def pay_some(payer, payee, cents, night_id=1, currency="USD"):
        return pay(
            session,
            clock,
            1,
            NewPayment(payer=payer, payee=payee, cents=cents, currency=currency, night_id=night_id),
            Submission(op_id=op_id(), device=alice),
        )  # fmt: skip

    return pay_some


def balances(owings):
    return {owing.currency: {account.name: account.cents for account in owing.accounts} for owing in owings}


def payments(owings):
    return [(due.payer.name, due.payee.name, due.cents) for owing in owings for due in owing.payments]


# ---------------------------------------------------------------- nights and the season


def test_a_night_is_its_games(session, play):
    play()
    play()
    (owing,) = night_accounts(session, 1, 1)
    assert owing.currency == "USD"
    assert [(account.name, account.cents) for account in owing.accounts] == [
        ("Bob", 20), ("Dee", 20), ("Ann", -20), ("Cy", -20),
    ]  # fmt: skip
    assert sorted(payments([owing])) == [("Ann", "Bob", 20), ("Cy", "Dee", 20)]
    assert not owing.settled


def test_a_season_is_its_nights(session, play):
    play()
    play(date=dt.date(2025, 3, 1), names=("Ann", "Dee", "Cy", "Bob"))
    assert balances(night_accounts(session, 1, 1)) == {"USD": {"Ann": -10, "Bob": 10, "Cy": -10, "Dee": 10}}
    assert balances(night_accounts(session, 1, 2)) == {"USD": {"Ann": -10, "Bob": 10, "Cy": -10, "Dee": 10}}
    assert balances(league_accounts(session, 1)) == {"USD": {"Ann": -20, "Bob": 20, "Cy": -20, "Dee": 20}}


def test_a_payment_of_a_night_counts_for_both(session, play, paid):
    play()
    paid(ANN, BOB, 10)
    assert balances(night_accounts(session, 1, 1)) == {"USD": {"Ann": 0, "Bob": 0, "Cy": -10, "Dee": 10}}
    assert payments(league_accounts(session, 1)) == [("Cy", "Dee", 10)]
    paid(CY, DEE, 10, night_id=None)
    assert payments(night_accounts(session, 1, 1)) == [("Cy", "Dee", 10)], "paid over the season"
    (season,) = league_accounts(session, 1)
    assert season.settled
    assert {account.played for account in season.accounts} == {10, -10}, "what the games came to is still told"


def test_who_pays_too_much_has_credit(session, play, paid):
    play()
    paid(ANN, BOB, 25)
    (owing,) = night_accounts(session, 1, 1)
    assert owing.accounts[:2] == (Account(ANN, "Ann", 15, -10), Account(DEE, "Dee", 10, 10))
    assert owing.accounts[-1] == Account(BOB, "Bob", -15, 10)


def test_currencies_stay_apart(session, clock, alice, play, paid):
    dollars = sheet_as_toml(export_sheet(session, play()))
    import_sheet(session, clock, alice, SheetUpload(dollars.replace("USD", "CAD"), is_json=False, op_id=op_id()))
    paid(ANN, BOB, 10, currency="CAD")
    paid(ANN, BOB, 5, currency="EUR")
    assert balances(league_accounts(session, 1)) == {
        "CAD": {"Ann": 0, "Bob": 0, "Cy": -10, "Dee": 10},
        "EUR": {"Ann": 5, "Bob": -5},
        "USD": {"Ann": -10, "Bob": 10, "Cy": -10, "Dee": 10},
    }


def test_where_no_money_moved_there_is_none(session, clock, alice):
    code = create_game(session, clock, alice, draft())
    place = night_of_game(session, code)
    assert (place.league_id, place.night_id, place.day) == (1, 1, clock.now.astimezone().date().isoformat())
    assert night_accounts(session, 1, 1) == league_accounts(session, 1) == movements(session, 1) == ()
    with pytest.raises(GameNotFound):
        night_of_game(session, "A" * 22)


def test_two_of_one_name_are_told_apart(session, play, paid):
    play()
    with writing(session) as connection:
        connection.execute(insert(Person), {"league_id": 1, "id": 5, "name": "Bob", "name_key": "bob"})
    paid(5, ANN, 3)
    assert balances(night_accounts(session, 1, 1))["USD"] == {"Dee": 10, "Bob": 10, "Bob (2)": 3, "Cy": -10, "Ann": -13}
    assert movements(session, 1, MovementFilter(person_id=5))[0].payment.payer == movements(session, 1)[0].shares[0]


def test_who_left_early_stays_in(session, clock, alice):
    stakes = {"currency": "USD", "point": "0.05"}
    code = create_game(session, clock, alice, draft(("Ann", "Bob", "Cy"), variant="money-pitch", stakes=stakes))
    facts = {"bidder": "1", "bid": 2, "points": {"high": "1", "low": "1", "jack": "1"}}
    for seq, line in enumerate([facts, {"leave": "3"}, {"join": "Eve"}, {"settle": True}]):
        record_line(session, clock, code, line, Submission(op_id=op_id(), seen=seq, device=alice))
    assert balances(night_accounts(session, 1, 1)) == {"USD": {"Ann": 10, "Bob": -5, "Cy": -5}}


# ---------------------------------------------------------------- how it is settled


def test_through_a_banker(session, play, paid):
    play()
    paid(ANN, DEE, 4)
    assert payments(night_accounts(session, 1, 1, via=CY)) == [
        ("Ann", "Cy", 6), ("Cy", "Bob", 10), ("Cy", "Dee", 6),
    ]  # fmt: skip
    assert payments(night_accounts(session, 1, 1, via=BOB)) == [("Cy", "Bob", 10), ("Ann", "Bob", 6), ("Bob", "Dee", 6)]
    assert night_accounts(session, 1, 1, via=99) == night_accounts(session, 1, 1), "nobody is number 99"


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=7), st.integers(0, 8))
def test_both_ways_settle_everything_in_fewer_payments_than_people(cents, at):
    accounts = [Account(who, f"P{who}", amount, 0) for who, amount in enumerate([*cents, -sum(cents)])]
    banker = accounts[at] if at < len(accounts) else Party(99, "The bank")
    people = {account.person_id for account in accounts} | {banker.person_id}
    for dues in (settle_directly(accounts), settle_through(banker, accounts)):
        left = {account.person_id: account.cents for account in accounts} | {99: 0}
        for due in dues:
            assert due.cents > 0
            left[due.payer.person_id] += due.cents
            left[due.payee.person_id] -= due.cents
        assert not any(left.values())
        assert len(dues) <= len(people) - 1
    for due in settle_through(banker, accounts):
        assert banker.person_id in (due.payer.person_id, due.payee.person_id)


def test_of_a_season_only_the_night_is_read(session, engine, play):
    if engine.dialect.name != "sqlite":
        pytest.skip("the plan is read as SQLite tells it")
    play()
    with counted(engine) as sent:
        night_accounts(session, 1, 1)
    plan = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {sent[0]}", (0, 1, 1)).all()
    steps = [step.detail for step in plan]
    assert "SEARCH entries USING INDEX ix_entries_league_id_night_id (league_id=? AND night_id=?)" in steps[0]
    assert "(league_id=? AND entry_id=?)" in steps[1]
    assert len(sent) == 2


# ---------------------------------------------------------------- what moved it


def test_every_movement_is_told(session, clock, alice, play, paid):
    code = play(title="Thursday")
    undo(session, clock, code, 1, Submission(op_id=op_id(), seen=1, device=alice, actor=DEE))
    number = paid(ANN, BOB, 10)
    reverse_payment(session, clock, 1, number, Submission(op_id=op_id(), device=alice, reason="It was a joke."))
    back, payment, reversal, posted = movements(session, 1)
    assert [each.kind for each in (back, payment, reversal, posted)] == ["reversal", "payment", "reversal", "stakes"]
    assert (back.reverses, back.note, back.payment, payment.reversed_by) == (3, "It was a joke.", None, 4)
    assert (payment.payment.payer.name, payment.payment.payee.name, payment.payment.cents) == ("Ann", "Bob", 10)
    assert (posted.game_code, posted.game_title, posted.seq, posted.device) == (code, "Thursday", 1, "Alice's phone")
    assert (reversal.reverses, reversal.seq, reversal.actor, posted.actor) == (1, 2, "Dee", None)
    shares = [(share.name, share.cents) for share in posted.shares]
    assert shares == [("Bob", 10), ("Dee", 10), ("Ann", -10), ("Cy", -10)]
    assert [each.is_active for each in (back, payment, reversal, posted)] == [False] * 4


def test_of_a_game_only_its_own_are_told_however_many_came_since(session, play):
    first, second = play(), play()
    assert [each.game_code for each in movements(session, 1, MovementFilter(game_code=first), most=1)] == [first]
    assert [each.entry_id for each in movements(session, 1, MovementFilter(game_code=second))] == [2]
    assert movements(session, 2, MovementFilter(game_code=first)) == ()


def test_movements_come_in_pages(session, play, paid):
    play()
    for cents in range(1, 6):
        paid(ANN, BOB, cents)
    paid(CY, DEE, 7, night_id=None)
    first = movements(session, 1, most=3)
    assert [each.entry_id for each in first] == [7, 6, 5]
    assert [each.entry_id for each in movements(session, 1, MovementFilter(before=5), most=3)] == [4, 3, 2]
    assert [each.entry_id for each in movements(session, 1, MovementFilter(person_id=CY))] == [7, 1]
    assert [each.entry_id for each in movements(session, 1, MovementFilter(night_id=1), most=2)] == [6, 5]
    assert movements(session, 2) == ()
    assert movements(session, 1, MovementFilter(before=10**30), most=1) == first[:1]
