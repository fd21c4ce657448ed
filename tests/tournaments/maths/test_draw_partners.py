"""Draw partners: nobody twice while possible, opponents spread, in time; and what happens when people come and go."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.tournaments.maths.formats import FORMATS
from scorekeeper.tournaments.maths.rounds import opponent_counts, partner_counts
from tests.tournaments.maths.evenings import EVENINGS, evening

DRAW_PARTNERS = FORMATS["draw-partners"]


def draw(players, rounds, seed=1):
    return DRAW_PARTNERS.draw_rounds(DRAW_PARTNERS.numbered_sides(players), rounds, seed)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("players", [*range(4, 81), 101])
def test_nobody_is_partners_twice_in_as_many_rounds_as_there_are_others(players):
    rounds = draw(players, players - 1)
    partners = partner_counts(rounds)
    assert set(partners.values()) == {1}
    if players % 4 == 0:
        assert set(partners) == set(combinations(range(1, players + 1), 2))
    assert max(Counter(player for drawn in rounds for player in drawn.byes).values(), default=0) <= 3


@given(**EVENINGS)
@settings(max_examples=40)
def test_nobody_is_partners_twice_before_half_the_field_has_been(entrants, rounds, changes, rng):
    """Where each has been partners with fewer than half of those seated, new partners can be found (Dirac, 1952)."""
    for tournament in evening("draw-partners", entrants, rounds, changes, rng):
        *earlier, last = tournament.rounds
        seated = 4 * len(last.tables)
        if len(earlier) <= seated // 2 - 1:
            before = partner_counts(earlier)
            assert [met for met in partner_counts([last]) if before[met]] == []


@pytest.mark.parametrize("players", [12, 15, 20, 23, 31, 40])
@pytest.mark.parametrize("seed", [1, 2])
def test_after_a_late_arrival_nobody_meets_an_opponent_for_the_third_time(players, seed):
    """Three rounds of a schedule, then four more with one player more."""
    rounds = draw(players, 3, seed)
    tournament = DRAW_PARTNERS.start(DRAW_PARTNERS.numbered_sides(players + 1), seed)
    tournament = replace(tournament, rounds=tuple(rounds))
    for _ in range(4):
        tournament = replace(tournament, rounds=(*tournament.rounds, DRAW_PARTNERS.draw(tournament)))
    assert max(opponent_counts(tournament.rounds).values()) <= 2
    assert max(partner_counts(tournament.rounds).values()) == 1


def test_the_control_a_draw_by_chance_repeats_partners():
    """Each round with a seed of its own: what is measured above does not hold by itself."""
    rounds = [draw(12, 1, seed)[0] for seed in range(11)]
    assert max(partner_counts(rounds).values()) > 1


@given(players=st.integers(4, 40), rounds=st.integers(1, 8), seed=st.integers(0, 9))
@settings(max_examples=25)
def test_with_a_table_of_six_at_most_one_sits_out(players, rounds, seed):
    """Three pairs at the last table where two or three would be over; else nothing changes."""
    sides = DRAW_PARTNERS.numbered_sides(players)
    drawn = DRAW_PARTNERS.draw_rounds(sides, rounds, seed, large_table=True)
    if players % 4 < 2:
        assert drawn == DRAW_PARTNERS.draw_rounds(sides, rounds, seed)
        return
    for one in drawn:
        assert sorted(one.players()) == list(range(1, players + 1))
        assert [len(table) for table in one.tables] == [2] * (players // 4 - 1) + [3]
        assert len(one.byes) == players % 2
    sat_out = Counter(player for one in drawn for player in one.byes)
    assert max(sat_out.values(), default=0) - min(sat_out[player] for player in range(1, players + 1)) <= 1
    if rounds <= players // 2 // 2:
        assert set(partner_counts(drawn).values()) == {1}


@pytest.mark.parametrize(("players", "rounds"), [(14, 7), (15, 7), (18, 9)])
def test_everybody_is_at_the_table_of_six_about_as_often(players, rounds):
    drawn = DRAW_PARTNERS.draw_rounds(DRAW_PARTNERS.numbered_sides(players), rounds, 1, large_table=True)
    seats = Counter(player for one in drawn for side in one.tables[-1] for player in side)
    assert max(seats.values()) - min(seats[player] for player in range(1, players + 1)) <= 2
