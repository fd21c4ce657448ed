"""What holds for every round of every format, whoever comes late or leaves."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings

from scorekeeper.tournaments.maths.formats import FORMATS
from scorekeeper.tournaments.maths.rounds import DrawError, Round, Slip, bye_counts, choose_byes, flattened
from tests.tournaments.maths.evenings import EVENINGS, KEYS, alive, evening


def before(tournament):
    """Return a tournament as it was before its last round, with whoever was there for it."""
    return replace(tournament, rounds=tournament.rounds[:-1])


def check_seats(key, tournament):
    """Everybody who is there, and in a knockout not out, sits once or does not play; nobody meets themselves."""
    last = tournament.rounds[-1]
    assert sorted(last.players()) == sorted(flattened(alive(key, before(tournament))))
    size = 1 if FORMATS[key].entrants == "players" else 2
    sides = set(tournament.sides)
    for table in last.tables:
        assert len(table) == 2
        assert {len(side) for side in table} == {2}
        assert size == 1 or set(table) <= sides
    if key not in {"knockout", "double-knockout"}:
        assert len(last.byes) == sum(1 for _ in last.players()) % 4


def check_byes(tournament):
    """Count the byes of all who were there from the first round on, and in a knockout are not out.

    An unbeaten side that waited for a final is left out: it had no bye meanwhile, and may be beaten later.  So is the
    final itself.
    """
    sat_out, waited, always = Counter(), set(), None
    for drawn in tournament.rounds:
        sat_out.update(drawn.byes)
        waited.update(drawn.waiting)
        there = set(drawn.players())
        always = there if always is None else always & there
    counted = always.difference(waited)
    numbers = [sat_out[player] for player in counted]
    if not any(drawn.waiting for drawn in tournament.rounds) or tournament.rounds[-1].waiting:
        assert max(numbers, default=0) - min(numbers, default=0) <= 1


@pytest.mark.parametrize("key", KEYS)
@given(**EVENINGS)
def test_everybody_sits_once_or_has_the_bye_and_byes_differ_by_one(key, entrants, rounds, changes, rng):
    for tournament in evening(key, entrants, rounds, changes, rng):
        check_seats(key, tournament)
        check_byes(tournament)


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=10)
@given(**EVENINGS)
def test_the_same_history_draws_the_same_round(key, entrants, rounds, changes, rng):
    for tournament in evening(key, entrants, rounds, changes, rng):
        assert FORMATS[key].draw(before(tournament)) == tournament.rounds[-1]


@pytest.mark.parametrize("key", KEYS)
def test_another_seed_draws_another_round_unless_seeds_decide(key):
    its_format = FORMATS[key]
    sides = its_format.numbered_sides(24)
    first = {its_format.draw(its_format.start(sides, seed)) for seed in range(5)}
    assert len(first) == (1 if "knockout" in key else 5)


@pytest.mark.parametrize("key", KEYS)
def test_a_player_entered_twice_is_refused(key):
    its_format = FORMATS[key]
    sides = its_format.numbered_sides(8)
    with pytest.raises(DrawError, match=r"^Each player may be entered only once\.$"):
        its_format.draw(its_format.start((*sides, sides[0])))


@pytest.mark.parametrize("key", ["progressive", "knockout", "double-knockout"])
def test_a_missing_or_tied_slip_is_named(key):
    its_format = FORMATS[key]
    opened = its_format.start(its_format.numbered_sides(16))
    drawn = its_format.draw(opened)
    slips = [Slip((10, 5))] * len(drawn.tables)
    missing = replace(opened, rounds=(replace(drawn, slips=(*slips[:-2], None, None)),))
    numbers = f"tables {len(slips) - 1} and {len(slips)} are"
    with pytest.raises(DrawError, match=f"^The next round needs every table's slip, and {numbers} not in"):
        its_format.draw(missing)
    tied = replace(opened, rounds=(replace(drawn, slips=(slips[0], Slip((7, 7)), *slips[2:])),))
    with pytest.raises(DrawError, match=r"^Table 2 is tied: play one more hand there, then draw the next round\.$"):
        its_format.draw(tied)
    told = replace(opened, rounds=(replace(drawn, slips=(slips[0], Slip((7, 7), winner=1), *slips[2:])),))
    assert its_format.draw(told).tables


def test_the_controls_find_what_they_look_for():
    """A round in which somebody sits twice, and one that gives the same player the bye again."""
    its_format = FORMATS["draw-partners"]
    opened = its_format.start(its_format.numbered_sides(5))
    good = Round((((1, 2), (3, 4)),), byes=(5,))
    check_seats("draw-partners", replace(opened, rounds=(good,)))
    with pytest.raises(AssertionError):
        check_seats("draw-partners", replace(opened, rounds=(Round((((1, 2), (2, 4)),), byes=(5,)),)))
    check_byes(replace(opened, rounds=(good,)))
    with pytest.raises(AssertionError):
        check_byes(replace(opened, rounds=(good, good)))


FIRST = Round((((1, 2), (3, 4)),), byes=(5,))
SECOND = Round((((1, 2), (3, 5)),), byes=(4,))


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
