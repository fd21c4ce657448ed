"""Keeping results, totals and ratings up to date with the lines of a game, in the transaction of the line.

A change is always a list of games as they counted before and as they count now.  A finished game, an undo, a
correction, a merge of two people, other days of a season and a rebuild are all such lists, and `apply_changes` is the
only writer of the derived tables.  What it writes is computed by `projection_rows`.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import and_, bindparam, delete, func, insert, select, tuple_, update

from scorekeeper.models.tables import nights, pair_seasons, partner_games, people, person_seasons, plays, results
from scorekeeper.services.games.store import read_log
from scorekeeper.services.league.counts import add_counts
from scorekeeper.services.league.projection_rows import (
    CountedGame,
    LeagueContext,
    count_game,
    pair_row,
    partner_rows,
    person_row,
    play_rows,
    result_row,
)
from scorekeeper.services.league.ratings import FIRST_POSITION, RatingState
from scorekeeper.services.league.results import merge_result, result_from_json
from scorekeeper.services.league.roster import merged_people
from scorekeeper.services.league.season_rules import BEST_NIGHTS, season_spans
from scorekeeper.services.league.totals import PAIR_KEYS, SeasonDeltas
from scorekeeper.services.money.ledger import is_settlement

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection
    from sqlalchemy import Table as SqlTable

    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Table
    from scorekeeper.services.games.store import OpenGame
    from scorekeeper.services.league.projection_rows import NewRow
    from scorekeeper.services.league.ratings import GamePosition
    from scorekeeper.services.league.totals import Totals


BATCH = 500
"""Games, or rows, held in memory at a time."""

Item = TypeVar("Item")

GameChange = tuple[CountedGame | None, CountedGame | None]
"""A game before and after; None where it does not count."""

Form = dict[str, int]
"""A rating and runs as `person_seasons.form` has them."""


def league_context(connection: Connection, league_id: int) -> LeagueContext:
    """Return what the games of a league are counted by now."""
    return LeagueContext(league_id, season_spans(connection, league_id), merged_people(connection, league_id))


def night_day(connection: Connection, league_id: int, night_id: int) -> str:
    """Return the day of a night."""
    return str(connection.scalar(select(nights.c.day).where(nights.c.league_id == league_id, nights.c.id == night_id)))


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
    """Replay a game and let it count as its lines say now.

    `day` is that of its night, `person` who sits at which seat key.  The caller holds the league's lock.
    """
    league = league_context(connection, game.row.league_id)
    before = stored_game(connection, league, game.row.id)
    after = count_game(league, game, day, read_log(connection, game), person)
    if before != after:
        apply_changes(connection, league, [(before, after)])


# ---------------------------------------------------------------- any change at all


def apply_changes(connection: Connection, league: LeagueContext, steps: Iterable[GameChange]) -> None:
    """Replace games by how they count now: None before for a new one, None after for one that no longer counts.

    `league` is as it is afterwards.  The caller holds its lock.  A few hundred games are held in memory at a time,
    however many there are.
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
    forms = {
        season_id: _write_ratings(connection, league, season_id, since, touched)
        for season_id, (since, touched) in moved.items()
    }
    _write_people(connection, league.league_id, deltas.seasons, forms)
    _write_pairs(connection, league.league_id, deltas.seasons)


def in_batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Return items in lists of a few hundred."""
    source = iter(items)
    while batch := list(islice(source, BATCH)):
        yield batch


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
) -> dict[int, Form]:
    """Compute the ratings of a season again from the game at `since` on; return everybody's after its last game.

    `touched` are those whose games changed, who may have none left.
    """
    states: dict[int, RatingState] = {}
    for games, rows in season_plays(connection, league, season_id, states, since=since):
        numbers = [game.game_id for game in games]
        connection.execute(delete(plays).where(plays.c.league_id == league.league_id, plays.c.game_id.in_(numbers)))
        connection.execute(insert(plays), rows)
    states |= _states_before(connection, league.league_id, season_id, set(touched) - states.keys(), since)
    return forms_of(connection, league, season_id, states)


def season_plays(
    connection: Connection,
    league: LeagueContext,
    season_id: int,
    states: dict[int, RatingState],
    *,
    since: GamePosition = FIRST_POSITION,
) -> Iterator[tuple[list[CountedGame], list[NewRow]]]:
    """Return the games of a season from a position on, in batches, and their rows of `plays`; `states` grow."""
    of_season = results.c.season_id == season_id
    for games in stored_games(connection, league, of_season, since=since):
        new = {person for game in games for person in game.counts.people} - states.keys()
        states |= _states_before(connection, league.league_id, season_id, new, since)
        yield games, [row for game in games for row in play_rows(league.league_id, game, states)]


def _states_before(
    connection: Connection, league_id: int, season_id: int, who: Collection[int], before: GamePosition
) -> dict[int, RatingState]:
    """Return the states of some people in a season before the game at a position: one index lookup a person."""
    states = dict.fromkeys(who, RatingState())
    if not who or before == FIRST_POSITION:
        return states
    earlier = plays.alias("earlier")
    last = (
        select(earlier.c.game_id)
        .where(
            earlier.c.league_id == people.c.league_id,
            earlier.c.person_id == people.c.id,
            earlier.c.season_id == season_id,
            tuple_(earlier.c.day, earlier.c.game_id) < before,
        )
        .order_by(earlier.c.day.desc(), earlier.c.game_id.desc())
        .limit(1)
        .correlate(people)
        .scalar_subquery()
    )
    of_last = and_(
        plays.c.league_id == people.c.league_id, plays.c.person_id == people.c.id, plays.c.game_id == last
    )
    found = connection.execute(
        select(plays.c.person_id, plays.c.mu, plays.c.sigma, plays.c.run, plays.c.longest, plays.c.drought)
        .select_from(people.join(plays, of_last))
        .where(people.c.league_id == league_id, people.c.id.in_(who))
    )
    return states | {person_id: RatingState(*state) for person_id, *state in found}


def forms_of(
    connection: Connection, league: LeagueContext, season_id: int, states: Mapping[int, RatingState]
) -> dict[int, Form]:
    """Return states as they are stored: where best nights decide, with how many games were won on those."""
    forms = {person: state._asdict() for person, state in states.items()}
    span = league.season(season_id)
    if span is None or span.rule.by != BEST_NIGHTS or not forms:
        return forms
    won = _won_by_night(connection, league.league_id, season_id, forms)
    return {
        person: {**form, "best": sum(sorted(won[person], reverse=True)[: span.rule.nights])}
        for person, form in forms.items()
    }


def _won_by_night(
    connection: Connection, league_id: int, season_id: int, who: Collection[int]
) -> defaultdict[int, list[int]]:
    found = connection.execute(
        select(plays.c.person_id, func.sum(plays.c.won).label("won"))
        .where(plays.c.league_id == league_id, plays.c.person_id.in_(who), plays.c.season_id == season_id)
        .group_by(plays.c.person_id, plays.c.day)
    )
    won: defaultdict[int, list[int]] = defaultdict(list)
    for row in found:
        won[row.person_id].append(int(row.won or 0))
    return won


def update_best_nights(connection: Connection, league: LeagueContext, season_id: int) -> None:
    """Update how many games everybody won on their best nights after the season's rule changed."""
    found = connection.execute(
        select(person_seasons.c.person_id, person_seasons.c.form).where(
            person_seasons.c.league_id == league.league_id, person_seasons.c.season_id == season_id
        )
    )
    states = {row.person_id: RatingState(**{key: row.form[key] for key in RatingState._fields}) for row in found}
    _write_people(connection, league.league_id, {}, {season_id: forms_of(connection, league, season_id, states)})


