"""Standings: totals as anybody would add them up, places, ties, and what a bye brings."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings

from scorekeeper.tournaments.maths.formats import FORMATS
from scorekeeper.tournaments.maths.places import CRITERIA, places_by, round_totals, totals
from scorekeeper.tournaments.maths.rounds import Round, Slip
from tests.tournaments.maths.evenings import EVENINGS, KEYS, evening

PLAYERS = ((1,), (2,), (3,), (4,), (5,))
ONE_TABLE = Round((((1, 2), (3, 4)),), byes=(5,))


def rounded(average):
    """Round to a whole number, a half up: 2.5 becomes 3, −2.5 becomes −2."""
    below = average.numerator // average.denominator
    return below + (average - below >= Fraction(1, 2))


def added_up(tournament, side):
    """Return points, difference, wins, losses, sets and moons of a side, read slip by slip."""
    points = difference = losses = sets = moons = 0
    wins = Fraction(0)
    for played in tournament.rounds:
        for table, slip in zip(played.tables, played.slips, strict=True):
            for mine, other in ((0, 1), (1, 0)):
                if not set(side) & set(table[mine]):
                    continue
                points += slip.points[mine]
                difference += slip.points[mine] - slip.points[other]
                sets += slip.sets[mine]
                moons += slip.moons[mine]
                if slip.points[mine] > slip.points[other]:
                    wins += 1
                elif slip.points[mine] < slip.points[other]:
                    losses += 1
                else:
                    wins += Fraction(1, 2)
        if set(side) & set(played.byes) and tournament.bye == "win":
            wins += 1
        elif set(side) & set(played.byes):
            count = 2 * len(played.slips)
            wins += Fraction(1, 2)
            points += rounded(Fraction(sum(sum(slip.points) for slip in played.slips), count))
            sets += rounded(Fraction(sum(sum(slip.sets) for slip in played.slips), count))
            moons += rounded(Fraction(sum(sum(slip.moons) for slip in played.slips), count))
    return points, difference, wins, losses, sets, moons


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=10)
@given(**EVENINGS)
def test_totals_are_what_the_slips_add_up_to(key, entrants, rounds, changes, rng):
    for tournament in evening(key, entrants, rounds, changes, rng):
        last = tournament
    found = totals(last)
    assert [total.side for total in found] == list(last.sides)
    for total in found:
        counted = (total.points, total.difference, total.wins, total.losses, total.sets, total.moons)
        assert counted == added_up(last, total.side)


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=10)
@given(**EVENINGS)
def test_a_place_is_one_more_than_those_who_are_better(key, entrants, rounds, changes, rng):
    for tournament in evening(key, entrants, rounds, changes, rng):
        last = tournament
    for ranking in (last.ranking, ("sets",), ("strength", "fewest_points")):
        places = places_by(totals(last), ranking)
        values = [tuple(CRITERIA[key][1](place.total) for key in ranking) for place in places]
        assert [place.place for place in places] == [1 + sum(other > one for other in values) for one in values]
        for above, below in pairwise(places):
            shared = above.place == below.place
            decided = [key for key in ranking if CRITERIA[key][1](above.total) > CRITERIA[key][1](below.total)]
            assert below.decided_by == (None if shared else decided[0])


def opened(*slips, bye="average", ranking=("points",)):
    played = tuple(replace(ONE_TABLE, slips=(slip,)) for slip in slips)
    tournament = FORMATS["draw-partners"].start(PLAYERS)
    return replace(tournament, rounds=played, bye=bye, ranking=ranking)


def test_a_tie_is_half_a_win_for_each():
    found = totals(opened(Slip((7, 7))))
    assert [(total.wins, total.losses) for total in found] == [(0.5, 0)] * 5


def test_a_bye_is_no_high_game():
    assert [total.high_game for total in totals(opened(Slip((10, 5))))] == [10, 10, 5, 5, 0]


def test_the_winner_on_the_slip_counts_whatever_the_points():
    """The bidders went out first with fewer points."""
    found = totals(opened(Slip((11, 13), winner=0)))
    assert [total.wins for total in found[:4]] == [1.0, 1.0, 0.0, 0.0]
    assert [total.difference for total in found[:4]] == [-2, -2, 2, 2]


def test_a_missing_slip_brings_nothing_yet_to_its_table_and_to_byes():
    two = Round((((1, 2), (3, 4)), ((5, 6), (7, 8))), byes=(9,))
    tournament = FORMATS["draw-partners"].start(FORMATS["draw-partners"].numbered_sides(9))
    tournament = replace(tournament, rounds=(replace(two, slips=(Slip((10, 5)), None)),))
    lines = list(round_totals(tournament.rounds, tournament.sides, tournament.bye))
    assert [line.side for line in lines] == [(1,), (2,), (3,), (4,)]


def placed(ranking, *slips):
    return [(place.place, *place.total.side, place.decided_by) for place in places_by(totals(opened(*slips)), ranking)]


def test_who_is_level_shares_the_place_and_a_tie_is_broken_by_the_next_criterion():
    one = placed(("points",), Slip((10, 5)))
    assert one == [(1, 1, None), (1, 2, None), (3, 5, "points"), (4, 3, "points"), (4, 4, None)]
    two = placed(("wins", "sets"), Slip((10, 5), sets=(2, 0)), Slip((5, 10), sets=(0, 1)))
    assert two == [(1, 3, None), (1, 4, None), (3, 1, "sets"), (3, 2, None), (3, 5, None)]


def test_opponents_are_as_strong_as_all_their_wins():
    """1 and 2 beat 3 and 4, then 1 and 3 beat 2 and 4; each has met two opponents in each round."""
    first = Round((((1, 2), (3, 4)),), slips=(Slip((10, 5)),))
    second = Round((((1, 3), (2, 4)),), slips=(Slip((10, 5)),))
    found = totals(replace(opened(), sides=PLAYERS[:4], rounds=(first, second)))
    assert [total.wins for total in found] == [2, 1, 1, 0]
    assert [total.strength for total in found] == [1 + 0 + 1 + 0, 1 + 0 + 2 + 1, 2 + 1 + 1 + 0, 2 + 1 + 2 + 1]
