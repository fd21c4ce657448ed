"""A database of before the ledger: what its games came to is posted once, when it is upgraded."""

from __future__ import annotations

import pytest

from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.operations.rebuild import post_missing_entries
from scorekeeper.services.submission import Submission
from tests.databases import by_hand
from tests.factories import draft, hand, op_id
from tests.ledgers import assert_sound, kept


@pytest.fixture
def before_the_ledger(session, database, clock, alice):
    """A game that ended, one that goes on, an open table that settled, one without money; none has an entry."""
    stakes = {"currency": "USD", "game": "0.10"}
    ended, goes_on = (
        create_game(session, clock, alice, draft(stakes=stakes, opening={0: 40, 1: score})) for score in (44, 30)
    )
    point = {"currency": "USD", "point": "0.05"}
    settled = create_game(session, clock, alice, draft(("Ann", "Bob", "Cy"), variant="money-pitch", stakes=point))
    for_fun = create_game(session, clock, alice, draft(opening={0: 40, 1: 44}))
    for code in (ended, goes_on, for_fun):
        record_line(session, clock, code, hand("2", 5), Submission(op_id=op_id(), seen=0, device=alice))
    pitch = {"bidder": "1", "bid": 2, "points": {"high": "1", "low": "1", "jack": "1"}}
    for seq, facts in enumerate([pitch, {"settle": True}, pitch]):
        record_line(session, clock, settled, facts, Submission(op_id=op_id(), seen=seq, device=alice))
    session.commit()
    by_hand(database, "DELETE FROM postings", "DELETE FROM entries")
    return ended, goes_on, settled, for_fun


def test_what_games_came_to_is_posted_once(session, clock, before_the_ledger):
    assert kept(session) == []
    post_missing_entries(session, clock)
    posted = [("stakes", 1, None, {1: -10, 2: 10, 3: -10, 4: 10}), ("stakes", 3, None, {1: 10, 2: -5, 3: -5})]
    assert kept(session) == posted
    assert_sound(session, *before_the_ledger)
    post_missing_entries(session, clock)
    assert kept(session) == posted
