"""What a league of imported nights plays for."""

from __future__ import annotations

import json

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game
from scorekeeper.money.ledger import read_limits
from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.rules.stakes import Stakes
from scorekeeper.transfer.sheets import import_sheet
from tests.factories import draft

LEAGUE = 1
"""The first league of a new database: the one Alice's first game creates."""
DIME = {"currency": "CAD", "game": "0.10", "set": "0.05"}


def brought_in(session, clock, device, stakes):
    sheet = {"format": "scoresheet/1", "variant": "smoke", "players": ["Ann", "Bob"], "stakes": stakes, "lines": []}
    return import_sheet(Submission(session, clock, device), json.dumps(sheet), is_json=True)


def test_an_imported_night_keeps_its_own_currency_beside_that_of_the_league(session, clock, alice):
    create_game(Submission(session, clock, alice), draft(stakes=DIME))
    code = brought_in(session, clock, alice, {"currency": "EUR", "game": 1})
    assert read_game(session, code).head.stakes == Stakes("EUR", game=100)
    assert read_limits(session, LEAGUE).currency == "CAD"


def test_a_league_of_imported_nights_plays_for_the_currency_of_the_first_for_money(session, clock, alice):
    """Its standings have a column of money like any other's, and its next game is for the same."""
    brought_in(session, clock, alice, {"currency": "USD", "game": 0})
    assert read_limits(session, LEAGUE).currency is None, "a stake of 0 is none"
    brought_in(session, clock, alice, {"currency": "EUR", "game": 1})
    brought_in(session, clock, alice, {"currency": "USD", "game": 1})
    assert read_limits(session, LEAGUE).currency == "EUR"
    with pytest.raises(UnreadableSheet, match="This league plays for EUR"):
        create_game(Submission(session, clock, alice), draft(stakes=DIME))
