"""The totals of a season, and of all time, for each person and each pair of people.

Totals are linear: a game that is corrected is subtracted and added again, wherever in the season it was played.  Pure.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING, TypeVar

from scorekeeper.models.season import ALL_TIME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.services.league.counts import Counts
    from scorekeeper.services.league.results import GameResult


PAIR_KEYS = ("together", "won", "lost", "bids", "made", "met", "ahead", "behind")
"""The columns of `models.PairSeason`."""

Key = TypeVar("Key")


# ---------------------------------------------------------------- sums


@dataclass
class Totals:
    """Counts by person, and by person and other; zeros may be among them."""

    people: dict[int, Counts] = field(default_factory=dict)
    pairs: dict[tuple[int, int], Counts] = field(default_factory=dict)

    def add(self, result: GameResult, times: int = 1) -> None:
        """Add a game, or with −1 subtract it."""
        _add_in_place(self.people, result.people, times)
        _add_in_place(self.pairs, pair_counts(result), times)

    def add_all(self, sums: Totals) -> None:
        """Add another set of totals."""
        _add_in_place(self.people, sums.people, 1)
        _add_in_place(self.pairs, sums.pairs, 1)


def _add_in_place(sums: dict[Key, Counts], more: Mapping[Key, Mapping[str, int]], times: int) -> None:
    """Add in place: a rebuild does this for every game there ever was."""
    for key, counts in more.items():
        mine = sums.setdefault(key, {})
        for count, number in counts.items():
            mine[count] = mine.get(count, 0) + times * number


def pair_counts(result: GameResult) -> dict[tuple[int, int], Counts]:
    """Return what a game adds for each two of its people, in both directions."""
    counts: dict[tuple[int, int], Counts] = {}
    places = {person: place for side, place in _sides_with_places(result) for person in side}
    side_of = {person: side for side, _ in _sides_with_places(result) for person in side}
    for one, other in permutations(places, 2):
        if side_of[one] == side_of[other]:
            counts[one, other] = {"together": 1, "won" if places[one] == 1 else "lost": 1}
        else:
            counts[one, other] = {"met": 1} | _compared(places[one], places[other])
    for (one, other), (bids, made) in result.partners.items():
        for pair in ((one, other), (other, one)):
            counts[pair] = counts.get(pair, {}) | {"bids": bids} | ({"made": made} if made else {})
    return counts


def _sides_with_places(result: GameResult) -> list[tuple[tuple[int, ...], int]]:
    return list(zip(result.sides, result.places, strict=True)) if result.places else []


def _compared(mine: int, theirs: int) -> Counts:
    if mine == theirs:
        return {}
    return {"ahead": 1} if mine < theirs else {"behind": 1}


class SeasonDeltas:
    """What to add to which season; everything is added to all time as well."""

    def __init__(self) -> None:
        self.seasons: defaultdict[int, Totals] = defaultdict(Totals)

    def add(self, season_id: int, result: GameResult, times: int = 1) -> None:
        self.seasons[season_id].add(result, times)
        self.seasons[ALL_TIME].add(result, times)
