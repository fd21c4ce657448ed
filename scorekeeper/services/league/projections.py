"""Keeping results, totals and ratings up to date with the lines of a game, in the transaction of the line.

A change is always a list of games as they counted before and as they count now.  A finished game, an undo, a
correction, a merge of two people, other days of a season and a rebuild are all such lists, and `apply_changes` is the
only writer of the derived tables.  What it writes is computed by `projection_rows`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, delete, insert, select, update

from scorekeeper.models.tables import pair_seasons, partner_games, person_seasons, plays, results
from scorekeeper.services.games.store import read_log
from scorekeeper.services.league.counted_games import (
    in_batches,
    league_context,
    season_plays,
    states_before,
    stored_game,
    stored_ratings,
)
from scorekeeper.services.league.counts import add_counts
from scorekeeper.services.league.projection_rows import (
    CountedGame,
    LeagueContext,
    count_game,
    pair_row,
    partner_rows,
    person_row,
    result_row,
)
from scorekeeper.services.league.ratings import RatingState
from scorekeeper.services.league.totals import PAIR_KEYS, SeasonDeltas
from scorekeeper.services.money.ledger import is_settlement

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sqlalchemy import Connection
    from sqlalchemy import Table as SqlTable

    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Table
    from scorekeeper.services.games.store import OpenGame
    from scorekeeper.services.league.counted_games import StoredRating
    from scorekeeper.services.league.projection_rows import NewRow
    from scorekeeper.services.league.ratings import GamePosition
    from scorekeeper.services.league.totals import Totals


GameChange = tuple[CountedGame | None, CountedGame | None]
"""A game before and after; None if it does not count."""


def changes_results(game: OpenGame, table: Table, facts: Document | None) -> bool:
    """Return whether a row of a game's log may change what is derived: `facts` of a new line, None for other rows.

    `game` is as it was before, `table` as it is now.  A hand of a game that goes on changes nothing, nor does an undo
    or a correction at a table that was never open: nothing was settled there.
    """
    settled = is_settlement(facts) if facts is not None else _may_have_been_open(table)
    return table.finished or settled or game.row.finished_at is not None


def _may_have_been_open(table: Table) -> bool:
    """Return whether a table is open or was: a vote that closed it is among its house rules."""
    return table.rules.table.open or "table.open" in table.house


def recompute_game(connection: Connection, game: OpenGame, day: str, person: Mapping[str, int]) -> None:
    """Replay a game and update what it adds to its season.

    `day` is the day of its night, `person` maps a seat key to the person who sits there.  The caller holds the
    league's lock.
    """
    league = league_context(connection, game.row.league_id)
    before = stored_game(connection, league, game.row.id)
    after = count_game(league, game, day, read_log(connection, game), person)
    if before != after:
        apply_changes(connection, league, [(before, after)])


# ---------------------------------------------------------------- any change at all


def apply_changes(connection: Connection, league: LeagueContext, steps: Iterable[GameChange]) -> None:
    """Replace games by how they count now: None before for a new one, None after for one that no longer counts.

    `league` is the league after the changes.  The caller holds its lock.  A few hundred games at most are in memory at
    once.
    """
    moved: dict[int, tuple[GamePosition, set[int]]] = {}
    deltas = SeasonDeltas()
    for batch in in_batches(steps):
        for before, after in batch:
            if before:
                deltas.add(before.season_id, before.counts, -1)
            if after:
                deltas.add(after.season_id, after.counts)
        _delete_results(connection, league.league_id, [before.game_id for before, _ in batch if before])
        _insert_results(connection, league.league_id, [after for _, after in batch if after])
        _record_moved(moved, batch)
    stored = {
        season_id: _write_ratings(connection, league, season_id, since, touched)
        for season_id, (since, touched) in moved.items()
    }
    _write_people(connection, league.league_id, deltas.seasons, stored)
    _write_pairs(connection, league.league_id, deltas.seasons)


def _delete_results(connection: Connection, league_id: int, game_ids: Sequence[int]) -> None:
    if not game_ids:
        return
    for table in (results, plays, partner_games):
        connection.execute(delete(table).where(table.c.league_id == league_id, table.c.game_id.in_(game_ids)))


def _insert_results(connection: Connection, league_id: int, counted: Sequence[CountedGame]) -> None:
    """Store games, and who were partners in them; their ratings follow."""
    _insert(connection, results, [result_row(league_id, each) for each in counted])
    _insert(connection, partner_games, [row for each in counted for row in partner_rows(league_id, each)])


def _insert(connection: Connection, table: SqlTable, rows: Iterable[NewRow]) -> None:
    for batch in in_batches(rows):
        connection.execute(insert(table), batch)


def _record_moved(moved: dict[int, tuple[GamePosition, set[int]]], steps: Iterable[GameChange]) -> None:
    """Note for each season the earliest game that changed, and the people of all that did."""
    for each in (counted for step in steps for counted in step if counted):
        place, touched = moved.get(each.season_id, (each.place, set()))
        moved[each.season_id] = (min(place, each.place), touched | each.counts.people.keys())


# ---------------------------------------------------------------- ratings and runs


def _write_ratings(
    connection: Connection, league: LeagueContext, season_id: int, since: GamePosition, touched: Iterable[int]
) -> dict[int, StoredRating]:
    """Compute the ratings of a season again from the game at `since` on; return everybody's after its last game.

    `touched` are those whose games changed, who may have none left.
    """
    states: dict[int, RatingState] = {}
    for games, rows in season_plays(connection, league, season_id, states, since=since):
        numbers = [game.game_id for game in games]
        connection.execute(delete(plays).where(plays.c.league_id == league.league_id, plays.c.game_id.in_(numbers)))
        connection.execute(insert(plays), rows)
    states |= states_before(connection, league.league_id, season_id, set(touched) - states.keys(), since)
    return stored_ratings(connection, league, season_id, states)


def update_best_nights(connection: Connection, league: LeagueContext, season_id: int) -> None:
    """Update how many games everybody won on their best nights after the season's rule changed."""
    found = connection.execute(
        select(person_seasons.c.person_id, person_seasons.c.form).where(
            person_seasons.c.league_id == league.league_id, person_seasons.c.season_id == season_id
        )
    )
    states = {row.person_id: RatingState(**{key: row.form[key] for key in RatingState._fields}) for row in found}
    _write_people(connection, league.league_id, {}, {season_id: stored_ratings(connection, league, season_id, states)})


