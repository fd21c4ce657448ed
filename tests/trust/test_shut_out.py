"""Nothing is written for a phone that was shut out, or whose role was lowered, while its form waited for others."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from scorekeeper.access.roles import Role
from scorekeeper.core import transaction
from scorekeeper.core.extensions import db
from scorekeeper.games import lines
from scorekeeper.games.store import load_game_for_update
from scorekeeper.models.engine import WRITE, write_lock
from tests.access.who_may import who_may
from tests.databases import asked, everything
from tests.phones import Phone
from tests.trust.servers import PATIENCE
from tests.trust.ways import WAYS, With, route_of, secret

SHUT_OUT = "UPDATE members SET revoked_at = '2026-11-19T21:00:00.000000Z'"
LET_IN = "UPDATE members SET revoked_at = NULL"
LOWERED = "UPDATE members SET role = 'viewer'"
REQUIRED = {rule: who_may("POST", route_of(rule)) for rule, way in WAYS.items() if way.writes}
MEMBERS = [rule for rule, role in REQUIRED.items() if role is not None and role > Role.READER]
"""A reader is let in by a link, not by their phone: whoever has the card of a tournament's table, say."""
SCORERS = [rule for rule, role in REQUIRED.items() if role is not None and role >= Role.SCORER]
HAND = {"what": "hand", "bidder": "2", "bid": "5"}
TOGETHER = 10
"""Hands that wait for the write lock at one time."""
HOT = ("/t/<code>/hands", "/t/<code>/undo", "/t/<code>/lines/<int:seq>", "/t/<code>/lines/<int:seq>/says")


def waiting(monkeypatch, change):
    """Change what phones may while the next write waits for its turn."""
    others = [change]

    @contextmanager
    def after_the_others(engine):
        if others:
            with engine.connect().execution_options(**{WRITE: True}) as connection:
                connection.execute(text(others.pop()))
                connection.commit()
        yield

    monkeypatch.setattr(transaction, "write_lock", after_the_others)


def sent_late(copy, monkeypatch, rule, change):
    """Send a form that waits while `change` happens; give the status, and whether anything was written."""
    form = copy.ready(rule)
    before = everything(copy.path, without=("members",))
    with monkeypatch.context() as patched:
        waiting(patched, change)
        answer = form.send()
    with copy.app.app_context():
        db.session.remove()
    return answer.status_code, everything(copy.path, without=("members",)) != before


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rule", MEMBERS)
def test_a_phone_that_was_shut_out_meanwhile_writes_nothing(copy, monkeypatch, rule, record_property):
    status, wrote = sent_late(copy, monkeypatch, rule, SHUT_OUT)
    record_property("row 20: forms sent before and written after their phone was shut out", [1, int(wrote)])
    assert (status, wrote) == (404, False)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rule", SCORERS)
def test_a_phone_that_only_watches_now_writes_nothing(copy, monkeypatch, rule, record_property):
    status, wrote = sent_late(copy, monkeypatch, rule, LOWERED)
    record_property("row 20: forms sent before and written after their phone's role was lowered", [1, int(wrote)])
    assert (status, wrote) == (403, False)


@pytest.mark.parametrize("rule", HOT)
def test_the_forms_of_an_evening_are_always_tried(copy, monkeypatch, rule):
    assert sent_late(copy, monkeypatch, rule, SHUT_OUT) == (404, False)


def test_control_a_role_read_before_the_write_is_written_with(own_copy, monkeypatch, record_property):
    monkeypatch.setattr("scorekeeper.access.permissions.recheck_access", lambda *_args, **_named: None)
    status, wrote = sent_late(own_copy, monkeypatch, "/t/<code>/house", SHUT_OUT)
    record_property("row 20, control without the second look: written", int(wrote))
    assert (status, wrote) == (303, True)


# ------------------------------------------------------------------------------------- the lock that writers wait for


def changed(engine, change):
    with engine.connect().execution_options(**{WRITE: True}) as connection:
        connection.execute(text(change))
        connection.commit()


def wait_for_waiting(waiting, number):
    end = time.monotonic() + PATIENCE
    while len(waiting) < number:
        assert time.monotonic() < end, f"{len(waiting)} wait"
        time.sleep(0.01)


def statuses_of_late_hands(app, monkeypatch, rounds):
    """Shut a phone out while its hands, each at its own table, wait for the write lock; give the answers' statuses."""
    owner = Phone(app)
    codes = [owner.sit_down() for _ in range(TOGETHER)]
    scorer = Phone(app).keep_score(owner, codes[0])
    with app.app_context():
        engine = db.engine
    waiting = []
    monkeypatch.setattr(transaction, "write_lock", lambda engine: waiting.append(engine) or write_lock(engine))
    phones, found = {code: With(app, secret(scorer)) for code in codes}, []

    def send(code, form):
        return phones[code].client.post(f"/t/{code}/hands", data=form).status_code

    with ThreadPoolExecutor(TOGETHER) as at_once:
        for _ in range(rounds):
            forms = {code: phone.form(f"/t/{code}", f"/t/{code}/hands") | HAND for code, phone in phones.items()}
            with write_lock(engine):
                waiting.clear()
                sent = [at_once.submit(send, *each) for each in forms.items()]
                wait_for_waiting(waiting, TOGETHER)
                changed(engine, SHUT_OUT)
            found += [it.result() for it in sent]
            changed(engine, LET_IN)
    return found


@pytest.mark.deep
@pytest.mark.sqlite("PostgreSQL queues writers itself")
def test_hands_that_wait_for_the_write_lock_are_not_written(
    app, database, monkeypatch, size, record_property
):
    found = statuses_of_late_hands(app, monkeypatch, size(10, 1))
    [[written]] = asked(database, "SELECT count(*) FROM lines")
    record_property("row 20: hands that waited for the write lock while their phone was shut out, written",
                    f"{len(found)}, {written}")  # fmt: skip
    assert (set(found), written) == ({404}, 0)


@pytest.mark.sqlite("PostgreSQL queues writers itself")
def test_control_hands_of_a_phone_that_is_not_looked_at_again_are_written(app, database, monkeypatch, record_property):
    def unlooked(write, code):
        return load_game_for_update(write, code, guest=True)

    monkeypatch.setattr(lines, "_game_to_score", unlooked)
    statuses_of_late_hands(app, monkeypatch, 1)
    [[written]] = asked(database, "SELECT count(*) FROM lines")
    record_property("row 20, control with the game alone: hands that waited, written", f"{TOGETHER}, {written}")
    assert written == TOGETHER
