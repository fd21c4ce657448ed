"""An evening past midnight is one night; the next evening is another."""

from __future__ import annotations

import datetime as dt
import time

import pytest
from sqlalchemy import select

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game, rematch
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import record_line
from scorekeeper.models import Game, Night
from tests.factories import draft, hand


@pytest.fixture
def night_of(session):
    def look(code):
        join = (Night.league_id == Game.league_id) & (Night.id == Game.night_id)
        return session.execute(select(Night.day, Night.closed_at).join(Game, join).where(Game.code == code)).one()

    return look


def test_past_midnight_it_is_still_the_same_night(session, clock, alice, night_of):
    clock.now = dt.datetime(2026, 11, 19, 23, 30).astimezone()
    first = create_game(Submission(session, clock, alice), draft())
    clock.now += dt.timedelta(hours=2)
    record_line(Submission(session, clock, alice), first, hand())
    clock.now += dt.timedelta(hours=10)
    assert night_of(create_game(Submission(session, clock, alice), draft())).day == "2026-11-19"
    clock.now += dt.timedelta(hours=13)
    assert night_of(create_game(Submission(session, clock, alice), draft())).day == "2026-11-21"


def test_a_game_dated_today_is_of_the_evening_that_goes_on(session, clock, alice, night_of):
    """The form of a new game, and a rematch of it, write down the day: past midnight it is another."""
    clock.now = dt.datetime(2026, 11, 19, 23, 30).astimezone()
    first = create_game(Submission(session, clock, alice), draft(opening={0: 44, 1: 44}, date=dt.date(2026, 11, 19)))
    clock.now += dt.timedelta(hours=1)
    second = create_game(Submission(session, clock, alice), draft(date=dt.date(2026, 11, 20)))
    record_line(Submission(session, clock, alice), first, hand())
    again = rematch(Submission(session, clock, alice), first)
    assert [night_of(code).day for code in (first, second, again)] == 3 * ["2026-11-19"]
    assert read_game(session, again).date == dt.date(2026, 11, 20)


def test_a_rematch_in_the_evening_is_played_today_west_of_greenwich(session, clock, alice, night_of, monkeypatch):
    monkeypatch.setenv("TZ", "America/Chicago")
    time.tzset()
    try:
        clock.now = dt.datetime(2026, 11, 20, 2, 0, tzinfo=dt.UTC)  # eight in the evening of the 19th
        first = create_game(
            Submission(session, clock, alice), draft(opening={0: 44, 1: 44}, date=dt.date(2026, 11, 19))
        )
        record_line(Submission(session, clock, alice), first, hand())
        again = rematch(Submission(session, clock, alice), first)
        assert night_of(again) == night_of(first)
        assert read_game(session, again).date == dt.date(2026, 11, 19)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_sheet_of_another_day_goes_to_its_day(session, clock, alice, night_of):
    tonight = create_game(Submission(session, clock, alice), draft())
    old = create_game(Submission(session, clock, alice), draft(date=dt.date(2025, 3, 1)))
    assert night_of(old).day == "2025-03-01"
    again = create_game(Submission(session, clock, alice), draft())
    assert night_of(again) == night_of(tonight)


def test_an_old_imported_sheet_tonight_does_not_make_tonight_old(session, clock, alice, night_of):
    clock.now = dt.datetime(2026, 11, 19, 20, 0).astimezone()
    create_game(Submission(session, clock, alice), draft(date=dt.date(2026, 11, 18)))
    assert night_of(create_game(Submission(session, clock, alice), draft())).day == "2026-11-19"
