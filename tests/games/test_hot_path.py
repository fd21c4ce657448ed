"""What a saved hand costs, and that the table's screen, made of the game's row, is what the whole log would make of it.

Counts of statements do not move, so they are exact (tools/bench/README.md, row 6).
"""

from __future__ import annotations

import random
import re
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from scorekeeper.core import pages
from scorekeeper.core.extensions import db
from scorekeeper.models.engine import WRITE
from tests.databases import counted, open_engine
from tests.phones import HTMX

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")


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


def test_the_thirtieth_hand_takes_six_statements_with_its_answer(phone, session_of_hands, asked_to_agree):
    """Who asks, the game to write in, whether it was sent before, the line, the game's row, the answer.

    For money also what was said of the last hands.
    """
    for hand in range(29):
        saved(phone, session_of_hands, hand)
    sent, _ = saved(phone, session_of_hands, 30)
    assert verbs(sent) == ["SELECT", "SELECT", "SELECT", "INSERT", "UPDATE", "INSERT", *asked_to_agree]


def test_a_later_hand_asks_for_nothing_more_and_answers_no_longer(phone, session_of_hands):
    """No earlier hand is read to add one and to show it, however many there are."""
    early = [saved(phone, session_of_hands, hand) for hand in range(8)][5]
    late = [saved(phone, session_of_hands, hand) for hand in range(40)][37]
    assert late[0] == early[0]
    assert len(late[1].data) < len(early[1].data) + 100


def test_the_table_is_looked_at_without_its_log(phone, session_of_hands, asked_to_agree):
    for hand in range(8):
        saved(phone, session_of_hands, hand)
    with counted(engine_of(phone.client.application)) as sent:
        phone.get(f"/t/{session_of_hands}/board?seen=3", HX_Request="true")
    assert verbs(sent) == ["SELECT", *asked_to_agree], "who asks, and the game"
    assert not [statement for statement in sent if "lines.facts" in statement]


# ---------------------------------------------------------------- from the row as from the log

TABLES = [
    ("minnesota-ten-point", 4, {}),
    ("minnesota-ten-point", 4, STAKES),
    ("racehorse-pitch", 5, {}),
    ("pawnee-call-partner", 5, {}),
    ("smoke", 4, {}),
]


@pytest.fixture
def without_snapshots(database):
    """What is shown while this is open is made of the log."""
    engine = open_engine(database, hasty=True)

    @contextmanager
    def away():
        with engine.connect().execution_options(**{WRITE: True}) as connection:
            kept = connection.exec_driver_sql("SELECT state FROM games").scalar()
            connection.exec_driver_sql("UPDATE games SET state = '{}'")
            connection.commit()
            pages._pages.clear()
            yield
            connection.execute(text("UPDATE games SET state = :kept"), {"kept": kept})
            connection.commit()

    yield away
    engine.dispose()


def steady(html):
    """Return a page without what is new in every answer."""
    return re.sub(r'name="(csrf_token|op_id)" value="[^"]*"', "", html)


def main_of(html):
    return steady(re.search(r'<main id="table".*</main>', html, re.DOTALL)[0]).replace(' hx-swap-oob="outerHTML"', "")


def sent_to_others(phone, code):
    return phone.get(f"/t/{code}/board?seen=999", HX_Request="true").text


class Evening:
    """Taps at one table: hands, misdeals and passes, now and then one taken back; some are refused."""

    def __init__(self, phone, code, dice):
        self.phone, self.code, self.dice = phone, code, dice

    def tap(self):
        """Send a form by htmx; give its answer, and whether it was a hand."""
        forms = {form["action"].rpartition("/")[2]: form for form in self.phone.page(f"/t/{self.code}").forms}
        back = "undo" in forms and ("hands" not in forms or self.dice.random() < 0.2)
        form = forms["undo" if back else "hands"]
        fields = form["fields"] | ({} if back else self._hand())
        return self.phone.client.post(form["action"], data=fields, headers=HTMX), not back

    def _hand(self):
        dice, seats = self.dice, "1234"
        took = [dice.choice(seats) for _ in range(5)]
        tricks = {f"play-{seat}": str(took.count(seat)) for seat in seats} | {"play-5": "0"}
        points = {f"point-{point}": dice.choice(seats) for point in ("high", "low", "jack", "game", "trey")}
        return {
            "what": dice.choice(["misdeal", "misdeal", "passed", *["hand"] * 7]), "bidder": dice.choice(seats),
            "bid": dice.choice("456"), "partner": "5", "made": dice.choice(["yes", "no"]), **points, **tricks,
        }  # fmt: skip


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("variant", "size", "stakes"), TABLES)
def test_the_table_is_what_its_whole_log_makes_of_it_after_every_tap(phone, without_snapshots, variant, size, stakes):
    code = phone.sit_down(variant, names=NAMES[:size], **stakes)
    evening, saved_hands = Evening(phone, code, random.Random(f"{variant} {stakes}")), 0
    for _ in range(18):
        answer, is_hand = evening.tap()
        looks = steady(phone.get(f"/t/{code}").text), steady(others := sent_to_others(phone, code))
        if answer.status_code == 200 and is_hand:
            saved_hands += 1
            assert main_of(answer.text) == main_of(others), "what a save is answered with is what the others are sent"
        with without_snapshots():
            assert looks == (steady(phone.get(f"/t/{code}").text), steady(sent_to_others(phone, code)))
    assert saved_hands > 5
