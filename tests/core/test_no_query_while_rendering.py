"""No query starts in a template.

The fixture `asked_while_rendering` of conftest.py checks that after each test of this folder; here it is shown that it
would notice, in a whole page and in a fragment.  And a hand that ends a game takes a bounded number of statements.
"""

import pytest
from sqlalchemy import text

from scorekeeper.core.extensions import db
from scorekeeper.core.money_text import money_text
from tests.databases import counted
from tests.phones import HTMX

STAKES = {"stake_game": "1.00", "currency": "USD", "stake_set": "0.25", "rule-finish.target": "5"}


@pytest.fixture
def settled(phone):
    """A game that was won for money."""
    code = phone.sit_down(**STAKES)
    phone.hand(code)
    return code


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_a_query_while_a_page_is_rendered_is_noticed(app, phone, settled, monkeypatch, asked_while_rendering, headers):
    def asks(*given, **how):
        db.session.execute(text("SELECT 1"))
        return money_text(*given, **how)

    path = f"/t/{settled}/settle"
    assert phone.client.get(path, headers=headers).status_code == 200
    assert asked_while_rendering == []
    monkeypatch.setitem(app.jinja_env.filters, "money", asks)
    assert phone.client.get(path, headers=headers).status_code == 200
    assert "SELECT 1" in asked_while_rendering
    asked_while_rendering.clear()


def test_a_hand_that_wins_for_money_takes_forty_statements_with_its_answer(phone):
    """The second of its night.  Counts of statements do not move: the bound leaves little room."""
    phone.hand(phone.sit_down(**STAKES))
    code = phone.sit_down(**STAKES)
    form = phone.form(f"/t/{code}", f"/t/{code}/hands") | {"what": "hand", "bidder": "2", "bid": "5"}
    with phone.client.application.app_context():
        engine = db.engine
    with counted(engine) as sent:
        answer = phone.client.post(f"/t/{code}/hands", data=form, headers=HTMX)
    assert 'class="owed"' in answer.text
    assert 5 < len(sent) <= 40, sent
