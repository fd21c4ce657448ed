"""Who can still win: checked against every way in which what is left can end, gone through by hand."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from scorekeeper.tournaments.maths import places
from scorekeeper.tournaments.maths.formats import FORMATS
from scorekeeper.tournaments.maths.places import chances, tournament_chances
from scorekeeper.tournaments.maths.rounds import Slip

ROUNDS = 3


def played(key, players, seed, still_open, rounds=ROUNDS):
    """A tournament of so many rounds, all slips in but those of the last tables of its last round."""
    its_format, rng = FORMATS[key], Random(seed)
    one = its_format.start(its_format.numbered_sides(players), seed)
    for number in range(1, rounds + 1):
        drawn = its_format.draw(one)
        slips = [Slip((rng.randrange(5, 31), rng.randrange(5, 31))) for _ in drawn.tables]
        if number == rounds and still_open:
            slips[-still_open:] = [None] * still_open
        one = replace(one, rounds=(*one.rounds, replace(drawn, slips=tuple(slips))))
    return one


def results(one, last):
    """Return (sides, points) of every table, `last` being those of the open ones; nothing sits out here."""
    filled = iter(last)
    return [(table, slip.points if slip else next(filled))
            for drawn in one.rounds for table, slip in zip(drawn.tables, drawn.slips, strict=True)]  # fmt: skip


def winners(one, tables):
    """Add the tables up once more, by other means than the program: points, wins and difference of every side."""
    points, wins, difference = Counter(), Counter(), Counter()
    for table, scored in tables:
        for mine, other, side in ((0, 1, table[0]), (1, 0, table[1])):
            for own in one.sides:
                if set(own) <= set(side):
                    points[own] += scored[mine]
                    difference[own] += scored[mine] - scored[other]
                    wins[own] += 2 * (scored[mine] > scored[other]) + (scored[mine] == scored[other])
    kinds = {"points": points, "wins": wins, "difference": difference}
    merit = {side: tuple(kinds[key][side] for key in one.ranking) for side in one.sides}
    return [side for side in one.sides if merit[side] == max(merit.values())]


def gone_through(one, still_open):
    """Return how often each side is first over every way in which the open tables end like one of the others."""
    ended = [slip.points for drawn in one.rounds for slip in drawn.slips if slip]
    each = [ended, [points[::-1] for points in ended]]
    shares, ways = Counter(), 0
    for last in product(each[0] + each[1], repeat=still_open):
        first = winners(one, results(one, last))
        ways += 1
        for side in first:
            shares[side] += 1 / len(first)
    return {side: share / ways for side, share in shares.items()}, ways


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("key", "players"), [("draw-partners", 8), ("round-robin", 8), ("swiss-partners", 8)])
@pytest.mark.parametrize("still_open", [1, 2])
def test_with_few_tables_left_it_is_every_way(key, players, seed, still_open, record_property):
    one = played(key, players, seed, still_open)
    shares, error = tournament_chances(one, ROUNDS)
    exact, ways = gone_through(one, still_open)
    record_property("still possible: ways gone through", ways)
    assert error == 0
    assert dict(shares) == pytest.approx(exact)
    assert [share for _, share in shares] == pytest.approx(sorted(exact.values(), reverse=True))
    assert sum(exact.values()) == pytest.approx(1)


def test_nothing_is_said_where_nothing_is_left_or_known():
    assert tournament_chances(played("draw-partners", 8, 1, 0), ROUNDS) is None, "every slip is in"
    assert tournament_chances(played("draw-partners", 8, 1, 2, rounds=1), 1) is None, "no table has ended yet"
    assert tournament_chances(FORMATS["draw-partners"].start(((1,), (2,), (3,), (4,))), 3) is None
    assert tournament_chances(played("knockout", 16, 1, 1, rounds=2), 4) is None, "its tables show who is in"
    six = played("draw-partners", 8, 1, 1)
    table = replace(six.rounds[0], tables=(((1, 2), (3, 4), (5, 6)),), slips=(Slip((1, 2, 3)),))
    assert tournament_chances(replace(six, rounds=(table, *six.rounds[1:])), ROUNDS) is None


def test_who_left_is_not_seated_again():
    one = replace(played("draw-partners", 8, 2, 0, rounds=2), left=frozenset({(8,), (7,), (6,)}))
    for seed in range(5):
        drawn = places._by_chance(one, Random(seed), [Slip((20, 10))])
        assert sorted(drawn.players()) == [1, 2, 3, 4, 5]
        assert [len(side) for side in drawn.tables[0]] == [2, 2]
        assert len(drawn.byes) == 1


def test_a_share_is_split_between_those_who_are_first_together():
    both = chances([[1, 2]], lambda way: ["Ann", "Bob"] if way[0] == 1 else ["Bob"])
    assert both == ([("Bob", 0.75), ("Ann", 0.25)], 0)
    assert chances([[1], [2]], lambda _way: []) == ([], 0)
