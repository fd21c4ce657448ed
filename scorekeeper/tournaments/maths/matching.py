"""Pairing people off so that few meet again: maximum matchings in graphs, by Edmonds' blossom algorithm (1965).

Drawing one pair after another runs into dead ends: the last two may have met.  A matching looks at all at once.
"""

from bisect import insort
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

T = TypeVar("T", bound="Hashable")

FREE = -1


def maximum_matching(neighbors: Sequence[Sequence[int]]) -> list[int]:
    """Return the mate of each vertex, or FREE, so that as many as possible have one.

    `neighbors` lists for each vertex those it may be paired with, both ways round, the preferred first.
    """
    mates = [FREE] * len(neighbors)
    for vertex, others in enumerate(neighbors):
        if mates[vertex] == FREE:
            other = next((other for other in others if mates[other] == FREE), FREE)
            if other != FREE:
                mates[vertex], mates[other] = other, vertex
    for vertex in range(len(neighbors)):
        if mates[vertex] == FREE:
            augment(neighbors, mates, vertex)
    return mates


def augment(neighbors: Sequence[Sequence[int]], mates: list[int], root: int) -> bool:
    """Find `root` a mate, others changing theirs where need be; return whether one was found.

    Nobody who has a mate loses it.  A search grows paths that alternate between pairs that may be and pairs that are;
    an odd circle of them (a blossom) shrinks to its `base`.
    """
    parents = [FREE] * len(mates)
    base = list(range(len(mates)))
    reached = [False] * len(mates)
    reached[root] = True
    queue = deque([root])
    while queue:
        vertex = queue.popleft()
        for other in neighbors[vertex]:
            if base[vertex] == base[other] or mates[vertex] == other:
                continue
            if other == root or (mates[other] != FREE and parents[mates[other]] != FREE):
                _shrink(vertex, other, (mates, parents, base), reached, queue)
            elif parents[other] == FREE:
                parents[other] = vertex
                if mates[other] == FREE:
                    _turn_over(other, parents, mates)
                    return True
                reached[mates[other]] = True
                queue.append(mates[other])
    return False


def _turn_over(vertex: int, parents: list[int], mates: list[int]) -> None:
    """Along the path to `vertex`, part the pairs that are and join those that may be."""
    while vertex != FREE:
        parent = parents[vertex]
        after = mates[parent]
        mates[vertex], mates[parent] = parent, vertex
        vertex = after


def _shrink(
    one: int, other: int, forest: tuple[list[int], list[int], list[int]], reached: list[bool], queue: deque[int]
) -> None:
    """Shrink the odd circle that the edge between two vertices closes."""
    mates, parents, base = forest
    top = _common_base(one, other, forest)
    inside = [False] * len(base)
    for start, child in ((one, other), (other, one)):
        vertex, below = start, child
        while base[vertex] != top:
            inside[base[vertex]] = inside[base[mates[vertex]]] = True
            parents[vertex] = below
            below = mates[vertex]
            vertex = parents[below]
    for vertex, stem in enumerate(base):
        if inside[stem]:
            base[vertex] = top
            if not reached[vertex]:
                reached[vertex] = True
                queue.append(vertex)


def _common_base(one: int, other: int, forest: tuple[list[int], list[int], list[int]]) -> int:
    mates, parents, base = forest
    above = set()
    vertex = base[one]
    above.add(vertex)
    while mates[vertex] != FREE:
        vertex = base[parents[mates[vertex]]]
        above.add(vertex)
    vertex = base[other]
    while vertex not in above:
        vertex = base[parents[mates[vertex]]]
    return vertex


def pair_off(these: Sequence[T], met: Callable[[T, T], int]) -> list[tuple[T, T]]:
    """Pair off an even number so that as few pairs as possible have met, and those as rarely as possible.

    `met` says how often two have met.  Who comes first in `these` chooses first where there is a choice.
    """
    return _paired(these, met, maximum_matching)


def pair_in_order(these: Sequence[T], met: Callable[[T, T], int]) -> list[tuple[T, T]]:
    """Pair off an even number as `pair_off` does, but close together in the order of `these`.

    From the first down, each takes the next one it has not met, provided that the rest can still be paired off.
    """
    place = {one: index for index, one in enumerate(these)}
    return sorted(_paired(these, met, _nearest_matching), key=lambda two: min(place[one] for one in two))


def _paired(
    these: Sequence[T], met: Callable[[T, T], int], matching: Callable[[list[list[int]]], list[int]]
) -> list[tuple[T, T]]:
    """Match those who have met least, then among those left over the ones who have met next to least, and so on."""
    pairs: list[tuple[T, T]] = []
    left = list(these)
    while left:
        counts = [[met(one, other) for other in left] for one in left]
        least = min(count for i, row in enumerate(counts) for j, count in enumerate(row) if i != j)
        mates = matching(
            [[j for j, count in enumerate(row) if i != j and count == least] for i, row in enumerate(counts)]
        )
        pairs += [(left[i], left[mate]) for i, mate in enumerate(mates) if i < mate]
        left = [one for one, mate in zip(left, mates, strict=True) if mate == FREE]
    return pairs


def _nearest_matching(neighbors: list[list[int]]) -> list[int]:
    """Return a maximum matching in which each vertex, from the first on, has the first mate that allows one."""
    mates = maximum_matching(neighbors)
    taken: set[int] = set()
    for vertex in range(len(neighbors)):
        if vertex not in taken:
            _take_nearest(vertex, neighbors, mates, taken)
    return mates


def _take_nearest(i: int, neighbors: list[list[int]], mates: list[int], taken: set[int]) -> None:
    """Pair vertex `i` with the first neighbor that leaves as many others paired as before, and take both out."""
    for j in neighbors[i].copy():
        before = mates.copy()
        cut = [(one, other) for one in (i, j) for other in neighbors[one]]
        for one, other in cut:
            neighbors[other].remove(one)
        left = [mates[one] for one in (i, j) if mates[one] not in {FREE, i, j}]
        for one in left:
            mates[one] = FREE
        mates[i], mates[j] = j, i
        # Where one of the two had nobody, the other's old mate now has nobody instead: as many pairs as before.
        if len(left) < 2 or augment(neighbors, mates, left[0]):  # noqa: PLR2004  two pairs were parted for one
            taken.update((i, j))
            neighbors[i], neighbors[j] = [], []
            return
        mates[:] = before
        for one, other in cut:
            insort(neighbors[other], one)
