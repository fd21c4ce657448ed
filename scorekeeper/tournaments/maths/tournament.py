"""A tournament as the draws and the standings see it: who entered, who has left, what was played."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias

from scorekeeper.tournaments.maths.rounds import DrawError, Round, Side, flattened, tables_are

Bye: TypeAlias = Literal["average", "win"]
"""What a bye is worth: the average points of the round and half a win, or a whole win and no points."""


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
class PlayedRound:
    """A round and its slips in the order of its tables, None if one is missing.  A round only drawn has no slips.

    Raises ValueError for slips that do not fit the tables.
    """

    round: Round
    slips: tuple[Slip | None, ...] = ()

    def __post_init__(self) -> None:
        """Refuse slips that do not fit the tables."""
        if not self.slips:
            return
        if len(self.slips) != len(self.round.tables):
            raise ValueError("There must be one slip, or None, for each table.")
        for table, slip in zip(self.round.tables, self.slips, strict=True):
            if slip and any(len(counted) not in allowed for counted, allowed in _lengths(slip, len(table))):
                raise ValueError("A slip must have one number for each side of its table.")
            if slip and slip.winner is not None and not 0 <= slip.winner < len(table):
                raise ValueError("The winner of a slip must be a side of its table.")

    def missing(self) -> list[int]:
        """Return the numbers of the tables, from 1, whose slips are missing."""
        slips = self.slips or (None,) * len(self.round.tables)
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


def _lengths(slip: Slip, sides: int) -> tuple[tuple[tuple[int, ...], set[int]], ...]:
    """Return what a slip counts, with how many numbers it may have."""
    return (slip.points, {sides}), (slip.sets, {0, sides}), (slip.moons, {0, sides})


@dataclass(frozen=True, slots=True)
class Tournament:
    """What the next round is drawn from.

    `sides` are all that ever entered, in the order of entry, which in a knockout is the order of the seeds: single
    players, or fixed partners.  `left` are those that are not in the next round.  The same `seed` gives the
    same draw.  `ranking` names the criteria of the standings, and `bye` says what a bye brings.  With `head_splits`
    the partners at the head table of a progressive split like all others.  With `large_table` draw partners seats six,
    as three pairs, at one table, where two or three players would be over.
    """

    sides: tuple[Side, ...]
    played: tuple[PlayedRound, ...] = ()
    left: frozenset[Side] = frozenset()
    seed: int = 0
    ranking: tuple[str, ...] = ("points", "wins")
    bye: Bye = "average"
    head_splits: bool = False
    large_table: bool = False

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds without their slips."""
        return tuple(played.round for played in self.played)

    def present(self, least: int = 2) -> tuple[Side, ...]:
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
        rounds = len(self.played) if number is None else number
        return Random(f"{self.seed} {rounds}")  # noqa: S311  a draw for a card table, repeatable on purpose

    def first_order(self, sides: tuple[Side, ...]) -> list[Side]:
        """Return sides in the order that chance gave them at the start; as long as they are the same, so is it."""
        return self.random(0).sample(sides, len(sides))
