"""Nothing is written for a phone that was shut out, or whose role was lowered, while its form waited for others."""

from contextlib import contextmanager

import pytest
from sqlalchemy import text

from scorekeeper.access.roles import Role
from scorekeeper.core import transaction
from scorekeeper.core.extensions import db
from scorekeeper.games import lines
from scorekeeper.games.store import load_game_for_update
from scorekeeper.models.engine import WRITE
from tests.access.who_may import who_may
from tests.databases import everything
from tests.trust.ways import WAYS, route_of

SHUT_OUT = "UPDATE members SET revoked_at = '2026-11-19T21:00:00.000000Z'"
LOWERED = "UPDATE members SET role = 'viewer'"
REQUIRED = {rule: who_may("POST", route_of(rule)) for rule, way in WAYS.items() if way.writes}
MEMBERS = [rule for rule, role in REQUIRED.items() if role is not None and role > Role.READER]
"""A reader is let in by a link, not by their phone: whoever has the card of a tournament's table, say."""
SCORERS = [rule for rule, role in REQUIRED.items() if role is not None and role >= Role.SCORER]
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


@pytest.mark.parametrize("rule", ["/t/<code>/house", "/t/<code>/hands"])
def test_control_a_role_read_before_the_write_is_written_with(own_copy, monkeypatch, rule, record_property):
    monkeypatch.setattr("scorekeeper.access.permissions.recheck_access", lambda *_args, **_named: None)
    monkeypatch.setattr(lines, "_game_to_score", lambda write, code: load_game_for_update(write, code, guest=True))
    status, wrote = sent_late(own_copy, monkeypatch, rule, SHUT_OUT)
    record_property("row 20, control without the second look: written", [int(wrote)])
    assert (status, wrote) == (303, True)
