"""Standings: what each round brought each side, totals, and places by an ordered choice of criteria."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.tournaments.maths.rounds import Bye, Round, Side, Sides, Slip, Tournament


@dataclass(frozen=True, slots=True)
class RoundTotal:
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


def round_totals(rounds: Sequence[Round], sides: Sequence[Side], bye: Bye) -> Iterator[RoundTotal]:
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


def _table_totals(number: int, table: Sides, slip: Slip, side_of: Mapping[int, Side]) -> Iterator[RoundTotal]:
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


def _bye_total(number: int, side: Side, slips: Sequence[Slip | None], bye: Bye) -> RoundTotal:
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
    by_side: dict[Side, list[RoundTotal]] = defaultdict(list)
    for one in round_totals(tournament.rounds, tournament.sides, tournament.bye):
        by_side[one.side].append(one)
    wins = {side: sum(one.wins for one in theirs) for side, theirs in by_side.items()}
    last_rounds: dict[Side, int] = {}
    for number, drawn in enumerate(tournament.rounds, start=1):
        there = set(drawn.players())
        last_rounds |= {side: number for side in tournament.sides if there.intersection(side)}
    return [_total(side, by_side[side], wins, last_rounds.get(side, 0)) for side in tournament.sides]


def _total(side: Side, theirs: Sequence[RoundTotal], wins: Mapping[Side, float], last_round: int) -> Total:
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


def standings(totals_of: Sequence[Total], ranking: Sequence[str]) -> list[Place]:
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


def ranked(tournament: Tournament) -> list[Side]:
    """Return the sides of the next round in the order of the standings; ties in an order drawn by chance."""
    shuffled = totals(tournament)
    tournament.random().shuffle(shuffled)
    return [
        place.total.side for place in standings(shuffled, tournament.ranking) if place.total.side not in tournament.left
    ]
