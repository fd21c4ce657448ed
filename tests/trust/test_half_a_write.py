"""Row 3, a failed write changes nothing: in every view that takes a form, every call of the database fails in turn."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from scorekeeper.core.extensions import db
from tests.databases import everything, without_transactions
from tests.trust.scoring import faults_in
from tests.trust.ways import WAYS, Copy, route_of

MOST_CALLS = 100
COUNTED = {"/join": ("failures",), "/claim": ("failures",)}
"""What a way in counts before it looks, in a transaction of its own: many tries at once are many failures."""


@contextmanager
def failing_at(copy, nth, *, once):
    """From here on the n-th call of the database fails as on a full disk, a commit too; with `once` it alone."""
    calls = []

    def call(*_):
        calls.append(1)
        if len(calls) == nth or (len(calls) > nth and not once):
            raise OperationalError("a call", None, Exception("disk I/O error"))

    with copy.app.app_context():
        engine = db.engine
    for point in ("before_cursor_execute", "commit"):
        event.listen(engine, point, call)
    try:
        yield
    finally:
        for point in ("before_cursor_execute", "commit"):
            event.remove(engine, point, call)


def states_of(copy, rule, *, once=False, headers=None):
    """Send a route's form with every call failing in turn, until none is left to fail.

    Give the states there were, from that before to that after, and those between.
    """
    form = copy.ready(rule)
    left_out = COUNTED.get(rule, ())
    states = [everything(copy.path, without=left_out)]
    for nth in range(1, MOST_CALLS):
        with failing_at(copy, nth, once=once):
            answer = form.send(**headers or {})
        states.append(everything(copy.path, without=left_out))
        if answer.status_code < 400:
            break
        assert answer.status_code == 500, f"{answer.status_code} {answer.text}"
        assert "nothing was saved halfway" in answer.text
    return states, [state for state in states if state not in (states[0], states[-1])]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rule", list(WAYS))
def test_it_is_as_before_or_as_after_and_never_between(world, shared_app, rule, size, record_property):
    ways = [(once, headers) for once in (False, True) for headers in ({}, {"HX-Request": "true"})]
    failed, between = 0, []
    for once, headers in size(ways, ways[:1]):
        copy = Copy(world, shared_app.on(world.path), shared_app.database)
        states, found = states_of(copy, rule, once=once, headers=headers)
        failed += len(states) - 2
        between += found
        assert (states[0] != states[-1]) == WAYS[rule].writes
        assert faults_in(copy.path) == []
        assert len(states) < MOST_CALLS
    record_property("row 3: forms, calls made to fail, states between", [1, failed, len(between)])
    assert between == []


def test_every_route_that_takes_a_form_is_among_them(copy):
    """A new POST route wants an entry in tests/trust/ways.py."""
    assert set(copy.routes("POST")) == set(map(route_of, WAYS))


def test_the_control_without_a_transaction_a_hand_is_left_half(own_copy, record_property):
    with own_copy.app.app_context():
        without_transactions(db.engine)
    states_of(own_copy, "/t/<code>/hands")
    faults = faults_in(own_copy.path)
    record_property("row 3, control without a transaction: faults the doctor finds", len(faults))
    assert faults
