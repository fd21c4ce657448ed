"""A table that plays for money: sets in sight, and what it would cost if it ended now.  Another shows nothing of it."""

import html
import re

import pytest

from scorekeeper.rules.sheet import TWO_DECIMALS
from scorekeeper.variants.catalogue import catalogue
from tests.phones import Page

DIME = {"stake_game": "0.10", "stake_set": "0.05", "currency": "USD"}
CODES = "|".join(sorted(TWO_DECIMALS))
MONEY = re.compile(rf"[$€£¥¢¤]|\b(?:{CODES})\b|(?i:money|\bstake|\bow(?:e|ed|es)\b|\bpa(?:y|ys|id)\b)")


def taking(bidder, bid, **points):
    """Return a ten-point hand: everything to the bidder but what is said."""
    keys = ("high", "low", "jack", "off_jack", "high_joker", "low_joker", "game", "trey")
    return {"bidder": bidder, "bid": bid} | {f"point-{key}": points.get(key, bidder) for key in keys}


@pytest.fixture
def dime(phone):
    """A ten-point table that plays for ten and five; Bob was set on ten, Ann made ten."""
    code = phone.sit_down(**DIME)
    assert phone.hand(code, **taking("2", "10", low="1")).status_code == 303
    assert phone.hand(code, **taking("1", "10")).status_code == 303
    return code


def test_what_it_would_cost_now_is_told_to_everybody_with_its_reasons(phone, dime):
    text = phone.page(f"/t/{dime}").text
    assert "If it ended now Ann +$0.15 Bob −$0.15 Cy +$0.15 Dee −$0.15" in text
    assert "Won the game: $0.30 from Bob & Dee, shared by 2 +$0.15" in text
    assert "Lost the game to Ann & Cy −$0.10" in text
    assert "1 set, $0.05 −$0.05" in text


def test_hand_by_hand_it_stands_on_the_page_of_the_games_money(phone, dime):
    """The table tells it in as many words after two hundred hands as after two."""
    assert f'href="/t/{dime}/settle/game"' in phone.get(f"/t/{dime}").text
    page = phone.page(f"/t/{dime}/settle/game").text
    assert "If it ended now An Ann +$0.15" in page, "their letters, as on their card, and their name"
    assert "Won the game: $0.30 from Bob & Dee, shared by 2 +$0.15" in page
    assert "Set in hand 1, $0.05 −$0.05 hand 1" in page
    assert "Nothing is settled yet" in page


def test_another_phone_gets_the_money_with_the_score(phone, dime):
    """A form under way there is left alone; what is told beside it is not."""
    answer = phone.get(f"/t/{dime}/board?seen=0&bidder=2", hx_request="true")
    assert 'id="now" class="now stock" hx-swap-oob="outerHTML"' in answer.text
    assert 'id="hand"' not in answer.text


@pytest.mark.sampled(1)
@pytest.mark.parametrize("finished", [False, True])
def test_a_game_without_stakes_shows_no_money_anywhere(phone, finished):
    """Every page of it that can be reached from its table, its league's first, and what other phones are sent."""
    code = phone.sit_down(opening_1="51" if finished else "0")
    phone.hand(code, **taking("2", "10", low="1"))  # Bob is set, and Ann's side may be there
    seen, to_see = set(), {f"/t/{code}"}
    while to_see:
        path = to_see.pop()
        seen.add(path)
        answer = phone.get(path)
        assert answer.status_code == 200, path
        if answer.mimetype == "text/html":
            assert not MONEY.findall(own_text(answer.text)), path
            found = {link for link in links(answer.text) if re.match(rf"/t/{code}|/l/[^/]+$", link)}
            to_see |= {link for link in found if "compare?with=" not in link and not link.endswith("/pots")} - seen
    assert len(seen) > 6
    moved = phone.get(f"/t/{code}/board?seen=0", hx_request="true")
    assert ("Bob &amp; Dee" in moved.text, "won" in moved.text.replace("Who won the bid?", "")) == (True, finished)
    assert not MONEY.findall(Page(moved.text).text)


def own_text(page):
    """Return the text of a page without the names and summaries of other games, like Money Pitch."""
    text = Page(page).text
    for variant in catalogue().values():
        text = text.replace(variant.name, "").replace(variant.summary, "")
    return text


def links(page):
    return {html.unescape(link).partition("#")[0] for link in re.findall(r'href="([^"]+)"', page)}
