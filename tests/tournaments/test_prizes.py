"""The money of a tournament: in whole dollars, shared where places are, on a ledger that sums to zero."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.money.ledger import read_balances
from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.tournaments.actions import (
    change_setup,
    finish_tournament,
    set_left,
    take_all_fees,
    take_fee,
    undo_line,
)
from scorekeeper.tournaments.state import TournamentRow, replay
from scorekeeper.transfer.document_checks import SCHEMAS, references
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


def test_who_shares_a_place_shares_what_it_brings(evening):
    evening.draw()
    for table in evening.state.current.tables:
        evening.slip(table.number, (20, 20))
    finish_tournament(evening.form(), evening.id)
    assert sorted(cents for _, cents in evening.state.paid) == [1000] * 13


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


def test_where_all_paid_cash_the_ledger_says_nothing(session, evening):
    for player in range(1, 14):
        take_fee(evening.form(), evening.id, (player,), paid=True)
    evening.play()
    finish_tournament(evening.form(), evening.id)
    assert (evening.state.entry, balances(session)) == (None, {})
    assert cash_of(evening) == dict(evening.state.paid)
    undo_line(evening.form(), evening.id, evening.seq)
    assert not evening.state.finished


def test_a_fee_is_marked_once_taken_back_and_undone_in_the_log(evening):
    form = evening.form()
    take_fee(form, evening.id, (1,), paid=True)
    take_fee(form, evening.id, (1,), paid=True)
    take_fee(evening.form(), evening.id, (1,), paid=True)
    assert evening.state.paid_cash == {(1,)}
    marked = evening.seq
    take_fee(evening.form(), evening.id, (1,), paid=False)
    assert (evening.state.paid_cash, evening.seq) == (frozenset(), marked + 1)
    undo_line(evening.form(), evening.id, marked + 1)
    assert evening.state.paid_cash == {(1,)}
    with pytest.raises(ImpossibleFact, match="Nobody with that name"):
        take_fee(evening.form(), evening.id, (77,), paid=True)


def test_everybody_who_is_here_and_has_not_paid_pays_at_once(evening):
    take_fee(evening.form(), evening.id, (1,), paid=True)
    set_left(evening.form(), evening.id, (2,), left=True)
    form = evening.form()
    with pytest.raises(ImpossibleFact, match="The player list has changed"):
        take_all_fees(evening.form(), evening.id, 10)
    take_all_fees(form, evening.id, 11)
    take_all_fees(form, evening.id, 11)
    take_all_fees(evening.form(), evening.id, 11)
    line = evening.view.rows[-1]
    assert line.facts == {"sides": [[player] for player in range(3, 14)]}
    assert len(evening.state.paid_cash) == 12
    named = references(SCHEMAS["tournament_lines.fees"], {"facts": line.facts})
    assert list(named) == [("people", player, "facts") for player in range(3, 14)]
    undo_line(evening.form(), evening.id, line.seq)
    assert evening.state.paid_cash == {(1,)}


@pytest.mark.parametrize("sides", [[], [[77]]])
def test_a_line_that_says_somebody_else_paid_is_refused(evening, sides):
    line = TournamentRow(evening.seq + 1, "fees", None, {"sides": sides}, evening.view.rows[-1].recorded_at)
    with pytest.raises(ImpossibleFact, match="Nobody with that name"):
        replay([*evening.view.rows, line])


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
