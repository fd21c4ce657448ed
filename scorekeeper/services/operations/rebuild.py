"""Compute everything that follows from the lines of a league again: results, totals, ratings, balances.

An upgrade does it for games that were played before there was a ledger, or statistics.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import Text, delete, exists, func, insert, select, type_coerce

from scorekeeper.models import Device, Line
from scorekeeper.models.season import ALL_TIME, OUTSIDE
from scorekeeper.models.tables import (
    entries,
    games,
    leagues,
    nights,
    pair_seasons,
    partner_games,
    person_seasons,
    plays,
    results,
    seats,
)
from scorekeeper.services.games.history import LogRow
from scorekeeper.services.games.replay import replay_log
from scorekeeper.services.games.store import SELECT_GAMES, game_from_row, load_game, read_log
from scorekeeper.services.league.counts import add_counts
from scorekeeper.services.league.projections import CountedGame, may_count, write_results
from scorekeeper.services.league.ratings import RatingState, play_rows, results_since, states_to_json
from scorekeeper.services.league.results import game_result, merge_result, result_from_json
from scorekeeper.services.league.roster import merged_people
from scorekeeper.services.league.season_rules import season_for_day, season_spans
from scorekeeper.services.league.totals import Totals, write_pair_totals, write_person_totals
from scorekeeper.services.money.balances import rebuild_balances
from scorekeeper.services.money.ledger import EntryCause, post_change
from scorekeeper.services.transaction import lock_league, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.models.tables import AnyRow
    from scorekeeper.services.clock import Clock
    from scorekeeper.services.league.season_rules import SeasonSpan

    Progress = Callable[[int, int], None]
    """Called with how many games are done, and how many there are."""


DERIVED_TABLES = (pair_seasons, person_seasons, partner_games, plays, results)
BATCH = 200
"""Games read at a time."""
FIRST_POSITION = ("", 0)
"""Before the first game of all."""


def rebuild_league(connection: Connection, league_id: int, progress: Progress = lambda _done, _of: None) -> None:
    """Delete everything derived from a league's games, and compute it again from their lines.

    Inside a `writing` transaction.  Memory does not grow with the number of games.
    """
    lock_league(connection, league_id)
    rebuild_balances(connection, league_id)
    for table in DERIVED_TABLES:
        connection.execute(delete(table).where(table.c.league_id == league_id))
    known = season_spans(connection, league_id)
    _read_games(connection, league_id, known, progress)
    everything = Totals()
    for season_id in (OUTSIDE, *(span.season_id for span in known)):
        rebuild_season(connection, league_id, season_id, everything)
    _write_sums(connection, league_id, ALL_TIME, everything, {})


def rebuild_season(connection: Connection, league_id: int, season_id: int, everything: Totals) -> None:
    """Add up a season from its results; `everything` gets its games as well."""
    sums, states = Totals(), dict[int, RatingState]()
    for rows in walk_season(connection, league_id, season_id, sums, states):
        connection.execute(insert(plays), rows)
    everything.add_all(sums)
    documents = states_to_json(connection, league_id, season_id, states)
    _write_sums(connection, league_id, season_id, sums, documents)


def walk_season(
    connection: Connection, league_id: int, season_id: int, sums: Totals, states: dict[int, RatingState]
) -> Iterator[list[dict[str, Any]]]:
    """Return the rows of `plays` that the results of a season make, in batches; `sums` and `states` grow."""
    merged = merged_people(connection, league_id)
    for batch in results_since(connection, league_id, season_id, FIRST_POSITION):
        rows = []
        for game_id, day, doc in batch:
            result = merge_result(result_from_json(doc), merged)
            for person in result.people:
                states.setdefault(person, RatingState())
            rows += play_rows(league_id, season_id, (day, game_id), result, states)
            sums.add(result)
        yield rows


def _write_sums(
    connection: Connection, league_id: int, season_id: int, sums: Totals, states: Mapping[int, dict[str, int]]
) -> None:
    people = {person: (add_counts(counts, {}), states.get(person)) for person, counts in sums.people.items()}
    write_person_totals(connection, league_id, season_id, people)
    write_pair_totals(connection, league_id, season_id, sums.pairs)


# ---------------------------------------------------------------- from the lines


def _read_games(connection: Connection, league_id: int, known: Sequence[SeasonSpan], progress: Progress) -> None:
    """Replay every game that counts, and store its result."""
    merged, done = merged_people(connection, league_id), 0
    total = connection.scalar(select(func.max(games.c.id)).where(games.c.league_id == league_id)) or 0
    while done < total:
        last = min(done + BATCH, total)
        write_results(connection, league_id, list(_counted_games(connection, league_id, (done, last), known, merged)))
        done = last
        progress(done, total)


def _counted_games(
    connection: Connection,
    league_id: int,
    numbers: tuple[int, int],
    known: Sequence[SeasonSpan],
    merged: Mapping[int, int],
) -> Iterator[CountedGame]:
    """Return the games that count with numbers above the first and up to the last."""
    after, last = numbers
    within = (games.c.league_id == league_id, games.c.id > after, games.c.id <= last)
    found = connection.execute(SELECT_GAMES.where(*within).order_by(games.c.id)).all()
    days = {
        row.id: row.day
        for row in connection.execute(
            select(games.c.id, nights.c.day)
            .join(nights, (nights.c.league_id == games.c.league_id) & (nights.c.id == games.c.night_id))
            .where(*within)
        )
    }
    person, rows = _seated(connection, league_id, numbers), _logs(connection, league_id, numbers)
    for game in map(game_from_row, found):
        number = game.row.id
        written = rows.get(number, [])
        if not may_count(game, written):
            continue
        table, shown = replay_log(game.head, written)
        result = game_result(table, shown, person[number])
        if result is not None:
            season = season_for_day(days[number], known)
            yield CountedGame(number, days[number], season, result, merge_result(result, merged))


def _seated(connection: Connection, league_id: int, numbers: tuple[int, int]) -> dict[int, dict[str, int]]:
    after, last = numbers
    found = connection.execute(
        select(seats.c.game_id, seats.c.number, seats.c.person_id)
        .where(seats.c.league_id == league_id, seats.c.game_id > after, seats.c.game_id <= last)
        .order_by(seats.c.game_id, seats.c.number)
    )
    return {
        game_id: {str(row.number): row.person_id for row in rows}
        for game_id, rows in groupby(found, lambda row: row.game_id)
    }


def _logs(connection: Connection, league_id: int, numbers: tuple[int, int]) -> dict[int, list[LogRow]]:
    after, last = numbers
    found = connection.execute(
        select(
            Line.game_id, Line.seq, Line.kind, Line.target, Line.facts, Line.recorded_at, Device.name.label("device")
        )
        .join(Device, Device.id == Line.device_id)
        .where(Line.league_id == league_id, Line.game_id > after, Line.game_id <= last)
        .order_by(Line.game_id, Line.seq)
    )
    return {game_id: [_log_row(row) for row in rows] for game_id, rows in groupby(found, lambda row: row.game_id)}


def _log_row(row: AnyRow) -> LogRow:
    facts = row.facts
    return LogRow(row.seq, row.kind, row.target, facts.get("line"), facts.get("reason"), row.recorded_at, row.device)


WITHOUT_ENTRIES = (
    select(games.c.code, games.c.device_id)
    .where(
        type_coerce(games.c.head, Text).contains('"stakes":{'),
        games.c.seq > 0,
        ~exists().where(entries.c.league_id == games.c.league_id, entries.c.game_id == games.c.id),
    )
    .order_by(games.c.league_id, games.c.id)
)
WITHOUT_RESULTS = (
    select(leagues.c.id)
    .where(
        exists().where(games.c.league_id == leagues.c.id, games.c.seq > 0),
        ~exists().where(results.c.league_id == leagues.c.id),
    )
    .order_by(leagues.c.id)
)


def post_missing_entries(session: Session, clock: Clock) -> None:
    """Post the entries of every game that has none and should; done twice it does nothing more."""
    for code, device_id in session.connection().execute(WITHOUT_ENTRIES).all():
        with writing(session) as connection:
            game = load_game(connection, code)
            table, lines = replay_log(game.head, read_log(connection, game))
            post_change(connection, game, table, lines, EntryCause(device_id, None, clock(), seq=game.seq))


def rebuild_missing(session: Session) -> None:
    """Rebuild every league that has lines and no results; done twice it does nothing more."""
    for league_id in session.connection().scalars(WITHOUT_RESULTS).all():
        with writing(session) as connection:
            rebuild_league(connection, league_id)
