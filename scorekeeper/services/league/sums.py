"""The sums of a season, and of all time, as they are kept: read, added to, written back."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, bindparam, delete, insert, select, update

from scorekeeper.models.season import ALL_TIME
from scorekeeper.models.tables import pair_seasons, person_seasons
from scorekeeper.services.league.counts import Counts, added
from scorekeeper.services.league.summaries import PAIR_KEYS, Sums

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection

    from scorekeeper.services.league.results import Result


class Delta:
    """What is to be added to which season; all of it to all time as well."""

    def __init__(self) -> None:
        self.seasons: defaultdict[int, Sums] = defaultdict(Sums)

    def add(self, season_id: int, result: Result, times: int = 1) -> None:
        self.seasons[season_id].add(result, times)
        self.seasons[ALL_TIME].add(result, times)


def add_sums(connection: Connection, league_id: int, delta: Delta) -> None:
    """Add to what is kept; who comes to nothing is kept no longer."""
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
    new = {person: added(had[person].doc if person in had else {}, counts) for person, counts in changed.items()}
    connection.execute(delete(person_seasons).where(of_the_season, person_seasons.c.person_id.in_(changed)))
    forms = {person: had[person].form if person in had else None for person in new}
    write_people(connection, league_id, season_id, {person: (new[person], forms[person]) for person in new})


def write_people(
    connection: Connection, league_id: int, season_id: int, rows: Mapping[int, tuple[Counts, dict[str, int] | None]]
) -> None:
    """Write the sums and forms of people who have none yet in that season; of who did nothing, nothing."""
    new = [
        {"league_id": league_id, "season_id": season_id, "person_id": person, "doc": counts, "form": form}
        for person, (counts, form) in rows.items()
        if counts
    ]
    if new:
        connection.execute(insert(person_seasons), new)


SET_FORM = (
    update(person_seasons)
    .where(
        person_seasons.c.league_id == bindparam("of_league"),
        person_seasons.c.season_id == bindparam("of_season"),
        person_seasons.c.person_id == bindparam("of_person"),
    )
    .values(form=bindparam("form"))
)


def set_forms(connection: Connection, league_id: int, season_id: int, forms: Mapping[int, dict[str, int]]) -> None:
    """Write the forms of people whose sums are kept."""
    rows = [
        {"of_league": league_id, "of_season": season_id, "of_person": person, "form": form}
        for person, form in forms.items()
    ]
    if rows:
        connection.execute(SET_FORM, rows)


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
    new = {pair: added(_as_counts(had[pair]) if pair in had else {}, counts) for pair, counts in changed.items()}
    connection.execute(
        delete(pair_seasons).where(
            pair_seasons.c.league_id == bindparam("of_league"),
            pair_seasons.c.season_id == bindparam("of_season"),
            pair_seasons.c.person_id == bindparam("one"),
            pair_seasons.c.other_id == bindparam("other"),
        ),
        [{"of_league": league_id, "of_season": season_id, "one": one, "other": other} for one, other in new],
    )
    write_pairs(connection, league_id, season_id, new)


def _as_counts(row: Any) -> Counts:
    return {key: getattr(row, key) for key in PAIR_KEYS}


def write_pairs(
    connection: Connection, league_id: int, season_id: int, pairs: Mapping[tuple[int, int], Counts]
) -> None:
    """Write pairs that are not kept yet in that season; those who had nothing to do with each other are not."""
    new = [_pair_row(league_id, season_id, pair, counts) for pair, counts in pairs.items() if counts]
    for rows in _portions(new):
        connection.execute(insert(pair_seasons), rows)


def _pair_row(league_id: int, season_id: int, pair: tuple[int, int], counts: Counts) -> dict[str, int]:
    one, other = pair
    where = {"league_id": league_id, "season_id": season_id, "person_id": one, "other_id": other}
    return where | {key: counts.get(key, 0) for key in PAIR_KEYS}


def _portions(rows: list[dict[str, int]], most: int = 500) -> Iterable[list[dict[str, int]]]:
    return (rows[start : start + most] for start in range(0, len(rows), most))
