"""Row 26, a closed round of a tournament is never lost or counted twice: workers die, tables come back too late.

What a power cut does to slips and draws is in test_power_cut.py.
"""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.orm import Session

from scorekeeper.app import create_app
from scorekeeper.core.settings import Settings
from scorekeeper.tournaments import actions
from scorekeeper.tournaments.pages import read_tournament
from scorekeeper.tournaments.state import SLIP
from tests.databases import open_engine, url_of
from tests.phones import Page, Phone
from tests.tournaments.conftest import NIGHT, cards_of
from tests.tournaments.conftest import TournamentPhone as Director
from tests.trust.scoring import faults_in
from tests.trust.servers import MOST_TRIES, SECRET, RealPhone, Unanswered, serving_from

ANYWHERE = {"ODDS": "200", "ANSWERED": "6"}
SEATS = 4


def begin(database, folder, tables):
    """Begin a tournament of so many tables, its first round drawn; give its path and the director's cookies."""
    app = create_app(Settings(url_of(database), SECRET, folder, folder))
    phone = Phone(app)
    phone.sit_down()
    league = re.search(r'href="(/l/[\w-]{22})"', phone.get("/").text)[1]
    assert phone.send(f"{league}/tournaments/new", f"{league}/tournaments/new", NIGHT).status_code == 303
    director = Director(phone, f"{league}/tournaments/1")
    assert director.enter("\n".join(f"Player {number}" for number in range(SEATS * tables))).status_code == 303
    assert director.press("draw", round="1").status_code == 303
    return director, {"phone": phone.secret}


def send(phone, path, action, fields):
    """Send a form of a page, again as it was until it is answered."""
    form = next(form["fields"] for form in Page(phone.get(path)).forms if form["action"] == action) | fields
    return send_again(phone, action, form)


def send_again(phone, action, form):
    for _ in range(MOST_TRIES):
        try:
            answer = phone.once("POST", action, form)
        except Unanswered:
            continue
        if answer.status < 500:
            return answer
    raise AssertionError(f"POST {action} was never answered")


OTHERS = {"sides-0-points": "99", "sides-1-points": "98", "side": "2"}
"""Other totals, from the other side."""


def play_round(server, number, cards):
    """Hand in the slips of all tables at once, each from one side's phone and confirmed by the other's; give them.

    Give as well the form of a third phone, at table 1, which saw the slip before it was confirmed and then lost its
    signal.
    """
    slips, offline, waiting = {}, RealPhone(server, {}), {}

    def table(at):
        card, points = cards[at - 1], (10 + number + at, 9)
        slip = {"sides-0-points": str(points[0]), "sides-1-points": str(points[1]), "side": "1"}
        assert send(RealPhone(server, {}), card, card, slip).status in {200, 303}
        if at == 1:
            page = Page(offline.get(card))
            waiting.update(next(form["fields"] for form in page.forms if form["action"] == card))
        assert send(RealPhone(server, {}), card, f"{card}/says", {"side": "2", "right": "y"}).status in {200, 303}
        slips[number, at] = points

    with ThreadPoolExecutor(len(cards)) as at_once:
        assert len(list(at_once.map(table, range(1, len(cards) + 1)))) == len(cards)
    return slips, offline, waiting


def stored(database):
    engine = open_engine(database)
    with Session(engine) as session:
        view = read_tournament(session, 1, 1)
    engine.dispose()
    return view


@pytest.mark.deep
def test_workers_die_and_every_slip_of_a_closed_round_counts_once(database, tmp_path, size, record_property):
    tables, rounds = size(10, 3), size(5, 2)
    slips, taken_late = {}, 0
    director, cookies = begin(database, tmp_path, tables)
    path = director.path
    with serving_from(database, tmp_path, **ANYWHERE) as server:
        boss = RealPhone(server, cookies)
        for number in range(1, rounds + 1):
            cards = re.findall(r'href="http://[^/"]+(/c/[^"]+)"', boss.get(f"{path}/cards"))
            handed_in, offline, waiting = play_round(server, number, cards)
            slips |= handed_in
            assert send(boss, path, f"{path}/draw", {"round": str(number + 1)}).status == 303
            taken_late += send_again(offline, cards[0], waiting | OTHERS).status != 422
        deaths = server.deaths
    view = stored(database)
    kept = {(one.number, table.number): table.slip.points for one in view.state.rounds[:rounds] for table in one.tables}
    lost = sum(kept.get(key) != points for key, points in slips.items())
    doubled = sum(row.kind == SLIP for row in view.rows) - len(slips)
    record_property(
        "row 26: rounds closed, slips, workers killed, slips lost, doubled, late tables, written by them",
        f"{rounds}, {len(slips)}, {deaths}, {lost}, {doubled}, {rounds}, {taken_late}",
    )
    assert (len(view.state.rounds), len(slips)) == (rounds + 1, rounds * tables)
    assert (lost, doubled, taken_late) == (0, 0, 0)
    wins = sum(place.total.wins for place in view.places)
    assert wins == 2 * rounds * tables, "two winners a table and round, and nobody else"
    assert faults_in(database) == []


def test_the_control_without_the_look_a_late_table_overwrites(database, tmp_path, monkeypatch, record_property):
    monkeypatch.setattr(actions, "check_players_may_write", lambda *_: None)
    director, _ = begin(database, tmp_path, 2)
    card = cards_of(director)[0]
    late = Phone(director.phone.client.application)
    assert late.send(card, card, {"sides-0-points": "20", "sides-1-points": "10", "side": "1"}).status_code == 303
    waiting = late.form(card, card) | OTHERS
    for table in (1, 2):
        assert director.slip(1, table, 20, 10).status_code == 303
    assert director.press("draw", round="2").status_code == 303
    answer = late.client.post(card, data=waiting)
    overwritten = stored(database).state.rounds[0].tables[0].slip.points == (99, 98)
    record_property("row 26, control without the look: late tables, written by them", f"1, {int(overwritten)}")
    assert (answer.status_code, overwritten) == (303, True)
