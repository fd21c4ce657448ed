"""Round robin, Swiss, knockout and progressive, worked by hand."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.tournaments.maths.formats import FORMATS, losses
from scorekeeper.tournaments.maths.places import places_by, totals
from scorekeeper.tournaments.maths.rounds import DrawError, Round, Slip, meeting_counts, partner_counts
from tests.tournaments.maths.evenings import EVENINGS, evening, play

FIRST, SECOND = Slip((10, 4)), Slip((4, 10))
"""The first side of a table wins, or the second."""


def started(key, players, seed=1):
    return FORMATS[key].start(FORMATS[key].numbered_sides(players), seed)


def after(tournament, drawn, *slips):
    return replace(tournament, rounds=(*tournament.rounds, replace(drawn, slips=slips)))


def by_numbers(drawn):
    """Return the tables of fixed partners as the numbers of the pairs: 1 for players 1 and 2."""
    return [tuple(side[1] // 2 for side in table) for table in drawn.tables]


@pytest.mark.parametrize("pairs", range(2, 21))
def test_every_pair_meets_every_other_once(pairs):
    its_format = FORMATS["round-robin"]
    sides = its_format.numbered_sides(2 * pairs)
    rounds = its_format.draw_rounds(sides, pairs - 1 + pairs % 2, seed=1)
    met = meeting_counts(rounds)
    assert set(met) == {frozenset(two) for two in combinations(sides, 2)}
    assert set(met.values()) == {1}


@given(**EVENINGS)
@settings(max_examples=25)
def test_pairs_that_have_met_meet_again_only_where_nobody_new_could_be_found(entrants, rounds, changes, rng):
    """By Dirac's theorem: while each has met fewer than half of those seated, none needs to."""
    for key in ("round-robin", "swiss"):
        for tournament in evening(key, entrants, rounds, changes, rng):
            *earlier, last = tournament.rounds
            if len(earlier) <= len(last.tables) - 1:
                before = meeting_counts(earlier)
                assert [met for met in meeting_counts([last]) if before[met]] == []


def test_swiss_pairs_by_standing_and_nobody_twice():
    """Pairs 1, 3, 5 and 7 won; those four meet, and so do the others; then the two with two wins."""
    opened = started("swiss", 16)
    first = Round(tuple(((n, n + 1), (n + 2, n + 3)) for n in (1, 5, 9, 13)))
    one = after(opened, first, Slip((20, 1)), Slip((18, 2)), Slip((16, 3)), Slip((14, 4)))
    one = replace(one, ranking=("wins", "points"))
    second = FORMATS["swiss"].draw(one)
    assert by_numbers(second) == [(1, 3), (5, 7), (8, 6), (4, 2)]
    two = after(one, second, FIRST, FIRST, FIRST, FIRST)
    third = FORMATS["swiss"].draw(two)
    assert by_numbers(third)[0] == (1, 5)
    assert set(meeting_counts([third])).isdisjoint(meeting_counts(two.rounds))


def test_the_bye_of_a_swiss_round_goes_to_the_lowest_who_has_had_none():
    opened = started("swiss", 10)
    first = Round((((1, 2), (3, 4)), ((5, 6), (7, 8))), byes=(9, 10))
    one = replace(after(opened, first, Slip((20, 1)), Slip((18, 2))), ranking=("wins", "points"))
    assert FORMATS["swiss"].draw(one).byes == (3, 4)


@given(**EVENINGS)
@settings(max_examples=25)
def test_drawn_partners_are_from_the_two_halves_of_the_standings(entrants, rounds, changes, rng):
    for tournament in evening("swiss-partners", entrants, rounds, changes, rng):
        last = tournament.rounds[-1]
        earlier = replace(tournament, rounds=tournament.rounds[:-1])
        points = {total.side[0]: (total.points, total.wins) for total in totals(earlier)}
        seated = sorted((points[one] for table in last.tables for side in table for one in side), reverse=True)
        half = len(seated) // 2
        for one, other in (side for table in last.tables for side in table):
            better, worse = sorted((points[one], points[other]), reverse=True)
            assert better >= seated[half - 1]
            assert worse <= seated[half]


