"""What `writing` promises: all or nothing, nothing outside of it, and no write inside another."""

import datetime as dt
from functools import partial

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core import transaction
from scorekeeper.core.transaction import ANSWERS_KEPT, Submission, write_transaction
from scorekeeper.games.create import create_game
from scorekeeper.models import Answer, League
from tests.factories import draft


def test_nothing_waits_outside_a_write(session):
    session.add(League(name="A league", created_at=None))
    with pytest.raises(RuntimeError, match="outside"), write_transaction(session):
        pass


@pytest.mark.parametrize(
    ("age", "always", "created"),
    [(ANSWERS_KEPT, 1, 1), (ANSWERS_KEPT + dt.timedelta(seconds=1), 1, 2), (dt.timedelta(days=3653), 2, 1)],
    ids=["three months", "a second more", "ten years by a wrong clock"],
)
def test_a_form_is_answered_as_before_for_three_months(session, clock, alice, monkeypatch, age, always, created):
    monkeypatch.setattr(transaction, "ALWAYS_KEPT", always)
    form = partial(Submission, session, clock, alice, op_id="form")
    begun = create_game(form(), **draft())
    [answered_at] = session.scalars(select(Answer.answered_at))
    clock.now = answered_at + age - dt.timedelta(seconds=1)
    create_game(Submission(session, clock, alice), **draft())
    clock.now = answered_at + age
    again = create_game(form(), **draft())
    assert len({begun, again}) == created


@pytest.mark.sqlite("the write lock, where a second writer of one thread would wait for itself")
def test_a_write_inside_a_write_is_refused(session, engine):
    refused = pytest.raises(RuntimeError, match="Nested write")
    with write_transaction(session), Session(engine) as other, refused, write_transaction(other):
        pass
