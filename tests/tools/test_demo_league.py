"""`make demo-league` plays a plausible, sound league, the same each time."""

from __future__ import annotations

import datetime as dt
import json
import random

import pytest
from sqlalchemy.orm import Session

from tests.databases import copied, open_engine
from tests.factories import TickingClock
from tests.league.season_games import day_of
from tests.transfer.league_files import exported
from tools.demo.evenings import demo_nights
from tools.demo.league import NAME, make_demo, seasons_between, straight_payments
from tools.demo.players import BIG_BOB, BOB, GAME_KINDS

HANDS, FEW = 1_500, 150


@pytest.fixture(scope="module")
def demo(blank_database, tmp_path_factory):
    """The database with the demo league, the document of it, and what was said of it."""
    path = copied(blank_database, tmp_path_factory.mktemp("demo") / "demo.db")
    engine = open_engine(path)
    with Session(engine, expire_on_commit=False) as session:
        made = make_demo(session, TickingClock(), HANDS, 7)
        yield session, made, json.loads(exported(engine, made.league_id))
    engine.dispose()


def test_the_same_seed_is_the_same_league(session, engine):
    one, again, another = (make_demo(session, TickingClock(), FEW, seed).league_id for seed in (7, 7, 8))
    assert exported(engine, one) == exported(engine, again)
    assert exported(engine, one) != exported(engine, another)


def test_there_is_something_of_everything(demo):
    _, made, document = demo
    assert document["league"]["name"] == NAME
    assert made.hands == pytest.approx(HANDS, rel=0.1)
    assert {row["variant"]["key"] for row in document["rulebooks"]} == {table.variant for table in GAME_KINDS}
    assert {row["kind"] for row in document["lines"]} == {"line", "correct", "undo"}
    assert {row["kind"] for row in document["entries"]} == {"stakes", "reversal", "payment"}
    assert {row["says"] for row in document["opinions"]} == {"agree", "dispute"}
    assert len(document["seasons"]) >= 3
    assert [row["id"] for row in document["people"] if row["merged_into"]] == [BIG_BOB]
    assert any(row["guest"] for row in document["people"])
    assert document["game_houses"]
    last = max(document["nights"], key=lambda night: night["day"])
    assert [row["night"] for row in document["games"] if not row["finished_at"]][-1] == last["id"], "one goes on"


def test_what_its_log_says_of_people_is_so(demo):
    _, _, document = demo
    people = {row["id"]: row for row in document["people"]}
    said = {row["what"]: people[row["facts"]["person"]] for row in document["changes"] if "person" in row["facts"]}
    assert said.keys() == {"renamed", "merged", "archived", "erased"}
    assert (said["archived"]["name"], said["archived"]["archived_at"] is None) == ("Quentin", False)
    assert said["renamed"]["name"] == "Oscar"
    assert said["merged"]["merged_into"] == BOB
    assert said["erased"]["erased_at"] is not None
    assert [name for name in people.values() if name["archived_at"] and not name["erased_at"]] == [said["archived"]]


@pytest.mark.parametrize("hour", [2, 12, 23])
def test_no_two_evenings_are_one_night(monkeypatch, hour):
    """At two in the morning tonight began yesterday."""
    monkeypatch.setattr("tools.demo.evenings.YEARS", 0)  # no day without an evening
    now = dt.datetime(2026, 11, 22, hour, 37, tzinfo=dt.UTC)
    days = [evening.day for evening in demo_nights(FEW, random.Random(7), now)]
    assert len(days) > 2
    assert days == [days[-1] - dt.timedelta(days=ago) for ago in range(len(days) - 1, -1, -1)]
    assert days[-1] == dt.date(2026, 11, 21 if hour == 2 else 22)


def test_seasons_from_one_autumn_to_the_next():
    told = [(name, str(first), str(last)) for name, first, last in seasons_between(day_of(0), day_of(350))]
    assert told == [
        ("Autumn 2026", "2026-09-01", "2026-12-31"),
        ("Spring 2027", "2027-01-01", "2027-06-30"),
        ("Autumn 2027", "2027-09-01", "2027-12-31"),
    ]


def test_whoever_owes_most_pays_whoever_is_owed_most():
    assert list(straight_payments({1: -30, 2: 20, 3: 10, 4: 0})) == [(1, 2, 20), (1, 3, 10)]
