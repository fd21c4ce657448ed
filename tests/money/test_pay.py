"""Payments: what cannot be paid or taken back, and forms that say something else."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

from scorekeeper.core.transaction import Submission, write_transaction
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.models import League, Person
from scorekeeper.money.accounts import read_accounts
from scorekeeper.money.ledger import MAX_CENTS, NewPayment, pay, reverse_payment
from scorekeeper.rules.errors import SheetError
from tests.factories import draft, hand, op_id
from tests.ledgers import assert_sound, kept

ANN, BOB = 1, 2
GOOD = {"payer": ANN, "payee": BOB, "cents": 10, "currency": "USD", "night_id": 1}


@pytest.fixture(autouse=True)
def code(session, clock, alice):
    """A game of league 1 that cost Ann and Cy a dime; in league 2 there is somebody else."""
    stakes = {"currency": "USD", "game": "0.10"}
    code = create_game(Submission(session, clock, alice), draft(stakes=stakes, opening={0: 40, 1: 44}))
    record_line(Submission(session, clock, alice), code, hand("2", 5))
    with write_transaction(session) as connection:
        connection.execute(insert(League), {"id": 2, "name": "Another league", "created_at": clock()})
        connection.execute(insert(Person), {"league_id": 2, "id": 7, "name": "Zoe", "name_key": "zoe"})
    return code


@pytest.fixture
def paying(session, clock, alice):
    def paying(note=None, actor=None, **changes):
        changes = {"op_id": op_id(), **changes}
        form = Submission(session, clock, alice, league_id=1, op_id=changes.pop("op_id"), actor=actor, reason=note)
        return pay(form, NewPayment(**{**GOOD, **changes}))

    return paying


@pytest.fixture
def taking_back(session, clock, alice):
    def taking_back(number, *, note=None, **changes):
        return reverse_payment(Submission(session, clock, alice, league_id=1, reason=note, **changes), number)

    return taking_back


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"cents": -10}, "amount", "above zero"),
        ({"cents": MAX_CENTS + 1}, "amount", "more than anybody"),
        ({"currency": ""}, "currency", "has cents, like USD"),
        ({"payee": 7}, "payee", "isn't in this league"),
        ({"night_id": 2}, "night", "night wasn't found"),
        ({"note": "x" * 2001}, "note", "at most"),
        ({"note": "\ud800"}, "note", "can't be saved"),
        ({"op_id": ""}, "op_id", "out of date"),
    ],
)
def test_what_cannot_be_paid(session, paying, change, field, sentence):
    with pytest.raises(SheetError, match=sentence) as refused:
        paying(**change)
    assert refused.value.field == field
    assert len(kept(session)) == 1


def test_the_most_can_be_paid(session, code, paying):
    paying(cents=MAX_CENTS)
    assert read_accounts(session, 1)[0].accounts[0].cents == MAX_CENTS - 10
    assert_sound(session, code)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(1, "the game's hands"), (3, "paid again"), *((number, "payment wasn't found") for number in (4, 0, 10**30))],
)
def test_only_a_payment_is_reversed(session, paying, taking_back, number, sentence):
    taking_back(paying())
    with pytest.raises(SheetError, match=sentence) as refused:
        taking_back(number)
    assert refused.value.field == "entry"
    assert len(kept(session)) == 3


def test_a_payment_of_another_league_is_none_of_ours(session, clock, alice, paying):
    number = paying()
    with pytest.raises(SheetError, match="payment wasn't found"):
        reverse_payment(Submission(session, clock, alice, league_id=2), number)
