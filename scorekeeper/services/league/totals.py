"""The totals of a season, and of all time, for each person and each pair of people.

Totals are linear: a game that is corrected is subtracted and added again, wherever in the season it was played.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import and_, bindparam, delete, insert, select

from scorekeeper.models.season import ALL_TIME
from scorekeeper.models.tables import pair_seasons, person_seasons
from scorekeeper.services.league.counts import Counts, add_counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection

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
        """Add all games that other totals are of."""
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
    """What is to be added to which season; all of it to all time as well."""

    def __init__(self) -> None:
        self.seasons: defaultdict[int, Totals] = defaultdict(Totals)

    def add(self, season_id: int, result: GameResult, times: int = 1) -> None:
        self.seasons[season_id].add(result, times)
        self.seasons[ALL_TIME].add(result, times)


def add_totals(connection: Connection, league_id: int, delta: SeasonDeltas) -> None:
    """Add to what is stored; rows that come to nothing are deleted."""
    for season_id, sums in delta.seasons.items():
        _add_people(connection, league_id, season_id, sums.people)
        _add_pairs(connection, league_id, season_id, sums.pairs)


def _add_people(connection: Connection, league_id: int, season_id: int, more: Mapping[int, Counts]) -> None:
    changed = {person: counts for person, counts in more.items() if any(counts.values())}
    if not changed:
        return
    of_the_season = and_(person_seasons.c.league_id == league_id, person_seasons.c.season_id == season_id)
    found = connection.execute(
        select(person_seasons.c.person_id, person_seasons.c.doc, person_seasons.c.form).where(
            of_the_season, person_seasons.c.person_id.in_(changed)
        )
    ).all()
    had = {row.person_id: row for row in found}
    new = {person: add_counts(had[person].doc if person in had else {}, counts) for person, counts in changed.items()}
    connection.execute(delete(person_seasons).where(of_the_season, person_seasons.c.person_id.in_(changed)))
    states = {person: had[person].form if person in had else None for person in new}
    write_person_totals(connection, league_id, season_id, {person: (new[person], states[person]) for person in new})


def write_person_totals(
    connection: Connection, league_id: int, season_id: int, rows: Mapping[int, tuple[Counts, dict[str, int] | None]]
) -> None:
    """Insert the totals and states of people who have none yet in that season; none for people without games."""
    new = [
        {"league_id": league_id, "season_id": season_id, "person_id": person, "doc": counts, "form": form}
        for person, (counts, form) in rows.items()
        if counts
    ]
    if new:
        connection.execute(insert(person_seasons), new)


def _add_pairs(connection: Connection, league_id: int, season_id: int, more: Mapping[tuple[int, int], Counts]) -> None:
    changed = {pair: counts for pair, counts in more.items() if any(counts.values())}
    if not changed:
        return
    everybody = {person for pair in changed for person in pair}
    among = and_(
        pair_seasons.c.league_id == league_id,
        pair_seasons.c.season_id == season_id,
        pair_seasons.c.person_id.in_(everybody),
        pair_seasons.c.other_id.in_(everybody),
    )
    had = {(row.person_id, row.other_id): row for row in connection.execute(select(pair_seasons).where(among))}
    new = {pair: add_counts(_as_counts(had[pair]) if pair in had else {}, counts) for pair, counts in changed.items()}
    connection.execute(
        delete(pair_seasons).where(
            pair_seasons.c.league_id == bindparam("of_league"),
            pair_seasons.c.season_id == bindparam("of_season"),
            pair_seasons.c.person_id == bindparam("one"),
            pair_seasons.c.other_id == bindparam("other"),
        ),
        [{"of_league": league_id, "of_season": season_id, "one": one, "other": other} for one, other in new],
    )
    write_pair_totals(connection, league_id, season_id, new)


def _as_counts(row: Any) -> Counts:
    return {key: getattr(row, key) for key in PAIR_KEYS}


def write_pair_totals(
    connection: Connection, league_id: int, season_id: int, pairs: Mapping[tuple[int, int], Counts]
) -> None:
    """Insert pairs that are not stored yet in that season; none for two who had no game together."""
    new = [_pair_row(league_id, season_id, pair, counts) for pair, counts in pairs.items() if counts]
    for rows in _batches(new):
        connection.execute(insert(pair_seasons), rows)


def _pair_row(league_id: int, season_id: int, pair: tuple[int, int], counts: Counts) -> dict[str, int]:
    one, other = pair
    where = {"league_id": league_id, "season_id": season_id, "person_id": one, "other_id": other}
    return where | {key: counts.get(key, 0) for key in PAIR_KEYS}


def _batches(rows: list[dict[str, int]], most: int = 500) -> Iterable[list[dict[str, int]]]:
    return (rows[start : start + most] for start in range(0, len(rows), most))
