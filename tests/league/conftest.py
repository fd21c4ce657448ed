"""Whole games in a line, each letter one, won by Ann and Cy (A) or by Bob and Dee (B); and a league on its pages.

The league has three games in two nights, laid once and copied for every test; phones of its owner and its viewer.
2026-09-03: Bob & Dee beat Ann & Cy, for money.  2026-09-10: Ann & Cy beat Bob & Dee for money, then Bobby & Eve in "The
long one".  The season Autumn goes by games won, from the first of September on.
"""

import re

import pytest

from tests.cast import FOUR
from tests.databases import copied
from tests.league.games import day_of, duel_won_by, won_by
from tests.phones import Phone
from tests.tournaments.conftest import run_tournament


@pytest.fixture
def play(new_game):
    """Play a game a letter, the first on the day numbered `first`, `apart` days from one to the next."""

    def play(letters, names=FOUR, first=0, apart=1, **changes):
        codes = []
        for number, letter in enumerate(letters):
            about = {"house": {"finish.target": 5}, "date": day_of(first + number * apart), **changes}
            codes.append(new_game(won_by(letter), names=names, **about))
        return codes

    return play


@pytest.fixture
def duel(new_game):
    """The same for two at Smoke, who begin at five: who wins has come down five, the other went up five."""

    def duel(letters, names=("Ann", "Bob"), first=0):
        for number, letter in enumerate(letters, start=first):
            about = {"house": {"finish.start": 5}, "date": day_of(number)}
            new_game(duel_won_by(letter), names=names, variant="smoke", **about)

    return duel


SHEET = """
format = "scoresheet/1"
variant = "minnesota-ten-point"
players = [{players}]
date = {day}
{more}

[rules]
"finish.target" = 12
"""
HAND = """
[[lines]]
bidder = "{bidder}"
bid = 5
points = {{ {points} }}
"""
POINTS = ("high", "low", "jack", "off_jack", "high_joker", "low_joker", "game", "trey")
FOR_MONEY = 'stakes = { currency = "USD", game = "1.00" }'
OTHERS = ("Ann", "Bobby", "Cy", "Eve")
AUTUMN = {"name": "Autumn", "starts_on": "2026-09-01", "ends_on": "", "by": "wins", "floor": "0", "nights": "10"}


def sheet(day, bidder, players=FOUR, more=""):
    """A game of two hands: `bidder` bids 5 twice and takes every point."""
    points = ", ".join(f'{point} = "{bidder}"' for point in POINTS)
    quoted = ", ".join(f'"{name}"' for name in players)
    return SHEET.format(day=day, players=quoted, more=more) + 2 * HAND.format(bidder=bidder, points=points)


class Told:
    """What a test needs to know of the league: its path "/l/…", its games, its owner's and its viewer's secrets."""

    def __init__(self, app):
        owner, viewer = Phone(app), Phone(app)
        self.games = [
            owner.bring_in(sheet("2026-09-03", "Bob", more=FOR_MONEY)),
            owner.bring_in(sheet("2026-09-10", "Ann", more=FOR_MONEY)),
            owner.bring_in(sheet("2026-09-10", "Ann", OTHERS, 'title = "The long one"')),
        ]
        self.path = re.search(r'href="(/l/[\w-]{22})"', owner.get("/").text)[1]
        house = f"/t/{self.games[0]}/house"
        assert owner.send(house, house, {"save_as": "Our rules"}).status_code == 303
        season = f"{self.path}/seasons/new"
        assert owner.send(season, season, AUTUMN).status_code == 303
        run_tournament(owner, f"{self.path}/tournaments", FOUR)
        assert viewer.join(owner, self.games[0]).status_code == 303
        self.secrets = [phone.secret for phone in (owner, viewer)]


@pytest.fixture(scope="session")
def laid(shared_app, blank_database, tmp_path_factory):
    told = Told(shared_app.on(blank_database))
    return copied(shared_app.database, tmp_path_factory.mktemp("league") / "games.db"), told


@pytest.fixture
def told(laid):
    return laid[1]


@pytest.fixture
def app(laid, shared_app):
    return shared_app.on(laid[0])


@pytest.fixture
def owner(app, told):
    return Phone(app, told.secrets[0])


@pytest.fixture
def viewer(app, told):
    return Phone(app, told.secrets[1])


@pytest.fixture
def league(told):
    """The address of the league."""
    return told.path


THURSDAY = {"day": "2026-10-29", "time": "19:00", "place": "Legion Hall", "zone": "America/Chicago"}
"""Seven in the evening of Central Daylight Time: midnight in UTC."""


@pytest.fixture
def plan(owner, league):
    """Return a function that sets the next night; with other fields it changes it."""
    return lambda **fields: owner.send(f"{league}/next", f"{league}/next", THURSDAY | fields)


@pytest.fixture
def person(owner, league):
    """Return a function that returns the address of somebody's page."""

    def page_of(name):
        found = re.search(rf'href="({league}/people/\d+)">{name}<', owner.get(f"{league}/people").text)
        return found[1]

    return page_of
