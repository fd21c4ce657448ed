"""Checks of everything that is derived from the lines of a league: it is what a rebuild would compute.

It is read in pieces while people may be playing, so faults are checked again, and a league that changes all the while
is reported as not compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from scorekeeper.models.season import ALL_TIME, OUTSIDE
from scorekeeper.models.tables import (
    changes,
    entries,
    games,
    leagues,
    pair_seasons,
    partner_games,
    person_seasons,
    plays,
)
from scorekeeper.rules.stakes import written_amount
from scorekeeper.services.games.store import load_game, read_log
from scorekeeper.services.league.counts import add_counts
from scorekeeper.services.league.projections import counted_by_lines, stored_game
from scorekeeper.services.league.ratings import states_to_json
from scorekeeper.services.league.roster import merged_people
from scorekeeper.services.league.season_rules import season_spans
from scorekeeper.services.league.totals import PAIR_KEYS, Totals
from scorekeeper.services.money.balances import league_balances, sum_postings
from scorekeeper.services.operations.rebuild import walk_season

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sqlalchemy import Connection

    from scorekeeper.models.tables import AnyRow
    from scorekeeper.services.games.store import OpenGame
    from scorekeeper.services.league.counts import Counts
    from scorekeeper.services.league.projections import CountedGame
    from scorekeeper.services.league.ratings import RatingState
    from scorekeeper.services.operations.doctor_context import CheckContext


ATTEMPTS = 3
"""How often a league that somebody plays in is compared."""
HOW_TO_FIX = "scorekeeper rebuild makes them anew"


def projections(context: CheckContext) -> Iterator[str]:
    """Check that what each game counts for, and every total, rating and balance, is what its lines make."""
    sound = True
    for fault in _faults(context):
        sound = False
        yield fault
    if not sound:
        context.notes.append(HOW_TO_FIX)


def _faults(context: CheckContext) -> Iterator[str]:
    yield from context.faults_of_games(_wrong_result)
    for league_id in context.connection.scalars(select(leagues.c.id).order_by(leagues.c.id)).all():
        yield from _league_faults(context, league_id)


# ---------------------------------------------------------------- one game


def _wrong_result(context: CheckContext, game: OpenGame) -> str | None:
    """Return that a game is not stored as its lines have it; checked twice, as a line may come in between."""
    if _is_stored(context.connection, game) or _is_stored(
        context.connection, load_game(context.connection, game.row.code)
    ):
        return None
    return "what is kept of it is not what its lines come to."


def _is_stored(connection: Connection, game: OpenGame) -> bool:
    league_id, number = game.row.league_id, game.row.id
    merged = merged_people(connection, league_id)
    now = counted_by_lines(connection, game, read_log(connection, game), merged)
    return (
        stored_game(connection, league_id, number, merged) == now
        and _who_played(connection, league_id, number) == (set(now.counts.people) if now else set())
        and _who_were_partners(connection, league_id, number) == (_partners(now) if now else set())
    )


def _who_played(connection: Connection, league_id: int, number: int) -> set[int]:
    its = (plays.c.league_id == league_id, plays.c.game_id == number)
    return set(connection.scalars(select(plays.c.person_id).where(*its)))


def _who_were_partners(connection: Connection, league_id: int, number: int) -> set[tuple[str, int, int]]:
    its = (partner_games.c.league_id == league_id, partner_games.c.game_id == number)
    found = connection.execute(
        select(partner_games.c.day, partner_games.c.person_id, partner_games.c.other_id).where(*its)
    )
    return {(row.day, row.person_id, row.other_id) for row in found}


def _partners(game: CountedGame) -> set[tuple[str, int, int]]:
    return {(game.day, one, other) for side in game.counts.sides for one in side for other in side if one < other}


# ---------------------------------------------------------------- a league


def _league_faults(context: CheckContext, league_id: int) -> Iterator[str]:
    for _ in range(ATTEMPTS):
        before = _change_marks(context.connection, league_id)
        found = _sums(context.connection, league_id)
        first = next(found, None)
        if first is None:
            return
        if _change_marks(context.connection, league_id) == before:
            yield first
            yield from found
            return
    context.notes.append(f"league {league_id} was being played in, and its sums were not compared")


def _change_marks(connection: Connection, league_id: int) -> tuple[int, ...]:
    """Return numbers of which at least one grows with any change to what is derived of a league."""
    counted = (
        func.sum(games.c.seq), func.max(games.c.id), func.max(changes.c.id), func.max(entries.c.id),
    )  # fmt: skip
    tables = (games, games, changes, entries)
    return tuple(
        int(connection.scalar(select(number).where(table.c.league_id == league_id)) or 0)
        for number, table in zip(counted, tables, strict=True)
    )


def _sums(connection: Connection, league_id: int) -> Iterator[str]:
    """Add up season by season what the results make, and compare."""
    everything, known = Totals(), [OUTSIDE, *(span.season_id for span in season_spans(connection, league_id))]
    for season_id in known:
        sums, states = Totals(), dict[int, "RatingState"]()
        for rows in walk_season(connection, league_id, season_id, sums, states):
            yield from _ratings(connection, league_id, rows)
        everything.add_all(sums)
        documents = states_to_json(connection, league_id, season_id, states)
        yield from _people(connection, (league_id, season_id), sums.people, documents)
        yield from _pairs(connection, (league_id, season_id), sums.pairs)
    yield from _people(connection, (league_id, ALL_TIME), everything.people, {})
    yield from _pairs(connection, (league_id, ALL_TIME), everything.pairs)
    for table in (person_seasons, pair_seasons):
        stray = table.c.season_id.not_in([ALL_TIME, *known])
        for season_id in connection.scalars(select(table.c.season_id).where(table.c.league_id == league_id, stray)):
            yield f"League {league_id}: there is no season {season_id}, and something is kept of it."
    yield from _balances(connection, league_id)


def _ratings(connection: Connection, league_id: int, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    numbers = {row["game_id"] for row in rows}
    found = connection.execute(select(plays).where(plays.c.league_id == league_id, plays.c.game_id.in_(numbers)))
    stored = {(row.game_id, row.person_id): dict(row._mapping) for row in found}  # noqa: SLF001 - public in all but name
    for row in rows:
        if stored.get((row["game_id"], row["person_id"])) != row:
            yield (
                f"League {league_id}, game {row['game_id']}: the rating and the runs of person {row['person_id']} "
                "are not what the games up to it make."
            )


def _people(
    connection: Connection, where: tuple[int, int], people: Mapping[int, Counts], states: Mapping[int, dict[str, int]]
) -> Iterator[str]:
    wanted = {who: (sums, states.get(who)) for who, counts in people.items() if (sums := add_counts(counts, {}))}
    stored = {row.person_id: (row.doc, row.form) for row in _rows_of(connection, person_seasons, where)}
    for who in _differing(wanted, stored):
        yield f"{_season(where)}: what is kept of person {who} is not what the games come to."


def _pairs(connection: Connection, where: tuple[int, int], pairs: Mapping[tuple[int, int], Counts]) -> Iterator[str]:
    wanted = {pair: tuple(counts.get(key, 0) for key in PAIR_KEYS) for pair, counts in pairs.items() if counts}
    stored = {
        (row.person_id, row.other_id): tuple(getattr(row, key) for key in PAIR_KEYS)
        for row in _rows_of(connection, pair_seasons, where)
    }
    for one, other in _differing(wanted, stored):
        yield f"{_season(where)}: what is kept of persons {one} and {other} is not what the games come to."


def _balances(connection: Connection, league_id: int) -> Iterator[str]:
    wanted = {(each.currency, each.person_id): each for each in sum_postings(connection, league_id)}
    stored = {(each.currency, each.person_id): each for each in league_balances(connection, league_id)}
    for currency, who in _differing(wanted, stored):
        found, due = (
            written_amount(each.cents) if each else "nothing"
            for each in (stored.get((currency, who)), wanted.get((currency, who)))
        )
        yield f"League {league_id}: kept is {found} {currency} for person {who}, and the entries come to {due}."


def _rows_of(connection: Connection, table: Any, where: tuple[int, int]) -> Sequence[AnyRow]:
    league_id, season_id = where
    of_it = select(table).where(table.c.league_id == league_id, table.c.season_id == season_id)
    return connection.execute(of_it).all()


def _differing(wanted: Mapping[Any, Any], stored: Mapping[Any, Any]) -> list[Any]:
    return sorted(key for key in {**wanted, **stored} if wanted.get(key) != stored.get(key))


def _season(where: tuple[int, int]) -> str:
    league_id, season_id = where
    return f"League {league_id}, " + {ALL_TIME: "all time", OUTSIDE: "outside of seasons"}.get(
        season_id, f"season {season_id}"
    )
