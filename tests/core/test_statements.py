"""How many statements a whole request takes, the answer and all, and that none is sent twice.

Counts of statements do not move: the bounds leave little room.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from scorekeeper.core.extensions import db
from tests.phones import HTMX

STAKES = {"stake_game": "1.00", "stake_set": "0.25", "currency": "USD"}
SHORT = {"rule-finish.target": "5"}


@contextmanager
def asked(phone):
    """Return a list to which each statement is added with its parameters, BEGIN, COMMIT and ROLLBACK aside."""
    sent = []

    def note(_connection, _cursor, statement, parameters, *_):
        if not statement.startswith(("BEGIN", "COMMIT", "ROLLBACK")):
            sent.append((statement, str(parameters)))

    with phone.client.application.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


@pytest.fixture
def won(phone):
    """A game that was won for money, the second of its night; give its code."""
    codes = [phone.sit_down(**STAKES, **SHORT) for _ in range(2)]
    for code in codes:
        assert phone.hand(code).status_code == 303
    return codes[1]


@pytest.fixture
def running(phone, won):
    """A game for money that goes on, in the night of `won`."""
    code = phone.sit_down(**STAKES)
    phone.hand(code)
    assert won != code
    return code


def league_of(phone):
    return re.search(r"/l/([\w-]{22})", phone.get("/").text)[1]


def winning_hand(phone, code):
    """Save the hand that ends a game, as htmx does; give the statements that took."""
    form = phone.form(f"/t/{code}", f"/t/{code}/hands") | {"what": "hand", "bidder": "2", "bid": "5"}
    with asked(phone) as sent:
        answer = phone.client.post(f"/t/{code}/hands", data=form, headers=HTMX)
    assert "Who pays whom tonight" in answer.text
    return sent


def test_a_hand_that_wins_for_money_takes_forty_statements_with_its_answer(phone, won):
    assert won
    sent = winning_hand(phone, phone.sit_down(**STAKES, **SHORT))
    assert len(sent) <= 40, sent


PAGES = {
    "table": "/t/{running}",
    "finished table": "/t/{won}",
    "settle": "/t/{won}/settle",
    "settle, over the season": "/t/{won}/settle?of=season",
    "log": "/t/{running}/log",
    "log of a finished game": "/t/{won}/log",
    "watch": "/t/{won}/watch",
    "league": "/l/{league}",
    "standings": "/l/{league}/standings",
    "home": "/",
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_no_page_reads_the_same_row_twice(phone, won, running, path, headers):
    league = league_of(phone)
    with asked(phone) as sent:
        answer = phone.client.get(path.format(won=won, running=running, league=league), headers=headers)
    assert answer.status_code == 200
    assert sent
    assert [each for each, times in Counter(sent).items() if times > 1] == []
