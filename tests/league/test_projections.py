"""What is kept of a league's games equals what a rebuild from the lines makes, after every step of random nights."""

from __future__ import annotations

import datetime as dt
import itertools
import random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.errors import PersonNotFound
from scorekeeper.core.transaction import Submission, write_transaction
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game
from scorekeeper.games.history import undo_target
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.league.people import erase_guest, merge_people, people_of, set_guest, split_person
from scorekeeper.league.roster import merged_people
from scorekeeper.league.seasons import begin_season, change_season, season_values, seasons_of
from scorekeeper.league.standings import BEST_NIGHTS, RankingRule
from scorekeeper.league.totals import states_before
from scorekeeper.models import Game
from scorekeeper.models.league import OUTSIDE
from scorekeeper.models.tables import plays, results
from scorekeeper.operations.doctor import rebuild
from scorekeeper.rules.errors import SheetError
from tests.cast import ALICES
from tests.databases import copied, open_engine
from tests.factories import TEN_POINT, TickingClock, any_line, draft, enrol, op_id
from tests.league.season_games import FIRST, form_of, won_by

POOL = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Bobby", "Anna")
KINDS = (
    (TEN_POINT, 4, {"finish.target": 12}),
    (TEN_POINT, 5, {"finish.target": 12}),
    (TEN_POINT, 6, {"finish.target": 12}),
    ("smoke", 3, {}),
    ("money-pitch", 3, {}),
)
STAKES = {"currency": "USD", "game": "1", "set": "0.25"}


def all_kept(connection):
    return {
        table.name: sorted(tuple(map(repr, row)) for row in connection.execute(table.select()))
        for table in (results, plays)
    }


def assert_in_step(session):
    """Compare what is kept with what a rebuild makes of nothing."""
    kept = all_kept(session.connection())
    with write_transaction(session) as connection:
        for table in (plays, results):
            connection.execute(table.delete())
    rebuild(session, 1)
    for table, rows in all_kept(session.connection()).items():
        assert kept[table] == rows, table


class RandomNights(RuleBasedStateMachine):
    """A league over three weeks: games of every kind, and everything that may change what they come to."""

    seed = st.integers(0, 10**6)

    def __init__(self, path, met):
        super().__init__()
        self.engine = open_engine(path, hasty=True)
        self.session = Session(self.engine, expire_on_commit=False)
        self.clock = TickingClock()
        self.device = enrol(self.session, self.clock, ALICES)[0]
        self.codes = []
        self.met = met

    def teardown(self):
        self.session.close()
        self.engine.dispose()

    def form(self):
        return form_of(self.session, self.clock, self.device)

    def try_to(self, do, *what):
        """Do something that may be refused; then nothing has changed, which the invariant sees."""
        try:
            do(self.form(), *what)
        except (SheetError, PersonNotFound):
            return
        self.met.add(do.__name__)

    def play(self, act, code, dice):
        view = read_game(self.session, code)
        form = {"op_id": op_id(), "seen": view.seq, "device": self.device}
        try:
            act(view, form, dice)
        except SheetError:
            return
        was, now = view.table.finished, read_game(self.session, code).table.finished
        self.met.add(("finished" if now else "reopened") if was != now else "went on")

    @rule(seed=seed)
    def begin(self, seed):
        dice = random.Random(seed)
        variant, size, house = dice.choice(KINDS)
        names = dice.sample(POOL, size)
        day = FIRST + dt.timedelta(days=dice.randrange(20))
        stakes = None if variant == "smoke" else STAKES if variant == TEN_POINT else {"currency": "USD", "point": "0.1"}
        wanted = draft(names, variant, house=house, date=day, stakes=stakes)
        self.codes.append(create_game(Submission(self.session, self.clock, self.device), wanted))

    @precondition(lambda self: self.codes)
    @rule(seed=seed)
    def record(self, seed):
        """A few lines: games get finished."""
        dice = random.Random(seed)

        def act(view, form, dice):
            record_line(Submission(self.session, self.clock, **form), view.code, any_line(view.table, dice))

        code = dice.choice(self.codes[-3:])
        for _ in range(6):
            self.play(act, code, dice)

    @precondition(lambda self: self.codes)
    @rule(seed=seed)
    def settle(self, seed):
        def act(view, form, _dice):
            record_line(Submission(self.session, self.clock, **form), view.code, {"settle": True})

        dice = random.Random(seed)
        self.play(act, dice.choice(self.codes), dice)

    @precondition(lambda self: self.codes)
    @rule(seed=seed)
    def take_back(self, seed):
        """Undo anything: a hand, a correction, an undo."""

        def act(view, form, dice):
            target = undo_target(view.rows) if dice.random() < 0.5 else dice.randint(1, max(view.seq, 1))
            undo(Submission(self.session, self.clock, **form), view.code, target or 0)

        dice = random.Random(seed)
        self.play(act, dice.choice(self.codes), dice)

    @precondition(lambda self: self.codes)
    @rule(seed=seed)
    def correct(self, seed):
        """Correct a hand of any game, however old."""

        def act(view, form, dice):
            target = dice.choice([line.seq for line in view.lines] or [0])
            before = next((line.before for line in view.lines if line.seq == target and line.before), view.table)
            facts = any_line(before, dice)
            correct_line(Submission(self.session, self.clock, reason="So it was.", **form), view.code, target, facts)

        dice = random.Random(seed)
        self.play(act, dice.choice(self.codes), dice)

    @precondition(lambda self: self.codes)
    @rule(seed=seed)
    def season(self, seed):
        dice = random.Random(seed)
        starts = FIRST + dt.timedelta(days=dice.randrange(20))
        ends = None if dice.random() < 0.3 else starts + dt.timedelta(days=dice.randrange(8))
        wanted = season_values(
            "A season", starts, ends, RankingRule(dice.choice(["wins", BEST_NIGHTS]), 0, dice.randint(1, 3))
        )
        known = seasons_of(self.session, 1)
        if known and dice.random() < 0.5:
            self.try_to(change_season, dice.choice(known).id, wanted)
        else:
            self.try_to(begin_season, wanted)

    @precondition(lambda self: self.codes)
    @rule(seed=seed)
    def one_or_two(self, seed):
        dice = random.Random(seed)
        everybody = people_of(self.session, 1)
        one, other = dice.choice(everybody), dice.choice(everybody)
        if dice.random() < 0.1:
            self.try_to(lambda form, who: set_guest(form, who, guest=True), one.id)
            self.try_to(erase_guest, one.id)
        else:
            self.try_to(merge_people, one.id, other.id)

    def merged(self):
        return list(merged_people(self.session.connection(), 1)) if self.codes else []

    @precondition(merged)
    @rule(seed=seed)
    def two_again(self, seed):
        self.try_to(split_person, random.Random(seed).choice(self.merged()))

    @invariant()
    def in_step(self):
        if self.codes:
            assert_in_step(self.session)


