"""Schedules in which partners never repeat: known whist tournaments, and the nearest thing to one for other fields.

A whist tournament for v players (v or v - 1 a multiple of four) has each two players as partners once and as opponents
twice.  `designs.json` keeps one or more starter rounds of each: turning a starter, that is, adding a step to every
player's number and starting again after the last, makes the other rounds.  What each of them is and who found the
construction is in docs/tournaments/designs.md.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Seats: TypeAlias = tuple[int, ...]
"""The players of one round from 0, four a table: seat i sits opposite its partner, seat i ^ 1."""

MOST = 160
"""The largest field that a schedule is kept for."""

SQUARES = {4: (2, 1, 1), 9: (3, 2, 0)}
"""The fields of four and nine elements a + b·x: their prime, and r and s in x² = r + s·x."""
FACTORS = (5, 4, 9, 13, 17, 29, 37)
"""Sizes of a field, four or more, that a product is made with."""


@cache
def design(size: int) -> tuple[Seats, ...]:
    """Return rounds for so many players, from 4 to MOST; who is in no seat has the bye.

    No two players are partners twice, and after any number of rounds, played in this order, everybody's byes differ
    by at most one.  There are at least size - 1 rounds.
    """
    kept = _kept().get(str(size))
    if kept is None:
        return tuple(_product(size))
    turned = [
        [_turned(starter, kept["turn"], shift) for shift in range(0, kept["turn"], kept.get("step", 1))]
        for starter in kept["starters"]
    ]
    if size % 4 == 2:  # noqa: PLR2004  two byes a round
        return tuple(_with_two_byes(turned, size))
    if size % 4 == 3:  # noqa: PLR2004  three byes a round
        return tuple(_with_three_byes(turned[0], size))
    return (*(row for rows in turned for row in rows), *map(tuple, kept.get("extra", ())))


@cache
def _kept() -> dict[str, dict[str, object]]:
    return json.loads((Path(__file__).parent / "designs.json").read_text(encoding="utf-8"))


def _turned(starter: Sequence[int], turn: int, shift: int) -> Seats:
    """Add a shift to all players below `turn`; the others stay."""
    return tuple((player + shift) % turn if player < turn else player for player in starter)


def _with_three_byes(rounds: Sequence[Seats], size: int) -> Iterator[Seats]:
    """Order the rounds of a starter for 4k + 3 players, whose byes are 0 and z and -z, so that byes stay level.

    With z = 1, three turns on are the next three players' byes; with z a third of the field each turn has three others.
    """
    if 1 in rounds[0]:
        yield from rounds
        return
    laps = size % 3 == 0
    for index in range(size):
        yield rounds[(3 * index + (3 * index // size if laps else 0)) % size]


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
    """Make a whist tournament of two smaller ones: for v players, and for the q elements of a field.

    Players are (x, y), x of the first and y of the second.  A table a, b | c, d of the first becomes, for a slope s
    and each u of the field, the table (a, u), (b, u + s) | (c, u + 2s), (d, u + 3s), where 2 and 3 stand for two more
    elements.  That meets all pairs with different x.  Those with the same x meet in the second tournament.
    """
    q = next(q for q in FACTORS if size % (4 * q) == 0 and _has_whist(size // q) and _has_whist(q))
    outer, inner = design(size // q), design(q)
    for slope in range(1, q):
        yield from (tuple(_inflated(row, q, slope)) for row in outer)
    columns = range(0, size, q)
    if q % 4 == 0:
        yield from (tuple(_inflated(row, q, 0)) for row in outer)
        yield from (tuple(column + y for column in columns for y in row) for row in inner)
        return
    # In each round of the second tournament one y sits out: the players with that y play the first one's round.
    for row in inner:
        (left,) = set(range(q)).difference(row)
        yield (*(column + y for column in columns for y in row), *(x * q + left for x in outer[0]))
    yield from (tuple(_inflated(row, q, 0)) for row in outer[1:])


def _has_whist(size: int) -> bool:
    return size % 4 < 2 and str(size) in _kept()  # noqa: PLR2004  4k or 4k + 1


def _inflated(row: Seats, q: int, slope: int) -> Iterator[int]:
    for first in range(0, len(row), 4):
        for u in range(q):
            for factor, x in enumerate(row[first : first + 4]):
                yield x * q + _plus_times(q, u, factor, slope)


def _plus_times(q: int, u: int, factor: int, slope: int) -> int:
    """Return u + factor × slope in the field of q elements."""
    if q not in SQUARES:
        return (u + factor * slope) % q
    prime, r, s = SQUARES[q]
    (b, a), (d, c), (v, w) = divmod(factor, prime), divmod(slope, prime), divmod(u, prime)
    return (w + a * c + r * b * d) % prime + prime * ((v + a * d + b * c + s * b * d) % prime)
