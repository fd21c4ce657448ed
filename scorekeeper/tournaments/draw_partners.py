"""Draw partners: a new partner every round, nobody twice while that is possible, opponents spread evenly.

As long as the same people play, the rounds come from a design, in which all of that holds over the whole evening.  From
the first late arrival or dropout on, each round is drawn by itself, from what was played before.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scorekeeper.tournaments.designs import MAX_DESIGN, design
from scorekeeper.tournaments.matching import pair_off
from scorekeeper.tournaments.rounds import (
    LARGE_TABLE_SIZE,
    TABLE_SIZE,
    Round,
    choose_byes,
    flattened,
    opponent_counts,
    opponents_at,
    pair,
    partner_counts,
    partners_at,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from scorekeeper.tournaments.designs import Seats
    from scorekeeper.tournaments.rounds import Pair, Side, Table
    from scorekeeper.tournaments.tournament import Tournament

PAIR = 2

ATTEMPTS = 10
"""How many times a round is drawn, to keep the one in which the fewest meet again."""


def draw_partners(tournament: Tournament) -> Round:
    """Return the next round of single players."""
    sides = tournament.present(least=TABLE_SIZE)
    rounds = tournament.rounds
    if tournament.large_table and len(sides) % TABLE_SIZE >= PAIR:
        return _from_history(sides, rounds, tournament.random(), large=LARGE_TABLE_SIZE)
    order = flattened(tournament.first_order(sides))
    return _from_design(order, rounds) or _from_history(sides, rounds, tournament.random())


def _from_design(order: Sequence[int], rounds: Sequence[Round]) -> Round | None:
    """Return the next round of the design, None where the rounds so far are not its beginning or it has no more."""
    if len(order) > MAX_DESIGN:
        return None
    schedule = design(len(order))
    if len(rounds) >= len(schedule):
        return None
    if all(_seated(schedule[number], order) == drawn for number, drawn in enumerate(rounds)):
        return _seated(schedule[len(rounds)], order)
    return None


def _seated(seats: Seats, order: Sequence[int]) -> Round:
    """Put the players in their seats."""
    here = [order[seat] for seat in seats]
    tables = tuple(
        (pair(here[first], here[first + 1]), pair(here[first + 2], here[first + 3]))
        for first in range(0, len(here), TABLE_SIZE)
    )
    return Round(tables, byes=tuple(sorted(set(order).difference(here))))


def _from_history(sides: Sequence[Side], rounds: Sequence[Round], rng: Random, large: int = 0) -> Round:
    """Draw a round in which as few as possible are partners again, and opponents meet as seldom as can be found.

    `large` is the number of players at a table of three pairs, 0 where there is none.
    """
    partners, opponents = partner_counts(rounds), opponent_counts(rounds)
    drawn = [_attempt(rng.sample(sides, len(sides)), rounds, partners, opponents, large) for _ in range(ATTEMPTS)]
    return min(drawn, key=lambda one: (_again(one, partners), _squares(one.tables, opponents)))


def _attempt(
    shuffled: Sequence[Side], rounds: Sequence[Round], partners: Counter[Pair], opponents: Counter[Pair], large: int
) -> Round:
    byes = flattened(choose_byes(shuffled, rounds, (len(shuffled) - large) % TABLE_SIZE))
    seated = [player for player in flattened(shuffled) if player not in byes]
    pairs = [pair(*two) for two in pair_off(seated, lambda one, other: partners[pair(one, other)])]
    if large:
        before = _at_large_tables(rounds)
        pairs.sort(key=lambda two: sum(before[player] for player in two))
    three = large // PAIR
    tables = seat_pairs(pairs[three:], opponents)
    return Round((*tables, tuple(pairs[:three])) if large else tables, tuple(sorted(byes)))


def _at_large_tables(rounds: Sequence[Round]) -> Counter[int]:
    """Count how often each player has been at a table of more than four."""
    tables = [table for drawn in rounds for table in drawn.tables if len(flattened(table)) > TABLE_SIZE]
    return Counter(player for table in tables for player in flattened(table))


def seat_pairs(pairs: Sequence[Side], opponents: Counter[Pair]) -> tuple[Table, ...]:
    """Put an even number of pairs at tables so that few meet an opponent again, and nobody the same one often."""
    return tuple(pair_off(pairs, lambda one, other: _squares(((one, other),), opponents)))


def _again(drawn: Round, partners: Counter[Pair]) -> int:
    """Return how often the partners of a round have been partners before."""
    return sum(partners[met] for table in drawn.tables for met in partners_at(table))


def _squares(tables: Sequence[Table], opponents: Counter[Pair]) -> int:
    """Return the sum of squares of how often the opponents at some tables have met before."""
    return sum(opponents[met] ** 2 for table in tables for met in opponents_at(table))
