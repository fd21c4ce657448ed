"""How many statements a tap costs, BEGIN and COMMIT aside: counts do not move, so they are exact.

Row 6 of tools/bench/README.md.
"""

from __future__ import annotations

import re

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game, recent_games
from scorekeeper.games.lines import correct_line, preview_line, record_line, undo
from tests.databases import counted
from tests.factories import draft, hand
from tests.league.season_games import won_by


@pytest.fixture
def night(session, clock, alice):
    """A game with ten hands that goes on; give its code."""
    code = create_game(Submission(session, clock, alice), draft(house={"finish.target": 500}))
    for seq in range(10):
        record_line(Submission(session, clock, alice, seen=seq), code, hand("1234"[seq % 4]))
    return code


def test_no_earlier_hand_is_read_to_add_one(session, engine, clock, alice, night):
    if engine.dialect.name != "sqlite":
        pytest.skip("the plan is read as SQLite tells it")
    with counted(engine) as sent:
        record_line(Submission(session, clock, alice, seen=10), night, hand())
    opening, *_ = sent
    with engine.connect() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {opening}", (1, "code")).all()
    assert not [step.detail for step in plan if "SCAN" in step.detail]


@pytest.mark.parametrize(
    ("tap", "statements"),
    [
        (lambda s, c, d, code: undo(Submission(s, c, d, seen=10), code, 10), 6),
        (lambda s, c, d, code: correct_line(Submission(s, c, d, seen=10), code, 3, hand("3", 6)), 6),
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
        create_game(Submission(session, clock, alice), draft(house={"finish.target": 5}, stakes=STAKES))
        for _ in range(2)
    ]
    record_line(Submission(session, clock, alice), codes[0], won_by("A"))
    return codes[1]


def test_a_hand_that_wins_for_money_reads_no_row_twice(session, engine, clock, alice, second_game):
    """3 for the line, 2 its answer, 2 the lock and the seats, 9 what the game counts for and ratings, 4 the ledger."""
    with counted(engine) as sent:
        record_line(Submission(session, clock, alice), second_game, won_by("A"))
    assert len(sent) <= 20, sent
    _, *later = [statement for statement in sent if statement.startswith("SELECT")]
    assert {"FROM games", "FROM rulebooks", "FROM nights"}.isdisjoint(re.findall(r"FROM \w+", "".join(later)))
    for table in ("seats", "leagues", "results", "seasons"):
        assert len([each for each in later if f"FROM {table} " in each]) <= 1, table


def test_a_correction_of_a_won_game_costs_little_more(session, engine, clock, alice, second_game):
    record_line(Submission(session, clock, alice), second_game, won_by("A"))
    with counted(engine) as sent:
        undo(Submission(session, clock, alice, seen=1), second_game, 1)
    assert len(sent) <= 19, sent
