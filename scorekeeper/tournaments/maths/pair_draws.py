"""The draws of fixed partners: round robin, in which every pair meets every other, Swiss by standing, and knockout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorekeeper.tournaments.maths.matching import pair_in_order, pair_off
from scorekeeper.tournaments.maths.rounds import DrawError, Round, Side, choose_byes, flattened, meeting_counts
from scorekeeper.tournaments.maths.standings import ranked
from scorekeeper.tournaments.maths.tournament import PlayedRound, Tournament

OTHER_BRACKET = 1_000_000
"""Counts for more than any number of meetings: an unbeaten side meets a beaten one only where nobody else is left."""


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


def losses(played: Sequence[PlayedRound]) -> Counter[Side]:
    """Count the losses of each side.  Raises DrawError if a table is tied."""
    return Counter(
        side
        for one in played
        for table, winner in zip(one.round.tables, one.winners(), strict=True)
        for index, side in enumerate(table)
        if index != winner
    )


def knockout(tournament: Tournament) -> Round:
    """Return the next round of a bracket in which one loss puts a side out.

    In the first round the best seeds have byes, so that the second has 2, 4, 8, 16 … sides.  A late arrival or a
    dropout makes new byes, which go to the best seeds that have had none.
    """
    here = tournament.present()
    beaten = losses(tournament.played)
    alive = [side for side in _bracket(tournament) if side in here and not beaten[side]]
    _require_two(alive)
    seeds = [side for side in here if side in alive]
    places = 1 << (len(alive) - 1).bit_length()
    byes = choose_byes(seeds, tournament.rounds, places - len(alive))
    playing = [side for side in alive if side not in byes]
    return Round(tuple(zip(playing[::2], playing[1::2], strict=True)), flattened(byes))


def double_knockout(tournament: Tournament) -> Round:
    """Return the next round of a tournament in which the second loss puts a side out.

    Unbeaten sides meet unbeaten ones, beaten sides beaten ones, and where that can be avoided nobody meets again.  The
    last unbeaten side waits for the final, which is played again if the unbeaten side loses it.
    """
    here = tournament.present()
    beaten = losses(tournament.played)
    alive = [side for side in _bracket(tournament) if side in here and beaten[side] <= 1]
    _require_two(alive)
    unbeaten = [side for side in alive if not beaten[side]]
    others = [side for side in alive if beaten[side]]
    waiting: list[Side] = []
    if len(unbeaten) == 1 and len(others) > 1:
        waiting, unbeaten = unbeaten, []
    # The bye goes where the number is odd, if one of those has had as few byes as anybody.
    odd, even = (unbeaten, others) if len(unbeaten) % 2 else (others, unbeaten)
    ordered = [*(side for side in here if side in odd), *(side for side in here if side in even)]
    byes = choose_byes(ordered, tournament.rounds, len(ordered) % 2)
    met = meeting_counts(tournament.rounds)

    def cost(one: Side, other: Side) -> int:
        return met[frozenset((one, other))] + (OTHER_BRACKET if beaten[one] != beaten[other] else 0)

    playing = [side for side in (*unbeaten, *others) if side not in byes]
    return Round(tuple(pair_in_order(playing, cost)), flattened(byes), flattened(waiting))


def _require_two(alive: Sequence[Side]) -> None:
    if len(alive) < 2:  # noqa: PLR2004  a table needs two sides
        raise DrawError("The knockout is over: only one side is left.")


def _bracket(tournament: Tournament) -> list[Side]:
    """Return all sides in the order of the bracket as it was first drawn, late arrivals after them."""
    first = set(tournament.rounds[0].players()) if tournament.played else None
    at_first = [
        side for side in tournament.sides if (side not in tournament.left if first is None else first.issuperset(side))
    ]
    lines = seed_lines(len(at_first))
    return [*(at_first[seed] for seed in lines), *(side for side in tournament.sides if side not in at_first)]


def seed_lines(number: int) -> list[int]:
    """Return the seeds from 0 in the order of a bracket: the first two can meet in the final only, and so on."""
    lines = [0]
    while len(lines) < number:
        lines = [seed for one in lines for seed in (one, 2 * len(lines) - 1 - one)]
    return [seed for seed in lines if seed < number]
