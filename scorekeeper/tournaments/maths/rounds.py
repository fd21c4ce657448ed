"""The rounds of a tournament: who sits with whom, who sits out, what each table hands in.  Players are whole numbers.

Byes differ by at most one, also when people come late, leave and come back.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Literal, TypeAlias

Partners: TypeAlias = tuple[int, ...]
"""The players of one side: two partners, or one player alone."""

TableSides: TypeAlias = tuple[Partners, ...]
"""The sides that play each other at one table."""

Pair: TypeAlias = tuple[int, int]
"""Two players, the lower number first."""

TABLE_SIZE = 4

LARGE_TABLE_SIZE = 6
"""The players at a table of three pairs, where the game and the director allow one."""

Bye: TypeAlias = Literal["average", "win"]
"""What a bye is worth: the average points of the round and half a win, or a whole win and no points."""


ROUND_ENDS: dict[str, str] = {
    "hands": "A round is {number} hands; a tied table plays one more.",
    "deals": "A round is {number} deals by each player; a tied table plays one more hand.",
    "target": "A round is one game to the target.",
    "clock": "A round lasts {number} minutes; when the time is up, finish the hand.",
    "head": "A round ends when the head table has played {number} hands; the other tables finish the hand.",
}
"""What ends a round, with a sentence for each."""


class DrawError(ValueError):
    """A round that cannot be drawn.  The message is one sentence for the director."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What one table hands in: for each side, in the table's order, its points, sets and moons.

    `winner` is the index of the side that won, where that is not the side with the most points: in a game played to
    a target, say, the bidders may go out first with fewer.  `sets` and `moons` may be left out.
    """

    points: tuple[int, ...]
    winner: int | None = None
    sets: tuple[int, ...] = ()
    moons: tuple[int, ...] = ()

    def winning_side(self) -> int | None:
        """Return the index of the side that won, None for a tie."""
        if self.winner is not None:
            return self.winner
        most = max(self.points)
        return self.points.index(most) if self.points.count(most) == 1 else None


@dataclass(frozen=True, slots=True)
class Round:
    """The tables of one round, table 1 first, the players who do not play, and the slips in the order of the tables.

    `byes` sit out because the numbers do not come out even, and are scored for it.  `waiting` is for the unbeaten side
    of a double knockout, which waits for the final and is not scored.  A slip that is missing is None; a round only
    drawn has no slips.  Rounds that are drawn alike are equal, whatever was played.

    Raises ValueError for slips that do not fit the tables.
    """

    tables: tuple[TableSides, ...]
    byes: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    slips: tuple[Slip | None, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Refuse slips that do not fit the tables."""
        if not self.slips:
            return
        if len(self.slips) != len(self.tables):
            raise ValueError("There must be one slip, or None, for each table.")
        for table, slip in zip(self.tables, self.slips, strict=True):
            sides = len(table)
            if slip and (len(slip.points) != sides or not {len(slip.sets), len(slip.moons)} <= {0, sides}):
                raise ValueError("A slip must have one number for each side of its table.")
            if slip and slip.winner is not None and not 0 <= slip.winner < sides:
                raise ValueError("The winner of a slip must be a side of its table.")

    def players(self) -> Iterator[int]:
        """Iterate over all players of the round, whether they play or not."""
        for table in self.tables:
            for side in table:
                yield from side
        yield from self.byes
        yield from self.waiting

    def missing(self) -> list[int]:
        """Return the numbers of the tables, from 1, whose slips are missing."""
        slips = self.slips or (None,) * len(self.tables)
        return [number for number, slip in enumerate(slips, start=1) if slip is None]

    def winners(self) -> tuple[int, ...]:
        """Return the index of the winning side of each table.

        Raises DrawError if a slip is missing, or a table is tied.
        """
        if missing := self.missing():
            raise DrawError(f"The next round needs every table's slip, and {tables_are(missing)} not in.")
        sides = [slip.winning_side() for slip in self.slips if slip]
        if None in sides:
            tied = sides.index(None) + 1
            raise DrawError(f"Table {tied} is tied: play one more hand there, then draw the next round.")
        return tuple(side for side in sides if side is not None)


@dataclass(frozen=True, slots=True)
class Tournament:
    """What the next round is drawn from.

    `sides` are all that ever entered, in the order of entry, which in a knockout is the order of the seeds: single
    players, or fixed partners.  `left` are those that are not in the next round.  The same `seed` gives the
    same draw.  `ranking` names the criteria of the standings, and `bye` says what a bye brings.  With `head_splits`
    the partners at the head table of a progressive split like all others.  With `large_table` draw partners seats six,
    as three pairs, at one table, where two or three players would be over.
    """

    sides: tuple[Partners, ...]
    rounds: tuple[Round, ...] = ()
    left: frozenset[Partners] = frozenset()
    seed: int = 0
    ranking: tuple[str, ...] = ("points", "wins")
    bye: Bye = "average"
    head_splits: bool = False
    large_table: bool = False

    def present(self, least: int = 2) -> tuple[Partners, ...]:
        """Return the sides of the next round.

        Raises DrawError if there are fewer than `least`, or a player was entered twice.
        """
        players = flattened(self.sides)
        if len(set(players)) < len(players):
            raise DrawError("Each player may be entered only once.")
        here = tuple(side for side in self.sides if side not in self.left)
        if len(here) < least:
            kind = "pairs" if any(len(side) > 1 for side in self.sides) else "players"
            raise DrawError(f"At least {least} {kind} are needed, but there are {len(here)}.")
        return here

    def random(self, number: int | None = None) -> Random:
        """Return the random numbers for the round after `number` others; by default for the next one."""
        after = len(self.rounds) if number is None else number
        return Random(f"{self.seed} {after}")  # noqa: S311  a draw for a card table, repeatable on purpose

    def first_order(self, sides: tuple[Partners, ...]) -> list[Partners]:
        """Return sides in the order that chance gave them at the start; as long as they are the same, so is it."""
        return self.random(0).sample(sides, len(sides))


def pair(one: int, other: int) -> Pair:
    """Return two players with the lower number first, as the counts below have them."""
    return (one, other) if one < other else (other, one)


def partners_at(table: TableSides) -> Iterator[Pair]:
    """Iterate over the pairs of partners at a table."""
    for side in table:
        for one, other in combinations(side, 2):
            yield pair(one, other)


def opponents_at(table: TableSides) -> Iterator[Pair]:
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


def meeting_counts(rounds: Iterable[Round]) -> Counter[frozenset[Partners]]:
    """Count how often each two sides have met."""
    return Counter(frozenset(met) for drawn in rounds for table in drawn.tables for met in combinations(table, 2))


def flattened(sides: Iterable[Partners]) -> tuple[int, ...]:
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


def choose_byes(sides: Sequence[Partners], rounds: Sequence[Round], number: int) -> tuple[Partners, ...]:
    """Return the sides that sit out: those with the fewest byes, and among equals those first in `sides`."""
    counts = bye_counts((player for side in sides for player in side), rounds)
    return tuple(sorted(sides, key=lambda side: max(counts[player] for player in side))[:number])


def tables_are(numbers: Sequence[int]) -> str:
    """Name tables as the subject of a sentence: "table 4 is", "tables 4, 5 and 9 are"."""
    *first, last = map(str, numbers)
    return f"tables {', '.join(first)} and {last} are" if first else f"table {last} is"
