"""Ratings and runs, and how they change from game to game.  Pure.

Ratings are openskill's Plackett-Luce: partners are a team, and a table of many sides is one race.  Why not Elo: it
rates two players, and here sides have two, three or four people, and tables up to eight sides.  Each person has a
strength (`mu`) and how unsure that is (`sigma`); both are stored in millionths, rounded after every game.  After a
change they are computed again from the earliest game that changed.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Row

MILLION = 1_000_000
POINTS = 60
"""A strength of 25, where everybody begins, is shown as 1500."""
SETTLED_SIGMA = 7_200_000
"""Above this, a single game still moves a rating by a hundred or more."""


class Strength(NamedTuple):
    """An estimate of how strong a person is, in millionths."""

    mu: int
    sigma: int

    @property
    def shown(self) -> int:
        """Return the rating as it is shown: 1500 to begin with."""
        return round(self.mu * POINTS / MILLION)

    @property
    def is_settled(self) -> bool:
        """Return whether enough is known to show the rating: after about ten games of four."""
        return self.sigma <= SETTLED_SIGMA

    @property
    def text(self) -> str:
        return str(self.shown) if self.is_settled else "settling in"

    @property
    def give_or_take(self) -> int:
        """Return how unsure the shown rating is: two times out of three the error is no larger."""
        return round(self.sigma * POINTS / MILLION)


BETA = 25 / 6
"""How much the luck of one game hides of a person's strength: openskill's."""
MAX_START = 100 * MILLION
"""A head start is worth at most this: a stronger one could not be told from a won game."""
INITIAL_STRENGTH = Strength(25 * MILLION, round(25 * MILLION / 3))

Teams = tuple[tuple[int, ...], ...]


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def rate(
    sides: Teams, places: Sequence[int], before: Mapping[int, Strength], starts: Sequence[int] = ()
) -> dict[int, Strength]:
    """Return everybody's strength after a game in which the sides came in at these places.

    `starts` is what the head start of each side is worth in strength.  A side is compared as being that much stronger:
    where the head start made the game even, neither a win by it nor a loss against it counts for more than in any even
    game, and the ratings stay those of games without one.
    """
    if len(sides) < 2:  # noqa: PLR2004 - nobody to be compared with
        return {person: before[person] for side in sides for person in side}
    rated = _model().rate(_teams(sides, before, starts), ranks=[float(position) for position in places])
    return {
        person: Strength(round(after.mu * MILLION) - shift, round(after.sigma * MILLION))
        for side, team, shift in zip(sides, rated, _shifts(sides, starts), strict=True)
        for person, after in zip(side, team, strict=True)
    }


def win_chances(sides: Teams, before: Mapping[int, Strength], starts: Sequence[int] = ()) -> tuple[float, ...]:
    """Return each side's chance to win, before the game; they add up to 1.  `starts` as in `rate`."""
    if len(sides) < 2:  # noqa: PLR2004 - it cannot lose
        return (1.0,) * len(sides)
    return tuple(_model().predict_win(_teams(sides, before, starts)))


def _teams(sides: Teams, before: Mapping[int, Strength], starts: Sequence[int]) -> list[list[PlackettLuceRating]]:
    return [
        [
            _model().rating(mu=(before[person].mu + shift) / MILLION, sigma=before[person].sigma / MILLION)
            for person in side
        ]
        for side, shift in zip(sides, _shifts(sides, starts), strict=True)
    ]


def _shifts(sides: Teams, starts: Sequence[int]) -> list[int]:
    """Return by how much the head start of a side makes each of its people stronger."""
    return [min(start, MAX_START) // len(side) for side, start in zip(sides, starts or [0] * len(sides), strict=True)]


# ---------------------------------------------------------------- ratings and runs


class RatingState(NamedTuple):
    """A person's rating and runs after a game of a season (`models.Play`)."""

    mu: int = INITIAL_STRENGTH.mu
    sigma: int = INITIAL_STRENGTH.sigma
    run: int = 0
    longest: int = 0
    drought: int = 0

    @property
    def strength(self) -> Strength:
        return Strength(self.mu, self.sigma)


def rate_game(game: Sequence[Row[Any]], before: Mapping[int, RatingState]) -> dict[int, RatingState]:
    """Return everybody's state after a game, given as its rows of `plays`.

    For somebody who left before its end, and for everybody if nobody won, it is the one before.
    """
    sides: dict[int, list[int]] = {}
    starts = {row.side: row.opening * row.worth for row in game if row.place is not None}
    place = {row.person_id: row.place for row in game if row.place is not None}
    for row in game:
        if row.place is not None:
            sides.setdefault(row.side, []).append(row.person_id)
    teams = tuple(map(tuple, sides.values()))
    known = {who: state.strength for who, state in before.items()}
    strengths = rate(teams, [place[team[0]] for team in teams], known, [starts[side] for side in sides])
    after = dict(before)
    for who, came in place.items():
        state, run = before[who], next_run(before[who].run, won=came == 1)
        after[who] = RatingState(*strengths[who], run, max(state.longest, run), max(state.drought, -run))
    return after


def next_run(run: int, *, won: bool) -> int:
    """Return a run after one more game: above zero won in a row, below zero lost."""
    return max(run, 0) + 1 if won else min(run, 0) - 1


GamePosition = tuple[str, int]
"""The day and the number of a game: games of a season are in this order."""

FIRST_POSITION: GamePosition = ("", 0)
"""Before the very first game."""
