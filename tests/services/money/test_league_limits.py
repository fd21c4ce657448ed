"""What a league plays for: one currency from its first game for money on, a house limit, the last stakes again."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from scorekeeper.models import League
from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.rules.stakes import Stakes
from scorekeeper.services.games.create import create_game, rematch
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.games.view import read_game
from scorekeeper.services.money.league_limits import MAX_LIMIT, LeagueLimits, read_limits, set_limit
from scorekeeper.services.submission import Submission
from scorekeeper.services.transfer.sheets import SheetUpload, import_sheet
from tests.factories import draft, hand, op_id

LEAGUE = 1
"""The first league of a new database: the one Alice's first game creates."""
DIME = {"currency": "CAD", "game": "0.10", "set": "0.05"}


def test_a_league_that_never_played_for_money_has_no_limits(session, clock, alice):
    assert read_limits(session, LEAGUE) == LeagueLimits()
    create_game(session, clock, alice, draft())
    assert read_limits(session, LEAGUE) == LeagueLimits()


def test_the_first_game_for_money_settles_the_currency_and_the_last_stakes_are_remembered(session, clock, alice):
    create_game(session, clock, alice, draft(stakes=DIME))
    create_game(session, clock, alice, draft(stakes={"currency": "CAD", "game": 1}))
    create_game(session, clock, alice, draft())
    assert read_limits(session, LEAGUE) == LeagueLimits("CAD", None, Stakes("CAD", game=100))


def test_later_games_are_played_for_the_same_currency(session, clock, alice, bob):
    create_game(session, clock, alice, draft(stakes=DIME))
    with pytest.raises(UnreadableSheet) as refused:
        create_game(session, clock, alice, draft(stakes={"currency": "USD", "game": "0.10"}))
    assert refused.value.field == "stakes.currency"
    assert "CAD" in refused.value.message
    create_game(session, clock, bob, draft(stakes={"currency": "USD", "game": "0.10"}))
    assert session.scalars(select(League.currency).order_by(League.id)).all() == ["CAD", "USD"]


def test_a_stake_of_nothing_is_no_stake_and_settles_no_currency(session, clock, alice):
    code = create_game(session, clock, alice, draft(stakes={"currency": "CAD", "game": 0, "set": "0.00"}))
    assert read_game(session, code).head.stakes is None
    assert read_limits(session, LEAGUE) == LeagueLimits()


def brought_in(session, clock, device, stakes):
    sheet = {"format": "scoresheet/1", "variant": "smoke", "players": ["Ann", "Bob"], "stakes": stakes, "lines": []}
    return import_sheet(session, clock, device, SheetUpload(json.dumps(sheet), is_json=True, op_id=op_id()))


def test_an_imported_night_keeps_its_own_currency_beside_that_of_the_league(session, clock, alice):
    create_game(session, clock, alice, draft(stakes=DIME))
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
        create_game(session, clock, alice, draft(stakes=DIME))


def test_a_game_above_the_house_limit_is_refused_whole(session, clock, alice):
    create_game(session, clock, alice, draft(stakes=DIME))
    set_limit(session, LEAGUE, 10)
    create_game(session, clock, alice, draft(stakes=DIME))
    with pytest.raises(UnreadableSheet) as refused:
        create_game(session, clock, alice, draft(names=("New", "Bob", "Cy", "Dee"), stakes={**DIME, "game": "0.11"}))
    assert refused.value.field == "stakes.game"
    assert "0.10 CAD" in refused.value.message
    assert read_limits(session, LEAGUE).last == Stakes("CAD", game=10, set=5)
    set_limit(session, LEAGUE, None)
    create_game(session, clock, alice, draft(stakes={**DIME, "game": "0.11"}))


def test_a_rematch_keeps_the_stakes_unless_the_house_allows_less_by_now(session, clock, alice):
    code = create_game(session, clock, alice, draft(stakes=DIME, opening={0: 51, 1: 40}))
    record_line(session, clock, code, hand("1", 10), Submission(op_id=op_id(), seen=0, device=alice))
    set_limit(session, LEAGUE, 5)
    with pytest.raises(UnreadableSheet) as refused:
        rematch(session, clock, alice, code, op_id())
    assert refused.value.field == "stakes.game"
    set_limit(session, LEAGUE, 10)
    again = rematch(session, clock, alice, code, op_id())
    assert read_game(session, again).head.stakes == Stakes("CAD", game=10, set=5)


@pytest.mark.parametrize("cents", [0, -1, MAX_LIMIT + 1, 2**63])
def test_a_limit_has_limits(session, clock, alice, cents):
    create_game(session, clock, alice, draft())
    with pytest.raises(UnreadableSheet) as refused:
        set_limit(session, LEAGUE, cents)
    assert refused.value.field == "limit"
    assert read_limits(session, LEAGUE).limit is None
