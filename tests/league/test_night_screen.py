"""All tables of a night on one large screen."""

import datetime as dt
import html
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


def test_live_tables_come_first_results_beside_them_and_those_not_begun_are_counted(phone, tables, monkeypatch):
    over, running, screen = tables
    for names in (["Ann Ash", "Bob Elm", "Cy Ash", "Dee"], ["Eve", "Fay", "Gus", "Hal"]):
        phone.sit_down("minnesota-ten-point", names)
    assert re.findall(r'href="(/t/[\w-]{22})/watch"', phone.get(screen).text) == [running, over]
    text = phone.page(screen).text
    assert [text.count(it) for it in ("Cy 0", "won Ann & Cy 0 10", "2 games not", "Quiet")] == [2, 1, 1, 0]
    for page, said in (("nights", "1 game, 1 not finished"), ("nights/1", r"Not finished \(1\) .*Not begun \(2\)")):
        assert re.search(said, phone.page(screen.replace("watch", page)).text)
    assert re.search(r'#crown.*">5</text>.*class="target"', phone.get(f"{over}/watch").text, re.DOTALL)
    for hours, said in ((2, "Quiet for 2 hours"), (13, "Not finished")):
        later = wall_clock() + dt.timedelta(hours=hours)
        monkeypatch.setattr("scorekeeper.league.views.wall_clock", lambda later=later: later)
        assert phone.page(screen).text.count(f"Ann & Cy, Bob & Dee {said} 0\u201310") == 1


def test_it_is_brought_up_to_date_in_place(phone, tables):
    _, running, screen = tables
    phone.hand(running[3:])
    answer = phone.client.get(screen, headers=HTMX)
    assert answer.text.lstrip().startswith('<main id="tables"')
    assert ">20</b>" in answer.text
    again = html.unescape(re.search(rf'hx-get="({screen}\?[^"]+)"', answer.text)[1])
    assert phone.client.get(again, headers=HTMX).status_code == 204, "nothing is swapped where nothing changed"
    assert phone.client.get(again).status_code == 200, "a browser that reloads gets the page"
    phone.hand(running[3:])
    assert phone.client.get(again, headers=HTMX).status_code == 200


def test_first_names_that_two_have_are_not_enough(phone):
    for names in (["Ann Ash", "Bob Elmendorfer", "Cy Fir", "Ann Oak"], ["Bob", "Eve", "Fay", "Gus"]):
        phone.sit_down(names=names)
    for page, said in (("watch", "Bob E. & Ann O."), ("nights/1", "Bob E. & Ann Oak")):
        assert said in phone.page(screen_of(phone).replace("watch", page)).text.replace("\xa0", " "), page


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


def test_more_tables_than_there_is_room_for_take_turns(phone, tables, monkeypatch):
    over, running, screen = tables
    assert "Screen" not in phone.page(screen).text
    monkeypatch.setattr("scorekeeper.league.browse.LIVE", 1)
    newer = f"/t/{phone.sit_down(names=('Eve', 'Fay', 'Gus', 'Hal'))}"
    phone.hand(newer[3:])
    for page, said, shown in ((1, 1, [running, over]), (2, 2, [newer]), (3, 1, [running, over])):
        of_page = phone.client.get(f"{screen}?page={page}", headers=HTMX).text
        assert re.findall(r'href="(/t/[\w-]{22})/watch"', of_page) == shown
        assert f"Screen {said} of 2" in of_page
        assert f'href="{screen}?page={said % 2 + 1}">Next' in of_page
