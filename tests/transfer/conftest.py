"""A league with everything in it that a league can have."""

import datetime as dt
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from scorekeeper.access.codes import KnownDevice
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game, rematch
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.games.reviews import review_line
from scorekeeper.league.leagues import rename_league
from scorekeeper.league.next_night import answer_night, call_off, plan_night
from scorekeeper.league.nights import close_night
from scorekeeper.league.people import archive_person, erase_guest, merge_people, rename_person, set_guest, split_person
from scorekeeper.league.seasons import archive_season, begin_season, change_season, season_values
from scorekeeper.league.standings import RankingRule
from scorekeeper.models import AGREE, COMES, DISPUTE, STAYS_AWAY
from scorekeeper.money.ledger import pay, reverse_payment, set_limit
from scorekeeper.money.pots import collect, open_pot
from scorekeeper.rulebook.house_rules import archive_house_rules, save_house_rules
from scorekeeper.tournaments.actions import check_in, finish_tournament, open_door, say_of_slip, set_left, undo_line
from scorekeeper.tournaments.table_games import begin_table_game
from scorekeeper.variants.catalogue import find_variant
from tests.cast import BOBS
from tests.databases import copied
from tests.factories import admit, draft, enrol, filled_database, hand
from tests.tournaments.conftest import SETUP, Evening

MOON_POT = {"name": "Moon pot", "cents": 25, "per": "game", "won_by": "moon", "number": 0, "nobody": "back"}


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
    form = lambda: Submission(session, clock, alice, league_id=1)  # noqa: E731 - a form has a number of its own
    _games_for_money(session, clock, alice, bob)
    _open_table(session, clock, alice)
    _smoke_and_house_rules(session, clock, alice)
    _people(form)
    _seasons(form)
    _tournament(Evening(session, form, replace(SETUP, side_pots=(("sets", 500),))))
    _next_night(form)
    rename_league(form(), "Thursday at the “Legion”")
    set_limit(form(), 5_000)
    open_pot(form(), MOON_POT, "USD")
    collect(form(), 1, 1)


def _tournament(evening):
    """Two rounds of seven: hands and a slip from a phone, somebody leaves, the end is undone and comes again."""
    evening.enter("Ann", "Bob", "Cy", "Dee", "Nan", "Otto", "Pat")
    open_door(evening.form(), evening.id)
    for side in evening.state.expected:
        check_in(evening.form(), evening.id, *side, here=True)
    evening.draw()
    begin_table_game(evening.form(), evening.id, (1, 1), 0)
    evening.slip(1, (31, 9), by=0)
    slip = evening.seq
    say_of_slip(replace(evening.form(), seen=slip), evening.id, (1, 1), 1, agree=False)
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
        record_line(Submission(session, clock, phone, seen=seq), code, facts)

    stakes = {"currency": "USD", "game": "0.10", "set": "0.05"}
    about = {"title": "=Thursday", "stakes": stakes, "opening": {0: 40, 1: 44}, "date": dt.date(2025, 11, 20)}
    first = create_game(
        Submission(session, clock, alice), **draft(**about, save_as="Ours", house={"game.tie": "bidders"})
    )
    admit(session, clock, first, bob)
    record(first, 0, hand("2", 5, note="Über\nall"))
    form = Submission(session, clock, bob, seen=1, reason="It was Ann.")
    correct_line(form, first, 1, hand("1", 4))
    undo(Submission(session, clock, alice, seen=2, reason="It was not."), first, 2)
    undo(Submission(session, clock, alice, seen=3), first, 3)
    record(first, 4, hand("2", 5))
    review_line(Submission(session, clock, alice, actor=1), first, 2, DISPUTE, "Dee had the jack")
    review_line(Submission(session, clock, bob, actor=2), first, 5, AGREE)
    form = Submission(session, clock, alice, seen=5, reason="Six.")
    correct_line(form, first, 5, hand("2", 6))
    again = rematch(Submission(session, clock, alice), first)
    record(again, 0, hand("3", 4))
    for payer, payee in ((1, 2), (3, 4)):
        form = Submission(session, clock, alice, league_id=1, reason="+cash")
        paid = pay(form, payer, payee, 10, "USD", night_id=1)
    reverse_payment(Submission(session, clock, bob, league_id=1), paid)
    close_night(Submission(session, clock, alice, league_id=1), again)


def _open_table(session, clock, alice):
    point = {"currency": "USD", "point": "0.05"}
    code = create_game(Submission(session, clock, alice), **draft(("Ann", "Bob", "Cy"), "money-pitch", stakes=point))
    for seq, facts in enumerate([
        {"bidder": "1", "bid": 2, "points": {"high": "1", "low": "1"}},
        {"leave": "3"},
        {"join": "Eve", "after": "1"},
        {"bidder": "4", "bid": 2, "points": {"low": "4", "high": "1"}},
        {"adjust": {"4": 1, "2": -1}, "reason": "voted"},
        {"rules": {"auction.dealer_steals": True}},
        {"settle": True},
    ]):  # fmt: skip
        record_line(Submission(session, clock, alice, seen=seq), code, facts)


def _smoke_and_house_rules(session, clock, alice):
    form = Submission(session, clock, alice)
    kept = save_house_rules(form, "Short Smoke", find_variant("smoke"), {"finish.start": 5})
    wanted = draft(("Flo", "Gus"), "smoke", house={"finish.start": 5}, house_rules=kept, date=dt.date(2024, 3, 1))
    code = create_game(Submission(session, clock, alice), **wanted)
    record_line(Submission(session, clock, alice), code, {"tricks": {"1": 5, "2": 0}})
    archive_house_rules(Submission(session, clock, alice, league_id=1), kept[0])
    close_night(Submission(session, clock, alice, league_id=1), code)


def _people(form):
    set_guest(form(), 5, guest=True)
    merge_people(form(), 6, 1)
    merge_people(form(), 7, 2)
    split_person(form(), 7)
    rename_person(form(), 7, "Gustav")
    archive_person(form(), 7, archived=True)
    erase_guest(form(), 5)


def _next_night(form):
    plan_night(form(), dt.datetime(2026, 11, 26, 19, tzinfo=ZoneInfo("America/Chicago")), "Legion Hall", weekly=True)
    answer_night(form(), "2026-11-26", 1, COMES)
    answer_night(form(), "2026-11-26", 2, STAYS_AWAY)
    call_off(form(), "2026-11-26", off=True)


def _seasons(form):
    days = dt.date(2025, 1, 1), dt.date(2025, 12, 31)
    begin_season(form(), season_values("2025", *days, RankingRule("best_nights", 0, 3)))
    change_season(form(), 1, season_values("Season 2025", *days, RankingRule("money", 0, 3)))
    archive_season(form(), 1, archived=True)
    begin_season(form(), season_values("Now", dt.date(2026, 1, 1), None, RankingRule("wins", 1, 10)))
