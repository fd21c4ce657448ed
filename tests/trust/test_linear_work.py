"""Row 23: the log, a what-if and an import do work in proportion to their rows, in lines of Python run."""

from __future__ import annotations

import io
import itertools
import json
from functools import partial

import pytest
from sqlalchemy.orm import Session

from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.games.replay import replay_log
from scorekeeper.services.games.store import load_game, read_log
from scorekeeper.services.submission import Submission
from scorekeeper.services.transfer import document_checks
from scorekeeper.services.transfer.league_export import export_league
from scorekeeper.services.transfer.league_import import import_league
from tests.databases import asked, closing_engine
from tests.factories import draft, enrol, hand, op_id
from tests.growth import lines_run
from tests.web.conftest import Phone

TEN_TIMES = 12
"""Ten times the rows may cost so many times the work; a square would cost a hundred times."""
PAGES = {"log": "/t/{}/log", "what-if": "/t/{}/whatif?finish.target=40"}


@pytest.fixture
def document(database):
    """Return a league of one game with one hand, as its file."""
    with closing_engine(database) as engine, Session(engine, expire_on_commit=False) as session:
        phone, _ = enrol(session, wall_clock, "A phone")
        code = create_game(session, wall_clock, phone, draft(house={"finish.target": "none"}))
        record_line(session, wall_clock, code, hand(), Submission(op_id=op_id(), seen=0, device=phone))
        with engine.connect() as connection:
            return json.loads("".join(export_league(connection, 1)))


def brought_in(database, document, rows):
    """Import the league with so many rows in its game; give the lines run, the game's code and its owner's secret."""
    (row,) = document["lines"]
    text = json.dumps({**document, "lines": [{**row, "seq": seq} for seq in range(1, rows + 1)]})
    with closing_engine(database) as engine, Session(engine, expire_on_commit=False) as session:
        phone, secret = enrol(session, wall_clock, "Another")
        cost = lines_run(
            lambda: import_league(session, wall_clock, phone, io.BytesIO(text.encode()), op_id=op_id())
        )
    return cost, asked(database, "SELECT code FROM games ORDER BY league_id DESC LIMIT 1")[0][0], secret


def measured(app, database, document, rows):
    cost, code, secret = brought_in(database, document, rows)
    phone = Phone(app)
    phone.client.set_cookie("phone", secret)
    costs = {"import": cost}
    for name, page in PAGES.items():
        look = partial(phone.get, page.format(code))
        assert look().status_code == 200  # the first look compiles what all others use
        costs[name] = lines_run(look)
    return costs


@pytest.mark.deep
def test_ten_times_the_rows_are_ten_times_the_work(app, database, document, size, record_property, monkeypatch):
    monkeypatch.setattr(document_checks, "MAX_LINES", 10_000)
    sizes = size((100, 1_000, 10_000), (100, 1_000))
    brought_in(database, document, 10)
    found = [measured(app, database, document, rows) for rows in sizes]
    for name in found[0]:
        costs = [each[name] for each in found]
        said = ", ".join(f"{rows:,} rows {cost:,}" for rows, cost in zip(sizes, costs, strict=True))
        record_property(f"row 23: lines of Python run, {name}", said)
        assert all(more < TEN_TIMES * fewer for fewer, more in itertools.pairwise(costs)), (name, said)


def test_control_a_game_replayed_for_every_row_is_found(database, document, record_property):
    costs = []
    for rows in (10, 100):
        _, code, _ = brought_in(database, document, rows)
        with closing_engine(database) as engine, engine.connect() as connection:
            game = load_game(connection, code)
            log = read_log(connection, game)
            costs.append(lines_run(lambda: [replay_log(game.head, log[:upto]) for upto in range(len(log))]))  # noqa: B023
    record_property("row 23, control: how many times the work ten times the rows were", round(costs[1] / costs[0]))
    assert costs[1] > TEN_TIMES * costs[0]