def test_a_bracket_of_eight_played_to_its_end():
    """The better seed always wins but in the final."""
    opened = started("knockout", 16)
    first = FORMATS["knockout"].draw(opened)
    assert by_numbers(first) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    one = after(opened, first, FIRST, FIRST, FIRST, FIRST)
    second = FORMATS["knockout"].draw(one)
    assert by_numbers(second) == [(1, 4), (2, 3)]
    two = after(one, second, FIRST, FIRST)
    final = FORMATS["knockout"].draw(two)
    assert by_numbers(final) == [(1, 2)]
    over = after(two, final, SECOND)
    with pytest.raises(DrawError, match=r"^The knockout is over: only one side is left\.$"):
        FORMATS["knockout"].draw(over)
    places = places_by(totals(over), over.ranking)
    assert [(place.place, place.total.side[1] // 2) for place in places[:4]] == [(1, 2), (2, 1), (3, 3), (3, 4)]


def test_a_double_knockout_of_four_with_the_final_played_twice():
    opened = started("double-knockout", 8)
    its_format = FORMATS["double-knockout"]
    first = its_format.draw(opened)
    assert by_numbers(first) == [(1, 4), (2, 3)]
    one = after(opened, first, FIRST, FIRST)
    second = its_format.draw(one)
    assert by_numbers(second) == [(1, 2), (4, 3)]
    two = after(one, second, FIRST, SECOND)
    third = its_format.draw(two)
    assert (by_numbers(third), third.waiting, third.byes) == ([(2, 3)], (1, 2), ())
    three = after(two, third, FIRST)
    final = its_format.draw(three)
    assert by_numbers(final) == [(1, 2)]
    four = after(three, final, SECOND)
    again = its_format.draw(four)
    assert by_numbers(again) == [(1, 2)]
    over = after(four, again, SECOND)
    with pytest.raises(DrawError, match="over"):
        its_format.draw(over)
    places = places_by(totals(over), over.ranking)
    assert [(place.place, place.total.side[1] // 2) for place in places] == [(1, 2), (2, 1), (3, 3), (4, 4)]


def test_the_bye_goes_where_the_number_is_odd():
    """Of five pairs, 1 has had the bye; 1, 2 and 4 have no loss: the bye is 2's, and 3 and 5 meet."""
    opened = started("double-knockout", 10)
    first = Round((((3, 4), (5, 6)), ((7, 8), (9, 10))), byes=(1, 2))
    second = FORMATS["double-knockout"].draw(after(opened, first, FIRST, FIRST))
    assert second.byes == (3, 4)
    assert {frozenset(table) for table in by_numbers(second)} == {frozenset({1, 4}), frozenset({3, 5})}


@given(pairs=st.integers(2, 24), rng=st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_a_double_knockout_ends_with_everybody_but_one_beaten_twice(pairs, rng):
    tournament, its_format = started("double-knockout", 2 * pairs), FORMATS["double-knockout"]
    while sum(losses(tournament.rounds)[side] < 2 for side in tournament.sides) > 1:
        tournament = play(tournament, its_format, rng)
        beaten = losses(tournament.rounds[:-1])
        apart = [beaten[one] != beaten[other] for one, other in tournament.rounds[-1].tables]
        assert sum(apart) <= 1
    assert sorted(losses(tournament.rounds).values())[-(pairs - 1) :] == [2] * (pairs - 1)
    assert len(tournament.rounds) <= 2 * pairs


def moved_up(*, head_splits):
    """Return the round after one in which the first side won at tables 1 and 3, and the second at table 2."""
    opened = replace(started("progressive", 12), head_splits=head_splits)
    first = Round((((1, 2), (3, 4)), ((5, 6), (7, 8)), ((9, 10), (11, 12))))
    return FORMATS["progressive"].draw(after(opened, first, FIRST, SECOND, FIRST))


def test_winners_move_up_losers_stay_and_the_losers_of_the_head_table_go_down():
    for second in (moved_up(head_splits=False), moved_up(head_splits=True)):
        seated = [{player for side in table for player in side} for table in second.tables]
        assert seated == [{1, 2, 7, 8}, {5, 6, 9, 10}, {3, 4, 11, 12}]


@given(**EVENINGS)
@settings(max_examples=25)
def test_nobody_keeps_a_partner_below_the_head_table(entrants, rounds, changes, rng):
    for tournament in evening("progressive", entrants, rounds, changes, rng):
        *earlier, last = tournament.rounds
        below = last.tables[1:] if len(last.tables) > 1 else last.tables
        assert set(partner_counts([Round(below)])).isdisjoint(partner_counts(earlier[-1:]))


def test_who_sat_out_comes_in_at_the_last_table_and_its_losers_sit_out():
    opened = started("progressive", 10)
    first = Round((((1, 2), (3, 4)), ((5, 6), (7, 8))), byes=(9, 10))
    second = FORMATS["progressive"].draw(after(opened, first, FIRST, FIRST))
    seated = [{player for side in table for player in side} for table in second.tables]
    assert (seated, second.byes) == ([{1, 2, 5, 6}, {3, 4, 9, 10}], (7, 8))
