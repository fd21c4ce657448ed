"""What a saved hand costs, and that it is answered with what the other phones see.

Counts of statements do not move, so they are exact (tools/bench/README.md, row 6).
"""

import re

import pytest

from scorekeeper.core.extensions import db
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from tests.databases import counted
from tests.factories import draft
from tests.league.games import won_by
from tests.phones import HTMX

STAKES = {"stake_game": "0.10", "stake_set": "0.05", "currency": "USD"}


@pytest.fixture(params=[{}, STAKES], ids=["for nothing", "for money"])
def stakes(request):
    return request.param


@pytest.fixture
def session_of_hands(phone, stakes):
    """A ten-point table of four that plays on and on."""
    return phone.sit_down(**{"rule-finish.target": "none"}, **stakes)


@pytest.fixture
def asked_to_agree(stakes):
    """What is asked where other phones may agree: where it is for money."""
    return ["SELECT"] if stakes else []


def engine_of(app):
    with app.app_context():
        return db.engine


def verbs(sent):
    return [statement.split()[0] for statement in sent]


def saved(phone, code, hand):
    """Save a hand as htmx does; give what the database was asked for that."""
    form = phone.form(f"/t/{code}", f"/t/{code}/hands") | {"what": "hand", "bidder": "1234"[hand % 4], "bid": "5"}
    with counted(engine_of(phone.client.application)) as sent:
        answer = phone.client.post(f"/t/{code}/hands", data=form, headers=HTMX)
    assert answer.status_code == 200, answer.text
    return sent, answer


def test_a_hand_takes_six_statements_with_its_answer_however_many_came_before(phone, session_of_hands, asked_to_agree):
    """Who asks, the game to write in, whether it was sent before, the line, the game's row, the answer.

    For money also what was said of the last hands.  No earlier hand is read, and the answer grows no longer.
    """
    early, late = [saved(phone, session_of_hands, hand) for hand in range(30)][5::24]
    assert verbs(late[0]) == ["SELECT", "SELECT", "SELECT", "INSERT", "UPDATE", "INSERT", *asked_to_agree]
    assert late[0] == early[0]
    assert len(late[1].data) < len(early[1].data) + 100


def test_the_table_is_looked_at_without_its_log(phone, session_of_hands, asked_to_agree):
    for hand in range(8):
        saved(phone, session_of_hands, hand)
    with counted(engine_of(phone.client.application)) as sent:
        phone.get(f"/t/{session_of_hands}/board?seen=3", HX_Request="true")
    assert verbs(sent) == ["SELECT", *asked_to_agree], "who asks, and the game"
    assert not [statement for statement in sent if "lines.facts" in statement]


FOR_DOLLARS = {"currency": "USD", "game": "1.00", "set": "0.25"}


@pytest.fixture
def second_game(session, clock, alice):
    """A game for money that the next hand ends, in a league where one was played before; give its code."""
    codes = [
        create_game(Submission(session, clock, alice), **draft(house={"finish.target": 5}, stakes=FOR_DOLLARS))
        for _ in range(2)
    ]
    record_line(Submission(session, clock, alice), codes[0], won_by("A"))
    return codes[1]


def test_a_hand_that_wins_for_money_reads_no_row_twice(session, engine, clock, alice, second_game):
    """3 for the line, 2 its answer, 2 the lock and the seats, 9 what the game counts for and ratings, 4 the ledger."""
    with counted(engine) as sent:
        record_line(Submission(session, clock, alice), second_game, won_by("A"))
    assert len(sent) <= 20, sent
    _, *later = [statement for statement in sent if statement.startswith("SELECT")]
    assert {"FROM games", "FROM rulebooks", "FROM nights"}.isdisjoint(re.findall(r"FROM \w+", "".join(later)))
    for table in ("seats", "leagues", "results", "seasons"):
        assert len([each for each in later if f"FROM {table} " in each]) <= 1, table


def steady(html):
    """Return a page without what is new in every answer."""
    return re.sub(r'name="(csrf_token|op_id)" value="[^"]*"', "", html)


def test_what_a_save_is_answered_with_is_what_the_others_are_sent(phone, session_of_hands):
    def main_of(html):
        main = re.search(r'<main id="table".*</main>', html, re.DOTALL)[0]
        return steady(main).replace(' hx-swap-oob="outerHTML"', "")

    for hand in range(5):
        _, answer = saved(phone, session_of_hands, hand)
        others = phone.get(f"/t/{session_of_hands}/board?seen=999", HX_Request="true")
        assert main_of(answer.text) == main_of(others.text)
    last = others.text[others.text.index('id="last"') :]
    assert re.findall(r'<b class="num">(\d+)</b>', last) == ["5", "4", "3"]
