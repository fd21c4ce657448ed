"""The doctor's check of everything that is derived from the lines of a league: it is what a rebuild would compute."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from scorekeeper.models.season import ALL_TIME, OUTSIDE
from scorekeeper.models.tables import pair_seasons, partner_games, person_seasons, plays
from scorekeeper.rules.stakes import written_amount
from scorekeeper.services.games.store import read_log
from scorekeeper.services.league.counted_games import (
    league_context,
    night_day,
    season_plays,
    stored_game,
    stored_ratings,
)
from scorekeeper.services.league.projection_rows import count_game, may_count, pair_row, partner_rows, person_row
from scorekeeper.services.league.roster import people_by_seat
from scorekeeper.services.league.totals import Totals
from scorekeeper.services.money.balances import league_balances, sum_postings
from scorekeeper.services.operations.league_checks import faults_of_games

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sqlalchemy import Connection, Result, Table

    from scorekeeper.services.games.store import OpenGame, StoredGame
    from scorekeeper.services.league.projection_rows import NewRow
    from scorekeeper.services.league.ratings import RatingState


def projections(connection: Connection, league_id: int) -> Iterator[str]:
    """Check that what each game counts for, and every total, rating and balance, is what its lines make."""
    yield from faults_of_games(connection, league_id, _wrong_result)
    yield from _sums(connection, league_id)


# ---------------------------------------------------------------- one game


def _wrong_result(connection: Connection, game: OpenGame) -> str | None:
    return None if _is_stored(connection, game) else "its stored totals do not follow from its lines."


def _is_stored(connection: Connection, game: OpenGame) -> bool:
    league = league_context(connection, game.row.league_id)
    rows, row = read_log(connection, game), game.row
    now = None
    if may_count(game, rows):
        person = people_by_seat(connection, row.league_id, row.id)
        now = count_game(league, game, night_day(connection, row.league_id, row.night_id), rows, person)
    return (
        stored_game(connection, league, row.id) == now
        and _who_played(connection, row) == (set(now.counts.people) if now else set())
        and _same_rows(_partners(connection, row), partner_rows(row.league_id, now) if now else [])
    )


def _who_played(connection: Connection, game: StoredGame) -> set[int]:
    its = (plays.c.league_id == game.league_id, plays.c.game_id == game.id)
    return set(connection.scalars(select(plays.c.person_id).where(*its)))


def _partners(connection: Connection, game: StoredGame) -> list[NewRow]:
    its = (partner_games.c.league_id == game.league_id, partner_games.c.game_id == game.id)
    return _new_rows(connection.execute(select(partner_games).where(*its)))


def _same_rows(stored: Sequence[NewRow], wanted: Sequence[NewRow]) -> bool:
    pair = itemgetter("person_id", "other_id")
    return sorted(stored, key=pair) == sorted(wanted, key=pair)


def _new_rows(found: Result[Any]) -> list[NewRow]:
    """Return stored rows as `projection_rows` makes them."""
    return [dict(row) for row in found.mappings()]


# ---------------------------------------------------------------- a league


def _sums(connection: Connection, league_id: int) -> Iterator[str]:
    """Add up season by season what the results make, and compare."""
    league = league_context(connection, league_id)
    everything, known = Totals(), [OUTSIDE, *(span.season_id for span in league.seasons)]
    for season_id in known:
        sums, states = Totals(), dict[int, "RatingState"]()
        for counted, rows in season_plays(connection, league, season_id, states):
            yield from _ratings(connection, league_id, rows)
            for game in counted:
                sums.add(game.counts)
        everything.add_all(sums)
        ratings = stored_ratings(connection, league, season_id, states)
        yield from _totals(connection, (league_id, season_id), sums, ratings)
    yield from _totals(connection, (league_id, ALL_TIME), everything, {})
    for table in (person_seasons, pair_seasons):
        stray = table.c.season_id.not_in([ALL_TIME, *known])
        for season_id in connection.scalars(select(table.c.season_id).where(table.c.league_id == league_id, stray)):
            yield f"totals are stored for season {season_id}, which does not exist."
    yield from _balances(connection, league_id)


def _ratings(connection: Connection, league_id: int, rows: Sequence[NewRow]) -> Iterator[str]:
    numbers = {row["game_id"] for row in rows}
    found = connection.execute(select(plays).where(plays.c.league_id == league_id, plays.c.game_id.in_(numbers)))
    stored = {(row["game_id"], row["person_id"]): row for row in _new_rows(found)}
    for row in rows:
        if stored.get((row["game_id"], row["person_id"])) != row:
            yield (
                f"game {row['game_id']}: the rating and runs of person {row['person_id']} "
                "do not follow from the games up to it."
            )


def _totals(
    connection: Connection, where: tuple[int, int], sums: Totals, forms: Mapping[int, Mapping[str, int]]
) -> Iterator[str]:
    people = (person_row(*where, who, counts, forms.get(who)) for who, counts in sums.people.items())
    wanted = {row["person_id"]: row for row in people if row is not None}
    stored = {row["person_id"]: row for row in _rows_of(connection, person_seasons, where)}
    for who in _differing(wanted, stored):
        yield f"{_season(where[1])}: the stored totals of person {who} do not follow from the games."
    pairs = (pair_row(*where, pair, counts) for pair, counts in sums.pairs.items())
    both = itemgetter("person_id", "other_id")
    of_pairs = {both(row): row for row in pairs if row is not None}
    for one, other in _differing(of_pairs, {both(row): row for row in _rows_of(connection, pair_seasons, where)}):
        yield f"{_season(where[1])}: the stored totals of persons {one} and {other} do not follow from the games."


def _balances(connection: Connection, league_id: int) -> Iterator[str]:
    wanted = {(each.currency, each.person_id): each for each in sum_postings(connection, league_id)}
    stored = {(each.currency, each.person_id): each for each in league_balances(connection, league_id)}
    for currency, who in _differing(wanted, stored):
        found, due = (
            written_amount(each.cents) if each else "nothing"
            for each in (stored.get((currency, who)), wanted.get((currency, who)))
        )
        yield f"stored is {found} {currency} for person {who}, but the entries come to {due}."


def _rows_of(connection: Connection, table: Table, where: tuple[int, int]) -> list[NewRow]:
    league_id, season_id = where
    of_it = select(table).where(table.c.league_id == league_id, table.c.season_id == season_id)
    return _new_rows(connection.execute(of_it))


def _differing(wanted: Mapping[Any, Any], stored: Mapping[Any, Any]) -> list[Any]:
    return sorted(key for key in {**wanted, **stored} if wanted.get(key) != stored.get(key))


def _season(season_id: int) -> str:
    return {ALL_TIME: "all time", OUTSIDE: "outside of seasons"}.get(season_id, f"season {season_id}")
