"""Who owes whom, of a night and of a season; what moved it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.transaction import Submission
from scorekeeper.games.lines import undo
from scorekeeper.league.roster import read_people
from scorekeeper.money.accounts import Account, read_accounts, settle_directly, settle_through
from scorekeeper.money.ledger import NewPayment, pay, read_entries, reverse_payment
from scorekeeper.transfer.sheets import export_sheet, import_sheet, sheet_as_toml
from tests.databases import counted
from tests.factories import hand

ANN, BOB, DEE = 1, 2, 4
DIME = {"currency": "USD", "game": "0.10"}


@pytest.fixture
def play(new_game):
    """Play a game of ten-point of one hand that Bob & Dee win; give its code."""
    return lambda **changes: new_game(hand("2", 5), stakes=DIME, opening={0: 40, 1: 44}, **changes)


@pytest.fixture
def paid(session, clock, alice):
    """Note a payment in the only league; give its number."""

    def pay_some(payer, payee, cents, night_id=1, currency="USD"):
        payment = NewPayment(payer=payer, payee=payee, cents=cents, currency=currency, night_id=night_id)
        return pay(Submission(session, clock, alice, league_id=1), payment)

    return pay_some


def balances(owings):
    return {owing.currency: {account.name: account.cents for account in owing.accounts} for owing in owings}


def test_currencies_stay_apart(session, clock, alice, play, paid):
    dollars = sheet_as_toml(export_sheet(session, play()))
    import_sheet(Submission(session, clock, alice), dollars.replace("USD", "CAD"))
    paid(ANN, BOB, 10, currency="CAD")
    paid(ANN, BOB, 5, currency="EUR")
    assert balances(read_accounts(session, 1)) == {
        "CAD": {"Ann": 0, "Bob": 0, "Cy": -10, "Dee": 10},
        "EUR": {"Ann": 5, "Bob": -5},
        "USD": {"Ann": -10, "Bob": 10, "Cy": -10, "Dee": 10},
    }


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=7), st.integers(0, 8))
def test_both_ways_settle_everything_in_fewer_payments_than_people(cents, at):
    accounts = [Account(who, f"P{who}", amount) for who, amount in enumerate([*cents, -sum(cents)])]
    banker = accounts[at] if at < len(accounts) else Account(99, "The bank")
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


def test_every_movement_is_told(session, clock, alice, play, paid):
    code = play(title="Thursday")
    undo(Submission(session, clock, alice, seen=1, actor=DEE), code, 1)
    number = paid(ANN, BOB, 10)
    reverse_payment(Submission(session, clock, alice, league_id=1, reason="It was a joke."), number)
    back, payment, reversal, posted = read_entries(session, 1)
    assert [each.kind for each in (back, payment, reversal, posted)] == ["reversal", "payment", "reversal", "stakes"]
    assert (back.reverses, back.note, payment.reversal) == (3, "It was a joke.", back)
    assert (payment.payer_id, payment.payee_id, payment.cents) == (ANN, BOB, 10)
    assert (posted.game.code, posted.game.title, posted.seq) == (code, "Thursday", 1)
    assert (reversal.reverses, reversal.seq) == (1, 2)
    names, _ = read_people(session.connection(), 1)
    assert [it.posted_by(names) for it in (reversal, posted)] == ["Dee · Alice's phone", "Alice's phone"]
    assert posted.shares(names) == [("Bob", 10), ("Dee", 10), ("Ann", -10), ("Cy", -10)]
    assert [each.is_active for each in (back, payment, reversal, posted)] == [False] * 4


@pytest.mark.sqlite("its plan")
def test_what_moved_somebodys_money_is_found_by_their_postings(session, engine, play):
    play()
    with counted(engine) as sent:
        read_entries(session, 1, people=[ANN])
    theirs = next(statement for statement in sent if "ORDER BY postings.entry_id DESC" in statement)
    with engine.connect() as connection:
        (step,) = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {theirs}", (1, ANN, 9, 0))
    assert "ix_postings_league_id_person_id_entry_id (league_id=? AND person_id=?)" in step.detail
