"""Spread opponents evenly: a local search over rounds that are drawn already (simulated annealing)."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

Seats: TypeAlias = list[int]
"""The players of one round, four a table: seat i sits opposite its partner, seat i ^ 1."""

Counts: TypeAlias = list[list[int]]
"""How often each two players have met, both ways round."""

WARM, COLD = 2.0, 0.4
"""How readily the search takes a change for the worse, at its beginning and its end."""
COOLING = 256
"""After so many steps it grows a little colder."""


def add_meetings(row: Sequence[int], partners: Counts, opponents: Counts) -> None:
    """Add a round's meetings to the counts."""
    for first in range(0, len(row), 4):
        a, b, c, d = row[first : first + 4]
        for one, other in ((a, b), (c, d)):
            partners[one][other] += 1
            partners[other][one] += 1
        for one, other in ((a, c), (a, d), (b, c), (b, d)):
            opponents[one][other] += 1
            opponents[other][one] += 1


def spread(rounds: Sequence[Seats], partners: Counts, opponents: Counts, rng: Random, steps: int) -> None:
    """Change seats so that opponents repeat less; the counts include these rounds and are kept up to date.

    In each step a player who meets an opponent again changes places with somebody at another table, or takes the
    partner along.  No change makes partners repeat more than before.
    """
    if not any(len(row) > 4 for row in rounds):  # noqa: PLR2004  with a single table nobody can change places
        return
    # What the next meeting of two players costs: the more they have met, the more.
    price = [met * met * (met + 1) for met in range(max(map(max, opponents)) + len(rounds) + 2)]
    too_often, cost, least = _cost(opponents, price)
    random, heat = rng.random, WARM
    for step in range(steps):
        if cost <= least:
            return
        if step % COOLING == 0:
            heat = WARM * (COLD / WARM) ** (step / steps)
        row = rounds[int(random() * len(rounds))]
        i, j = int(random() * len(row)), int(random() * len(row))
        a, b, x, y = row[i], row[j], row[i ^ 2], row[i ^ 3]
        by_a, by_b = opponents[a], opponents[b]
        if i >> 2 == j >> 2 or (by_a[x] < too_often and by_a[y] < too_often):
            continue
        p, q, u, v = row[i ^ 1], row[j ^ 1], row[j ^ 2], row[j ^ 3]
        worse = _worse(by_a, by_b, x, y, u, v, price)
        if partners[a][q] + partners[b][p] <= partners[a][p] + partners[b][q] - 2:
            if worse <= 0 or random() < exp(-worse / heat):
                _exchange(partners, a, b, (p,), (q,))
                _exchange(opponents, a, b, (x, y), (u, v))
                row[i], row[j] = b, a
                cost += worse
                continue
        worse += _worse(opponents[p], opponents[q], x, y, u, v, price)
        if worse <= 0 or random() < exp(-worse / heat):
            _exchange(opponents, a, b, (x, y), (u, v))
            _exchange(opponents, p, q, (x, y), (u, v))
            row[i], row[i ^ 1], row[j], row[j ^ 1] = b, q, a, p
            cost += worse


def _cost(opponents: Counts, price: Sequence[int]) -> tuple[int, int, int]:
    """Return how often is too often, what all meetings cost, and the least that as many meetings can cost."""
    met = [number for index, row in enumerate(opponents) for number in row[:index]]
    each, over = divmod(sum(met), len(met))
    least = len(met) * sum(price[:each]) + over * price[each]
    return max(2, each + 1), sum(sum(price[:number]) for number in met), least


def _worse(by_a: Sequence[int], by_b: Sequence[int], x: int, y: int, u: int, v: int, price: Sequence[int]) -> int:
    """Return how much dearer it is that a meets u and v instead of x and y, and b meets x and y instead of u and v."""
    joins = price[by_b[x]] + price[by_b[y]] + price[by_a[u]] + price[by_a[v]]
    return joins - price[by_a[x] - 1] - price[by_a[y] - 1] - price[by_b[u] - 1] - price[by_b[v] - 1]


def _exchange(counts: Counts, a: int, b: int, of_a: Sequence[int], of_b: Sequence[int]) -> None:
    """Note that two players have exchanged those they meet."""
    for one, leaves, joins in ((a, of_a, of_b), (b, of_b, of_a)):
        for met in leaves:
            counts[one][met] -= 1
            counts[met][one] -= 1
        for met in joins:
            counts[one][met] += 1
            counts[met][one] += 1
