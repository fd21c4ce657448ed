"""What games add up to, counted by hand."""

from __future__ import annotations

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.league.seasons import begin_season, season_values
from scorekeeper.league.standings import RankingRule
from scorekeeper.league.totals import add_counts, in_season, select_pairs, theirs, totals, totals_by_day
from scorekeeper.models.league import ALL_TIME, OUTSIDE
from scorekeeper.models.tables import plays
from tests.factories import draft
from tests.league.season_games import day_of

ANN, BOB, CY, DEE = 1, 2, 3, 4


@pytest.fixture
def season(form, play):
    """Ann and Cy win, lose, win, and lose a game of the season after; give the number of that season."""
    play("ABAB", stakes={"currency": "USD", "game": "1.00"})
    return begin_season(form(), season_values("Later", day_of(3), None, RankingRule()))


def test_counts_add_up_and_zeros_are_left_out():
    assert add_counts([{"b": 1, "a": 2}, {"b": 2, "c": 5}]) == {"a": 2, "b": 3, "c": 5}
    assert list(add_counts([{"b": 1}, {"a": 1}])) == ["a", "b"]
    assert add_counts([{"a": 2, "b": 3}, {"b": -3}]) == {"a": 2}


@pytest.mark.parametrize(
    ("season_id", "ann"), [(ALL_TIME, (4, 2, 2, 0)), (OUTSIDE, (3, 2, 1, 100)), (1, (1, 0, 1, -100)), (7, None)]
)
def test_sums_of_a_season(session, season, season_id, ann):
    assert season == 1
    keys = ("games", "won", "lost", "cents.USD")
    found = totals(session.connection(), 1, keys, *in_season(season_id))
    assert found.get(ANN) == (dict(zip(keys, ann, strict=True)) if ann else None)
    assert found.keys() == ({ANN, BOB, CY, DEE} if ann else set())


def test_what_nobody_did_comes_to_nothing(session, season):
    assert season == 1
    assert totals(session.connection(), 1, ("tricks", "no such count"))[BOB] == {"tricks": 0, "no such count": 0}
    assert totals(session.connection(), 2, ("games",)) == {}


def test_sums_of_days(session, season):
    assert season == 1
    found = totals_by_day(session.connection(), 1, ("won", "lost"), plays.c.day >= "2026-11-03")
    assert found.keys() == {"2026-11-03", "2026-11-04"}
    assert [found["2026-11-03"][who] for who in (ANN, BOB)] == [{"won": 1, "lost": 0}, {"won": 0, "lost": 1}]


def pairs(session, *which):
    found = session.execute(select_pairs(1, *which))
    return {(row.person_id, row.other_id): (row.won, row.lost, row.met, row.ahead, row.behind) for row in found}


def test_what_two_have_to_do_with_each_other(session, season):
    assert season == 1
    found = pairs(session, *in_season(OUTSIDE))
    assert found[ANN, CY] == found[CY, ANN] == (2, 1, 0, 0, 0)
    assert found[BOB, DEE] == (1, 2, 0, 0, 0)
    assert (found[ANN, BOB], found[DEE, ANN]) == ((0, 0, 3, 2, 1), (0, 0, 3, 1, 2))
    assert len(found) == 12
    assert pairs(session, plays.c.person_id == ANN, theirs.c.person_id == BOB) == {(ANN, BOB): (0, 0, 4, 2, 2)}


def test_who_came_in_level_is_neither_ahead_nor_behind(session, clock, alice):
    """Smoke from five: Ann takes all five tricks and goes out, the two others come in level."""
    code = create_game(
        Submission(session, clock, alice), draft(("Ann", "Bob", "Cy"), "smoke", house={"finish.start": 5})
    )
    facts = {"tricks": {"1": 5, "2": 0, "3": 0}}
    record_line(Submission(session, clock, alice), code, facts)
    assert pairs(session)[ANN, BOB] == (0, 0, 1, 1, 0)
    assert pairs(session)[BOB, CY] == (0, 0, 1, 0, 0)
