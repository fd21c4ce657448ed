"""What each round brought each side, totals, and places by an ordered choice of criteria; who can still win."""

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any, TypeVar

from scorekeeper.tournaments.maths.rounds import Bye, Partners, Round, Slip, TableSides, Tournament, flattened


@dataclass(frozen=True, slots=True)
class RoundTotal:
    """What one side earned in one round.

    A tie is half a win, and so is a bye that is scored with the average.  `against` are the most points of another
    side at the table.
    """

    round: int
    side: Partners
    points: int = 0
    against: int = 0
    wins: float = 0.0
    losses: int = 0
    sets: int = 0
    moons: int = 0
    opponents: tuple[Partners, ...] = ()
    bye: bool = False


def round_totals(rounds: Sequence[Round], sides: Sequence[Partners], bye: Bye) -> Iterator[RoundTotal]:
    """Iterate over what each side earned in each round, rounds counted from 1.

    `sides` are those with places of their own: single players, with any partners, or fixed partners.  A table
    whose slip is missing brings nothing yet, and neither does a bye while any is.
    """
    side_of = {player: side for side in sides for player in side}
    for number, drawn in enumerate(rounds, start=1):
        for table, slip in zip(drawn.tables, drawn.slips, strict=False):
            if slip:
                yield from _table_totals(number, table, slip, side_of)
        if not drawn.missing():
            for side in dict.fromkeys(side_of[player] for player in drawn.byes):
                yield _bye_total(number, side, drawn.slips, bye)


def _table_totals(number: int, table: TableSides, slip: Slip, side_of: Mapping[int, Partners]) -> Iterator[RoundTotal]:
    winner = slip.winning_side()
    for index, side in enumerate(table):
        others = [other for other in range(len(table)) if other != index]
        for own in dict.fromkeys(side_of[player] for player in side):
            yield RoundTotal(
                number,
                own,
                points=slip.points[index],
                against=max(slip.points[other] for other in others),
                wins=0.5 if winner is None else float(winner == index),
                losses=int(winner not in {None, index}),
                sets=slip.sets[index] if slip.sets else 0,
                moons=slip.moons[index] if slip.moons else 0,
                opponents=tuple(dict.fromkeys(side_of[player] for other in others for player in table[other])),
            )


def _bye_total(number: int, side: Partners, slips: Sequence[Slip | None], bye: Bye) -> RoundTotal:
    if bye == "win":
        return RoundTotal(number, side, wins=1.0, bye=True)
    there = [slip for slip in slips if slip]
    sides = sum(len(slip.points) for slip in there)

    def average(counted: Iterable[tuple[int, ...]]) -> int:
        """Return an average a side, rounded to a whole number, a half up; 0 if nobody played."""
        return (2 * sum(map(sum, counted)) + sides) // (2 * sides) if sides else 0

    points = average(slip.points for slip in there)
    sets, moons = average(slip.sets for slip in there), average(slip.moons for slip in there)
    return RoundTotal(number, side, points=points, against=points, wins=0.5, sets=sets, moons=moons, bye=True)


@dataclass(frozen=True, slots=True)
class Total:
    """What one side earned in all rounds together.

    `high_game` are the most points in one round that was played, `strength` the wins of all opponents, `last_round`
    the last round the side was in.
    """

    side: Partners
    points: int
    difference: int
    wins: float
    losses: int
    sets: int
    moons: int
    high_game: int
    strength: float
    last_round: int


def totals(tournament: Tournament) -> list[Total]:
    """Return the totals of all sides that ever entered, in the order of entry."""
    by_side: dict[Partners, list[RoundTotal]] = defaultdict(list)
    for one in round_totals(tournament.rounds, tournament.sides, tournament.bye):
        by_side[one.side].append(one)
    wins = {side: sum(one.wins for one in theirs) for side, theirs in by_side.items()}
    last_rounds: dict[Partners, int] = {}
    for number, drawn in enumerate(tournament.rounds, start=1):
        there = set(drawn.players())
        last_rounds |= {side: number for side in tournament.sides if there.intersection(side)}
    return [_total(side, by_side[side], wins, last_rounds.get(side, 0)) for side in tournament.sides]


