"""Byes, counted by hand."""

from __future__ import annotations

from scorekeeper.tournaments.maths.rounds import Round, bye_counts, choose_byes

FIRST = Round((((1, 2), (3, 4)),), byes=(5,))
SECOND = Round((((1, 2), (3, 5)),), byes=(4,))


def test_everybody_starts_with_none():
    assert bye_counts([1, 2, 3], []) == {1: 0, 2: 0, 3: 0}


def test_a_late_arrival_counts_as_having_had_as_many_as_anybody():
    assert bye_counts([1, 2, 3, 4, 5, 6], [FIRST]) == {1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 1}


def test_so_does_somebody_who_comes_back():
    """5 was away in the third round, in which 1 and 2 had the bye."""
    third = Round((((3, 4), (6, 7)),), byes=(1, 2))
    assert bye_counts([1, 2, 3, 4, 5], [FIRST, SECOND, third]) == {1: 1, 2: 1, 3: 0, 4: 1, 5: 1}


def test_those_with_the_fewest_byes_sit_out_in_the_order_they_are_named():
    sides = tuple((player,) for player in (5, 4, 3, 2, 1))
    assert choose_byes(sides, [FIRST], 2) == ((4,), (3,))
    assert choose_byes(sides, [FIRST], 5) == ((4,), (3,), (2,), (1,), (5,))


def test_a_pair_has_had_as_many_byes_as_its_players():
    drawn = Round((((1, 2), (3, 4)),), byes=(5, 6))
    assert choose_byes([(5, 6), (1, 2), (3, 4)], [drawn], 1) == ((1, 2),)
