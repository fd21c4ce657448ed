"""A league with everything in it that a league can have."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlalchemy.orm import Session

from scorekeeper.models.line_review import AGREE, DISPUTE
from scorekeeper.services.access.devices import KnownDevice
from scorekeeper.services.games.create import GameDraft, create_game, rematch
from scorekeeper.services.games.lines import correct_line, record_line, undo
from scorekeeper.services.games.reviews import NewReview, review_line
from scorekeeper.services.league.change_log import ChangeRequest
from scorekeeper.services.league.house_rules import archive_house_rules, save_house_rules
from scorekeeper.services.league.leagues import rename_league
from scorekeeper.services.league.nights import close_night
from scorekeeper.services.league.people import (
    archive_person,
    erase_guest,
    merge_people,
    rename_person,
    set_guest,
    split_person,
)
from scorekeeper.services.league.season_rules import RankingRule
from scorekeeper.services.league.seasons import SeasonDraft, archive_season, begin_season, change_season
from scorekeeper.services.money.league_limits import set_limit
from scorekeeper.services.money.pay import pay, reverse_payment
from scorekeeper.variants.catalogue import find_variant
from tests.cast import BOBS
from tests.databases import copied, open_engine
from tests.factories import TickingClock, draft, enrol, hand, op_id


@pytest.fixture(scope="session")
def a_league(blank_database, tmp_path_factory):
    """A file with one league: corrections, undos, payments, merges, somebody erased, seasons gone by, disputes."""
    path = copied(blank_database, tmp_path_factory.mktemp("league") / "league.db")
    engine, clock = open_engine(path, hasty=True), TickingClock()
    with Session(engine, expire_on_commit=False) as session:
        fill_a_league(session, clock, enrol(session, clock, "Zoë's “old” phone; \U0001f0cf")[0])
    engine.dispose()
    return path


@pytest.fixture
def everything(a_league, database):
    """The database of this test is that file; gives the number of the league."""
    copied(a_league, database)
    return 1


@pytest.fixture
def alice(everything):
    """The phone that owns the league."""
    return KnownDevice(everything, "Alice's")


def fill_a_league(session, clock, alice):
    bob = enrol(session, clock, BOBS)[0]
    form = lambda: ChangeRequest(session, clock, alice, 1, op_id())  # noqa: E731 - a form has a number of its own
    _games_for_money(session, clock, alice, bob)
    _open_table(session, clock, alice)
    _smoke_and_house_rules(session, clock, alice)
    _people(form)
    _seasons(form)
    rename_league(form(), "Thursday at the “Legion”")
    set_limit(session, 1, 5_000)


def _games_for_money(session, clock, alice, bob):
    def record(code, seq, facts, phone=alice):
        record_line(session, clock, code, facts, op_id=op_id(), seen=seq, device=phone)

    stakes = {"currency": "USD", "game": "0.10", "set": "0.05"}
    about = {"title": "=Thursday", "stakes": stakes, "opening": {0: 40, 1: 44}, "date": dt.date(2025, 11, 20)}
    first = create_game(session, clock, alice, draft(**about, save_as="Ours", house={"game.tie": "bidders"}))
    record(first, 0, hand("2", 5, note="Über\nall"))
    correct_line(session, clock, first, target=1, facts=hand("1", 4), reason="It was Ann.", op_id=op_id(), seen=1,
                 device=bob)  # fmt: skip
    undo(session, clock, first, target=2, op_id=op_id(), seen=2, device=alice, reason="It was not.")
    undo(session, clock, first, target=3, op_id=op_id(), seen=3, device=alice)
    record(first, 4, hand("2", 5))
    review_line(session, clock, first, 2, NewReview(alice, 1, DISPUTE, "Dee had the jack"), op_id=op_id())
    review_line(session, clock, first, 5, NewReview(bob, 2, AGREE), op_id=op_id())
    correct_line(session, clock, first, target=5, facts=hand("2", 6), reason="Six.", op_id=op_id(), seen=5,
                 device=alice)  # fmt: skip
    again = rematch(session, clock, alice, first, op_id())
    record(again, 0, hand("3", 4))
    for payer, payee in ((1, 2), (3, 4)):
        paid = pay(session, clock, alice, 1, payer=payer, payee=payee, cents=10, currency="USD", night_id=1,
                   op_id=op_id(), note="+cash")  # fmt: skip
    reverse_payment(session, clock, bob, 1, paid, op_id=op_id(), note="not yet")
    close_night(ChangeRequest(session, clock, alice, 1, op_id()), again)


def _open_table(session, clock, alice):
    point = {"currency": "USD", "point": "0.05"}
    code = create_game(session, clock, alice, draft(("Ann", "Bob", "Cy"), "money-pitch", stakes=point))
    for seq, facts in enumerate([
        {"bidder": "1", "bid": 2, "points": {"high": "1", "low": "1"}},
        {"leave": "3"},
        {"join": "Eve", "after": "1"},
        {"bidder": "4", "bid": 2, "points": {"low": "4", "high": "1"}},
        {"adjust": {"4": 1, "2": -1}, "reason": "voted"},
        {"rules": {"auction.dealer_steals": True}},
        {"settle": True},
    ]):  # fmt: skip
        record_line(session, clock, code, facts, op_id=op_id(), seen=seq, device=alice)


def _smoke_and_house_rules(session, clock, alice):
    about = {"variant": find_variant("smoke"), "settings": {"finish.start": 5}}
    kept = save_house_rules(session, clock, alice, name="Short Smoke", **about, op_id=op_id())
    wanted = GameDraft(
        "smoke", ("Flo", "Gus"), 1, house_rules=kept, house={"finish.start": 5}, date=dt.date(2024, 3, 1)
    )
    code = create_game(session, clock, alice, wanted)
    record_line(session, clock, code, {"tricks": {"1": 5, "2": 0}}, op_id=op_id(), seen=0, device=alice)
    archive_house_rules(session, clock, 1, kept[0])
    close_night(ChangeRequest(session, clock, alice, 1, op_id()), code)


def _people(form):
    set_guest(form(), 5, guest=True)
    merge_people(form(), 6, 1)
    merge_people(form(), 7, 2)
    split_person(form(), 7)
    rename_person(form(), 7, "Gustav")
    archive_person(form(), 7, archived=True)
    erase_guest(form(), 5)


def _seasons(form):
    past = SeasonDraft("2025", dt.date(2025, 1, 1), dt.date(2025, 12, 31), RankingRule("best_nights", 0, 3))
    begin_season(form(), past)
    change_season(form(), 1, SeasonDraft("Season 2025", past.starts_on, past.ends_on, RankingRule("money", 0, 3)))
    archive_season(form(), 1, archived=True)
    begin_season(form(), SeasonDraft("Now", dt.date(2026, 1, 1), None, RankingRule("wins", 1, 10)))
