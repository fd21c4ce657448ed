"""How many statements a hand takes that ends a game for money, with its answer.

Counts of statements do not move: the bound leaves little room.
"""

from __future__ import annotations

from scorekeeper.core.extensions import db
from tests.databases import counted
from tests.phones import HTMX

SHORT = {"stake_game": "1.00", "stake_set": "0.25", "currency": "USD", "rule-finish.target": "5"}


def test_a_hand_that_wins_for_money_takes_forty_statements_with_its_answer(phone):
    """The second of its night."""
    phone.hand(phone.sit_down(**SHORT))
    code = phone.sit_down(**SHORT)
    form = phone.form(f"/t/{code}", f"/t/{code}/hands") | {"what": "hand", "bidder": "2", "bid": "5"}
    with phone.client.application.app_context():
        engine = db.engine
    with counted(engine) as sent:
        answer = phone.client.post(f"/t/{code}/hands", data=form, headers=HTMX)
    assert "Who pays whom tonight" in answer.text
    assert 5 < len(sent) <= 40, sent
