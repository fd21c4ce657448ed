"""Standings: what each round brought each side, totals, and places by an ordered choice of criteria."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.tournaments.maths.rounds import Side, Table
from scorekeeper.tournaments.maths.tournament import Bye, PlayedRound, Slip, Tournament


@dataclass(frozen=True, slots=True)
class RoundLine:
    """What one side earned in one round.

    A tie is half a win, and so is a bye that is scored with the average.  `against` are the most points of another
    side at the table.
    """

    round: int
    side: Side
    points: int = 0
    against: int = 0
    wins: float = 0.0
    losses: int = 0
    sets: int = 0
    moons: int = 0
    opponents: tuple[Side, ...] = ()
    bye: bool = False


def lines_of(played: Sequence[PlayedRound], sides: Sequence[Side], bye: Bye) -> Iterator[RoundLine]:
    """Iterate over what each side earned in each round, rounds counted from 1.

    `sides` are those with places of their own: single players, with any partners, or fixed partners.  A table
    whose slip is missing brings nothing yet, and neither does a bye while any is.
    """
    side_of = {player: side for side in sides for player in side}
    for number, one in enumerate(played, start=1):
        for table, slip in zip(one.round.tables, one.slips, strict=False):
            if slip:
                yield from _table_lines(number, table, slip, side_of)
        if one.missing():
            continue
        for side in dict.fromkeys(side_of[player] for player in one.round.byes):
            yield _bye_line(number, side, one.slips, bye)


def _table_lines(number: int, table: Table, slip: Slip, side_of: Mapping[int, Side]) -> Iterator[RoundLine]:
    winner = slip.winning_side()
    for index, side in enumerate(table):
        others = [other for other in range(len(table)) if other != index]
        for own in dict.fromkeys(side_of[player] for player in side):
            yield RoundLine(
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


def _bye_line(number: int, side: Side, slips: Sequence[Slip | None], bye: Bye) -> RoundLine:
    if bye == "win":
        return RoundLine(number, side, wins=1.0, bye=True)
    there = [slip for slip in slips if slip]
    sides = sum(len(slip.points) for slip in there)
    points = _average((slip.points for slip in there), sides)
    return RoundLine(
        number,
        side,
        points=points,
        against=points,
        wins=0.5,
        sets=_average((slip.sets for slip in there), sides),
        moons=_average((slip.moons for slip in there), sides),
        bye=True,
    )


def _average(counted: Iterable[tuple[int, ...]], sides: int) -> int:
    """Return an average a side, rounded to a whole number, a half up; 0 if nobody played."""
    return (2 * sum(map(sum, counted)) + sides) // (2 * sides) if sides else 0


@dataclass(frozen=True, slots=True)
class Total:
    """What one side earned in all rounds together.

    `high_game` are the most points in one round that was played, `strength` the wins of all opponents, and
    `last_round` the last round the side was in.
    """

    side: Side
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
    by_side: dict[Side, list[RoundLine]] = defaultdict(list)
    for line in lines_of(tournament.played, tournament.sides, tournament.bye):
        by_side[line.side].append(line)
    wins = {side: sum(line.wins for line in lines) for side, lines in by_side.items()}
    last = _last_rounds(tournament)
    return [_total(side, by_side[side], wins, last[side]) for side in tournament.sides]


def _last_rounds(tournament: Tournament) -> Counter[Side]:
    last: Counter[Side] = Counter()
    for number, drawn in enumerate(tournament.rounds, start=1):
        there = set(drawn.players())
        last.update({side: number - last[side] for side in tournament.sides if there.intersection(side)})
    return last


def _total(side: Side, lines: Sequence[RoundLine], wins: Mapping[Side, float], last_round: int) -> Total:
    return Total(
        side,
        points=sum(line.points for line in lines),
        difference=sum(line.points - line.against for line in lines),
        wins=sum(line.wins for line in lines),
        losses=sum(line.losses for line in lines),
        sets=sum(line.sets for line in lines),
        moons=sum(line.moons for line in lines),
        high_game=max((line.points for line in lines if not line.bye), default=0),
        strength=sum(wins[opponent] for line in lines for opponent in line.opponents),
        last_round=last_round,
    )


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion for standings: its words, and its value, higher being better."""

    words: str
    value: Callable[[Total], float]


CRITERIA = {
    "points": Criterion("most points", lambda total: total.points),
    "fewest_points": Criterion("fewest points", lambda total: -total.points),
    "wins": Criterion("most wins", lambda total: total.wins),
    "losses": Criterion("fewest losses", lambda total: -total.losses),
    "difference": Criterion("best point difference", lambda total: total.difference),
    "sets": Criterion("fewest sets", lambda total: -total.sets),
    "moons": Criterion("most moons", lambda total: total.moons),
    "high_game": Criterion("highest single round", lambda total: total.high_game),
    "strength": Criterion("strongest opponents, by their wins", lambda total: total.strength),
    "last_round": Criterion("latest round reached", lambda total: total.last_round),
}
"""Every criterion by its key."""


def ranking_words(ranking: Sequence[str]) -> str:
    """Return an order of criteria as a sentence: "Most wins, then most points; ties share the place."."""
    words = ", then ".join(CRITERIA[key].words for key in ranking)
    return f"{words[:1].upper()}{words[1:]}; ties share the place."


@dataclass(frozen=True, slots=True)
class Place:
    """One side's place in the standings, from 1.

    `decided_by` is the criterion that puts the side behind the one above it; None for the first and for shared places.
    """

    place: int
    total: Total
    decided_by: str | None


def standings(totals_of: Sequence[Total], ranking: Sequence[str]) -> list[Place]:
    """Return the places by those criteria, the first first.  Those tied in all of them share a place."""
    order = sorted(totals_of, key=lambda total: tuple(-CRITERIA[key].value(total) for key in ranking))
    places: list[Place] = []
    for number, total in enumerate(order, start=1):
        above = places[-1].total if places else None
        differs = [key for key in ranking if above and CRITERIA[key].value(above) != CRITERIA[key].value(total)]
        shared = above is not None and not differs
        places.append(Place(places[-1].place if shared else number, total, differs[0] if differs else None))
    return places


def ranked(tournament: Tournament) -> list[Side]:
    """Return the sides of the next round in the order of the standings; ties in an order drawn by chance."""
    shuffled = totals(tournament)
    tournament.random().shuffle(shuffled)
    return [
        place.total.side for place in standings(shuffled, tournament.ranking) if place.total.side not in tournament.left
    ]
