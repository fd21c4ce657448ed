"""What a game's row says after its lines: when it was won."""

from __future__ import annotations

from sqlalchemy import select

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.models import Game
from tests.factories import draft, hand


def test_a_game_was_won_when_it_was_won_whatever_is_corrected_later(session, clock, alice):
    """A five takes ten, and five were enough; it was a six, which wins as well.  Undone, the game goes on."""
    code = create_game(Submission(session, clock, alice), draft(house={"finish.target": 5}))
    won_at = record_and_look(session, clock, code, alice)
    assert won_at == clock.now
    form = {"device": alice, "reason": "It was six."}
    correct_line(Submission(session, clock, seen=1, **form), code, 1, hand(bid=6))
    assert finished_at(session, code) == won_at
    undo(Submission(session, clock, seen=2, **form), code, 1)
    assert finished_at(session, code) is None
    assert record_and_look(session, clock, code, alice, seen=3) == clock.now > won_at


def record_and_look(session, clock, code, device, seen=0):
    record_line(Submission(session, clock, device, seen=seen), code, hand())
    return finished_at(session, code)


def finished_at(session, code):
    return session.scalar(select(Game.finished_at).where(Game.code == code))
