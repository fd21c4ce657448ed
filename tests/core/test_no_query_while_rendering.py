"""No query starts in a template.

The fixture `asked_while_rendering` of conftest.py checks that after each test of this folder; here it is shown that it
would notice, in a whole page and in a fragment.
"""

from __future__ import annotations

import pytest
from sqlalchemy import text

from scorekeeper.core.extensions import db
from scorekeeper.core.money_text import money_text
from tests.phones import HTMX

STAKES = {"stake_game": "1.00", "currency": "USD", "rule-finish.target": "5"}


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
