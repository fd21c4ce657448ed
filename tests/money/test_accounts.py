"""Who owes whom, of a night and of a season; what moved it."""

import datetime as dt

import pytest

from scorekeeper.core.transaction import NotDue, Submission
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import correct_line, undo
from scorekeeper.league.people import merge_people
from scorekeeper.league.roster import people_by_seat, read_people
from scorekeeper.money.accounts import Account, DuePayment, read_accounts, still_due
from scorekeeper.money.ledger import pay, read_entries, reverse_payment
from scorekeeper.transfer.sheets import export_sheet, import_sheet, sheet_as_toml
from tests.databases import counted
from tests.factories import hand
from tests.ledgers import kept

ANN, BOB, CY, DEE = 1, 2, 3, 4
DIME = {"currency": "USD", "game": "0.10"}


@pytest.fixture
def play(new_game):
    """Play a game of ten-point of one hand that Bob & Dee win; give its code."""
    return lambda **changes: new_game(hand("2", 5), stakes=DIME, opening={0: 40, 1: 44}, **changes)


@pytest.fixture
def paid(form):
    """Note a payment in the only league; give its number."""

    def pay_some(payer, payee, cents, night_id=1, currency="USD", **more):
        return pay(form(), payer, payee, cents, currency, night_id=night_id, **more)

    return pay_some


def test_currencies_stay_apart(session, clock, alice, play, paid):
    dollars = sheet_as_toml(export_sheet(session, play()))
    import_sheet(Submission(session, clock, alice), dollars.replace("USD", "CAD"))
    paid(ANN, BOB, 10, currency="CAD")
    paid(ANN, BOB, 5, currency="EUR")
    assert {each.currency: {it.name: it.cents for it in each.accounts} for each in read_accounts(session, 1)} == {
        "CAD": {"Ann": 0, "Bob": 0, "Cy": -10, "Dee": 10},
        "EUR": {"Ann": 5, "Bob": -5},
        "USD": {"Ann": -10, "Bob": 10, "Cy": -10, "Dee": 10},
    }


def test_every_movement_is_told(session, clock, alice, play, paid):
    code = play(title="Thursday")
    undo(Submission(session, clock, alice, seen=1, actor=DEE), code, 1)
    number = paid(ANN, BOB, 10)
    reverse_payment(Submission(session, clock, alice, league_id=1), number)
    back, payment, reversal, posted = read_entries(session, 1)
    assert [each.kind for each in (back, payment, reversal, posted)] == ["reversal", "payment", "reversal", "stakes"]
    assert (back.reverses, payment.reversal) == (3, back)
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


@pytest.fixture
def anna(form, play):
    """Another night Ann sat down as Anna, who was found to be her: each of the two games cost a dime."""
    play()
    play(names=("Anna", "Bob", "Cy", "Dee"), date=dt.date(2026, 11, 1))
    merge_people(form(), 5, ANN)
    return 5


@pytest.mark.parametrize(("night_id", "cents"), [(None, 20), (1, 10), (2, 10)])
def test_what_counts_for_somebody_merged_is_due_from_the_other(session, anna, paid, night_id, cents):
    assert anna
    (pays,) = [due for due in read_accounts(session, 1, night_id)[0].due if due.payer.person_id == ANN]
    assert pays.cents == cents
    paid(ANN, pays.payee.person_id, cents, night_id, if_due=True)
    with pytest.raises(NotDue):
        paid(ANN, pays.payee.person_id, cents, night_id, if_due=True)


def test_every_amount_of_somebody_merged_is_the_others(session, anna):
    moved = read_entries(session, 1, people=[ANN, anna])
    assert [it.cents_of([ANN, anna]) for it in moved] == [-10, -10]
    assert anna not in people_by_seat(session.connection(), 1, moved[0].game_id, {anna: ANN}).values()


def owed(payer, payee, cents):
    return DuePayment(Account(payer, str(payer)), Account(payee, str(payee)), cents)


@pytest.mark.parametrize(
    ("season", "left"),
    [
        ({ANN: -10, BOB: 10}, [(ANN, BOB, 10)]), ({ANN: -4, BOB: 4}, [(ANN, BOB, 4)]),
        ({ANN: -30, BOB: 30}, [(ANN, BOB, 10)]), ({ANN: -10, CY: 10}, []), ({ANN: 10, BOB: -10}, []), ({}, []),
    ],
)  # fmt: skip
def test_nobody_pays_for_a_night_what_he_does_not_owe_over_the_season(season, left):
    found = still_due([owed(ANN, BOB, 10)], season)
    assert [(it.payer.person_id, it.payee.person_id, it.cents) for it in found] == left


def test_what_one_payment_settles_is_not_left_for_the_next():
    to_two = still_due([owed(ANN, BOB, 10), owed(ANN, CY, 10)], {ANN: -12, BOB: 10, CY: 10})
    from_two = still_due([owed(ANN, CY, 10), owed(BOB, CY, 10)], {ANN: -10, BOB: -10, CY: 12})
    assert [it.cents for it in (*to_two, *from_two)] == [10, 2, 10, 2]


def test_a_banker_is_asked_for_nothing_of_his_own():
    found = still_due([owed(ANN, DEE, 10), owed(DEE, BOB, 10)], {ANN: -10, BOB: 10}, via=DEE)
    assert [it.cents for it in found] == [10, 10]


DIMES = {"currency": "USD", "game": "0.10", "set": "0.05"}


def test_a_correction_that_costs_nobody_anything_posts_nothing(session, clock, alice, new_game):
    """Ten-point for a dime and a nickel a set: Ann & Cy have 40, Bob & Dee 44, the game is to 52."""
    code = new_game(hand("2", 5), stakes=DIMES, opening={0: 40, 1: 44})
    correct_line(Submission(session, clock, alice, seen=1, reason="So it was."), code, 1, hand("2", 6))
    assert read_game(session, code).seq == 2
    assert kept(session) == [("stakes", 1, None, {1: -10, 2: 10, 3: -10, 4: 10})]
