"""Fixed partners: round robin, in which every pair meets every other, and Swiss, which pairs by standing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.tournaments.draw_partners import seat_pairs
from scorekeeper.tournaments.matching import pair_in_order, pair_off
from scorekeeper.tournaments.rounds import (
    TABLE_SIZE,
    Round,
    choose_byes,
    flattened,
    meeting_counts,
    opponent_counts,
    pair,
    partner_counts,
)
from scorekeeper.tournaments.standings import ranked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.tournaments.rounds import Side
    from scorekeeper.tournaments.tournament import Tournament

SAME_HALF = 1_000_000
"""Counts for more than any number of rounds as partners: two of the same half are never drawn together."""


def round_robin(tournament: Tournament) -> Round:
    """Return the next round of pairs, in which every pair meets every other as soon as the numbers allow.

    While the same pairs play, this is the circle: one stays, the others move on by one seat.  After a late arrival or a
    dropout as many as possible meet a pair that they have not met.
    """
    sides, rounds = tournament.present(), tournament.rounds
    order = tournament.first_order(sides)
    if all(_circle(order, number) == drawn for number, drawn in enumerate(rounds)):
        return _circle(order, len(rounds))
    met = meeting_counts(rounds)
    byes = choose_byes(tournament.random().sample(sides, len(sides)), rounds, len(sides) % 2)
    seated = [side for side in order if side not in byes]
    tables = pair_off(seated, lambda one, other: met[frozenset((one, other))])
    return Round(tuple(tables), flattened(byes))


def _circle(order: Sequence[Side], number: int) -> Round:
    """Return a round of the circle method, counted from 0; after the last it begins again."""
    seats: list[Side | None] = [*order, None] if len(order) % 2 else list(order)
    turn = number % (len(seats) - 1)
    moving = seats[1:]
    seats = [seats[0], *moving[turn:], *moving[:turn]]
    meetings = [(seats[place], seats[-1 - place]) for place in range(len(seats) // 2)]
    tables = tuple((one, other) for one, other in meetings if one is not None and other is not None)
    alone = [side for meeting in meetings if None in meeting for side in meeting if side is not None]
    return Round(tables, flattened(alone))


def swiss(tournament: Tournament) -> Round:
    """Return the next round of pairs: each meets the nearest in the standings that it has not met.

    The first round is drawn by chance.  A bye goes to the lowest of those with the fewest byes.
    """
    tournament.present()
    rounds, order = tournament.rounds, ranked(tournament)
    met = meeting_counts(rounds)
    byes = choose_byes(order[::-1], rounds, len(order) % 2)
    seated = [side for side in order if side not in byes]
    tables = pair_in_order(seated, lambda one, other: met[frozenset((one, other))])
    return Round(tuple(tables), flattened(byes))


def swiss_partners(tournament: Tournament) -> Round:
    """Return the next round of single players: each of the upper half of the standings draws one of the lower half."""
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
