"""Row 26, a closed round of a tournament is never lost or counted twice: workers die, tables come back too late.

What a power cut does to slips and draws is in test_power_cut.py.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

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


@dataclass
class Evening:
    """What the phones of an evening were told: the points of each slip that was taken, and who came too late."""

    slips: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    late: int = 0
    taken_late: int = 0


def begin(database, folder, tables):
    """Begin a tournament of so many tables, its first round drawn; give its path and the director's cookies."""
    app = create_app(Settings(url_of(database), SECRET, folder))
    phone = Phone(app)
    phone.sit_down()
    league = re.search(r'href="(/l/[\w-]{22})"', phone.get("/").text)[1]
    assert phone.send(f"{league}/tournaments/new", f"{league}/tournaments/new", NIGHT).status_code == 303
    director = Director(phone, f"{league}/tournaments/1")
    assert director.enter("\n".join(f"Player {number}" for number in range(SEATS * tables))).status_code == 303
    assert director.press("draw", round="1").status_code == 303
    return director, {"phone": phone.client.get_cookie("phone").value}


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


def points_of(number, table):
    return 10 + number + table, 9


def play_round(server, number, cards, evening):
    """Hand in the slips of all tables at once, each from one side's phone and confirmed by the other's.

    Give the form of a third phone, at table 1, which saw the slip before it was confirmed and then lost its signal.
    """
    offline, waiting = RealPhone(server, {}), {}

    def table(at):
        card, (mine, theirs) = cards[at - 1], points_of(number, at)
        one, other = RealPhone(server, {}), RealPhone(server, {})
        slip = {"sides-0-points": str(mine), "sides-1-points": str(theirs), "side": "1"}
        assert send(one, card, card, slip).status in {200, 303}
        if at == 1:
            page = Page(offline.get(card))
            waiting.update(next(form["fields"] for form in page.forms if form["action"] == card))
        assert send(other, card, f"{card}/says", {"side": "2", "right": "y"}).status in {200, 303}
        evening.slips[number, at] = (mine, theirs)

    with ThreadPoolExecutor(len(cards)) as at_once:
        for done in [at_once.submit(table, at) for at in range(1, len(cards) + 1)]:
            done.result()
    return offline, waiting


def stored(database):
    engine = open_engine(database)
    with Session(engine) as session:
        view = read_tournament(session, 1, 1)
    engine.dispose()
    return view


@pytest.mark.deep
def test_workers_die_and_every_slip_of_a_closed_round_counts_once(database, tmp_path, size, record_property):
    tables, rounds = size(10, 3), size(5, 2)
    evening = Evening()
    director, cookies = begin(database, tmp_path, tables)
    path = director.path
    with serving_from(database, tmp_path, **ANYWHERE) as server:
        boss = RealPhone(server, cookies)
        for number in range(1, rounds + 1):
            cards = re.findall(r'href="http://[^/"]+(/c/[^"]+)"', boss.get(f"{path}/cards"))
            offline, waiting = play_round(server, number, cards, evening)
            assert send(boss, path, f"{path}/draw", {"round": str(number + 1)}).status == 303
            late = send_again(offline, cards[0], waiting | OTHERS)
            evening.late += 1
            evening.taken_late += late.status != 422
        deaths = server.deaths
    view = stored(database)
    kept = {(one.number, table.number): table.slip.points for one in view.state.rounds[:rounds] for table in one.tables}
    lost = sum(kept.get(key) != points for key, points in evening.slips.items())
    doubled = sum(row.kind == SLIP for row in view.rows) - len(evening.slips)
    wins = sum(place.total.wins for place in view.places)
    told = f"{rounds}, {len(evening.slips)}, {deaths}, {lost}, {doubled}, {evening.late}, {evening.taken_late}"
    record_property(
        "row 26: rounds closed, slips, workers killed, slips lost, doubled, late tables, written by them", told
    )
    assert len(view.state.rounds) == rounds + 1
    assert len(evening.slips) == rounds * tables
    assert (lost, doubled, evening.taken_late) == (0, 0, 0)
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
