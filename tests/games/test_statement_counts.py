"""How many statements a tap costs, BEGIN and COMMIT aside: counts do not move, so they are exact.

Row 6 of tools/bench/README.md.
"""

from __future__ import annotations

import re

import pytest

from scorekeeper.core.submission import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import Correction, correct_line, record_line, undo
from scorekeeper.games.replay import preview_line
from scorekeeper.games.table_state import read_game, recent_games
from tests.databases import counted
from tests.factories import draft, hand, op_id
from tests.league.season_games import won_by


@pytest.fixture
def night(session, clock, alice):
    """A game with ten hands that goes on; give its code."""
    code = create_game(session, clock, alice, draft(house={"finish.target": 500}))
    for seq in range(10):
        record_line(session, clock, code, hand("1234"[seq % 4]), Submission(op_id=op_id(), seen=seq, device=alice))
    return code


def test_no_earlier_hand_is_read_to_add_one(session, engine, clock, alice, night):
    if engine.dialect.name != "sqlite":
        pytest.skip("the plan is read as SQLite tells it")
    with counted(engine) as sent:
        record_line(session, clock, night, hand(), Submission(op_id=op_id(), seen=10, device=alice))
    opening, *_ = sent
    assert "same_op.op_id = ?" in opening, "of the lines only the one this form wrote is looked for"
    with engine.connect() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {opening}", (1, "op", "code")).all()
    assert not [step.detail for step in plan if "SCAN" in step.detail]


@pytest.mark.parametrize(
    ("tap", "statements"),
    [
        (lambda s, c, d, code: undo(s, c, code, 10, Submission(op_id=op_id(), seen=10, device=d)), 4),
        (lambda s, c, d, code: correct_line(
            s, c, code, Correction(3, hand("3", 6)), Submission(op_id=op_id(), seen=10, device=d, reason=None)
        ), 4),
        (lambda s, _clock, _device, code: preview_line(s, code, hand()), 1),
        (lambda s, _clock, _device, code: read_game(s, code), 2),
        (lambda s, _clock, d, _code: recent_games(s, d), 1),
    ],
    ids=["undo", "correct", "preview", "read", "list"],
)  # fmt: skip
def test_what_other_taps_take(session, engine, clock, alice, night, tap, statements):
    with counted(engine) as sent:
        tap(session, clock, alice, night)
    assert len(sent) == statements, sent


STAKES = {"currency": "USD", "game": "1.00", "set": "0.25"}


@pytest.fixture
def second_game(session, clock, alice):
    """A game for money that the next hand ends, in a league where one was played before; give its code."""
    codes = [
        create_game(session, clock, alice, draft(house={"finish.target": 5}, stakes=STAKES)) for _ in range(2)
    ]
    record_line(session, clock, codes[0], won_by("A"), Submission(op_id=op_id(), seen=0, device=alice))
    return codes[1]


def test_a_hand_that_wins_for_money_reads_no_row_twice(session, engine, clock, alice, second_game):
    """3 for the line, 2 for the lock and the seats, 9 for what the game counts for and ratings, 4 for the ledger."""
    with counted(engine) as sent:
        record_line(session, clock, second_game, won_by("A"), Submission(op_id=op_id(), seen=0, device=alice))
    assert len(sent) <= 18, sent
    _, *later = [statement for statement in sent if statement.startswith("SELECT")]
    assert {"FROM games", "FROM rulebooks", "FROM nights"}.isdisjoint(re.findall(r"FROM \w+", "".join(later)))
    for table in ("seats", "leagues", "results", "seasons"):
        assert len([each for each in later if f"FROM {table} " in each]) <= 1, table


def test_a_correction_of_a_won_game_costs_little_more(session, engine, clock, alice, second_game):
    record_line(session, clock, second_game, won_by("A"), Submission(op_id=op_id(), seen=0, device=alice))
    with counted(engine) as sent:
        undo(session, clock, second_game, 1, Submission(op_id=op_id(), seen=1, device=alice))
    assert len(sent) <= 17, sent
