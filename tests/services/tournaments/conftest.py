"""A tournament in a league, from Alice's phone: draw partners, five rounds of four hands, ten dollars each."""

from __future__ import annotations

import pytest

from scorekeeper.services.games.create import create_game
from scorekeeper.services.league.change_log import ChangeRequest
from scorekeeper.services.submission import Submission
from scorekeeper.services.tournaments.actions import (
    SlipDraft,
    create_tournament,
    draw_round,
    enter_players,
    enter_slip,
)
from scorekeeper.services.tournaments.setup import Setup
from scorekeeper.services.tournaments.view import read_tournament
from tests.factories import draft, op_id

THIRTEEN = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max")
SETUP = Setup(
    name="Harvest Pitch night", day="2026-11-19", variant="minnesota-ten-point", house=None, format="draw-partners",
    rounds=5, end="hands", number=4, fee=1000, currency="USD", shares=(50, 30, 20), side_pots=(), ranking=(),
    six=False, head_splits=False, seed=0,
)  # fmt: skip


@pytest.fixture
def form(session, clock, alice):
    """Return a form for the first league; one with the same number is the same form."""

    def form(number=None):
        return ChangeRequest(session, clock, 1, Submission(op_id=number or op_id(), device=alice))

    return form


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

    def enter(self, *names):
        enter_players(self.form(), self.id, "\n".join(names))

    def draw(self):
        draw_round(self.form(), self.id, len(self.state.rounds) + 1)

    def slip(self, table, points, number=None, **more):
        number = number or len(self.state.rounds)
        seen = self.state.rounds[number - 1].tables[table - 1].entered
        draft = SlipDraft(number, table, tuple(points), seen=seen.seq if seen else 0, **more)
        enter_slip(self.form(), self.id, draft)

    def play(self, points=(20, 10)):
        """Draw a round and hand in every slip."""
        self.draw()
        for table in self.state.current.tables:
            self.slip(table.number, points)


@pytest.fixture
def league(session, clock, alice):
    """The league of one game, of Ann, Bob, Cy and Dee."""
    return create_game(session, clock, alice, draft())


@pytest.fixture
def evening(session, form, league):
    """A tournament of thirteen, before its first round."""
    assert league
    evening = Evening(session, form)
    evening.enter(*THIRTEEN)
    return evening
