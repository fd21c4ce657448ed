"""The snapshot in a game's row is what its lines make, after every step of any walk of record, undo and correct."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from sqlalchemy import text

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game, recent_games
from scorekeeper.games.history import undo_target
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.games.store import (
    Snapshot,
    cached_head,
    current_snapshot,
    head_from_json,
    head_to_json,
    load_game,
    replay_game,
    with_wording,
)
from scorekeeper.models.engine import WRITE
from scorekeeper.rules.errors import SheetError
from scorekeeper.variants.catalogue import catalogue
from tests.chains import broken_at
from tests.databases import open_engine
from tests.factories import any_exit, any_line, draft, hand, op_id

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")


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
    assert broken_at(session, code) is None
    return replay.table


class Walk:
    """A night of taps: mostly hands, some undone, put back, corrected, some impossible, some too late."""

    def __init__(self, session, clock, device, code, dice):
        self.session, self.clock, self.device, self.code, self.dice = session, clock, device, code, dice

    def step(self):
        view = read_game(self.session, self.code)
        form = {"op_id": op_id(), "seen": view.seq, "device": self.device}
        lines = [line.seq for line in view.lines]
        act = self.dice.random()
        if act < 0.7 or not lines:
            any_facts = any_exit if act < 0.15 else any_line
            record_line(Submission(self.session, self.clock, **form), self.code, any_facts(view.table, self.dice))
        elif act < 0.8:
            undo(Submission(self.session, self.clock, **form), self.code, undo_target(view.rows) or 0)
        elif act < 0.85:
            undo(Submission(self.session, self.clock, **form), self.code, self.dice.randint(1, view.seq))
        else:
            target = self.dice.choice(lines)
            facts = None if act > 0.97 else any_line(view.table, self.dice)
            correct_line(Submission(self.session, self.clock, reason="So it was.", **form), self.code, target, facts)

    def steps(self, many):
        """Take that many steps; give how many were refused."""
        refused = 0
        for _ in range(many):
            before = read_game(self.session, self.code)
            try:
                self.step()
            except SheetError:
                refused += 1
                assert read_game(self.session, self.code) == before
            assert_in_step(self.session, self.code)
        return refused


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", list(catalogue()))
def test_snapshot_is_replay_after_every_step(session, clock, alice, key):
    """Of each variant one size, whichever the dice say; its walk may finish games and be refused as well."""
    variant, dice = catalogue()[key], random.Random(key)
    size = dice.choice(list(variant.sizes))
    stakes = {"currency": "USD", "game": "1", "set": "0.25"} if variant.kind == "bidding" else None
    code = create_game(Submission(session, clock, alice), draft(NAMES[:size], variant=key, stakes=stakes))
    assert Walk(session, clock, alice, code, dice).steps(15) < 15
    assert read_game(session, code).seq > 0


# ---------------------------------------------------------------- a cache can be thrown away


def set_state(engine, state):
    with engine.connect().execution_options(**{WRITE: True}) as connection:
        connection.execute(text("UPDATE games SET state = :state"), {"state": state})
        connection.commit()


@pytest.mark.parametrize("state", ["{}", '{"v":1,"seq":7,"table":{}}'])
def test_a_lost_snapshot_is_made_again(session, engine, clock, alice, state):
    code = create_game(Submission(session, clock, alice), draft())
    record_line(Submission(session, clock, alice), code, hand("1", 5))
    whole = read_game(session, code)
    set_state(engine, state)
    assert read_game(session, code) == whole
    assert recent_games(session, alice)[0].scores == (10, 0)
    record_line(Submission(session, clock, alice, seen=1), code, hand("2", 5))
    assert assert_in_step(session, code).scores == {"1": 10, "2": 10, "3": 10, "4": 10}


# ---------------------------------------------------------------- heads


def test_a_head_comes_back(session, clock, alice):
    code = create_game(Submission(session, clock, alice), draft(
            sides=((0, 1), (2, 3)), house={"finish.target": 21}, opening={0: 3},
            stakes={"currency": "EUR", "set": "0.05"},
        ))  # fmt: skip
    head = read_game(session, code).head
    assert head_from_json(head.variant, head_to_json(head)) == head
    assert (head.sides, head.opening, head.stakes.set) == ((("1", "2"), ("3", "4")), {"1": 3, "2": 3}, 5)
    row = load_game(session.connection(), code).row
    assert cached_head(row.variant, row.head) is head, "made once"


def test_the_last_lines_are_read_from_the_log_where_they_were_not_kept(session, engine, clock, alice):
    """As in a game brought in, or one written by an older version: its table stands, and the next hand keeps them."""
    code = create_game(Submission(session, clock, alice), draft())
    for seq in range(6):
        record_line(Submission(session, clock, alice, seen=seq), code, hand("1234"[seq % 4], 5))
    kept = snapshot_and_replay(session, code)[0]
    set_state(engine, json.dumps(Snapshot(kept.table).to_json(6)))
    game = load_game(session.connection(), code)
    assert game.snapshot == Snapshot(kept.table)
    assert current_snapshot(session.connection(), game) == kept
    record_line(Submission(session, clock, alice, seen=6), code, hand("1", 5))
    assert_in_step(session, code)


# ---------------------------------------------------------------- games of earlier versions


def without(settings, *keys):
    return {key: value for key, value in settings.items() if key not in keys}


def test_a_variant_stored_without_wording_gets_that_of_its_catalogue_entry():
    now = catalogue()["partnership-pitch"]
    older = ("auction.trump", "deal.packets", "deal.misdeal", "dealing.first", "names.jack", "deal.may_discard")
    sizes = {size: without(settings, *older) for size, settings in now.sizes.items()}
    stored = replace(now, settings=without(now.settings, *older), sizes=sizes)
    assert stored.ruleset(4).auction.trump == "named"
    assert with_wording(stored).ruleset(4).auction.trump == "first-lead"
    assert with_wording(stored) == now
