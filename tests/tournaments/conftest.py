"""A tournament in a league: draw partners, five rounds of four hands, ten dollars each."""

import re
from dataclasses import replace

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.tournaments.actions import create_tournament, draw_round, enter_players, enter_slip
from scorekeeper.tournaments.maths.rounds import Slip
from scorekeeper.tournaments.pages import read_tournament
from scorekeeper.tournaments.state import Setup
from tests.databases import copied
from tests.factories import draft
from tests.phones import Phone

THIRTEEN = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max")
SETUP = Setup(
    name="Harvest Pitch night", day="2026-11-19", variant="minnesota-ten-point", house=None, format="draw-partners",
    rounds=5, end="hands", number=4, fee=1000, currency="USD", shares=(50, 30, 20), side_pots=(), ranking=(),
    six=False, head_splits=False, seed=0,
)  # fmt: skip


class Evening:
    """One tournament, and what its director does."""

    def __init__(self, session, form, setup=SETUP):
        self.session, self.form = session, form
        self.id = create_tournament(form(), setup)

    @property
    def view(self):
        return read_tournament(self.session, 1, self.id)

    @property
    def state(self):
        return self.view.state

    @property
    def seq(self):
        """The number of the last line."""
        return len(self.view.rows)

    def enter(self, *names):
        enter_players(self.form(), self.id, "\n".join(names))

    def draw(self):
        draw_round(self.form(), self.id, len(self.state.rounds) + 1)

    def slip(self, table, points, number=None, by=None, **more):
        number = number or len(self.state.rounds)
        seen = self.state.rounds[number - 1].tables[table - 1].slip_line
        slip = Slip(tuple(points), **more)
        enter_slip(replace(self.form(), seen=seen), self.id, (number, table), slip, by)

    def play(self, points=(20, 10)):
        """Draw a round and hand in every slip."""
        self.draw()
        for table in self.state.current.tables:
            self.slip(table.number, points)


@pytest.fixture
def league(session, clock, alice):
    """The league of one game, of Ann, Bob, Cy and Dee."""
    return create_game(Submission(session, clock, alice), **draft())


@pytest.fixture
def evening(session, form, league):
    """A tournament of thirteen, before its first round."""
    assert league
    evening = Evening(session, form)
    evening.enter(*THIRTEEN)
    return evening


NIGHT = {
    "name": "Harvest Pitch night", "day": "2026-11-19", "game": "minnesota-ten-point", "format": "draw-partners",
    "rounds": "5", "end": "hands", "number": "4", "fee": "10", "currency": "USD", "shares": "50, 30, 20",
}  # fmt: skip


def run_tournament(owner, listed, names):
    """Found a tournament of four, and draw its first round; return the link of its board, and of its table's card."""
    for path, action, fields in (
        (f"{listed}/new", f"{listed}/new", NIGHT | {"name": f"{names[0]} open"}),
        (f"{listed}/1/players", f"{listed}/1/players", {"names": "\n".join(names)}),
        (f"{listed}/1", f"{listed}/1/draw", {}),
        (f"{listed}/1", f"{listed}/1/link", {}),
    ):
        assert owner.send(path, action, fields).status_code == 303, path
    board = re.search(r"/b/([\w-]{22})", owner.get(f"{listed}/1").text)[1]
    return board, re.search(r'/c/([^"]+)"', owner.get(f"{listed}/1/cards").text)[1]


class TournamentPhone:
    """A tournament as a director runs it, page by page; its path is "/l/…/tournaments/1"."""

    def __init__(self, phone, path):
        self.phone, self.path = phone, path

    def page(self, beyond=""):
        return self.phone.page(self.path + beyond)

    def press(self, action, **fields):
        """Press the button of the tournament's page that leads to this action."""
        return self.phone.send(self.path, f"{self.path}/{action}", fields)

    def enter(self, names):
        return self.phone.send(f"{self.path}/players", f"{self.path}/players", {"names": names})

    def slip(self, number, table, *points, **fields):
        where = f"{self.path}/slips/{number}/{table}"
        typed = {f"sides-{side}-points": str(given) for side, given in enumerate(points)}
        return self.phone.send(where, where, typed | fields)

    def play(self, number, *points):
        """Draw a round, and hand in the slips of its three tables."""
        assert self.press("draw", round=str(number)).status_code == 303
        for table, given in enumerate(points or ((20, 10), (15, 25), (31, 9)), start=1):
            assert self.slip(number, table, *given).status_code == 303


@pytest.fixture(scope="session")
def laid_tournament(shared_app, blank_database, tmp_path_factory):
    """A database with a league and its tournament; the owner's and a viewer's secrets."""
    owner, viewer = (Phone(shared_app.on(blank_database)) for _ in range(2))
    code = owner.sit_down()
    assert viewer.join(owner, code).status_code == 303
    league = re.search(r'href="(/l/[\w-]{22})"', owner.get("/").text)[1]
    answer = owner.send(f"{league}/tournaments/new", f"{league}/tournaments/new", NIGHT)
    assert answer.status_code == 303, answer.text
    path = f"{league}/tournaments/1"
    assert TournamentPhone(owner, path).enter("\n".join(THIRTEEN)).status_code == 303
    secrets = [phone.secret for phone in (owner, viewer)]
    return copied(shared_app.database, tmp_path_factory.mktemp("tournament") / "games.db"), path, secrets


@pytest.fixture
def app(shared_app, laid_tournament):
    return shared_app.on(laid_tournament[0])


@pytest.fixture
def tournament(app, laid_tournament):
    """The tournament, from its director's phone."""
    return TournamentPhone(Phone(app, laid_tournament[2][0]), laid_tournament[1])


@pytest.fixture
def viewer(app, laid_tournament):
    """The tournament, from the phone of somebody who looks on."""
    return TournamentPhone(Phone(app, laid_tournament[2][1]), laid_tournament[1])


def cards_of(tournament):
    """Return the addresses on the cards of the round, table 1 first."""
    return re.findall(r'href="http://localhost(/c/[^"]+)"', tournament.phone.get(f"{tournament.path}/cards").text)


@pytest.fixture
def guest(app):
    """The phone of a player, which was never here."""
    return Phone(app)
