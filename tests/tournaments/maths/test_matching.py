"""Pairing off: as many as possible, compared with trying every way."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.tournaments.maths.matching import FREE, maximum_matching, pair_in_order, pair_off


def every_way(people):
    """Iterate over all ways to pair an even number off."""
    if not people:
        yield []
        return
    first, *others = people
    for other in others:
        rest = [one for one in others if one != other]
        for pairs in every_way(rest):
            yield [(first, other), *pairs]


def most_pairs(vertices, edges):
    """Return the size of a maximum matching by trying every edge in and out."""
    if not edges:
        return 0
    (one, other), *rest = edges
    free = [edge for edge in rest if not {one, other} & set(edge)]
    return max(most_pairs(vertices, rest), 1 + most_pairs(vertices, free))


GRAPHS = st.integers(2, 9).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.sets(
            st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda e: e[0] < e[1]), max_size=14
        ),
    )
)
MEETINGS = st.sampled_from([2, 4, 6, 8]).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.dictionaries(st.sampled_from(list(every_way(range(size)))).flatmap(st.sampled_from), st.integers(1, 3)),
    )
)


@given(GRAPHS)
@settings(max_examples=100)
def test_as_many_as_possible_have_a_mate(graph):
    size, edges = graph
    neighbors = [sorted({a + b - v for a, b in edges if v in {a, b}}) for v in range(size)]
    mates = maximum_matching(neighbors)
    for vertex, mate in enumerate(mates):
        assert mate == FREE or (mates[mate] == vertex and mate in neighbors[vertex])
    assert sum(mate != FREE for mate in mates) == 2 * most_pairs(size, sorted(edges))


@given(MEETINGS)
@settings(max_examples=80)
def test_as_few_as_possible_meet_again(case):
    size, meetings = case

    def met(one, other):
        return meetings.get((min(one, other), max(one, other)), 0)

    fewest = min(sum(met(*pair) > 0 for pair in pairs) for pairs in every_way(list(range(size))))
    for paired in (pair_off(range(size), met), pair_in_order(range(size), met)):
        assert sorted(one for pair in paired for one in pair) == list(range(size))
        assert sum(met(*pair) > 0 for pair in paired) == fewest


@given(MEETINGS)
@settings(max_examples=80)
def test_in_order_each_takes_the_nearest_that_leaves_mates_for_the_others(case):
    """Of all ways with as few meeting again, the first in the alphabet, where some way has nobody meeting again."""
    size, meetings = case

    def met(one, other):
        return meetings.get((min(one, other), max(one, other)), 0)

    fresh = [pairs for pairs in every_way(list(range(size))) if not any(met(*pair) for pair in pairs)]
    if fresh:
        assert pair_in_order(range(size), met) == min(fresh)
