"""A write that fails at any statement leaves everything as it was, and the same form sent again does it all."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from scorekeeper.models import League
from scorekeeper.services.games.create import create_game, rematch
from scorekeeper.services.games.lines import Correction, correct_line, record_line, undo
from scorekeeper.services.league.house_rules import RulesDraft, save_house_rules
from scorekeeper.services.money.pay import NewPayment, pay, reverse_payment
from scorekeeper.services.submission import Submission
from scorekeeper.services.transaction import writing
from scorekeeper.services.transfer.sheets import SheetUpload, export_sheet, import_sheet, sheet_as_toml
from scorekeeper.variants.catalogue import find_variant
from tests.databases import SERVER, asked, everything, failing_at, without_transactions
from tests.factories import draft, op_id

MOST_STATEMENTS = 100


@pytest.fixture
def played(session, clock, alice):
    """A game of a table that comes and goes, with two hands; give its code."""
    code = create_game(session, clock, alice, draft(("Ann", "Bob", "Cy"), variant="money-pitch"))
    for seq, bidder in enumerate("12"):
        facts = {"bidder": bidder, "bid": 2, "points": {"high": bidder, "low": bidder}}
        record_line(session, clock, code, facts, Submission(op_id=op_id(), seen=seq, device=alice))
    return code


HAND = {"bidder": "3", "bid": 2, "points": {"high": "3", "low": "3"}}
WRITES = {
    "record": lambda s, c, d, code: record_line(s, c, code, HAND, Submission(op_id="op", seen=2, device=d)),
    "join": lambda s, c, d, code: record_line(s, c, code, {"join": "Gus"}, Submission(op_id="op", seen=2, device=d)),
    "undo": lambda s, c, d, code: undo(s, c, code, 2, Submission(op_id="op", seen=2, device=d)),
    "correct": lambda s, c, d, code: correct_line(
        s, c, code, Correction(1, HAND), Submission(op_id="op", seen=2, device=d)),
    "create": lambda s, c, d, _: create_game(s, c, d, draft(("Gus", "Hal", "Ann", "Bob")), op_id="op"),
    "create and keep the rules": lambda s, c, d, _: create_game(
        s, c, d, draft(house={"finish.target": 42}, save_as="Legion rules"), op_id="op"),
    "keep the rules": lambda s, c, d, _: save_house_rules(
        s, c, RulesDraft("Church", find_variant("cinch"), {}), Submission(op_id="op", device=d)),
    "import": lambda s, c, d, code: import_sheet(
        s, c, d, SheetUpload(sheet_as_toml(export_sheet(s, code)), is_json=False, op_id="op")),
}  # fmt: skip


@pytest.fixture
def for_money(session, clock, alice):
    """A game for money of the same three, ended by its second hand after a settlement, and a payment; give its code."""
    stakes, house = {"currency": "USD", "point": "0.05", "game": "0.25"}, {"finish.target": 2}
    new = draft(("Ann", "Bob", "Cy"), variant="money-pitch", stakes=stakes, house=house)
    code = create_game(session, clock, alice, new)
    for seq, facts in enumerate([ONE_POINT, {"settle": True}, HAND]):
        record_line(session, clock, code, facts, Submission(op_id=op_id(), seen=seq, device=alice))
    pay(session, clock, 1, NewPayment(1, 3, 40, "USD", night_id=1), Submission(op_id=op_id(), device=alice))
    return code


ONE_POINT = {"bidder": "2", "bid": 2, "points": {"low": "1"}}
MONEY_WRITES = {
    "bring in the end": lambda s, c, d, code: import_sheet(
        s, c, d, SheetUpload(sheet_as_toml(export_sheet(s, code)), is_json=False, op_id="op")),
    "take the end back": lambda s, c, d, code: undo(s, c, code, 3, Submission(op_id="op", seen=3, device=d)),
    "correct what was settled": lambda s, c, d, code: correct_line(
        s, c, code, Correction(1, {**ONE_POINT, "points": {"low": "3"}}), Submission(op_id="op", seen=3, device=d)),
    "take the settlement back": lambda s, c, d, code: undo(s, c, code, 2, Submission(op_id="op", seen=3, device=d)),
    "pay": lambda s, c, d, _: pay(
        s, c, 1, NewPayment(2, 3, 5, "USD", night_id=1), Submission(op_id="op", device=d, reason="In quarters.")),
    "take a payment back": lambda s, c, d, _: reverse_payment(s, c, 1, 3, Submission(op_id="op", device=d)),
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", list(WRITES))
def test_a_failed_write_changes_nothing(session, engine, database, clock, alice, played, name):
    assert_all_or_nothing(engine, database, lambda: WRITES[name](session, clock, alice, played))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", list(MONEY_WRITES))
def test_nor_does_one_that_moves_money(session, engine, database, clock, alice, for_money, name):
    before = everything(database)["entries"]
    assert_all_or_nothing(engine, database, lambda: MONEY_WRITES[name](session, clock, alice, for_money))
    assert len(everything(database)["entries"]) > len(before), "it moved some"


def test_nor_does_a_rematch(session, engine, database, clock, alice, for_money):
    assert_all_or_nothing(engine, database, lambda: rematch(session, clock, alice, for_money, "op"))


def test_nor_does_the_hand_that_ends_a_game(session, engine, database, clock, alice, for_money):
    undo(session, clock, for_money, 3, Submission(op_id=op_id(), seen=3, device=alice))
    form = {"op_id": "op", "seen": 4, "device": alice}
    assert_all_or_nothing(engine, database, lambda: record_line(session, clock, for_money, HAND, Submission(**form)))
    assert asked(database, "SELECT kind FROM entries ORDER BY id DESC")[0] == ("stakes",)


def assert_all_or_nothing(engine, database, write):
    """Every statement of a write fails in turn; then it is done, and the same form sent again finds it done."""
    before, done = everything(database), None
    for nth in range(1, MOST_STATEMENTS):
        with failing_at(engine, nth):
            try:
                done = write()
                break
            except OperationalError:
                assert everything(database) == before, f"failing at statement {nth}"
    assert nth > 3, "several statements were made to fail"
    after = everything(database)
    assert after != before
    again = write()
    assert getattr(again, "seq", again) == getattr(done, "seq", done)
    assert everything(database) == after, "the same form again finds it done"


def test_the_control_without_a_transaction_half_a_hand_is_left(session, engine, database, clock, alice, played):
    """The test above would notice: where nothing says BEGIN, every statement stands for itself."""
    before = everything(database)
    without_transactions(engine)
    third = 3 if SERVER else 4  # after opening and the line comes the game; SQLite has a PRAGMA before
    with failing_at(engine, third), pytest.raises(OperationalError):
        WRITES["record"](session, clock, alice, played)
    after = everything(database)
    assert len(after["lines"]) == len(before["lines"]) + 1
    assert after["games"] == before["games"]


def test_an_exception_in_the_middle_rolls_back(session, database, clock, alice):
    before = everything(database)

    def half_a_write():
        with writing(session) as connection:
            league = "(id, code, name, created_at) VALUES (7, 'code', 'A league', 'now')"
            connection.exec_driver_sql(f"INSERT INTO leagues {league}")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half_a_write()
    assert everything(database) == before
    create_game(session, clock, alice, draft())


def test_nothing_waits_outside_a_write(session):
    session.add(League(name="A league", created_at=None))
    with pytest.raises(RuntimeError, match="outside"), writing(session):
        pass


@pytest.mark.sqlite("the write lock, where a second writer of one thread would wait for itself")
def test_a_write_inside_a_write_is_refused(session, engine):
    refused = pytest.raises(RuntimeError, match="Nested write")
    with writing(session), Session(engine) as other, refused, writing(other):
        pass
