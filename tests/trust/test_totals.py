"""Totals are what the lines say (docs/trust.md, row 10): after every form of a random night, sent as phones send it.

The scores on the page, the snapshot, the ledger and what is kept of finished games are each compared with what comes
of the exported lines, played from zero.
"""

from __future__ import annotations

import random
import re

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import write_transaction
from scorekeeper.operations.doctor import Verdict, run_checks
from scorekeeper.rules.documents import parse_document
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.sheets.grammar import number_text
from scorekeeper.variants.catalogue import find_variant
from tests.factories import POINTS
from tests.league.test_projections import assert_in_step
from tests.phones import Phone

STAKES = {"stake_game": "1.00", "stake_set": "0.25", "currency": "USD"}


def assert_totals(phone, code, engine):
    """Compare every figure of a game with its lines."""
    sheet = read_sheet(parse_document(phone.get(f"/t/{code}/sheet.json").text, is_json=True), find_variant)
    table, _ = fold(sheet)
    assert phone.scores(code) == [number_text(table.scores[team[0]]) for team in table.teams]
    with engine.connect() as connection:
        wrong = [it for it in run_checks(connection) if it.verdict is not Verdict.OK and it.check.name != "saving"]
    assert wrong == []
    with Session(engine) as session:
        assert_in_step(session)


def any_hand(dice):
    """A hand whose bidder often makes it, so that games end."""
    bidder = dice.randint(1, 4)
    sides = ("1", "2")
    own = sides[(bidder - 1) % 2]
    given = {f"point-{key}": dice.choice([own, own, own, *sides, ""]) for key in POINTS}
    return {"what": "hand", "bidder": str(bidder), "bid": str(dice.randint(4, 9)), "sure": "yes", **given}


def any_step(phone, code, dice):
    """Send a form: mostly a hand, now and then an undo or a correction; one that cannot be is refused in words."""
    page = phone.get(f"/t/{code}").text
    kind = dice.random()
    lines = re.findall(rf"/t/{code}/lines/(\d+)", phone.get(f"/t/{code}/log").text)
    if kind < 0.15 and f'action="/t/{code}/undo"' in page:
        answer = phone.send(f"/t/{code}", f"/t/{code}/undo", {})
    elif kind < 0.35 and lines:
        path = f"/t/{code}/lines/{dice.choice(lines)}"
        answer = phone.send(path, path, any_hand(dice) | {"reason": "We looked again"})
    elif 'id="hand"' in page:
        answer = phone.send(f"/t/{code}", f"/t/{code}/hands", any_hand(dice))
    else:
        answer = phone.send(f"/t/{code}", f"/t/{code}/rematch", {})
    assert answer.status_code in {303, 422}, answer.text
    return answer


def test_after_every_form_the_totals_are_what_the_lines_say(app, engine, size, record_property):
    phone, dice = Phone(app), random.Random(10)
    code, taken, games = phone.sit_down(**STAKES), 0, 1
    for _ in range(size(1_000, 25)):
        answer = any_step(phone, code, dice)
        taken += answer.status_code == 303
        if begun := re.search(r"/t/([\w-]{22})$", answer.location or ""):
            games += begun[1] != code
            code = begun[1]
        assert_totals(phone, code, engine)
    record_property("row 10, totals compared with a rebuild after each form", f"{taken} forms taken, {games} games")
    assert taken > 10


def test_the_control_a_snapshot_that_says_otherwise_is_noticed(app, engine):
    phone = Phone(app)
    code = phone.sit_down(**STAKES)
    phone.send(f"/t/{code}", f"/t/{code}/hands", any_hand(random.Random(1)))
    assert_totals(phone, code, engine)
    with Session(engine) as session, write_transaction(session) as connection:
        before = connection.execute(text("SELECT state FROM games")).scalar()
        scores = re.search(r'"scores":\{"1":(-?\d+)', before)
        after = before.replace(scores[0], f'"scores":{{"1":{int(scores[1]) + 1}', 1)
        assert after != before
        connection.execute(text("UPDATE games SET state = :state"), {"state": after})
    with pytest.raises(AssertionError):
        assert_totals(phone, code, engine)
