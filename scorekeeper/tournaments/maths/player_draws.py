"""The draws of single players: draw partners, progressive, and Swiss with drawn partners.

Draw partners gives a new partner every round, nobody twice while that is possible, and spreads opponents evenly.  As
long as the same people play, its rounds come from a design, in which all of that holds over the whole evening.  From
the first late arrival or dropout on, each round is drawn by itself, from what was played before.

In a progressive, winners move up a table, losers stay, partners split, and everybody keeps their own total.
Table 1 is the head table.  Its winners stay there, and its losers go down to the last table.  Who is at the head table
keeps the partner they came with, unless the director has them split too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from scorekeeper.tournaments.maths.designs import MAX_DESIGN, Seats, design
from scorekeeper.tournaments.maths.matching import pair_off
from scorekeeper.tournaments.maths.rounds import (
    LARGE_TABLE_SIZE,
    TABLE_SIZE,
    Pair,
    Round,
    Side,
    Table,
    choose_byes,
    flattened,
    opponent_counts,
    opponents_at,
    pair,
    partner_counts,
    partners_at,
)
from scorekeeper.tournaments.maths.standings import ranked
from scorekeeper.tournaments.maths.tournament import PlayedRound, Tournament

PAIR = 2

ATTEMPTS = 10
"""How many times a round is drawn, to keep the one in which the fewest meet again."""
SAME_HALF = 1_000_000
"""Counts for more than any number of rounds as partners: two of the same half are never drawn together."""


def draw_partners(tournament: Tournament) -> Round:
    """Return the next round of draw partners."""
    sides = tournament.present(least=TABLE_SIZE)
    rounds = tournament.rounds
    if tournament.large_table and len(sides) % TABLE_SIZE >= PAIR:
        return _from_history(sides, rounds, tournament.random(), large=LARGE_TABLE_SIZE)
    order = flattened(tournament.first_order(sides))
    return _from_design(order, rounds) or _from_history(sides, rounds, tournament.random())


def _from_design(order: Sequence[int], rounds: Sequence[Round]) -> Round | None:
    """Return the next round of the design, None if the rounds so far are not its beginning or it has no more."""
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
    """Draw a round in which as few as possible are partners again, and opponents meet as rarely as the search can find.

    `large` is the number of players at a table of three pairs, 0 if there is none.
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


def progress(tournament: Tournament) -> Round:
    """Return the next round of a progressive.  Raises DrawError if a table of the last round is tied."""
    sides = tournament.present(least=TABLE_SIZE)
    rounds = tournament.rounds
    order = list(sides)
    if tournament.played:
        moved = {player: place for place, player in enumerate(_moved(tournament.played[-1]))}
        order.sort(key=lambda side: moved.get(side[0], len(moved)))
    else:
        tournament.random().shuffle(order)
    byes = flattened(choose_byes(order[::-1], rounds, len(order) % TABLE_SIZE))
    seated = [player for player in flattened(order) if player not in byes]
    fours = [seated[first : first + TABLE_SIZE] for first in range(0, len(seated), TABLE_SIZE)]
    tables = [_split(four, rounds) for four in fours]
    if not tournament.head_splits and len(fours) > 1 and _came_together(fours[0], rounds):
        a, b, c, d = fours[0]
        tables[0] = (pair(a, b), pair(c, d))
    return Round(tuple(tables), tuple(sorted(byes)))


def _came_together(four: Sequence[int], rounds: Sequence[Round]) -> bool:
    """Return whether both the first two and the others were partners in the last round."""
    a, b, c, d = four
    return {pair(a, b), pair(c, d)} <= set(partner_counts(rounds[-1:]))


def _moved(last: PlayedRound) -> tuple[int, ...]:
    """Return the players in the order of their new places, the head table first and the byes last.

    At each table but the head and the last, its losers wait for the winners of the table below.
    """
    won = last.winners()
    winners = [table[side] for table, side in zip(last.round.tables, won, strict=True)]
    losers = [table[1 - side] for table, side in zip(last.round.tables, won, strict=True)]
    middle = [side for below in zip(winners[1:], losers[1:-1], strict=False) for side in below]
    bottom = winners[-1:] if len(winners) > 1 else []
    order = [winners[0], *middle, *bottom, losers[0], *losers[1:][-1:]]
    return (*flattened(order), *last.round.byes)


def _split(four: Sequence[int], rounds: Sequence[Round]) -> Table:
    """Part last round's partners, and of what is left take partners, then opponents, who have met least."""
    last, partners, opponents = partner_counts(rounds[-1:]), partner_counts(rounds), opponent_counts(rounds)
    a, b, c, d = four
    tables: list[Table] = [(pair(a, one), pair(*others)) for one, others in ((c, (b, d)), (d, (b, c)), (b, (c, d)))]
    return min(
        tables,
        key=lambda table: (
            sum(last[met] for met in partners_at(table)),
            sum(partners[met] for met in partners_at(table)),
            sum(opponents[met] ** 2 for met in opponents_at(table)),
        ),
    )


def swiss_partners(tournament: Tournament) -> Round:
    """Return the next round of Swiss: each of the upper half of the standings draws one of the lower half."""
    tournament.present(least=TABLE_SIZE)
    rounds, order = tournament.rounds, ranked(tournament)
    byes = flattened(choose_byes(order[::-1], rounds, len(order) % TABLE_SIZE))
    seated = [player for player in flattened(order) if player not in byes]
    upper = set(seated[: len(seated) // 2])
    partners, opponents = partner_counts(rounds), opponent_counts(rounds)
    tournament.random().shuffle(seated)

    def apart(one: int, other: int) -> int:
        return partners[pair(one, other)] + (SAME_HALF if (one in upper) == (other in upper) else 0)

    pairs: list[Side] = [pair(*two) for two in pair_off(seated, apart)]
    return Round(seat_pairs(pairs, opponents), tuple(sorted(byes)))
