"""Pots: what is paid in, carried from night to night, won by what the log says, taken back; the ledger at zero."""

import re

import pytest

from scorekeeper.core.extensions import db
from scorekeeper.money.accounts import read_accounts
from scorekeeper.operations.doctor import Verdict, run_checks
from tests.league.games import TEN
from tests.ledgers import sums
from tests.money.games import dues, league_of, mark
from tests.trust.ways import POT

NIGHT = """
format = "scoresheet/1"
variant = "charbonneau-ten-point"
date = 2026-11-{day:02}
players = ["Ann", "Bob", "Cy", "Dee"]
dealer = "Dee"
"""
MADE = """
[[lines]]
bidder = "Bob"
bid = {bid}
points = {{ {points} }}
all_tricks = true
"""
POINTS = ", ".join(f'{key} = "Bob"' for key in TEN)
PLAIN, MOON = MADE.format(bid=5, points=POINTS), MADE.format(bid='"moon"', points=POINTS)


def opened(phone, code, **fields):
    answer = phone.send(f"/t/{code}/pots", f"/t/{code}/pots", POT | fields)
    assert answer.status_code == 303, answer.text


def tap(phone, code, what, pot=1, page=None, **fields):
    """Tap a button of a pot: "collect", "pay" or "close"."""
    return phone.send(page or f"/t/{code}/pots", f"/t/{code}/pots/{pot}/{what}", fields)


def night_over(phone, code):
    assert phone.send(f"/t/{code}/log", f"/t/{code}/night/close", {}).status_code == 303


def balances(app, code):
    with app.app_context():
        assert {total for of in ("id", "night_id", "league_id") for *_, total in sums(db.session, of)} <= {0}
        found = read_accounts(db.session, league_of(code))
        return {it.name: it.cents for each in found for it in each.accounts}


def sound(app):
    with app.app_context(), db.engine.connect() as connection:
        return [it for it in run_checks(connection) if it.verdict is not Verdict.OK and it.check.name != "saving"]


@pytest.fixture
def night(phone):
    """Bring in the games of a night in November; give the code of the last."""

    def bring_in(day, *games):
        for lines in games:
            code = phone.bring_in(NIGHT.format(day=day) + lines)
        return code

    return bring_in


