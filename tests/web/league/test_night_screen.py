"""All tables of a night on one large screen."""

from __future__ import annotations

import re

import pytest

from scorekeeper.web.league.night_screen import screen_of_night
from tests.web.conftest import HTMX


@pytest.fixture
def tables(phone):
    """Return the addresses of two tables of one night, the first of them over, and of their league's screen."""
    over = phone.sit_down(**{"rule-finish.target": "5"})
    assert phone.hand(over).status_code == 303
    running = phone.sit_down()
    phone.hand(running)
    league = re.search(r"/l/[\w-]{22}", phone.get("/").text)[0]
    return f"/t/{over}", f"/t/{running}", f"{league}/watch"


def test_every_table_has_its_scores_and_those_being_played_come_first(phone, tables):
    over, running, screen = tables
    html = phone.get(screen).text
    assert re.findall(r'href="(/t/[\w-]{22})/watch"', html) == [running, over]
    text = phone.page(screen).text
    assert "Ann & Cy 0" in text
    assert text.count("Bob & Dee 10") == 2
    assert text.count("Bob & Dee won") == 1


def test_it_is_brought_up_to_date_in_place(phone, tables):
    _, running, screen = tables
    phone.hand(running[3:])
    answer = phone.client.get(screen, headers=HTMX)
    assert answer.text.lstrip().startswith('<main id="tables"')
    assert f'hx-get="{screen}"' in answer.text
    assert ">20</b>" in answer.text


def test_nothing_on_it_can_be_changed(phone, tables):
    page = phone.page(tables[2])
    assert page.forms == []
    assert page.inline == []


def test_the_league_leads_there_while_somebody_plays(phone, tables):
    screen = tables[2]
    assert f'href="{screen}"' in phone.get(screen.removesuffix("/watch")).text


def test_without_a_night_there_are_no_tables():
    assert (screen_of_night(None, ()).date, screen_of_night(None, ()).tables) == (None, ())
