"""Totals are what the lines say (docs/trust.md, row 10): after every form of a random night, sent as phones send it.

The scores on the page, the snapshot, the ledger and what is kept of finished games are each compared with what comes
of the exported lines, played from zero.
"""

import random
import re
from collections import Counter

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import write_transaction
from scorekeeper.operations.doctor import Verdict, run_checks
from scorekeeper.rules.documents import parse_document
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.sheets.phrases import number_text
from scorekeeper.variants.catalogue import find_variant
from tests.factories import POINTS
from tests.league.conftest import FOR_MONEY, sheet
from tests.league.test_projections import assert_in_step
from tests.phones import Phone

POOL = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
STAKES = {"stake_game": "1.00", "stake_set": "0.25", "currency": "USD"}


def assert_totals(phone, code, engine, *, doctor=True):
    """Compare every figure of a game with its lines; the doctor looks at all others, too."""
    sheet = read_sheet(parse_document(phone.get(f"/t/{code}/sheet.json").text, is_json=True), find_variant)
    table, _ = fold(sheet)
    assert phone.scores(code) == [number_text(table.scores[team[0]]) for team in table.teams]
    if doctor:
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


def any_step(phone, league, code, dice):
    """Send a form: mostly a hand, now and then something else; one that cannot be is refused in words."""
    page = phone.get(f"/t/{code}").text
    kind = dice.random()
    lines = re.findall(rf"/t/{code}/lines/(\d+)", phone.get(f"/t/{code}/log").text)
    if kind < 0.25:
        answer = any_change(phone, league, dice)
    elif kind < 0.4:
        day, players = f"2026-09-{dice.randint(10, 29)}", dice.sample(POOL, 4)
        text = sheet(day, dice.choice(players), players, dice.choice(["", FOR_MONEY]))
        answer = phone.send("/import", "/import", {"sheet": text})
    elif kind < 0.5 and f'action="/t/{code}/undo"' in page:
        answer = phone.send(f"/t/{code}", f"/t/{code}/undo", {})
    elif kind < 0.65 and lines:
        path = f"/t/{code}/lines/{dice.choice(lines)}"
        answer = phone.send(path, path, any_hand(dice) | {"reason": "We looked again"})
    elif 'id="hand"' in page:
        answer = phone.send(f"/t/{code}", f"/t/{code}/hands", any_hand(dice))
    else:
        answer = phone.send(f"/t/{code}", f"/t/{code}/rematch", {})
    assert answer.status_code in {303, 404, 422}, answer.text
    return answer


def any_change(phone, league, dice):
    """Begin or change a season, merge two people or part them again."""
    known = re.findall(rf'href="{league}/people/(\d+)"', phone.get(f"{league}/people").text)
    one, other = dice.choices(known, k=2)
    merged = re.search(r'name="merged" value="(\d+)"', phone.get(f"{league}/people/{one}/edit").text)
    starts, days = dice.randint(10, 28), dice.randint(0, 1)
    season = {"name": "A season", "starts_on": f"2026-09-{starts}", "ends_on": f"2026-09-{starts + days}"}
    season |= {"by": dice.choice(["wins", "best_nights"]), "floor": "0", "nights": "2"}
    path, fields = dice.choice([
        ("seasons/new", season), ("seasons/1", season),
        (f"people/{one}/split", {"merged": merged[1]}) if merged else (f"people/{one}/merge", {"into": other}),
    ])  # fmt: skip
    stamp = phone.form("/import", "/import")
    return phone.client.post(f"{league}/{path}", data=fields | {key: stamp[key] for key in ("csrf_token", "op_id")})


@pytest.mark.deep
def test_after_every_form_the_totals_are_what_the_lines_say(app, engine, size, record_property):
    phone, dice = Phone(app), random.Random(11)
    code, games, taken = phone.sit_down(**STAKES), 1, Counter()
    league = re.search(r"/l/[\w-]{22}", phone.get("/").text)[0]
    for number in range(size(1_000, 60)):
        answer = any_step(phone, league, code, dice)
        taken[answer.status_code, answer.request.path.rpartition("/")[2]] += 1
        if begun := re.search(r"/t/([\w-]{22})$", answer.location or ""):
            games += begun[1] != code
            code = begun[1]
        assert_totals(phone, code, engine, doctor=number % 10 == 9)
    forms = sum(times for (status, _), times in taken.items() if status == 303)
    record_property("row 10, totals compared with a rebuild after each form", f"{forms} forms taken, {games} games")
    assert {word for status, word in taken if status == 303} >= {"hands", "undo", "import", "merge", "new"}, taken


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
