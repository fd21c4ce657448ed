"""A game's snapshot can be thrown away: its lines make it again. A row changed by hand shows, whatever was changed."""

import json

import pytest
from sqlalchemy import text

from scorekeeper.core.chain import canonical_json, digest
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game, recent_games
from scorekeeper.games.lines import record_line
from scorekeeper.games.store import Snapshot, current_snapshot, load_game, replay_game
from scorekeeper.models.engine import WRITE
from scorekeeper.operations import league_checks
from tests.databases import open_engine
from tests.factories import draft, hand


@pytest.fixture
def engine(database):
    engine = open_engine(database, hasty=True)
    yield engine
    engine.dispose()


def snapshot_and_replay(session, code):
    connection = session.connection()
    game = load_game(connection, code)
    return game.snapshot, replay_game(connection, game)


def assert_in_step(session, code):
    snapshot, replay = snapshot_and_replay(session, code)
    assert snapshot == replay
    assert replay.table == read_game(session, code).table
    assert list(league_checks.lines(session.connection(), 1)) == []
    return replay.table


def set_state(engine, state):
    with engine.connect().execution_options(**{WRITE: True}) as connection:
        connection.execute(text("UPDATE games SET state = :state"), {"state": state})
        connection.commit()


@pytest.mark.parametrize("state", ["{}", '{"v":1,"seq":7,"table":{}}'])
def test_a_lost_snapshot_is_made_again(session, engine, clock, alice, state):
    code = create_game(Submission(session, clock, alice), **draft())
    record_line(Submission(session, clock, alice), code, hand("1", 5))
    whole = read_game(session, code)
    set_state(engine, state)
    assert read_game(session, code) == whole
    assert recent_games(session, alice)[0].scores == (10, 0)
    record_line(Submission(session, clock, alice, seen=1), code, hand("2", 5))
    assert assert_in_step(session, code).scores == {"1": 10, "2": 10, "3": 10, "4": 10}


def test_the_last_lines_are_read_from_the_log_where_they_were_not_kept(session, engine, clock, alice):
    """As in a game brought in, or one written by an older version: its table stands, and the next hand keeps them."""
    code = create_game(Submission(session, clock, alice), **draft())
    for seq in range(6):
        record_line(Submission(session, clock, alice, seen=seq), code, hand("1234"[seq % 4], 5))
    kept = snapshot_and_replay(session, code)[0]
    set_state(engine, json.dumps(Snapshot(kept.table).to_json(6)))
    game = load_game(session.connection(), code)
    assert game.snapshot == Snapshot(kept.table)
    assert current_snapshot(session.connection(), game) == kept
    record_line(Submission(session, clock, alice, seen=6), code, hand("1", 5))
    assert_in_step(session, code)


def test_one_text_for_one_value():
    assert canonical_json({"b": 1, "a": [True, None, "é"]}) == b'{"a":[true,null,"\\u00e9"],"b":1}'
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json(float("inf"))
