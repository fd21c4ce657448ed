"""A league is deleted on PostgreSQL while somebody saves in it: neither fails, whichever row each has locked."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest
from sqlalchemy import event, func, select
from sqlalchemy.orm import Session

from scorekeeper.access.devices import new_device
from scorekeeper.access.roles import league_access, recheck_access
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.transaction import RECHECK, Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.league.leagues import delete_league, rename_league
from scorekeeper.models.tables import games, leagues
from tests.databases import engine_at
from tests.factories import draft, enrol, hand

LONG = 30  # seconds no test waits for, unless it fails
LOCKS_LEAGUE = r"SELECT leagues\.id.*FOR (?:NO KEY )?UPDATE"


@pytest.fixture
def engine(postgres_engine):
    return postgres_engine


@pytest.fixture
def session(engine):
    with Session(engine, expire_on_commit=False) as session:
        yield session


@pytest.fixture
def phone(session):
    """The owner's phone and its secret."""
    return enrol(session, wall_clock, "Alice's phone")


@pytest.fixture
def code(session, phone):
    """A game of a new league, over with the first hand."""
    return create_game(Submission(session, wall_clock, phone[0]), draft(house={"finish.target": 5}))


@pytest.fixture
def league(session, code):
    of_game = select(leagues.c.id, leagues.c.code).join(games, games.c.league_id == leagues.c.id)
    return session.connection().execute(of_game.where(games.c.code == code)).one()


def before(engine, statement, do):
    """Do something once, right before a statement is sent."""
    left = [do]

    @event.listens_for(engine, "before_cursor_execute")
    def look(_connection, _cursor, sql, *_):
        if left and re.search(statement, sql, re.DOTALL):
            left.pop()()

    return left


def delete_meanwhile(engine, league, save, *, until):
    """Save; when that is about to lock the league, let a deletion come as far as the statement `until`."""
    deleting, there = engine_at(engine.url.render_as_string(hide_password=False)), Event()

    def delete():
        with Session(deleting, expire_on_commit=False) as session:
            delete_league(Submission(session, wall_clock, new_device("Ours"), league_id=league.id), "Our league")

    before(deleting, until, there.set)
    with ThreadPoolExecutor(1) as other:
        running = []

        def begin():
            running.append(other.submit(delete))
            assert there.wait(LONG)

        unsent = before(engine, LOCKS_LEAGUE, begin)
        saved = save()
        assert unsent == []
        assert running[0].result(LONG) is None
    deleting.dispose()
    return saved


def is_gone(session, league):
    session.rollback()
    return session.scalar(select(func.count()).where(leagues.c.id == league.id)) == 0


LOCKS = r"FROM %s.*FOR (?:NO KEY )?UPDATE"


def test_a_hand_that_ends_its_game(session, engine, phone, code, league):
    save = partial(record_line, Submission(session, wall_clock, phone[0]), code, hand(bid=5, to="2"))
    assert delete_meanwhile(engine, league, save, until=LOCKS % "games").seq == 1
    assert is_gone(session, league)


@pytest.mark.parametrize("table", ["games", "members"])
def test_a_phone_whose_role_was_just_read_again(session, engine, phone, league, table):
    access = league_access(session.connection(), league.code, phone[1])
    session.info[RECHECK] = partial(recheck_access, access=access)
    request = Submission(session, wall_clock, phone[0], league_id=league.id)
    delete_meanwhile(engine, league, partial(rename_league, request, "Our League"), until=LOCKS % table)
    assert is_gone(session, league)