def test_a_pot_is_carried_twice_and_won_by_a_moon(phone, app, night):
    first = night(5, PLAIN)
    opened(phone, first)
    assert tap(phone, first, "collect").status_code == 303
    night_over(phone, first)
    for day in (12, 19):
        code = night(day, PLAIN)
        assert tap(phone, code, "collect").status_code == 303
        assert balances(app, code)["The pot"] == 100 * (day // 7 + 1)
        night_over(phone, code)
    last = night(26, PLAIN, PLAIN + MOON)
    assert "Moon pot $3.00" in phone.page(f"/t/{last}").text
    assert "Moon pot $3.00" in phone.page(f"/t/{last}/watch").text
    assert "Bob made a moon in hand 2." in phone.page(f"/t/{last}/pots").text
    assert tap(phone, last, "pay").status_code == 303
    assert balances(app, last) == {"Ann": -75, "Bob": 225, "Cy": -75, "Dee": -75, "The pot": 0}
    assert "Moon pot $0.00" not in phone.page(f"/t/{last}/watch").text
    assert tap(phone, last, "collect").status_code == 303
    assert "made a moon" not in phone.page(f"/t/{last}/pots").text, "that moon has won"
    assert balances(app, last)["The pot"] == 100
    assert sound(app) == []


def test_who_comes_late_pays_in_late_and_nobody_twice(phone, app, night):
    code = night(5, PLAIN)
    opened(phone, code)
    tap(phone, code, "collect")
    assert "Everybody pays in" not in phone.page(f"/t/{code}/pots").text
    later = night(5, PLAIN)
    assert "Everybody pays in" not in phone.page(f"/t/{later}/pots").text
    eve = phone.bring_in((NIGHT.format(day=5) + PLAIN).replace('"Dee"', '"Eve"'))
    assert "Not paid in yet: Eve" in phone.page(f"/t/{eve}/pots").text
    night_page = re.search(r"/l/[\w-]+", phone.get(f"/t/{eve}/pots").text)[0] + "/nights/1"
    assert tap(phone, eve, "collect", page=night_page).location == f"{night_page}#pots"
    assert balances(app, eve)["The pot"] == 125
    back = phone.send(night_page, f"/t/{eve}/settle/back", {})
    assert back.location == f"{night_page}#pots"
    assert balances(app, eve)["The pot"] == 100, "of its buttons the first takes back what came last"


def test_by_the_game_everybody_pays_for_each(phone, app, night):
    code = night(5, PLAIN, PLAIN)
    opened(phone, code, per="game", amount="0.10")
    assert "Everybody pays in: $0.80" in phone.page(f"/t/{code}/pots").text
    tap(phone, code, "collect")
    assert balances(app, code) == {"Ann": -20, "Bob": -20, "Cy": -20, "Dee": -20, "The pot": 80}


def test_a_tap_is_taken_back_like_a_payment_but_not_what_was_won_since(phone, app, night):
    code = night(5, PLAIN + MOON)
    opened(phone, code)
    tap(phone, code, "collect")
    tap(phone, code, "pay")
    refused = phone.send(f"/t/{code}/pots", f"/t/{code}/settle/back", {"entry": "1"})
    assert refused.status_code == 409
    assert "That pot was paid out since." in refused.text
    assert phone.send(f"/t/{code}/pots", f"/t/{code}/settle/back", {"entry": "2"}).status_code == 303
    assert "Bob made a moon in hand 2." in phone.page(f"/t/{code}/pots").text
    assert phone.send(f"/t/{code}/pots", f"/t/{code}/settle/back", {"entry": "1"}).status_code == 303
    assert set(balances(app, code).values()) == {0}
    ledger = phone.page(f"/t/{code}/settle/ledger").text
    assert "Taken back: Moon pot paid out" in ledger
    assert "Taken back: Moon pot paid in" in ledger
    assert sound(app) == []


@pytest.mark.parametrize(
    ("rule", "games", "said", "bob"),
    [
        ({"won_by": "skunk", "skunk": "-1"}, [PLAIN], None, -100),
        ({"won_by": "skunk"}, [PLAIN + MOON], "Bob & Dee skunked Ann & Cy, 5 to 0", 100),
        ({"won_by": "high_game"}, [PLAIN + MOON], "Bob & Dee had the high game, 5", 100),
        ({"won_by": "attendance", "nights": "1"}, [PLAIN], "Ann, Bob, Cy & Dee came 1 nights in a row", 0),
        ({"won_by": "attendance", "nights": "2"}, [PLAIN], None, -100),
        ({"nobody": "split"}, [PLAIN], "Nobody won it: split among those who paid in", 0),
        ({"nobody": "back", "per": "game"}, [PLAIN, PLAIN], "Nobody won it: back to those who paid in", 0),
    ],
)
def test_what_wins_a_pot(phone, app, night, rule, games, said, bob):
    code = night(5, *games)
    opened(phone, code, amount="1", **rule)
    tap(phone, code, "collect")
    night_over(phone, code)
    text = phone.page(f"/t/{code}/pots").text
    assert ("Pay out" in text) == bool(said)
    if said:
        assert f"{said}." in text
        tap(phone, code, "pay")
    assert balances(app, code)["Bob"] == bob


def test_nights_in_a_row_count_from_the_last_time_it_was_won(phone, night):
    for day, says in ((5, False), (12, True), (19, False), (26, True)):
        code = night(day, PLAIN)
        if day == 5:
            opened(phone, code, won_by="attendance", nights="2")
        tap(phone, code, "collect")
        night_over(phone, code)
        assert ("came 2 nights in a row" in phone.page(f"/t/{code}/pots").text) == says
        if says:
            tap(phone, code, "pay")


def test_the_jar_takes_and_gives_cash_on_the_settle_page(phone, app, night):
    code = night(5, PLAIN + MOON)
    opened(phone, code)
    tap(phone, code, "collect")
    assert dues(phone, f"/t/{code}/settle") == [f"{who} pays The pot $0.25" for who in ("Ann", "Bob", "Cy", "Dee")]
    for _ in range(4):
        assert mark(phone, code).status_code == 303
    assert set(balances(app, code).values()) == {0}
    assert "Moon pot $1.00" in phone.page(f"/t/{code}/pots").text
    assert "settled $1.00 lost overall, $1.00 paid Dee paid" in phone.page(f"/t/{code}/settle/ledger").text
    tap(phone, code, "pay", page=f"/t/{code}")
    assert dues(phone, f"/t/{code}/settle") == ["The pot pays Bob $1.00"]
    assert mark(phone, code).status_code == 303
    assert "The pot" in phone.page(f"/t/{code}/settle/people/0").text
    assert set(balances(app, code).values()) == {0}
    assert sound(app) == []


def test_closing_gives_back_what_each_paid(phone, app, night):
    code = night(5, PLAIN)
    opened(phone, code)
    tap(phone, code, "collect")
    eve = phone.bring_in((NIGHT.format(day=12) + PLAIN).replace('"Dee"', '"Eve"'))
    tap(phone, eve, "collect")
    assert "$2.00 goes back to those who paid it in." in phone.page(f"/t/{eve}/pots").text
    assert tap(phone, eve, "close").status_code == 303
    assert set(balances(app, eve).values()) == {0}
    assert re.search('value="Moon pot"(?s:.*)value="[$]0.25"', phone.get(f"/t/{night(19, PLAIN)}/pots").text)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": ""}, "A pot needs a name."), ({"amount": "0"}, "Enter an amount above zero."),
        ({"amount": "2.01"}, "The house limit is 2.00."), ({"won_by": "luck"}, "Choose one."),
        ({"won_by": "attendance", "nights": "0"}, "Enter a number of nights from 1 to 100."),
        ({"currency": "JPY"}, "Choose a currency that has cents, like USD."),
    ],
)  # fmt: skip
def test_a_pot_that_is_refused_keeps_what_was_typed(phone, night, fields, said):
    code = night(5, PLAIN)
    phone.send(f"/t/{code}/limit", f"/t/{code}/limit", {"limit": "2"})
    answer = phone.send(f"/t/{code}/pots", f"/t/{code}/pots", POT | {"name": "Our pot"} | fields)
    assert answer.status_code == 422
    assert said in answer.text
    assert ('value="Our pot"' in answer.text) == ("name" not in fields)
