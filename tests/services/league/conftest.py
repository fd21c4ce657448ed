"""Whole games in a line: each letter is one, won at once by Ann and Cy (A) or by Bob and Dee (B)."""

from __future__ import annotations

import pytest

from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.submission import Submission
from tests.cast import FOUR
from tests.factories import draft, op_id
from tests.services.league.season_games import day_of, duel_won_by, form_of, won_by


@pytest.fixture
def form(session, clock, alice):
    """Return a form for the first league, from Alice's phone."""
    return lambda **more: form_of(session, clock, alice, **more)


@pytest.fixture
def play(session, clock, alice):
    """Play a game a letter, the first on the day numbered `first`, `apart` days from one to the next."""

    def play(letters, names=FOUR, first=0, apart=1, **changes):
        codes = []
        for number, letter in enumerate(letters):
            about = {"house": {"finish.target": 5}, "date": day_of(first + number * apart), **changes}
            code = create_game(session, clock, alice, draft(names, **about))
            record_line(session, clock, code, won_by(letter), Submission(op_id=op_id(), seen=0, device=alice))
            codes.append(code)
        return codes

    return play


@pytest.fixture
def duel(session, clock, alice):
    """The same for two at Smoke, who begin at five: who wins has come down five, the other went up five."""

    def duel(letters, names=("Ann", "Bob"), first=0):
        for number, letter in enumerate(letters, start=first):
            wanted = draft(names, "smoke", house={"finish.start": 5}, date=day_of(number))
            code = create_game(session, clock, alice, wanted)
            record_line(session, clock, code, duel_won_by(letter), Submission(op_id=op_id(), seen=0, device=alice))

    return duel
