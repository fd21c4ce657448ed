"""From games to seasons: what a game adds for each person and each pair, and what follows from the order of games.

Sums are linear: a game that is corrected is taken off and put on again, wherever in the season it was played.  Ratings
and runs go from game to game: after a change they are followed from that game on.  Pure.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from scorekeeper.services.league.ratings import BEGINNING, Strength, rate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorekeeper.services.league.counts import Counts
    from scorekeeper.services.league.results import Result

PAIR_KEYS = ("together", "won", "lost", "bids", "made", "met", "ahead", "behind")
"""The columns of `models.PairSeason`."""

Key = TypeVar("Key")


# ---------------------------------------------------------------- sums


@dataclass
class Sums:
    """Counts by person, and by person and other; zeros may be among them."""

    people: dict[int, Counts] = field(default_factory=dict)
    pairs: dict[tuple[int, int], Counts] = field(default_factory=dict)

    def add(self, result: Result, times: int = 1) -> None:
        """Put a game on, or with −1 take it off."""
        _add_each(self.people, result.people, times)
        _add_each(self.pairs, pair_counts(result), times)

    def add_all(self, sums: Sums) -> None:
        """Put on all games that other sums are of."""
        _add_each(self.people, sums.people, 1)
        _add_each(self.pairs, sums.pairs, 1)


def _add_each(sums: dict[Key, Counts], more: Mapping[Key, Mapping[str, int]], times: int) -> None:
    """Add in place: a rebuild does this for every game there ever was."""
    for key, counts in more.items():
        mine = sums.setdefault(key, {})
        for count, number in counts.items():
            mine[count] = mine.get(count, 0) + times * number


def pair_counts(result: Result) -> dict[tuple[int, int], Counts]:
    """Give what a game adds between each two of its people, both ways round."""
    counts: dict[tuple[int, int], Counts] = {}
    places = {person: place for side, place in _placed(result) for person in side}
    side_of = {person: side for side, _ in _placed(result) for person in side}
    for one, other in permutations(places, 2):
        if side_of[one] == side_of[other]:
            counts[one, other] = {"together": 1, "won" if places[one] == 1 else "lost": 1}
        else:
            counts[one, other] = {"met": 1} | _compared(places[one], places[other])
    for (one, other), (bids, made) in result.partners.items():
        for pair in ((one, other), (other, one)):
            counts[pair] = counts.get(pair, {}) | {"bids": bids} | ({"made": made} if made else {})
    return counts


def _placed(result: Result) -> list[tuple[tuple[int, ...], int]]:
    return list(zip(result.sides, result.places, strict=True)) if result.places else []


def _compared(mine: int, theirs: int) -> Counts:
    if mine == theirs:
        return {}
    return {"ahead": 1} if mine < theirs else {"behind": 1}


# ---------------------------------------------------------------- ratings and runs


class Form(NamedTuple):
    """Where somebody stands after a game of a season: his rating, and his runs (`models.Play`)."""

    mu: int = BEGINNING.mu
    sigma: int = BEGINNING.sigma
    run: int = 0
    longest: int = 0
    drought: int = 0

    @property
    def strength(self) -> Strength:
        return Strength(self.mu, self.sigma)


def after_game(result: Result, before: Mapping[int, Form]) -> dict[int, Form]:
    """Give the form of everybody in a game after it; of who did not see its end, as it was."""
    strengths = rate(result.sides, result.places, {person: form.strength for person, form in before.items()})
    return {person: _moved(before[person], strengths.get(person), result.won(person)) for person in result.people}


def _moved(form: Form, strength: Strength | None, won: bool | None) -> Form:  # noqa: FBT001 - as `Result.won` gives it
    if strength is None or won is None:
        return form
    run = next_run(form.run, won=won)
    return Form(strength.mu, strength.sigma, run, max(form.longest, run), max(form.drought, -run))


def next_run(run: int, *, won: bool) -> int:
    """Give a run after one more game: above zero won in a row, below zero lost."""
    return max(run, 0) + 1 if won else min(run, 0) - 1


# ---------------------------------------------------------------- several games at once


@dataclass(frozen=True)
class Night:
    """What a few games come to by themselves, like those of one night; runs begin and end in it."""

    sums: Sums
    forms: Mapping[int, Form]


def fold_games(results: Iterable[Result]) -> Night:
    """Give what games in their order come to."""
    sums, forms = Sums(), dict[int, Form]()
    for result in results:
        sums.add(result)
        forms |= after_game(result, {person: forms.get(person, Form()) for person in result.people})
    return Night(sums, forms)
