"""A round of a tournament: who sits with whom, and who sits out.  Players are whole numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Side: TypeAlias = tuple[int, ...]
"""The players of one side: two partners, or one player."""

Table: TypeAlias = tuple[Side, ...]
"""The sides that play each other at one table."""

Pair: TypeAlias = tuple[int, int]
"""Two players, the lower number first."""

TABLE_SIZE = 4
"""The players at a table."""

LARGE_TABLE_SIZE = 6
"""The players at a table of three pairs, where the game and the director allow one."""


class DrawError(ValueError):
    """A round that cannot be drawn.  The message is one sentence for the director."""


@dataclass(frozen=True, slots=True)
class Round:
    """The tables of one round, table 1 first, and the players who do not play.

    `byes` sit out because the numbers do not come out even, and are scored for it.  `waiting` is for the unbeaten side
    of a double knockout, which waits for the final and is not scored.
    """

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()

    def players(self) -> Iterator[int]:
        """Iterate over all players of the round, whether they play or not."""
        for table in self.tables:
            for side in table:
                yield from side
        yield from self.byes
        yield from self.waiting


def pair(one: int, other: int) -> Pair:
    """Return two players with the lower number first, as the counts below have them."""
    return (one, other) if one < other else (other, one)


def partners_at(table: Table) -> Iterator[Pair]:
    """Iterate over the pairs of partners at a table."""
    for side in table:
        for one, other in combinations(side, 2):
            yield pair(one, other)


def opponents_at(table: Table) -> Iterator[Pair]:
    """Iterate over the pairs of opponents at a table."""
    for side, against in combinations(table, 2):
        for one in side:
            for other in against:
                yield pair(one, other)


def partner_counts(rounds: Iterable[Round]) -> Counter[Pair]:
    """Count how often each two players have been partners."""
    return Counter(met for drawn in rounds for table in drawn.tables for met in partners_at(table))


def opponent_counts(rounds: Iterable[Round]) -> Counter[Pair]:
    """Count how often each two players have been opponents."""
    return Counter(met for drawn in rounds for table in drawn.tables for met in opponents_at(table))


def meeting_counts(rounds: Iterable[Round]) -> Counter[frozenset[Side]]:
    """Count how often each two sides have met."""
    return Counter(frozenset(met) for drawn in rounds for table in drawn.tables for met in combinations(table, 2))


def flattened(sides: Iterable[Side]) -> tuple[int, ...]:
    """Return the players of several sides."""
    return tuple(player for side in sides for player in side)
