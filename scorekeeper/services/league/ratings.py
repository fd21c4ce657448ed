"""Ratings, by openskill's Plackett-Luce: partners are a team, and a table of many sides is one race.

Why not Elo: it rates two players, and here sides have two, three or four people, and tables up to eight sides.  Each
person has a strength (`mu`) and how unsure that is (`sigma`); both are kept in millionths, rounded after every game.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from openskill.models import PlackettLuce

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from openskill.models import PlackettLuceRating

MILLION = 1_000_000
POINTS = 60
"""A strength of 25, where everybody begins, is shown as 1500."""


class Strength(NamedTuple):
    """How strong somebody is held to be, in millionths."""

    mu: int
    sigma: int

    @property
    def shown(self) -> int:
        """Give the rating as people read it: 1500 to begin with."""
        return round(self.mu * POINTS / MILLION)

    @property
    def give_or_take(self) -> int:
        """Give how unsure that is: two times out of three it is no further off."""
        return round(self.sigma * POINTS / MILLION)


BEGINNING = Strength(25 * MILLION, round(25 * MILLION / 3))

Teams = tuple[tuple[int, ...], ...]


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def rate(sides: Teams, places: Sequence[int], before: Mapping[int, Strength]) -> dict[int, Strength]:
    """Give everybody's strength after a game in which the sides came in at these places."""
    if len(sides) < 2:  # noqa: PLR2004 - nobody to be compared with
        return {person: before[person] for side in sides for person in side}
    rated = _model().rate(_teams(sides, before), ranks=[float(place) for place in places])
    return {
        person: Strength(round(after.mu * MILLION), round(after.sigma * MILLION))
        for side, team in zip(sides, rated, strict=True)
        for person, after in zip(side, team, strict=True)
    }


def chances(sides: Teams, before: Mapping[int, Strength]) -> tuple[float, ...]:
    """Give each side's chance to win, before the game; they add up to 1."""
    if len(sides) < 2:  # noqa: PLR2004 - it cannot lose
        return (1.0,) * len(sides)
    return tuple(_model().predict_win(_teams(sides, before)))


def _teams(sides: Teams, before: Mapping[int, Strength]) -> list[list[PlackettLuceRating]]:
    return [
        [_model().rating(mu=before[person].mu / MILLION, sigma=before[person].sigma / MILLION) for person in side]
        for side in sides
    ]
