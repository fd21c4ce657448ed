"""A phone sends two forms at the same moment on PostgreSQL: neither waits for what the other one has locked."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session

from scorekeeper.access.phones import set_holder, set_role
from scorekeeper.access.roles import Role, game_access, recheck_access
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.transaction import RECHECK, Submission
from scorekeeper.games.create import create_game, rematch
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.games.reviews import review_line
from scorekeeper.league.leagues import rename_league
from scorekeeper.models import AGREE
from scorekeeper.rules.errors import SheetError
from tests.databases import engine_at
from tests.factories import admit, draft, enrol, hand

LONG = 30  # seconds no test waits for, unless it fails
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


@pytest.fixture
def session(postgres_engine):
    with Session(postgres_engine, expire_on_commit=False) as session:
        yield session


@pytest.fixture
def phones(session):
    """Return two phones that keep score, each with its secret."""
    return [enrol(session, wall_clock, name) for name in ("Alice's phone", "Bob's phone")]


@pytest.fixture
def code(session, phones):
    """A game that is over with its first hand."""
    (alice, _), (bob, _) = phones
    code = create_game(Submission(session, wall_clock, alice), **draft(house={"finish.target": 5}))
    admit(session, wall_clock, code, bob)
    record_line(Submission(session, wall_clock, alice), code, hand(bid=5, to="2"))
    return code


def meanwhile(engine, other, before=r"FROM games.*FOR NO KEY UPDATE"):
    """Right before a game is first locked, begin something else, and go on once that waits for a lock or is done."""
    left, running = [other], []

    def beside_it(act):
        beside = engine_at(engine.url.render_as_string(hide_password=False))
        with Session(beside, expire_on_commit=False) as session:
            done = act(session)
        beside.dispose()
        return done

    @event.listens_for(engine, "before_cursor_execute")
    def look(_connection, _cursor, sql, *_):
        if left and re.search(before, sql, re.DOTALL):
            running.append(pool.submit(beside_it, left.pop()))
            with engine.connect() as asking:
                deadline = time.monotonic() + LONG
                while not running[0].done() and not asking.exec_driver_sql(WAITING).scalar():
                    assert time.monotonic() < deadline

    pool = ThreadPoolExecutor(1)
    return running


@pytest.mark.parametrize("first", ["rematch", "review"])
def test_nothing_waits_for_the_phone_that_waits_for_its_game(session, postgres_engine, phones, code, first):
    bob, secret = phones[1]
    session.info[RECHECK] = partial(recheck_access, access=game_access(session.connection(), code, secret))

    def take_back(other):
        return undo(Submission(other, wall_clock, bob, seen=1), code, 1).seq

    running = meanwhile(postgres_engine, take_back)
    if first == "review":
        review_line(Submission(session, wall_clock, bob), code, 1, AGREE)
    else:
        with pytest.raises(SheetError, match="isn't over yet"):  # it was taken back first
            rematch(Submission(session, wall_clock, bob), code)
    assert running[0].result(LONG) == 2


def test_two_tables_of_a_league_correct_their_games_at_the_same_moment(session, postgres_engine, phones, code):
    """The first counts again in the game of the second, which is locked and waits for the league."""
    (alice, _), (bob, _) = phones
    second = create_game(Submission(session, wall_clock, alice), **draft(house={"finish.target": 5}))
    record_line(Submission(session, wall_clock, alice), second, hand("2", 5))

    def correct(session, code, device):
        return correct_line(Submission(session, wall_clock, device, seen=1), code, 1, hand("1", 5)).seq

    running = meanwhile(postgres_engine, lambda other: correct(other, second, alice), r"INSERT INTO (plays|results)")
    assert correct(session, code, bob) == 2
    assert running[0].result(LONG) == 2


def say_who(form, *_):
    set_holder(form, "Bob", "Bob's phone")


def make_the_end_another(form, code, _):
    correct_line(form, code, 1, hand("1", 5))


@pytest.mark.parametrize(
    ("who", "first", "second", "before"),
    [
        (1, say_who, say_who, "UPDATE members"),  # Bob taps That's me twice
        (0, lambda form, _, bob: set_role(form, Role.OWNER, bob.id, Role.KEEPER), say_who, "UPDATE members"),
        (1, lambda form, *_: rename_league(form, "Mondays"), make_the_end_another, "FROM members.*FOR SHARE"),
    ],
)
def test_no_phone_is_in_the_way_of_its_league(session, postgres_engine, phones, code, who, first, second, before):
    def sent_by(session, device, secret):
        access = game_access(session.connection(), code, secret)
        session.info[RECHECK] = partial(recheck_access, access=access)
        return Submission(session, wall_clock, device, league_id=access.league_id, seen=1)

    running = meanwhile(postgres_engine, lambda other: second(sent_by(other, *phones[1]), code, phones[1][0]), before)
    first(sent_by(session, *phones[who]), code, phones[1][0])
    running[0].result(LONG)
