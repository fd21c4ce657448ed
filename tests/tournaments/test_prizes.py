"""The money of a tournament: in whole dollars, shared where places are, on a ledger that sums to zero."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.money.ledger import read_balances
from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.tournaments.actions import (
    change_setup,
    finish_tournament,
    take_fee,
    undo_line,
)
from tests.tournaments.conftest import SETUP, THIRTEEN, Evening


def balances(session):
    found = read_balances(session.connection(), 1)
    return {person: cents for each in found.values() for person, (cents, _) in each.items()}


def test_an_end_that_is_undone_is_paid_back_and_may_come_again(session, evening):
    evening.play()
    finish_tournament(evening.form(), evening.id)
    end = evening.seq
    with pytest.raises(ImpossibleFact, match="The tournament is over"):
        evening.slip(1, (50, 10))
    undo_line(evening.form(), evening.id, end)
    assert set(balances(session).values()) == {0}
    with pytest.raises(ImpossibleFact, match="Finish the tournament again"):
        undo_line(evening.form(), evening.id, end + 1)
    evening.slip(1, (50, 10))
    finish_tournament(evening.form(), evening.id)
    assert sum(balances(session).values()) == 0
    assert max(balances(session).values()) > 0


def test_without_a_fee_nothing_moves(session, form, league):
    assert league
    evening = Evening(session, form, replace(SETUP, fee=0))
    evening.enter(*THIRTEEN)
    evening.play()
    finish_tournament(evening.form(), evening.id)
    assert (evening.state.finished, evening.state.paid, balances(session)) == (True, (), {})


def cash_of(evening):
    return evening.state.pay_out(dict(evening.state.paid))[0]


def test_fees_paid_in_cash_are_not_owed_and_the_box_is_paid_out(session, evening):
    for player in range(1, 13):
        take_fee(evening.form(), evening.id, (player,), paid=True)
    evening.play()
    finish_tournament(evening.form(), evening.id)
    paid, cash, owed = dict(evening.state.paid), cash_of(evening), balances(session)
    assert sum(paid.values()) == 13_000
    assert sum(cash.values()) == 12_000
    assert sum(owed.values()) == 0
    for player in range(1, 14):
        fee = 1000 if player == 13 else 0
        assert cash.get(player, 0) + owed.get(player, 0) == paid.get(player, 0) - fee


@pytest.mark.parametrize("change", [{"fee": 500}, {"currency": "EUR"}])
def test_a_fee_that_was_paid_in_cash_stays_as_it_is(evening, change):
    setup = evening.state.setup
    change_setup(evening.form(), evening.id, replace(setup, **change))
    changed = evening.seq
    take_fee(evening.form(), evening.id, (1,), paid=True)
    with pytest.raises(ImpossibleFact, match="paid the fee in cash") as refused:
        change_setup(evening.form(), evening.id, setup)
    assert refused.value.field == "fee"
    with pytest.raises(ImpossibleFact, match="paid the fee in cash"):
        undo_line(evening.form(), evening.id, changed)
    change_setup(evening.form(), evening.id, replace(setup, **change, rounds=4))
    take_fee(evening.form(), evening.id, (1,), paid=False)
    change_setup(evening.form(), evening.id, setup)
    assert evening.state.setup == setup
