"""A round of a tournament: who sits with whom, who sits out, how long it is.  Players are whole numbers.

Byes differ by at most one, also when people come late, leave and come back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeAlias

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


def bye_counts(players: Iterable[int], rounds: Sequence[Round]) -> dict[int, int]:
    """Return how many byes each player counts as having had.

    Players who join after the first round, or come back, count as having had as many as the player with the most: they
    have missed rounds, so they aren't the next to sit out.
    """
    counts: dict[int, int] = {}
    before: set[int] = set()
    for drawn in rounds:
        now = set(drawn.players())
        _admit(counts, before, now)
        before = now
        for player in drawn.byes:
            counts[player] += 1
    now = set(players)
    _admit(counts, before, now)
    return {player: counts[player] for player in now}


def _admit(counts: dict[int, int], before: set[int], now: set[int]) -> None:
    """Set the counts of the players who were not in the round before."""
    most = max((counts[player] for player in now & before), default=0)
    for player in now - before:
        counts[player] = most


def choose_byes(sides: Sequence[Side], rounds: Sequence[Round], number: int) -> tuple[Side, ...]:
    """Return the sides that sit out: those with the fewest byes, and among equals those first in `sides`."""
    counts = bye_counts((player for side in sides for player in side), rounds)
    return tuple(sorted(sides, key=lambda side: max(counts[player] for player in side))[:number])


RoundEnd: TypeAlias = Literal["hands", "deals", "target", "clock", "head"]
"""What ends a round."""

ROUND_ENDS: dict[RoundEnd, str] = {
    "hands": "A round is {number} hands; a tied table plays one more.",
    "deals": "A round is {number} deals by each player; a tied table plays one more hand.",
    "target": "A round is one game to the target.",
    "clock": "A round lasts {number} minutes; when the time is up, finish the hand.",
    "head": "A round ends when the head table has played {number} hands; the other tables finish the hand.",
}
"""A sentence for each end of a round."""


@dataclass(frozen=True, slots=True)
class RoundLength:
    """What ends a round, and its number: hands, deals by each player, minutes, or hands of the head table."""

    end: RoundEnd
    number: int = 0

    def words(self) -> str:
        """Return the rule as a sentence for the wall."""
        return ROUND_ENDS[self.end].format(number=self.number)

    def hands_left(self, played: int, players: int, *, tied: bool = False) -> int | None:
        """Return how many hands a table still plays; None if no number of hands ends the round at every table.

        A table that is tied after its last hand plays one more.
        """
        if self.end not in {"hands", "deals"}:
            return None
        whole = self.number * (players if self.end == "deals" else 1)
        return max(whole - played, int(tied))


def tables_are(numbers: Sequence[int]) -> str:
    """Name tables as the subject of a sentence: "table 4 is", "tables 4, 5 and 9 are"."""
    return f"table {numbers[0]} is" if len(numbers) == 1 else f"tables {joined([str(it) for it in numbers])} are"


def joined(words: Sequence[str]) -> str:
    """Join words as a sentence does: "4, 5 and 9"; "" for none."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)