# ---------------------------------------------------------------- totals


def _write_people(
    connection: Connection,
    league_id: int,
    deltas: Mapping[int, Totals],
    stored: Mapping[int, Mapping[int, StoredRating]],
) -> None:
    """Add to the totals of people by season, and replace their ratings; people without games have no row."""
    more = {(season, person): counts for season, sums in deltas.items() for person, counts in sums.people.items()}
    keys = [*dict.fromkeys([*more, *((season, person) for season, each in stored.items() for person in each)])]
    table = person_seasons
    found = connection.execute(
        select(table).where(
            table.c.league_id == league_id,
            table.c.season_id.in_({season for season, _ in keys}),
            table.c.person_id.in_({person for _, person in keys}),
        )
    )
    had = {(row.season_id, row.person_id): (row.doc, row.form) for row in found}
    now: dict[tuple[int, ...], NewRow | None] = {}
    for season, person in keys:
        doc, form = had.get((season, person), ({}, None))
        counts = add_counts(doc, more.get((season, person), {}))
        now[season, person] = person_row(league_id, season, person, counts, stored.get(season, {}).get(person, form))
    _replace(connection, table, (league_id, ("season_id", "person_id")), had.keys(), now)


def _write_pairs(connection: Connection, league_id: int, deltas: Mapping[int, Totals]) -> None:
    """Add to the totals of pairs by season; two who had no game together have no row."""
    more = {
        (season, one, other): counts
        for season, sums in deltas.items()
        for (one, other), counts in sums.pairs.items()
        if any(counts.values())
    }
    if not more:
        return
    table, among = pair_seasons, {person for _, person, _ in more}  # each two people are there both ways
    found = connection.execute(
        select(table).where(
            table.c.league_id == league_id,
            table.c.season_id.in_({season for season, *_ in more}),
            table.c.person_id.in_(among),
            table.c.other_id.in_(among),
        )
    )
    had = {(row.season_id, row.person_id, row.other_id): {key: getattr(row, key) for key in PAIR_KEYS} for row in found}
    now: dict[tuple[int, ...], NewRow | None] = {
        (season, one, other): pair_row(
            league_id, season, (one, other), add_counts(had.get((season, one, other), {}), counts)
        )
        for (season, one, other), counts in more.items()
    }
    _replace(connection, table, (league_id, ("season_id", "person_id", "other_id")), had.keys(), now)


def _replace(
    connection: Connection,
    table: SqlTable,
    where: tuple[int, Sequence[str]],
    had: Collection[tuple[int, ...]],
    now: Mapping[tuple[int, ...], NewRow | None],
) -> None:
    """Insert, update and delete rows by key; `where` is the league and the columns of the key, None: no row."""
    league_id, columns = where
    this = and_(table.c.league_id == league_id, *(table.c[name] == bindparam(f"of_{name}") for name in columns))
    named = {key: {f"of_{name}": value for name, value in zip(columns, key, strict=True)} for key in now}
    _insert(connection, table, [row for key, row in now.items() if row is not None and key not in had])
    values = [column.name for column in table.c if not column.primary_key]
    changed = [
        named[key] | {name: row[name] for name in values} for key, row in now.items() if row is not None and key in had
    ]
    if changed:
        new: dict[str, object] = {name: bindparam(name) for name in values}
        connection.execute(update(table).where(this).values(new), changed)
    gone = [named[key] for key, row in now.items() if row is None and key in had]
    if gone:
        connection.execute(delete(table).where(this), gone)
