"""Choosing the rules: by name, by a few questions, and from all games."""

import html
import re

import pytest

from tests.phones import HTMX, TEN_POINT


def offered(page, where="fits"):
    """Return the games in a part of the page, in order."""
    part = html.unescape(page)
    part = part.partition(f'id="{where}"')[2].partition("</section>")[0] if where else part
    return re.findall(r'href="/new/([\w-]+)/\d', part)


def answers(page):
    """Return what the page asks: question -> the answers to tap, with their addresses."""
    found = re.findall(r'(?s)<div class="question" role="group" aria-label="([^"]+)">(.*?)</div>', html.unescape(page))
    links = re.compile(r'href="([^"]+)"[^>]*>([^<]+)<')
    return {asked: {said: path for path, said in links.findall(part)} for asked, part in found}


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_the_questions_are_links_that_lead_to_the_game(phone, headers):
    page = phone.client.get("/new?size=4", headers=headers).text
    page = phone.client.get(answers(page)["How many points are in a hand?"]["10"], headers=headers).text
    page = phone.client.get(answers(page)["What do you play to?"]["52"], headers=headers).text
    assert offered(page)[0] == TEN_POINT
    assert ("<html" in page) is (headers != HTMX)


def test_the_most_played_come_first_and_all_games_are_folded(phone):
    page = phone.get("/new?size=4").text
    assert offered(page)[:2] == ["partnership-pitch", TEN_POINT]
    assert re.search(r'<details class="whose all-games">', page)
    assert len(offered(page)) == 6
    assert len(offered(page.partition("all-games")[2], "")) > 30


def test_a_newcomer_is_asked_how_many_they_are_first(phone):
    page = phone.get("/new").text
    assert 'aria-current="true"' not in page
    assert answers(page) == {}
    assert offered(page), "whoever sees their game takes it"


def test_a_target_of_our_own_goes_along_to_the_seats(phone):
    page = html.unescape(phone.get("/new?size=4&points=10&to=32").text)
    assert f'href="/new/{TEN_POINT}/4?to=32"' in page
    assert "Usually to 52: set to 32 for you" in page