@pytest.mark.deep
def test_everything_kept_is_what_the_lines_say(blank_database, tmp_path):
    numbers, met = itertools.count(), set()

    def fresh():
        return RandomNights(copied(blank_database, tmp_path / f"{next(numbers)}.db"), met)

    few = settings(
        max_examples=15,
        stateful_step_count=20,
        derandomize=True,
        phases=[Phase.generate],  # to make a failure smaller takes minutes
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(fresh, settings=few)
    assert met >= {"finished", "reopened", "went on", "begin_season", "change_season", "merge_people", "split_person"}


# ---------------------------------------------------------------- one thing after another


def runs(session, season_id=OUTSIDE):
    """Who has which run at the end of a season."""
    states = states_before(session.connection(), 1, season_id, range(1, 5))
    return {person: (state.run, state.longest, state.drought) for person, state in states.items()}


def test_correcting_an_old_game_moves_the_runs_after_it(session, clock, alice, play):
    codes = play("AABAAA")
    assert runs(session)[1] == (3, 3, 1)
    form = {"op_id": op_id(), "seen": 1, "device": alice, "reason": None}
    correct_line(Submission(session, clock, **form), codes[2], 1, won_by("A"))
    assert runs(session)[1] == runs(session)[3] == (6, 6, 0)
    assert runs(session)[2] == (-6, 0, 6)
    assert_in_step(session)


@pytest.mark.parametrize("variant", ["money-pitch", "cutthroat-pitch"])
def test_what_was_settled_counts_though_the_table_is_open_no_more(session, clock, alice, variant):
    """Both may be opened and closed by a vote; money pitch is open as it comes."""
    stakes = {"currency": "USD", "point": "1.00"}
    code = create_game(Submission(session, clock, alice), draft(("Ann", "Bob", "Cy"), variant, stakes=stakes))
    bid = {"bidder": "1", "bid": 3, "points": {"high": "1", "low": "1", "jack": "1", "game": "2"}}
    lines = ({"rules": {"table.open": True}}, bid, {"settle": True}, {"rules": {"table.open": False}})
    for seq, facts in enumerate(lines):
        record_line(Submission(session, clock, alice, seen=seq), code, facts)
    assert_in_step(session)
    for seen, target, counting in ((4, 3, 0), (5, 5, 1)):  # the settlement taken back, and put back
        undo(Submission(session, clock, alice, seen=seen), code, target)
        assert len(session.execute(select(results)).all()) == counting
        assert_in_step(session)


def test_a_sheet_of_an_earlier_day_comes_in_between(session, play):
    play("AA", first=4)
    play("B", first=2)
    assert runs(session)[1] == (2, 2, 1)
    play("B", first=9)
    assert runs(session)[1] == (-1, 2, 1)
    assert_in_step(session)


def test_a_reopened_game_counts_no_more(session, clock, alice, play):
    codes = play("A")
    undo(Submission(session, clock, alice, seen=1), codes[0], 1)
    assert all(not rows for rows in all_kept(session.connection()).values())
    undo(Submission(session, clock, alice, seen=2), codes[0], 2)
    assert runs(session)[1] == (1, 1, 0)


def test_runs_begin_anew_with_a_season(session, clock, alice, play):
    play("AAAA")
    middle = season_values("Second half", FIRST + dt.timedelta(days=2), None, RankingRule())
    season = begin_season(form_of(session, clock, alice), middle)
    assert runs(session)[1] == (2, 2, 0)
    assert runs(session, season)[1] == (2, 2, 0)
    assert session.scalars(select(results.c.season_id).order_by(results.c.day)).all() == [0, 0, season, season]
    later = season_values("Last day", FIRST + dt.timedelta(days=3), None, RankingRule())
    change_season(form_of(session, clock, alice), season, later)
    assert (runs(session)[1], runs(session, season)[1]) == ((3, 3, 0), (1, 1, 0))
    assert_in_step(session)


def test_a_hand_of_a_game_that_goes_on_keeps_nothing(session, clock, alice):
    code = create_game(Submission(session, clock, alice), draft())
    record_line(Submission(session, clock, alice), code, won_by("A"))
    assert all(not rows for rows in all_kept(session.connection()).values())
    assert session.scalar(select(Game.seq)) == 1


def test_the_control_a_place_changed_by_hand_is_noticed(session, play):
    play("AB")
    with write_transaction(session) as connection:
        connection.exec_driver_sql("UPDATE plays SET place = 1 WHERE game_id = 2 AND person_id = 1")
    with pytest.raises(AssertionError, match="plays"):
        assert_in_step(session)


# ---------------------------------------------------------------- by hand


START, UP, DOWN = 25_000_000, 26_964_295, 23_035_705
"""Four people who begin at 25 ± 25/3: the winners gain what the others lose.

By the formula in test_ratings.py, where openskill first adds (25/300)² to each sigma²: 625/9 + 1/144 = 69.4514.  Then
c² = 2·(2·69.4514 + 625/36) = 312.528, c = 17.6785, and each gains 69.4514 · 0.5 / 17.6785 = 1.9643.
"""


def test_the_rows_of_a_first_game(session, play):
    play("A", stakes=STAKES)
    rows = {row.person_id: row for row in session.execute(select(plays))}
    assert {(row.league_id, row.game_id, row.day, row.season_id) for row in rows.values()} == {(1, 1, "2026-11-01", 0)}
    assert [(rows[who].side, rows[who].place, rows[who].won, rows[who].cents) for who in (1, 2, 3, 4)] == [
        (0, 1, 1, 100), (1, 2, 0, -100), (0, 1, 1, 100), (1, 2, 0, -100),
    ]  # fmt: skip
    assert {row.mu_before for row in rows.values()} == {START}
    assert [rows[who].mu for who in (1, 2)] == [pytest.approx(UP, abs=50), pytest.approx(DOWN, abs=50)]
    assert [(rows[who].run, rows[who].longest, rows[who].drought) for who in (1, 2)] == [(1, 1, 0), (-1, 0, 1)]
    assert (rows[1].counts["made"], rows[1].details["bid.5"], rows[1].details["with.3"]) == (1, 1, 1)


def test_a_rebuild_counts_what_others_saved_meanwhile(session, engine, clock, alice, play):
    """Of three games the first is corrected, and a fourth is played, when all have been counted; so are two merged."""
    codes, told = play("AA"), []
    play("B", names=("Zoe", "Bob", "Cy", "Dee"), first=2)

    def meanwhile(done, of):
        told.append((done, of))
        with Session(engine, expire_on_commit=False) as other:
            correct_line(Submission(other, clock, alice, seen=1), codes[0], 1, won_by("B"))
            merge_people(form_of(other, clock, alice), 5, 1)
        play("B", first=3)

    session.commit()
    rebuild(session, 1, meanwhile)
    assert told == [(3, 3)]
    assert runs(session)[1] == (-2, 1, 2)
    assert_in_step(session)
