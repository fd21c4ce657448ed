"""An evening past midnight is one night; the next evening is another."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlalchemy import select, update

from scorekeeper.models import Game, Night
from scorekeeper.services.games import create_game
from scorekeeper.services.lines import record_line
from scorekeeper.services.writing import writing
from tests.factories import draft, hand, op_id


@pytest.fixture
def night_of(session):
    def look(code):
        join = (Night.league_id == Game.league_id) & (Night.id == Game.night_id)
        return session.execute(select(Night.day, Night.closed_at).join(Game, join).where(Game.code == code)).one()

    return look


def test_past_midnight_it_is_still_the_same_night(session, clock, alice, night_of):
    clock.now = dt.datetime(2026, 11, 19, 23, 30).astimezone()
    first = create_game(session, clock, alice, draft())
    clock.now += dt.timedelta(hours=2)
    record_line(session, clock, first, hand(), op_id=op_id(), seen=0, device=alice)
    clock.now += dt.timedelta(hours=10)
    assert night_of(create_game(session, clock, alice, draft())).day == "2026-11-19"
    clock.now += dt.timedelta(hours=13)
    assert night_of(create_game(session, clock, alice, draft())).day == "2026-11-21"


def test_a_sheet_of_another_day_goes_to_its_day(session, clock, alice, night_of):
    tonight = create_game(session, clock, alice, draft())
    old = create_game(session, clock, alice, draft(date=dt.date(2025, 3, 1)))
    assert night_of(old).day == "2025-03-01"
    again = create_game(session, clock, alice, draft())
    assert night_of(again) == night_of(tonight)


def test_an_old_sheet_brought_in_tonight_does_not_make_tonight_old(session, clock, alice, night_of):
    create_game(session, clock, alice, draft(date=dt.date(2026, 11, 18)))
    assert night_of(create_game(session, clock, alice, draft())).day == "2026-11-19"


def test_a_closed_night_that_is_played_on_is_open_again(session, clock, alice, night_of):
    first = create_game(session, clock, alice, draft())
    with writing(session) as connection:
        connection.execute(update(Night).values(closed_at=clock()))
    assert night_of(first).closed_at is not None
    second = create_game(session, clock, alice, draft())
    assert night_of(second) == night_of(first)
    assert night_of(first).closed_at is None
