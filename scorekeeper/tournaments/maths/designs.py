"""Whole schedules for a fixed field, in which no two are partners twice and opponents repeat little.

In a whist tournament for n players (n or n - 1 a multiple of four) each two players are partners once and opponents
twice.  For other numbers the schedules here come as close to that as a search has found.

`designs.json` keeps them as starter rounds of players counted from 0.  Turning a starter, that is, adding the same
number to all players below `turn` (and starting again at 0), makes the other rounds; the player `turn`, where there is
one, stays.  docs/tournaments/designs.md says where they are from, and how close each comes.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

Seats: TypeAlias = tuple[int, ...]
"""The players of one round, four at a table: the first two are partners against the other two."""

MAX_DESIGN = 160
"""The most players there is a schedule for."""

SQUARES = {4: (2, 1, 1), 9: (3, 2, 0)}
"""The finite fields of four and nine elements a + b·x: their prime, and r and s in x² = r + s·x."""
FACTORS = (5, 4, 9, 13, 17, 29, 37)
"""Sizes of a finite field with four elements or more that a product is made with."""


@cache
def design(size: int) -> tuple[Seats, ...]:
    """Return rounds for `size` players, from 4 to MAX_DESIGN; a player without a seat has the bye.

    No two players are partners twice.  After any number of these rounds, in this order, the byes of any two players
    differ by at most one.  There are at least size - 1 rounds.
    """
    kept = _kept().get(size)
    if kept is None:
        return _least_repeating(list(_product(size)))
    turned = [
        [
            tuple((player + shift) % kept["turn"] if player < kept["turn"] else player for player in starter)
            for shift in range(0, kept["turn"], kept.get("step", 1))
        ]
        for starter in kept["starters"]
    ]
    if size % 4 == 2:  # noqa: PLR2004  two byes a round
        return tuple(_with_two_byes(turned, size))
    if size % 4 == 3:  # noqa: PLR2004  three byes a round
        return tuple(_with_three_byes(turned[0], size))
    return _least_repeating([*(seats for rounds in turned for seats in rounds), *map(tuple, kept.get("extra", ()))])


@cache
def _kept() -> dict[int, dict[str, Any]]:
    """Return designs.json by size: the starter rounds, how far they `turn` and by which `step`, and `extra` rounds."""
    entries = json.loads((Path(__file__).parent / "designs.json").read_text(encoding="utf-8"))
    return {int(size): entry for size, entry in entries.items()}


def _least_repeating(rounds: Sequence[Seats]) -> tuple[Seats, ...]:
    """Order the rounds so that opponents of early rounds meet again as late as possible.

    Each round is the one with the fewest third meetings, and of those the one that repeats the fewest meetings.
    """
    meetings = [tuple(_opponents(seats)) for seats in rounds]
    in_all = Counter(chain.from_iterable(meetings))
    often = [[meeting for meeting in those if in_all[meeting] > 2] for those in meetings]  # noqa: PLR2004  thrice
    repeats = _repeats(meetings)
    order, left = [0], list(range(1, len(rounds)))
    cost, so_far = repeats[0].copy(), Counter(often[0])
    while left:
        following = min(left, key=lambda number: (sum(so_far[meeting] > 1 for meeting in often[number]), cost[number]))
        left.remove(following)
        order.append(following)
        cost = [one + other for one, other in zip(cost, repeats[following], strict=True)]
        so_far.update(often[following])
    return tuple(rounds[number] for number in order)


def _repeats(meetings: Sequence[Sequence[frozenset[int]]]) -> list[list[int]]:
    """Return how many meetings each two rounds have in common; of a third meeting only what the first has with it."""
    repeats = [[0] * len(meetings) for _ in meetings]
    first_met: dict[frozenset[int], int] = {}
    for number, those in enumerate(meetings):
        for meeting in those:
            earlier = first_met.setdefault(meeting, number)
            repeats[earlier][number] += 1
            repeats[number][earlier] += 1
    return repeats


def _opponents(seats: Seats) -> Iterator[frozenset[int]]:
    for first in range(0, len(seats), 4):
        a, b, c, d = seats[first : first + 4]
        yield from (frozenset((a, c)), frozenset((a, d)), frozenset((b, c)), frozenset((b, d)))


def _with_three_byes(rounds: Sequence[Seats], size: int) -> Iterator[Seats]:
    """Order the rounds of a starter for 4k + 3 players so that byes stay level.

    The byes of the starter are 0, z and -z.  Where z is a third of the field, each turn gives three other players the
    byes.  Elsewhere z is 1, and the next three players are three turns on.
    """
    if 1 in rounds[0]:
        yield from rounds
        return
    again_every = size // 3 if size % 3 == 0 else size
    for index in range(size):
        yield rounds[(3 * index + index // again_every) % size]


def _with_two_byes(turned: Sequence[Sequence[Seats]], size: int) -> Iterator[Seats]:
    """Order the rounds of the two starters for 4k + 2 players so that byes stay level.

    Turned by t, the first starter gives the byes to t - 1 and t + 1, the second to t and to the player who never turns.
    """
    two, one = turned
    turns = size - 1
    yield from (two[shift % turns] for shift in range(1, 2 * turns - 4, 4))
    yield one[turns - 2]
    yield from (two[shift] for shift in range(2, turns - 2, 4))
    yield from (two[shift] for shift in range(3, turns - 5, 4))
    yield one[turns - 1]


def _product(size: int) -> Iterator[Seats]:
    """Make a whist tournament of two smaller ones: one for size / q players, and one for the q elements of a field.

    Players are (x, y), x of the first and y of the second.  A table a, b against c, d of the first becomes, for a slope
    s and each u of the field, the table (a, u), (b, u + s) against (c, u + 2s), (d, u + 3s), where 2 and 3 stand
    for two more elements.  All with different x meet in these tables, all with the same x in the second tournament.
    """
    q = next(q for q in FACTORS if size % (4 * q) == 0 and _is_whist(size // q) and _is_whist(q))
    outer, inner = design(size // q), design(q)
    for slope in range(1, q):
        yield from (tuple(_multiplied(seats, q, slope)) for seats in outer)
    columns = range(0, size, q)
    if q % 4 == 0:
        yield from (tuple(_multiplied(seats, q, 0)) for seats in outer)
        yield from (tuple(column + y for column in columns for y in seats) for seats in inner)
        return
    # In each round of the second tournament one y sits out: the players with that y play the first one's round.
    for seats in inner:
        (out,) = set(range(q)).difference(seats)
        yield (*(column + y for column in columns for y in seats), *(x * q + out for x in outer[0]))
    yield from (tuple(_multiplied(seats, q, 0)) for seats in outer[1:])


def _is_whist(size: int) -> bool:
    return size % 4 < 2 and size in _kept()  # noqa: PLR2004  4k or 4k + 1


def _multiplied(seats: Seats, q: int, slope: int) -> Iterator[int]:
    for first in range(0, len(seats), 4):
        for u in range(q):
            for factor, x in enumerate(seats[first : first + 4]):
                yield x * q + _plus_times(q, u, factor, slope)


def _plus_times(q: int, u: int, factor: int, slope: int) -> int:
    """Return u + factor × slope in the finite field of q elements."""
    if q not in SQUARES:
        return (u + factor * slope) % q
    prime, r, s = SQUARES[q]
    (b, a), (d, c), (v, w) = divmod(factor, prime), divmod(slope, prime), divmod(u, prime)
    return (w + a * c + r * b * d) % prime + prime * ((v + a * d + b * c + s * b * d) % prime)
