"""An evening past midnight is one night, the next evening another.

After its close there is half an hour for whoever keeps score, then only who keeps the league may write, and says why.
"""

import datetime as dt
import time

import pytest
from sqlalchemy import select, update

from scorekeeper.access.roles import device_access
from scorekeeper.core.transaction import ReasonRequired, Submission, write_transaction
from scorekeeper.games.create import rematch
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.league.nights import close_night, reopen_night
from scorekeeper.models import Game, Member, Night, Person
from scorekeeper.rules.errors import ImpossibleFact
from tests.factories import hand, op_id


@pytest.fixture
def night_of(session):
    def look(code):
        join = (Night.league_id == Game.league_id) & (Night.id == Game.night_id)
        return session.execute(select(Night.day, Night.closed_at).join(Game, join).where(Game.code == code)).one()

    return look


def test_past_midnight_it_is_still_the_same_night(session, clock, alice, night_of, new_game):
    clock.now = dt.datetime(2026, 11, 19, 23, 30).astimezone()
    first = new_game()
    clock.now += dt.timedelta(hours=2)
    record_line(Submission(session, clock, alice), first, hand())
    clock.now += dt.timedelta(hours=10)
    assert night_of(new_game()).day == "2026-11-19"
    clock.now += dt.timedelta(hours=13)
    assert night_of(new_game()).day == "2026-11-21"


def test_a_game_dated_today_is_of_the_evening_that_goes_on(session, clock, alice, night_of, new_game):
    """The form of a new game, and a rematch of it, write down the day: past midnight it is another."""
    clock.now = dt.datetime(2026, 11, 19, 23, 30).astimezone()
    first = new_game(opening={0: 44, 1: 44}, date=dt.date(2026, 11, 19))
    clock.now += dt.timedelta(hours=1)
    second = new_game(date=dt.date(2026, 11, 20))
    record_line(Submission(session, clock, alice), first, hand())
    again = rematch(Submission(session, clock, alice), first)
    assert [night_of(code).day for code in (first, second, again)] == 3 * ["2026-11-19"]
    assert read_game(session, again).date == dt.date(2026, 11, 20)


def test_a_rematch_in_the_evening_is_played_today_west_of_greenwich(
    session, clock, alice, night_of, new_game, monkeypatch
):
    monkeypatch.setenv("TZ", "America/Chicago")
    time.tzset()
    try:
        clock.now = dt.datetime(2026, 11, 20, 2, 0, tzinfo=dt.UTC)  # eight in the evening of the 19th
        first = new_game(opening={0: 44, 1: 44}, date=dt.date(2026, 11, 19))
        record_line(Submission(session, clock, alice), first, hand())
        again = rematch(Submission(session, clock, alice), first)
        assert night_of(again) == night_of(first)
        assert read_game(session, again).date == dt.date(2026, 11, 19)
    finally:
        monkeypatch.undo()
        time.tzset()


LEAGUE = 1
MINUTE, HOUR = dt.timedelta(minutes=1), dt.timedelta(hours=1)
HALF_PAST_ELEVEN = dt.datetime(2026, 11, 19, 23, 30).astimezone()


@pytest.fixture
def code(clock, new_game):
    """Alice's game, with one hand of half past eleven; the phone that founded the league owns it."""
    clock.now = HALF_PAST_ELEVEN
    return new_game(hand())


@pytest.fixture
def say(session, clock, code):
    """Record, take back or correct from a phone that is up to date."""

    def say(what, device, **about):
        seen = read_game(session, code).seq
        form = {"op_id": op_id(), "seen": seen, "device": device, **about}
        if what == "record":
            return record_line(Submission(session, clock, **form), code, hand("1", 4))
        if what == "undo":
            return undo(Submission(session, clock, **form), code, 1)
        return correct_line(Submission(session, clock, **{"reason": None, **form}), code, 1, hand(bid=6))

    return say


@pytest.fixture
def close(session, clock, code):
    return lambda device: close_night(Submission(session, clock, device, league_id=LEAGUE), code)


def test_the_owner_is_called_by_name_where_it_was_given(session, say, clock, close, bob, alice):
    clock.now = HALF_PAST_ELEVEN - 4 * HOUR
    close(alice)
    clock.now += 31 * MINUTE
    with write_transaction(session) as connection:
        person = connection.scalar(select(Person.id).where(Person.name == "Ann"))
        connection.execute(update(Member).where(Member.device_id == alice.id).values(person_id=person))
    with pytest.raises(ImpossibleFact, match=r"ended on \w+ \d+, \d+\. Ask Ann, the league owner, to reopen it\.$"):
        say("record", bob)


@pytest.mark.parametrize(
    ("later", "may"), [(12 * HOUR, True), (12 * HOUR + 29 * MINUTE, True), (12 * HOUR + 31 * MINUTE, False)]
)
def test_twelve_hours_after_its_last_line_a_night_is_over(clock, say, bob, later, may):
    clock.now += later
    if may:
        assert say("record", bob).seq == 2
        return
    with pytest.raises(ImpossibleFact, match=r"ended on \w+ \d+, \d+, twelve hours after its last hand\. Ask"):
        say("record", bob)


def test_a_clock_set_back_over_the_close_gives_more_time_and_no_less(clock, close, say, alice, bob):
    close(alice)
    clock.now -= 2 * HOUR
    assert say("record", bob).seq == 2
    clock.now += 2 * HOUR + 31 * MINUTE
    with pytest.raises(ImpossibleFact):
        say("undo", bob)


def test_a_game_that_was_finished_is_not_played_on(session, clock, code, say, alice):
    while not read_game(session, code).table.finished:
        say("record", alice)
    clock.now += 24 * HOUR
    with pytest.raises(ReasonRequired):
        say("record", alice)


def test_a_night_opened_again_is_over_twelve_hours_later(session, clock, code, say, alice, bob):
    clock.now += 3 * 24 * HOUR
    standing = device_access(session.connection(), LEAGUE, alice)
    reopen_night(Submission(session, clock, alice, league_id=LEAGUE), code, standing)
    clock.now += 12 * HOUR
    assert say("record", bob).seq == 2
    clock.now += 13 * HOUR
    with pytest.raises(ImpossibleFact):
        say("record", bob)


def test_an_old_sheet_opens_no_night_that_was_over(clock, say, bob, new_game):
    clock.now += 5 * 24 * HOUR
    new_game(date=dt.date(2026, 11, 19))
    with pytest.raises(ImpossibleFact):
        say("record", bob)


def test_a_new_game_of_the_same_evening_opens_it_again(session, clock, close, say, alice, bob, new_game):
    clock.now = HALF_PAST_ELEVEN - 5 * HOUR
    close(alice)
    clock.now += HOUR
    new_game()
    assert say("record", bob).seq == 2
    assert session.scalars(select(Night.day)).all() == ["2026-11-19"]