def _total(side: Partners, theirs: Sequence[RoundTotal], wins: Mapping[Partners, float], last_round: int) -> Total:
    return Total(
        side,
        points=sum(one.points for one in theirs),
        difference=sum(one.points - one.against for one in theirs),
        wins=sum(one.wins for one in theirs),
        losses=sum(one.losses for one in theirs),
        sets=sum(one.sets for one in theirs),
        moons=sum(one.moons for one in theirs),
        high_game=max((one.points for one in theirs if not one.bye), default=0),
        strength=sum(wins[opponent] for one in theirs for opponent in one.opponents),
        last_round=last_round,
    )


CRITERIA: dict[str, tuple[str, Callable[[Total], float]]] = {
    "points": ("most points", lambda total: total.points),
    "fewest_points": ("fewest points", lambda total: -total.points),
    "wins": ("most wins", lambda total: total.wins),
    "losses": ("fewest losses", lambda total: -total.losses),
    "difference": ("best point difference", lambda total: total.difference),
    "sets": ("fewest sets", lambda total: -total.sets),
    "moons": ("most moons", lambda total: total.moons),
    "high_game": ("highest single round", lambda total: total.high_game),
    "strength": ("strongest opponents, by their wins", lambda total: total.strength),
    "last_round": ("latest round reached", lambda total: total.last_round),
}
"""Every criterion for standings by its key: its words, and its value, higher being better."""


def ranking_words(ranking: Sequence[str]) -> str:
    """Return an order of criteria as a sentence: "Most wins, then most points; ties share the place."."""
    words = ", then ".join(CRITERIA[key][0] for key in ranking)
    return f"{words[:1].upper()}{words[1:]}; ties share the place."


@dataclass(frozen=True, slots=True)
class Place:
    """One side's place in the standings, from 1.

    `decided_by` is the criterion that puts the side behind the one above it; None for the first and for shared places.
    """

    place: int
    total: Total
    decided_by: str | None


def places_by(totals_of: Sequence[Total], ranking: Sequence[str]) -> list[Place]:
    """Return the places by those criteria, the first first.  Those tied in all of them share a place."""
    values = {key: CRITERIA[key][1] for key in ranking}
    order = sorted(totals_of, key=lambda total: tuple(-value(total) for value in values.values()))
    places: list[Place] = []
    for number, total in enumerate(order, start=1):
        above = places[-1].total if places else None
        differs = [key for key, value in values.items() if above and value(above) != value(total)]
        shared = above is not None and not differs
        places.append(Place(places[-1].place if shared else number, total, differs[0] if differs else None))
    return places


def ranked(tournament: Tournament) -> list[Partners]:
    """Return the sides of the next round in the order of the standings; ties in an order drawn by chance."""
    shuffled = totals(tournament)
    tournament.random().shuffle(shuffled)
    return [
        place.total.side for place in places_by(shuffled, tournament.ranking) if place.total.side not in tournament.left
    ]


# ---------------------------------------------------------------- who can still win
# A tournament's tables end like those it has had, either side of them as likely to be the better one: nothing else is
# known of what a table can bring.  Seats of rounds that are not drawn yet are drawn by chance.

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


def tournament_chances(tournament: Tournament, planned: int) -> Chances[Partners] | None:
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

    def first(way: Sequence[Any]) -> list[Partners]:
        now = iter(way)
        last = replace(rounds[-1], slips=tuple(slip or next(now) for slip in rounds[-1].slips))
        drawn = [_by_chance(tournament, Random(seed), slips) for seed in now]  # noqa: S311
        places = places_by(totals(replace(tournament, rounds=(*rounds[:-1], last, *drawn))), tournament.ranking)
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


def _tables(here: Sequence[Partners]) -> Iterator[TableSides]:
    """Seat single players in pairs against each other, fixed partners as they are."""
    each = 2 // len(here[0]) if here else 1
    for at in range(0, len(here) - 2 * each + 1, 2 * each):
        yield flattened(here[at : at + each]), flattened(here[at + each : at + 2 * each])
