"""Who can still come first: every way in which what is left can end, or many drawn by chance.

A tournament's tables end like those it has had, either side of them as likely to be the better one: nothing else is
known of what a table can bring.  Seats of rounds that are not drawn yet are drawn by chance.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any, TypeVar

from scorekeeper.tournaments.maths.rounds import Round, Side, Sides, Slip, Tournament, flattened
from scorekeeper.tournaments.maths.standings import standings, totals

Key = TypeVar("Key", bound=Hashable)
Chances = tuple[list[tuple[Key, float]], float]
"""How likely each is to come first, the likeliest first, and by how much that may be off: 0 if all ways were gone
through, else for 19 of 20 such figures at most so much."""

MOST_WAYS = 1_000
"""With so many ways at most all are gone through."""
WORK = 10_000
"""The tables that are added up for the chances of a tournament: a tenth of a second or two."""
LEAST_TRIALS, MOST_TRIALS = 50, 400
SEATS = range(1_000_000)
"""The draws of a round by chance, one of which it is."""


def chances(
    left: Sequence[Sequence[Any]], first: Callable[[Sequence[Any]], Sequence[Key]], trials: int = MOST_TRIALS
) -> Chances[Key]:
    """Return how likely each is to come first if each of `left` ends in one of its ways, all of them as likely.

    `first` returns who is first if they end like that; several who are first share it.
    """
    exact = math.prod(map(len, left)) <= MOST_WAYS
    rng = Random(0)  # noqa: S311 - the same figures at each look
    ways = product(*left) if exact else ([rng.choice(each) for each in left] for _ in range(trials))
    firsts = list(map(first, ways))
    shares: dict[Key, float] = defaultdict(float)
    for those in firsts:
        for key in those:
            shares[key] += 1 / len(those) / len(firsts)
    return sorted(shares.items(), key=lambda it: -it[1]), 0.0 if exact else 0.98 / math.sqrt(trials)


def tournament_chances(tournament: Tournament, planned: int) -> Chances[Side] | None:
    """Return the chances of each side to win after as many rounds as were planned.

    None if no table has ended yet or none is left; for a knockout, where who is in is on its tables; and where a table
    has three sides.
    """
    rounds = tournament.rounds
    ended = [slip for one in rounds for slip in one.slips if slip]
    open_tables = [slip for slip in (rounds[-1].slips if rounds else ()) if slip is None]
    later = max(planned - len(rounds), 0)
    if not ended or not (open_tables or later) or tournament.ranking[0] == "last_round":
        return None
    if any(len(table) != 2 for one in rounds for table in one.tables):  # noqa: PLR2004 - two sides
        return None
    slips = [way for slip in ended for way in (slip, _turned(slip))]

    def first(way: Sequence[Any]) -> list[Side]:
        now = iter(way)
        last = replace(rounds[-1], slips=tuple(slip or next(now) for slip in rounds[-1].slips))
        drawn = [_by_chance(tournament, Random(seed), slips) for seed in now]  # noqa: S311
        places = standings(totals(replace(tournament, rounds=(*rounds[:-1], last, *drawn))), tournament.ranking)
        return [place.total.side for place in places if place.place == 1]

    tables = (len(rounds) + later) * max(len(one.tables) for one in rounds)
    trials = min(max(WORK // tables, LEAST_TRIALS), MOST_TRIALS)
    return chances([slips] * len(open_tables) + [SEATS] * later, first, trials)


def _turned(slip: Slip) -> Slip:
    """Return a slip with its two sides exchanged."""
    winner = None if slip.winner is None else 1 - slip.winner
    return Slip(slip.points[::-1], winner, slip.sets[::-1], slip.moons[::-1])


def _by_chance(tournament: Tournament, rng: Random, slips: Sequence[Slip]) -> Round:
    """Return a round with its slips, its seats drawn by chance; those over sit out."""
    here = [side for side in tournament.sides if side not in tournament.left]
    rng.shuffle(here)
    tables = tuple(_tables(here))
    seated = set(flattened(side for table in tables for side in table))
    byes = tuple(player for player in flattened(here) if player not in seated)
    return Round(tables, byes, slips=tuple(rng.choice(slips) for _ in tables))


def _tables(here: Sequence[Side]) -> Iterator[Sides]:
    """Seat single players in pairs against each other, fixed partners as they are."""
    each = 2 // len(here[0]) if here else 1
    for at in range(0, len(here) - 2 * each + 1, 2 * each):
        yield flattened(here[at : at + each]), flattened(here[at + each : at + 2 * each])
