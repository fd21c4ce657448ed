"""Ratings and runs, worked out by hand."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.league.ratings import (
    INITIAL_STRENGTH,
    RatingState,
    Strength,
    chances,
    next_run,
    rate,
    rate_game,
)

ANN, BOB, CY, DEE = 1, 2, 3, 4


class Play(NamedTuple):
    person_id: int
    side: int | None
    place: int | None


def test_a_game_nobody_won_changes_nothing_nor_does_one_that_somebody_left():
    before = {ANN: RatingState(run=3), BOB: RatingState()}
    assert rate_game([Play(ANN, None, None), Play(BOB, None, None)], before) == before
    won = [Play(CY, 0, 1), Play(DEE, 1, 2), Play(ANN, None, None)]
    after = rate_game(won, {ANN: before[ANN], CY: RatingState(), DEE: RatingState()})
    assert after[ANN] == before[ANN]
    assert after[CY].mu > RatingState().mu > after[DEE].mu


def test_runs():
    runs, run = [], 0
    for letter in "WWLLLW":
        run = next_run(run, won=letter == "W")
        runs.append(run)
    assert runs == [1, 2, -1, -2, -3, 1]
    states = {ANN: RatingState(), BOB: RatingState()}
    for letter in "WWLLLW":
        mine = 1 if letter == "W" else 2
        states = rate_game([Play(ANN, 0, mine), Play(BOB, 1, 3 - mine)], states)
    assert (states[ANN].run, states[ANN].longest, states[ANN].drought) == (1, 2, 3)
    assert (states[BOB].run, states[BOB].longest, states[BOB].drought) == (-1, 3, 2)


def test_partners_rise_together_and_the_others_fall_as_far():
    """Plackett-Luce by hand, everybody at 25 ± 25/3: Weng and Lin, JMLR 12 (2011), algorithm 4.

    A side of two has mu 50 and sigma² 2·(625/9) = 1250/9.  c² = the sum over sides of sigma² + beta² with beta = 25/6:
    2·(1250/9 + 625/36) = 312.5, so c = 17.678.  The winners' chance is 1/2, their gain sigma²·(1 − 1/2)/c over the
    side, of which each partner has their share of sigma²: (625/9)·0.5/17.678 = 1.9642.
    """
    before = dict.fromkeys((ANN, BOB, CY, DEE), INITIAL_STRENGTH)
    after = rate(((ANN, CY), (BOB, DEE)), (1, 2), before)
    gain = 1.9642
    assert round(after[ANN].mu / 1e6 - 25, 3) == round(after[CY].mu / 1e6 - 25, 3) == round(gain, 3)
    assert after[BOB].mu - 25_000_000 == -(after[ANN].mu - 25_000_000)
    assert after[ANN].sigma < INITIAL_STRENGTH.sigma
    assert (INITIAL_STRENGTH.shown, INITIAL_STRENGTH.give_or_take, after[ANN].shown, after[BOB].shown) == (
        1500,
        500,
        1618,
        1382,
    )


def test_a_table_of_many_is_one_race():
    before = dict.fromkeys((ANN, BOB, CY), INITIAL_STRENGTH)
    after = rate(((ANN,), (BOB,), (CY,)), (2, 1, 3), before)
    assert after[BOB].mu > after[ANN].mu > after[CY].mu
    level = rate(((ANN,), (BOB,), (CY,)), (2, 1, 2), before)
    assert level[ANN].mu == level[CY].mu < level[BOB].mu


def test_beating_a_stronger_side_brings_more():
    strong, weak = Strength(30_000_000, 3_000_000), Strength(20_000_000, 3_000_000)
    upset = rate(((ANN,), (BOB,)), (1, 2), {ANN: weak, BOB: strong})
    expected = rate(((ANN,), (BOB,)), (1, 2), {ANN: strong, BOB: weak})
    assert upset[ANN].mu - weak.mu > expected[ANN].mu - strong.mu > 0
    mine, theirs = chances(((ANN,), (BOB,)), {ANN: weak, BOB: strong})
    assert mine < 0.5 < theirs
    assert round(mine + theirs, 9) == 1


def test_who_plays_against_nobody_stays_as_he_is():
    assert rate(((ANN,),), (1,), {ANN: INITIAL_STRENGTH}) == {ANN: INITIAL_STRENGTH}
    assert chances(((ANN,),), {ANN: INITIAL_STRENGTH}) == (1.0,)
