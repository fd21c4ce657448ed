"""Row 25: what a stranger brings in and is taken alarms no doctor and breaks no page, in whatever time zone."""

import io
import json
import random
import re
import time

import pytest

from scorekeeper.operations.doctor import Verdict, run_checks
from tests.databases import by_hand, closing_engine
from tests.phones import Phone

ZONES = ("Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu")
TEXTS = (
    "=1+1", "@SUM(A1)", "-7", "+49 30", "<b>Ann</b>", "{{ 7*7 }}{% raw %}", "'; DROP TABLE lines; --", 'O"Hara',
    "\u05d0\u05d1\u05d2", "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}", "\uff21\uff4e\uff4e", "a\u0301\u0323" * 9, "Ж" * 60,
    "../../etc/passwd", "%s %(x)s {0}", "null", "None", "&amp;", "x" * 60, "\uff11\uff12",
)  # fmt: skip
DAYS = ("0001-01-01", "9999-12-31", "1900-01-01", "2099-12-31", "1970-01-01", "2024-02-29", "2026-11-19")
STAKES = (
    {"currency": "USD", "game": "0.01", "set": "0.01"}, {"currency": "USD", "game": "100.00"},
    {"currency": "JPY", "game": "1000"}, {"currency": "EUR", "set": "99.99"}, {"currency": "USD", "game": "9999999.99"},
)  # fmt: skip
POINTS = ("high", "low", "jack", "off_jack", "high_joker", "low_joker", "game", "trey")
PAGES = (
    "/t/{code}", "/t/{code}/log", "/t/{code}/watch", "/t/{code}/rules", "/t/{code}/settle", "/t/{code}/settle/ledger",
    "/t/{code}/seats", "/t/{code}/sheet.toml", "/t/{code}/sheet.json", "/t/{code}/whatif",
)  # fmt: skip
OF_THE_LEAGUE = (
    "", "/standings", "/awards", "/nights", "/games", "/people", "/seasons", "/changes", "/search?q=a", "/watch",
    "/files/games.csv", "/files/standings.csv", "/files/league.json",
)  # fmt: skip


def sheet(dice):
    """Return a scoresheet of odd people, on an odd day, for odd stakes, with odd hands."""
    players = dice.sample(TEXTS, 4)
    score = dice.choice([-(10**6), -52, 0, 51])
    document = {
        "format": "scoresheet/1", "variant": "minnesota-ten-point", "players": players, "title": dice.choice(TEXTS),
        "date": dice.choice(DAYS), "stakes": dice.choice(STAKES), "opening": {players[0]: score, players[2]: score},
    }  # fmt: skip
    for key in ("title", "date", "stakes", "opening"):
        if dice.random() < 0.3:
            del document[key]
    takers = {point: dice.choice(players) for point in POINTS}
    hand = {"bidder": dice.choice(players), "bid": dice.randint(4, 10), "points": takers}
    vote = {"adjust": {players[0]: dice.choice([-999, 3])}, "reason": dice.choice(TEXTS)}
    kinds = [hand, hand, hand, vote, {"misdeal": True}, {"passed_out": True}]
    lines = [dice.choice(kinds) for _ in range(dice.randrange(5))]
    return {**document, "lines": [{**line, "note": dice.choice([*TEXTS, "z" * 200])} for line in lines]}


def bring_in(phone, dice, most):
    """Bring in odd sheets until so many are taken; give the codes of their games, and how many answers were 500."""
    codes, crashed = [], 0
    while len(codes) < most:
        fields = phone.form("/import", "/import")
        fields |= {"sheet": "", "file": (io.BytesIO(json.dumps(sheet(dice)).encode()), "night.json")}
        answer = phone.client.post("/import", data=fields)
        crashed += answer.status_code >= 500
        if answer.status_code == 303:
            codes.append(answer.location.rpartition("/")[2])
    return codes, crashed


def league_of(phone):
    return re.search(r"/l/[A-Za-z0-9_-]{22}", phone.get("/").text)[0]


def broken_pages(phone, league, codes):
    """Return how many pages a league and these games have, and those that are answered with 500."""
    addresses = [league + page for page in OF_THE_LEAGUE]
    addresses += [page.format(code=code) for code in codes for page in PAGES]
    broken = []
    for address in addresses:
        with phone.get(address) as answer:
            answer.get_data()
            if answer.status_code >= 500:
                broken.append(address)
    return len(addresses), broken


def alarms(database):
    """Return what the doctor finds wrong with the rows; how a test's file is saved and made is left out."""
    with closing_engine(database) as engine, engine.connect() as connection:
        wrong = [found for found in run_checks(connection) if found.verdict is Verdict.WRONG]
        return [fault for found in wrong if found.check.name not in ("saving", "guards") for fault in found.faults]


@pytest.fixture
def zone(monkeypatch):
    """Return a function that moves this machine to a time zone, until the test is over."""

    def move(name):
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


@pytest.mark.deep
def test_what_was_taken_breaks_no_page_and_alarms_no_doctor(app, database, size, zone, record_property):
    phone, dice = Phone(app), random.Random(17)
    codes, crashed = bring_in(phone, dice, size(500, 25))
    league, looked, broken = league_of(phone), 0, []
    for name in ZONES:
        zone(name)
        pages, wrong = broken_pages(phone, league, codes)
        looked, broken = looked + pages, broken + wrong
    record_property(
        "row 25: hostile inputs taken, answers of 500 to them, pages in three time zones, lasting 500s",
        [len(codes), crashed, looked, len(broken)],
    )
    assert (crashed, broken) == (0, [])
    false = alarms(database)
    record_property("row 25: false alarms of the doctor afterwards", [len(false)])
    assert false == []


def test_control_a_row_changed_by_hand_alarms_the_doctor_and_breaks_a_page(app, database, record_property):
    phone = Phone(app)
    codes, _ = bring_in(phone, random.Random(19), 1)
    league = league_of(phone)
    by_hand(database, "UPDATE games SET head = '{}', state = '{}'")
    _, broken = broken_pages(phone, league, codes)
    record_property("row 25, control: pages broken by a head that was changed by hand", len(broken))
    assert f"/t/{codes[0]}" in broken
