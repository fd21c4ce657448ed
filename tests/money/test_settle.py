"""What is still due: a payment that is not owed any more is not marked, whoever is second; nobody pays twice."""

import datetime as dt

import pytest

from scorekeeper.core.transaction import NotDue, Submission
from scorekeeper.league.people import merge_people
from scorekeeper.league.roster import people_by_seat
from scorekeeper.money.accounts import Account, DuePayment, read_accounts, still_due
from scorekeeper.money.ledger import NewPayment, pay, read_entries
from scorekeeper.rules.errors import UnreadableSheet
from tests.factories import hand, op_id

ANN, BOB, CY, DEE = 1, 2, 3, 4


LOST = {"stakes": {"currency": "USD", "game": "0.10"}, "opening": {0: 40, 1: 44}}


@pytest.fixture
def code(new_game):
    """A game that cost Ann and Cy a dime each; it goes to Bob and Dee."""
    return new_game(hand("2", 5), **LOST)


@pytest.fixture
def marking(session, clock, alice, code):
    """Ann pays Bob the dime, unless somebody says otherwise."""
    assert code
    usual = {"payer": ANN, "payee": BOB, "cents": 10, "currency": "USD", "night_id": 1, "if_due": True}

    def marking(**changes):
        changes = {"op_id": op_id(), **changes}
        form = Submission(session, clock, alice, league_id=1, op_id=changes.pop("op_id"))
        return pay(form, NewPayment(**{**usual, **changes}))

    return marking


@pytest.fixture
def anna(session, clock, alice, code, new_game):
    """Another night Ann sat down as Anna, who was found to be her: that game cost the two of them a dime as well."""
    assert code
    new_game(hand("2", 5), names=("Anna", "Bob", "Cy", "Dee"), date=dt.date(2026, 11, 1), **LOST)
    merge_people(Submission(session, clock, alice, league_id=1), 5, ANN)
    return 5


@pytest.mark.parametrize(("night_id", "cents"), [(None, 20), (1, 10), (2, 10)])
def test_what_counts_for_somebody_merged_is_due_from_the_other(session, anna, marking, night_id, cents):
    assert anna
    (pays,) = [due for due in read_accounts(session, 1, night_id)[0].due if due.payer.person_id == ANN]
    assert pays.cents == cents
    marking(night_id=night_id, cents=cents, payee=pays.payee.person_id)
    with pytest.raises(NotDue):
        marking(night_id=night_id, cents=cents, payee=pays.payee.person_id)


def test_nobody_pays_whom_he_was_merged_into(marking, anna):
    with pytest.raises(UnreadableSheet) as refused:
        marking(payer=anna, payee=ANN, if_due=False)
    assert refused.value.faults[0].field == "payee"


def test_every_amount_of_somebody_merged_is_the_others(session, anna):
    moved = read_entries(session, 1, people=[ANN, anna])
    assert [it.cents_of([ANN, anna]) for it in moved] == [-10, -10]
    assert anna not in people_by_seat(session.connection(), 1, moved[0].game_id, {anna: ANN}).values()


def due(payer, payee, cents):
    return DuePayment(Account(payer, str(payer)), Account(payee, str(payee)), cents)


@pytest.mark.parametrize(
    ("season", "left"),
    [
        ({ANN: -10, BOB: 10}, [(ANN, BOB, 10)]),
        ({ANN: -4, BOB: 4}, [(ANN, BOB, 4)]),
        ({ANN: -30, BOB: 30}, [(ANN, BOB, 10)]),
        ({ANN: -10, CY: 10}, []),
        ({ANN: 10, BOB: -10}, []),
        ({}, []),
    ],
)
def test_nobody_pays_for_a_night_what_he_does_not_owe_over_the_season(season, left):
    found = still_due([due(ANN, BOB, 10)], season)
    assert [(it.payer.person_id, it.payee.person_id, it.cents) for it in found] == left


def test_what_one_payment_settles_is_not_left_for_the_next():
    to_two = still_due([due(ANN, BOB, 10), due(ANN, CY, 10)], {ANN: -12, BOB: 10, CY: 10})
    from_two = still_due([due(ANN, CY, 10), due(BOB, CY, 10)], {ANN: -10, BOB: -10, CY: 12})
    assert [it.cents for it in (*to_two, *from_two)] == [10, 2, 10, 2]


def test_a_banker_is_asked_for_nothing_of_his_own():
    found = still_due([due(ANN, DEE, 10), due(DEE, BOB, 10)], {ANN: -10, BOB: 10}, via=DEE)
    assert [it.cents for it in found] == [10, 10]
