"""All tables of a night on one large screen."""

import datetime as dt
import re

import pytest

from scorekeeper.core.clock import wall_clock
from tests.games.exit_forms import leave_by
from tests.phones import HTMX


@pytest.fixture
def tables(phone):
    """Return the addresses of two tables of one night, the first of them over, and of their league's screen."""
    over = phone.sit_down(**{"rule-finish.target": "5"})
    assert phone.hand(over).status_code == 303
    running = phone.sit_down()
    phone.hand(running)
    return f"/t/{over}", f"/t/{running}", screen_of(phone)


def test_every_table_has_its_scores_live_ones_first_not_begun_ones_last(phone, tables, monkeypatch):
    over, running, screen = tables
    new = f"/t/{phone.sit_down('minnesota-ten-point', ['Ann Ash', 'Bob Elm', 'Cy Ash', 'Dee'])}"
    newest = f"/t/{phone.sit_down(names=('Eve', 'Fay', 'Gus', 'Hal'))}"
    html = phone.get(screen).text
    assert re.findall(r'href="(/t/[\w-]{22})/watch"', html) == [running, over, new, newest]
    text = phone.page(screen).text
    assert text.count("Ann & Cy 0") == 3, "first names do where they are enough"
    assert [text.count(it) for it in ("Bob & Dee 10", "Bob & Dee won", "Not begun", "Quiet")] == [2, 1, 2, 0]
    assert "#crown" in phone.get(f"{over}/watch").text
    for hours, said, tables_of_it in ((2, "Quiet for 2 hours", 1), (13, "Not finished", 3)):
        later = wall_clock() + dt.timedelta(hours=hours)
        monkeypatch.setattr("scorekeeper.league.views.wall_clock", lambda later=later: later)
        assert phone.page(screen).text.count(said) == tables_of_it


def test_it_is_brought_up_to_date_in_place(phone, tables):
    _, running, screen = tables
    phone.hand(running[3:])
    answer = phone.client.get(screen, headers=HTMX)
    assert answer.text.lstrip().startswith('<main id="tables"')
    assert ">20</b>" in answer.text
    again = re.search(rf'hx-get="({screen}\?seen=\w+)"', answer.text)[1]
    assert phone.client.get(again, headers=HTMX).status_code == 204, "nothing is swapped where nothing changed"
    assert phone.client.get(again).status_code == 200, "a browser that reloads gets the page"
    phone.hand(running[3:])
    assert phone.client.get(again, headers=HTMX).status_code == 200


def test_first_names_that_two_have_are_not_enough(phone):
    phone.sit_down(names=["Ann Ash", "Bob Elm", "Cy Fir", "Ann Oak"])
    text = phone.page(screen_of(phone)).text
    assert "Bob & Ann O." in text.replace("\xa0", " ")


def screen_of(phone):
    """Return the address of the screen of the phone's league."""
    return re.search(r"/l/[\w-]{22}", phone.get("/").text)[0] + "/watch"


def test_a_game_that_nobody_won_says_so_and_bears_no_crown(phone):
    code = phone.sit_down("partnership-pitch")
    leave_by(phone, code, "end", end="nobody")
    page = phone.page(screen_of(phone)).text
    assert ("Nobody won" in page, "Settled" in page) == (True, False)
    watch = phone.get(f"/t/{code}/watch").text
    assert ("Nobody won" in watch, "#crown" in watch) == (True, False)


def test_more_tables_than_there_is_room_for_are_a_link_away(phone, tables, monkeypatch):
    *_, screen = tables
    assert not re.search(r"All \d+ tables", phone.page(screen).text)
    monkeypatch.setattr("scorekeeper.league.views.MAX_TABLES", 1)
    running = phone.sit_down(names=("Eve", "Fay", "Gus", "Hal"))
    phone.hand(running)
    phone.sit_down()
    html = phone.get(screen).text
    assert re.findall(r'href="(/t/[\w-]{22})/watch"', html) == [f"/t/{running}"], "the latest hand"
    night = re.search(r'(?s)Game 3.*href="(/l/[^"]+/nights/\d+)">All 4 tables', html)[1]
    assert phone.get(night).status_code == 200
