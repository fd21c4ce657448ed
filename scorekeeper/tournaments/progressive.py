"""Progressive: winners move up a table, losers stay, partners split, and everybody keeps a total of their own.

Table 1 is the head table.  Its winners stay there, and its losers go down to the last table.  Who is at the head table
keeps the partner they came with, unless the director has them split too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.tournaments.rounds import (
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

    from scorekeeper.tournaments.rounds import Table
    from scorekeeper.tournaments.tournament import PlayedRound, Tournament


def progress(tournament: Tournament) -> Round:
    """Return the next round of single players.  Raises DrawError where a table of the last round is tied."""
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
