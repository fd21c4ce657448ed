"""A round of a tournament: who sits with whom, and who sits out.  Players are whole numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Side: TypeAlias = tuple[int, ...]
"""The players of one side: two partners, or one player on their own."""

Table: TypeAlias = tuple[Side, ...]
"""The sides that play each other at one table."""

Pair: TypeAlias = tuple[int, int]
"""Two players, the lower number first."""


class DrawError(ValueError):
    """A round that cannot be drawn.  The message is one sentence for the director."""


@dataclass(frozen=True, slots=True)
class Round:
    """The tables of one round, table 1 first, and the players who sit out.

    A bye is scored (with the field's average); who waits has nothing to play yet: the unbeaten side of a double
    knockout waits for the final.
    """

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()

    def players(self) -> Iterator[int]:
        """Iterate over all players of the round, seated or not."""
        for table in self.tables:
            for side in table:
                yield from side
        yield from self.byes
        yield from self.waiting


def pair(one: int, other: int) -> Pair:
    """Return two players in the order that a `Counter` of pairs knows them by."""
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
    return Counter(met for played in rounds for table in played.tables for met in partners_at(table))


def opponent_counts(rounds: Iterable[Round]) -> Counter[Pair]:
    """Count how often each two players have been opponents."""
    return Counter(met for played in rounds for table in played.tables for met in opponents_at(table))


def require_field(field: Sequence[int], least: int = 4) -> None:
    """Raise DrawError for a field that is too small, or has a player twice."""
    if len(set(field)) < len(field):
        raise DrawError("Each player may be entered only once.")
    if len(field) < least:
        raise DrawError(f"At least {least} players are needed; there are {len(field)}.")