# ---------------------------------------------------------------- totals


def _write_people(
    connection: Connection,
    league_id: int,
    deltas: Mapping[int, Totals],
    forms: Mapping[int, Mapping[int, Form]],
) -> None:
    """Add to the totals of people by season, and replace their ratings; people without games have no row."""
    more = {(season, person): counts for season, sums in deltas.items() for person, counts in sums.people.items()}
    keys = [*dict.fromkeys([*more, *((season, person) for season, each in forms.items() for person in each)])]
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
        now[season, person] = person_row(league_id, season, person, counts, forms.get(season, {}).get(person, form))
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
    had = {
        (row.season_id, row.person_id, row.other_id): {key: getattr(row, key) for key in PAIR_KEYS} for row in found
    }
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
    """Insert, update and delete rows by key; `where` is the league and the columns of the key, None is no row."""
    league_id, columns = where
    this = and_(table.c.league_id == league_id, *(table.c[name] == bindparam(f"of_{name}") for name in columns))
    named = {key: {f"of_{name}": value for name, value in zip(columns, key, strict=True)} for key in now}
    _insert(connection, table, [row for key, row in now.items() if row is not None and key not in had])
    values = [column.name for column in table.c if not column.primary_key]
    changed = [
        named[key] | {name: row[name] for name in values}
        for key, row in now.items()
        if row is not None and key in had
    ]
    if changed:
        new: dict[str, object] = {name: bindparam(name) for name in values}
        connection.execute(update(table).where(this).values(new), changed)
    gone = [named[key] for key, row in now.items() if row is None and key in had]
    if gone:
        connection.execute(delete(table).where(this), gone)


# ---------------------------------------------------------------- games as they are stored


def stored_game(connection: Connection, league: LeagueContext, game_id: int) -> CountedGame | None:
    """Return a game as it is stored, None if it does not count."""
    return next(iter(_read_games(connection, league, results.c.game_id == game_id)), None)


def stored_games(
    connection: Connection, league: LeagueContext, *which: ColumnElement[bool], since: GamePosition = FIRST_POSITION
) -> Iterator[list[CountedGame]]:
    """Return the games that count from a position on, in order, in batches.

    They may be rewritten meanwhile: each batch is read when the one before is done with.
    """
    order = tuple_(results.c.day, results.c.game_id)
    found = _read_games(connection, league, order >= since, *which)
    while found:
        yield found
        found = _read_games(connection, league, order > found[-1].place, *which) if len(found) == BATCH else []


def games_of_people(
    connection: Connection, league: LeagueContext, people_ids: Collection[int]
) -> Iterator[CountedGame]:
    """Return the games that count for any of these people."""
    theirs = connection.scalars(
        select(plays.c.game_id)
        .where(plays.c.league_id == league.league_id, plays.c.person_id.in_(people_ids))
        .distinct()
    ).all()
    for numbers in in_batches(theirs):
        yield from _read_games(connection, league, results.c.game_id.in_(numbers))


def _read_games(connection: Connection, league: LeagueContext, *which: ColumnElement[bool]) -> list[CountedGame]:
    found = connection.execute(
        select(results.c.game_id, results.c.day, results.c.season_id, results.c.doc)
        .where(results.c.league_id == league.league_id, *which)
        .order_by(results.c.day, results.c.game_id)
        .limit(BATCH)
    ).all()
    return [
        CountedGame(row.game_id, row.day, row.season_id, result, merge_result(result, league.merged))
        for row in found
        for result in [result_from_json(row.doc)]
    ]
