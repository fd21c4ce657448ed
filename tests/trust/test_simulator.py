"""Nights drawn from seeds hold what docs/trust.md promises (row 28), and faults that are planted do not stay hidden."""

from contextlib import contextmanager
from dataclasses import replace

import pytest

from scorekeeper.access import permissions, roles
from scorekeeper.core import live, transaction
from scorekeeper.core.transaction import Write
from scorekeeper.games import lines, store, views
from scorekeeper.tournaments import actions
from tests.databases import without_transactions
from tests.trust.simulator import Night, World, play

pytestmark = [pytest.mark.deep, pytest.mark.sqlite("it looks into the file")]


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def test_nights_drawn_from_seeds(world, size, record_property):
    seeds = size(1_000, 25)
    failed = dict(play(range(seeds), world))
    record_property("row 28, nights drawn from seeds, and those that failed", f"{seeds}, {len(failed)}")
    assert failed == {}


def nothing(_was):
    return lambda *_, **_how: None


def lost_at_times(begin):
    """Every tenth write is answered, and its worker dies before the commit."""
    saved = iter(range(10**9))

    @contextmanager
    def write_transaction(session, **how):
        with begin(session, **how) as connection:
            yield connection
            if next(saved) % 10 == 9:
                session.rollback()

    return write_transaction


def knows_all(check):
    def check_duplicate_or_stale(write, game, row):
        write.seen = game.seq
        return check(write, game, row)

    return check_duplicate_or_stale


def forgets(kind):
    """Return what forgets that forms of this kind were sent before."""

    def answered(was):
        return lambda write, *asked: None if asked[0] == kind else was(write, *asked)

    return [
        (Write, "answered", answered),
        (Write, "answer", lambda was: lambda write, given: was(write, given) if write.digest else given),
    ]


def a_scorer_at_least(access):
    return lambda *of: replace(it := access(*of), role=max(it.role, roles.Role.SCORER))


PLANTED = {
    "an op_id is forgotten": [(Write, "answered", nothing), (Write, "answer", lambda _: lambda _self, given: given)],
    "answered before it is saved": [(transaction, "write_transaction", lost_at_times)],
    "the outbox sends the last first": [(Night, "sent_next", lambda _: -1)],
    "a stale phone is not told": [(lines, "check_duplicate_or_stale", knows_all)],
    "a slip overwrites another": [(actions, "find_table", lambda was: lambda *at: replace(was(*at), slip=None))],
    "everybody is an owner": [
        (roles, "_access", lambda was: lambda *of: replace(was(*of), role=roles.Role.OWNER)),
        (permissions, "recheck_access", nothing),
    ],
    "a closed night takes hands": [(lines, "require_may_write", nothing)],
    "a correction moves no money": [(lines, "post_change", nothing)],
    "a game is not counted": [(lines, "recompute_game", nothing)],
    "a page of an older table": [(views, "_cache_key", lambda was: lambda *of: (was(*of)[0], *was(*of)[2:]))],
    "ordered by the clock": [
        (store, "SELECT_LINES", lambda was: was.order_by(None).order_by(store.Line.recorded_at)),
    ],
    "a chain that begins anew": [(store, "chain_to", lambda was: lambda _tip, rows: was(b"", rows))],
    "every statement for itself": [],
    "who follows is not told": [(live, "change_feed", lambda _: lambda _connection: lambda: False)],
    "who only watches may write": [
        (roles, "_access", a_scorer_at_least),
        (permissions, "recheck_access", nothing),
        (lines, "check_role", nothing),
    ],
    "a payment's op_id is forgotten": forgets("pay"),
    "another hand counts as the same": [(lines, "_agrees", lambda _: lambda *_: True)],
    "a correction leaves the score": [
        (lines, "_replay_with_change", lambda was: lambda game, rows, new: was(game, rows[:-1], new)),
    ],
    "answers go when the clock is ahead": [(transaction, "ALWAYS_KEPT", lambda _: 1)],
    "a tournament's chain begins anew": [(actions, "chain_to", lambda was: lambda _tip, rows: was(b"", rows))],
    "what has no answer counts as saved": [(Night, "keeps_unanswered", lambda _: False)],
}


@pytest.mark.parametrize("fault", PLANTED)
def test_the_control_a_planted_fault_is_found(world, monkeypatch, fault, record_property):
    for where, name, changed in PLANTED[fault]:
        monkeypatch.setattr(where, name, changed(getattr(where, name)))
    if not PLANTED[fault]:
        without_transactions(world.engine)
    seed, _ = next(play(range(200), world), (None, ""))
    record_property(f"row 28, control, {fault}: found at seed", str(seed))
    assert seed is not None
