"""Row 23: the log, a what-if, an import and a tournament do work in proportion to their rows, in lines run."""

import datetime as dt
import io
import itertools
import json
import sys
from functools import partial

import pytest
from sqlalchemy.orm import Session

from scorekeeper.core.clock import wall_clock
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.history import replay_log
from scorekeeper.games.lines import record_line
from scorekeeper.games.store import load_game, read_log
from scorekeeper.tournaments import state
from scorekeeper.tournaments.pages import TournamentView, log_rounds
from scorekeeper.tournaments.state import DRAW, ENTER, GAME, SETUP, SLIP, TournamentRow, replay, setup_to_json
from scorekeeper.transfer import league_import
from scorekeeper.transfer.league_file import export_league
from scorekeeper.transfer.league_import import import_league
from tests.databases import asked, closing_engine
from tests.factories import draft, enrol, hand
from tests.phones import Phone
from tests.tournaments.conftest import SETUP as EVENING

TEN_TIMES = 12
"""Ten times the rows may cost so many times the work; a square would cost a hundred times."""
TWICE = 2.2
PAGES = {"log": "/t/{}/log", "what-if": "/t/{}/whatif?finish.target=40"}


def lines_run(task):
    """Return how many lines of Python a task runs: they do not move."""
    count = 0

    def note(_frame, event, _argument):
        nonlocal count
        count += event == "line"
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        task()
    finally:
        sys.settrace(before)
    return count


@pytest.fixture
def document(database):
    """Return a league of one game with one hand, as its file."""
    with closing_engine(database) as engine, Session(engine, expire_on_commit=False) as session:
        phone, _ = enrol(session, wall_clock, "A phone")
        code = create_game(Submission(session, wall_clock, phone), **draft(house={"finish.target": "none"}))
        record_line(Submission(session, wall_clock, phone), code, hand())
        with engine.connect() as connection:
            return json.loads("".join(export_league(connection, 1)))


def brought_in(database, document, rows):
    """Import the league with so many rows in its game; give the lines run, the game's code and its owner's secret."""
    (row,) = document["lines"]
    text = json.dumps({**document, "lines": [{**row, "seq": seq} for seq in range(1, rows + 1)]})
    with closing_engine(database) as engine, Session(engine, expire_on_commit=False) as session:
        phone, secret = enrol(session, wall_clock, "Another")
        cost = lines_run(lambda: import_league(Submission(session, wall_clock, phone), io.BytesIO(text.encode())))
    return cost, asked(database, "SELECT code FROM games ORDER BY league_id DESC LIMIT 1")[0][0], secret


def measured(app, database, document, rows):
    cost, code, secret = brought_in(database, document, rows)
    phone = Phone(app, secret)
    costs = {"import": cost}
    for name, page in PAGES.items():
        look = partial(phone.get, page.format(code))
        assert look().status_code == 200  # the first look compiles what all others use
        costs[name] = lines_run(look)
    return costs


@pytest.mark.deep
def test_ten_times_the_rows_are_ten_times_the_work(app, database, document, size, record_property, monkeypatch):
    monkeypatch.setattr(league_import, "MAX_LINES", 10_000)
    sizes = size((100, 1_000, 10_000), (100, 1_000))
    brought_in(database, document, 10)
    found = [measured(app, database, document, rows) for rows in sizes]
    for name in found[0]:
        costs = [each[name] for each in found]
        said = ", ".join(f"{rows:,} rows {cost:,}" for rows, cost in zip(sizes, costs, strict=True))
        record_property(f"row 23: lines of Python run, {name}", said)
        assert all(more < TEN_TIMES * fewer for fewer, more in itertools.pairwise(costs)), (name, said)


def tournament_of(rounds):
    """Return the log of a tournament of two tables."""
    moment = dt.datetime(2026, 11, 19, 20, tzinfo=dt.UTC)
    lines = [(SETUP, setup_to_json(EVENING)), (ENTER, {"sides": [[number] for number in range(1, 9)]})]
    for number in range(1, rounds + 1):
        tables = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
        lines.append((DRAW, {"round": number, "tables": tables, "byes": [], "waiting": []}))
        for table in (1, 2):
            slip = {"round": number, "table": table, "points": [9, 5], "winner": None, "sets": [], "moons": []}
            lines.append((GAME, {"round": number, "table": table, "game": 2 * number + table}))
            lines.append((SLIP, {**slip, "by": None}))
    return [TournamentRow(seq, kind, None, facts, moment) for seq, (kind, facts) in enumerate(lines, start=1)]


def test_twice_the_rounds_of_a_tournament_are_twice_the_work(record_property, monkeypatch):
    monkeypatch.setattr(state, "MAX_ROUNDS", 400)
    names = {number: str(number) for number in range(1, 9)}

    def look(rows):
        view = TournamentView(1, "", None, tuple(rows), replay(rows), names)
        assert sum(len(lines) for _, lines in log_rounds(view)) == len(rows)
        assert len(view.places) == len(names)

    look(tournament_of(1))
    costs = {rounds: lines_run(partial(look, tournament_of(rounds))) for rounds in (100, 200, 400)}
    said = ", ".join(f"{rounds} rounds {cost:,}" for rounds, cost in costs.items())
    record_property("row 23: lines of Python run, a tournament", said)
    assert costs[200] < TWICE * costs[100]
    assert costs[400] < TWICE * costs[200]


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
