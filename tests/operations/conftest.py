"""A league of three games, and clients of apps with other settings."""

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import correct_line, record_line
from scorekeeper.money.ledger import pay, reverse_payment
from tests.apps import app_on
from tests.databases import copied
from tests.factories import draft, filled_database, hand, op_id


@pytest.fixture
def waits_for_disk():
    """The doctor looks at that."""
    return True


@pytest.fixture(scope="module")
def a_season(blank_database, tmp_path_factory):
    """A file with three games: for money, won and corrected; of an open table, settled; without money, played."""
    path = tmp_path_factory.mktemp("season") / "season.db"
    return filled_database(blank_database, path, play_a_season, "Alice's phone")


@pytest.fixture
def season(a_season, database):
    """The database of this test is that file."""
    copied(a_season, database)


def play_a_season(session, clock, alice):
    def record(code, seq, facts):
        record_line(Submission(session, clock, alice, seen=seq), code, facts)

    stakes = {"currency": "USD", "game": "0.10", "set": "0.05"}
    first = create_game(
        Submission(session, clock, alice), **draft(title="Thursday", stakes=stakes, opening={0: 40, 1: 44})
    )
    record(first, 0, hand("2", 5))
    form = {"op_id": op_id(), "seen": 1, "device": alice}
    correct_line(Submission(session, clock, reason="It was Ann.", **form), first, 1, hand("1", 4))
    record(first, 2, hand("2", 5))
    point = {"currency": "USD", "point": "0.05"}
    second = create_game(
        Submission(session, clock, alice), **draft(("Ann", "Bob", "Cy"), variant="money-pitch", stakes=point)
    )
    record(second, 0, {"bidder": "1", "bid": 2, "points": {"high": "1", "low": "1"}})
    record(second, 1, {"leave": "3"})
    third = create_game(Submission(session, clock, alice), **draft())
    record(third, 0, hand("3", 4))
    for payer, payee in ((1, 2), (3, 4)):
        form = Submission(session, clock, alice, league_id=1)
        number = pay(form, payer, payee, 10, "USD", night_id=1)
    reverse_payment(Submission(session, clock, alice, league_id=1), number)


@pytest.fixture
def client_with(database, tmp_path):
    """Return a function that returns a client of an app with these settings."""

    def client_with(**settings):
        return app_on(database, tmp_path, **settings).test_client()

    return client_with
