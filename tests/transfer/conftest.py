"""A league with everything in it that a league can have."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from scorekeeper.access.devices import KnownDevice
from scorekeeper.core.submission import Submission
from scorekeeper.games.create import GameDraft, create_game, rematch
from scorekeeper.games.lines import Correction, correct_line, record_line, undo
from scorekeeper.games.reviews import NewReview, review_line
from scorekeeper.league.change_log import ChangeRequest
from scorekeeper.league.closing import close_night
from scorekeeper.league.leagues import rename_league
from scorekeeper.league.people import (
    archive_person,
    erase_guest,
    merge_people,
    rename_person,
    set_guest,
    split_person,
)
from scorekeeper.league.seasons import SeasonDraft, archive_season, begin_season, change_season
from scorekeeper.league.standings import RankingRule
from scorekeeper.models.line import AGREE, DISPUTE
from scorekeeper.money.limits import set_limit
from scorekeeper.money.payments import NewPayment, pay, reverse_payment
from scorekeeper.rulebook.house_rules import RulesDraft, archive_house_rules, save_house_rules
from scorekeeper.tournaments.actions import Opinion, finish_tournament, say_of_slip, set_left, undo_line
from scorekeeper.tournaments.log import PhoneRequest
from scorekeeper.tournaments.table_games import begin_table_game
from scorekeeper.variants.catalogue import find_variant
from tests.cast import BOBS
from tests.databases import copied
from tests.factories import admit, draft, enrol, filled_database, hand, op_id
from tests.tournaments.conftest import SETUP, Evening


@pytest.fixture(scope="session")
def a_league(blank_database, tmp_path_factory):
    """A file with one league: corrections, undos, payments, merges, somebody erased, seasons gone by, disputes."""
    path = tmp_path_factory.mktemp("league") / "league.db"
    return filled_database(blank_database, path, fill_a_league, "Zoë's “old” phone; \U0001f0cf")


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
    form = lambda: ChangeRequest(session, clock, 1, Submission(op_id=op_id(), device=alice))  # noqa: E731 - a form has a number of its own
    _games_for_money(session, clock, alice, bob)
    _open_table(session, clock, alice)
    _smoke_and_house_rules(session, clock, alice)
    _people(form)
    _seasons(form)
    _tournament(Evening(session, form, replace(SETUP, side_pots=(("sets", 500),))))
    rename_league(form(), "Thursday at the “Legion”")
    set_limit(session, 1, 5_000)


def _tournament(evening):
    """Two rounds of seven: hands and a slip from a phone, somebody leaves, the end is undone and comes again."""
    evening.enter("Ann", "Bob", "Cy", "Dee", "Nan", "Otto", "Pat")
    evening.draw()
    change = evening.form()
    phone = PhoneRequest(change.session, change.clock, 1, change.submission.device, change.submission.op_id)
    begin_table_game(phone, evening.id, evening.state.current, 1, 0)
    evening.slip(1, (31, 9), by=0)
    slip = evening.seq
    say_of_slip(evening.form(), evening.id, Opinion(1, 1, slip, 1, agree=False))
    evening.slip(1, (30, 10), sets=(0, 1), moons=(1, 0))
    set_left(evening.form(), evening.id, (1,), left=True)
    set_left(evening.form(), evening.id, (1,), left=False)
    evening.play((20, 20))
    finish_tournament(evening.form(), evening.id)
    undo_line(evening.form(), evening.id, evening.seq)
    evening.slip(1, (22, 20), winner=1)
    finish_tournament(evening.form(), evening.id)


def _games_for_money(session, clock, alice, bob):
    def record(code, seq, facts, phone=alice):
        record_line(session, clock, code, facts, Submission(op_id=op_id(), seen=seq, device=phone))

    stakes = {"currency": "USD", "game": "0.10", "set": "0.05"}
    about = {"title": "=Thursday", "stakes": stakes, "opening": {0: 40, 1: 44}, "date": dt.date(2025, 11, 20)}
    first = create_game(session, clock, alice, draft(**about, save_as="Ours", house={"game.tie": "bidders"}))
    admit(session, clock, first, bob)
    record(first, 0, hand("2", 5, note="Über\nall"))
    form = Submission(op_id=op_id(), seen=1, device=bob, reason="It was Ann.")
    correct_line(session, clock, first, Correction(1, hand("1", 4)), form)
    undo(session, clock, first, 2, Submission(op_id=op_id(), seen=2, device=alice, reason="It was not."))
    undo(session, clock, first, 3, Submission(op_id=op_id(), seen=3, device=alice))
    record(first, 4, hand("2", 5))
    review = NewReview(2, DISPUTE, "Dee had the jack")
    review_line(session, clock, first, review, Submission(op_id=op_id(), device=alice, actor=1))
    review_line(session, clock, first, NewReview(5, AGREE), Submission(op_id=op_id(), device=bob, actor=2))
    form = Submission(op_id=op_id(), seen=5, device=alice, reason="Six.")
    correct_line(session, clock, first, Correction(5, hand("2", 6)), form)
    again = rematch(session, clock, alice, first, op_id())
    record(again, 0, hand("3", 4))
    for payer, payee in ((1, 2), (3, 4)):
        form = Submission(op_id=op_id(), device=alice, reason="+cash")
        paid = pay(session, clock, 1, NewPayment(payer, payee, 10, "USD", night_id=1), form)
    reverse_payment(session, clock, 1, paid, Submission(op_id=op_id(), device=bob, reason="not yet"))
    close_night(ChangeRequest(session, clock, 1, Submission(op_id=op_id(), device=alice)), again)


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
        record_line(session, clock, code, facts, Submission(op_id=op_id(), seen=seq, device=alice))


def _smoke_and_house_rules(session, clock, alice):
    short = RulesDraft("Short Smoke", find_variant("smoke"), {"finish.start": 5})
    kept = save_house_rules(session, clock, short, Submission(op_id=op_id(), device=alice))
    wanted = GameDraft(
        "smoke", ("Flo", "Gus"), 1, house_rules=kept, house={"finish.start": 5}, date=dt.date(2024, 3, 1)
    )
    code = create_game(session, clock, alice, wanted)
    record_line(session, clock, code, {"tricks": {"1": 5, "2": 0}}, Submission(op_id=op_id(), seen=0, device=alice))
    archive_house_rules(session, clock, 1, kept[0])
    close_night(ChangeRequest(session, clock, 1, Submission(op_id=op_id(), device=alice)), code)


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
