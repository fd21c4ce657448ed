"""What games add up to, and the forms that follow from their order, counted by hand."""

from __future__ import annotations

from scorekeeper.services.league.awards import fold_results
from scorekeeper.services.league.counts import add_counts
from scorekeeper.services.league.ratings import (
    INITIAL_STRENGTH,
    RatingState,
    Strength,
    chances,
    next_run,
    rate,
    rate_game,
)
from scorekeeper.services.league.results import GameResult, PartnerBids
from scorekeeper.services.league.totals import Totals, pair_counts

ANN, BOB, CY, DEE = 1, 2, 3, 4


def game(*sides, places=(), partners=None, **counts):
    people = {person: {"games": 1, **counts} for side in sides for person in side}
    return GameResult("minnesota-ten-point", sides, places, people, partners or {})


PARTNERS = game((ANN, CY), (BOB, DEE), places=(1, 2), partners={(ANN, CY): PartnerBids(3, 2)}, hands=5)
RACE = game((ANN,), (BOB,), (CY,), places=(2, 1, 2), hands=4)


def test_counts_add_up_and_come_off_again():
    assert add_counts({"b": 1, "a": 2}, {"b": 2, "c": 5}) == {"a": 2, "b": 3, "c": 5}
    assert list(add_counts({"b": 1}, {"a": 1})) == ["a", "b"]
    assert add_counts({"a": 2, "b": 3}, {"b": 3}, -1) == {"a": 2}


def test_what_two_have_to_do_with_each_other():
    pairs = pair_counts(PARTNERS)
    assert pairs[ANN, CY] == pairs[CY, ANN] == {"together": 1, "won": 1, "bids": 3, "made": 2}
    assert pairs[BOB, DEE] == {"together": 1, "lost": 1}
    assert pairs[ANN, BOB] == pairs[CY, DEE] == {"met": 1, "ahead": 1}
    assert pairs[DEE, ANN] == {"met": 1, "behind": 1}
    assert len(pairs) == 12


def test_a_race_compares_places_and_equal_ones_are_even():
    pairs = pair_counts(RACE)
    assert pairs[BOB, ANN] == {"met": 1, "ahead": 1}
    assert pairs[ANN, CY] == pairs[CY, ANN] == {"met": 1}


def test_a_game_nobody_won_only_knows_who_bid_together():
    settled = GameResult("money-pitch", (), (), {ANN: {"games": 1}, BOB: {"games": 1}}, {(ANN, BOB): PartnerBids(1, 0)})
    assert pair_counts(settled) == {(ANN, BOB): {"bids": 1}, (BOB, ANN): {"bids": 1}}
    before = {ANN: RatingState(run=3), BOB: RatingState()}
    assert rate_game(settled, before) == before


def test_sums_of_games_and_taking_one_off():
    sums = Totals()
    sums.add(PARTNERS)
    sums.add(RACE)
    assert sums.people[ANN] == {"games": 2, "hands": 9}
    assert sums.people[DEE] == {"games": 1, "hands": 5}
    assert sums.pairs[ANN, BOB] == {"met": 2, "ahead": 1, "behind": 1}
    sums.add(PARTNERS, -1)
    assert add_counts(sums.people[DEE], {}) == {}
    only = Totals()
    only.add(RACE)
    left = {pair: add_counts(counts, {}) for pair, counts in sums.pairs.items()}
    assert {pair: counts for pair, counts in left.items() if counts} == only.pairs
    twice = Totals()
    twice.add_all(only)
    twice.add_all(only)
    assert twice.people[ANN] == {"games": 2, "hands": 8}


def test_runs():
    runs, run = [], 0
    for letter in "WWLLLW":
        run = next_run(run, won=letter == "W")
        runs.append(run)
    assert runs == [1, 2, -1, -2, -3, 1]
    lost = game((ANN,), (BOB,), places=(2, 1))
    forms = fold_results([PARTNERS, PARTNERS, lost, lost, lost, PARTNERS]).forms
    assert (forms[ANN].run, forms[ANN].longest, forms[ANN].drought) == (1, 2, 3)
    assert (forms[BOB].run, forms[BOB].longest, forms[BOB].drought) == (-1, 3, 2)
    assert (forms[CY].run, forms[CY].longest, forms[CY].drought) == (3, 3, 0)


# ---------------------------------------------------------------- ratings


def test_partners_rise_together_and_the_others_fall_as_far():
    """Plackett-Luce by hand, everybody at 25 ± 25/3: Weng and Lin, JMLR 12 (2011), algorithm 4.

    A side of two has mu 50 and sigma² 2·(625/9) = 1250/9.  c² = the sum over sides of sigma² + beta² with beta = 25/6:
    2·(1250/9 + 625/36) = 312.5, so c = 17.678.  The winners' chance is 1/2, their gain sigma²·(1 − 1/2)/c over the
    side, of which each partner has his share of sigma²: (625/9)·0.5/17.678 = 1.9642.
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
