"""What games count for: a row of `results` for each, a row of `plays` for each of its people, with their rating.

They are written in the transaction of the line that ends a game, and again when it is corrected.  Totals are not stored
(`totals`); ratings and runs depend on the order of the games, so they are computed again from the earliest game that
changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Row, and_, bindparam, delete, insert, select, tuple_, update

from scorekeeper.games.history import PlayedLine, replay_log
from scorekeeper.games.store import OpenGame, read_log
from scorekeeper.league.ratings import FIRST_POSITION, GamePosition, RatingState, rate_game
from scorekeeper.league.results import GameResult, game_result
from scorekeeper.league.roster import merged_people
from scorekeeper.league.season_rules import SeasonSpan, season_for_day, season_spans
from scorekeeper.league.totals import SUMMED, states_before
from scorekeeper.models.season import OUTSIDE
from scorekeeper.models.tables import nights, plays, results
from scorekeeper.money.ledger import is_settlement
from scorekeeper.rules.sheet import Document
from scorekeeper.rules.table import Table

Item = TypeVar("Item")
NewRow = dict[str, Any]
"""The values of a row by column, as `insert` takes them."""

BATCH, ROWS = 200, 2000
"""Games that are stored at a time, and rows of `plays` that are read at a time."""
RATING = ("mu_before", "sigma_before", *RatingState._fields)
OF_GAME = tuple(results.c.keys())
OF_PERSON = tuple(name for name in plays.c.keys() if name not in RATING)  # noqa: SIM118 - of columns, not of a mapping
NOT_RATED = {**dict.fromkeys(RATING, 0)}


class LeagueContext(NamedTuple):
    """What a league's games are counted by: its seasons, and who was merged into whom."""

    league_id: int
    seasons: Sequence[SeasonSpan]
    merged: Mapping[int, int]


def league_context(connection: Connection, league_id: int) -> LeagueContext:
    """Return what the games of a league are counted by now."""
    return LeagueContext(league_id, season_spans(connection, league_id), merged_people(connection, league_id))


def in_batches(items: Iterable[Item], size: int = BATCH) -> Iterator[list[Item]]:
    """Return items in lists of a few hundred."""
    source = iter(items)
    while batch := list(islice(source, size)):
        yield batch


# ---------------------------------------------------------------- one game


def changes_results(game: OpenGame, table: Table, facts: Document | None) -> bool:
    """Return whether a row of a game's log may change what it counts for: `facts` of a new line, None for other rows.

    `game` is as it was before, `table` as it is now.  A hand of a game that goes on changes nothing, nor does an undo
    or a correction at a table that was never open: nothing was settled there.
    """
    settled = is_settlement(facts) if facts is not None else _may_have_been_open(table)
    return table.finished or settled or game.row.finished_at is not None


def _may_have_been_open(table: Table) -> bool:
    """Return whether a table is open or was: a vote that closed it is among its house rules."""
    return table.rules.table.open or "table.open" in table.house


def recompute_game(connection: Connection, game: OpenGame, day: str, person: Mapping[str, int]) -> None:
    """Count a game again.

    `day` is the day of its night, `person` maps a seat key to the person who sits there.  The caller holds the
    league's lock.
    """
    league = league_context(connection, game.row.league_id)
    rows = rows_of_game(league, game, day, replay_log(game.head, read_log(connection, game)), person)
    for season_id, since in store_games(connection, league.league_id, {game.row.id: rows}).items():
        rate_season(connection, league.league_id, season_id, since)


def night_day(connection: Connection, league_id: int, night_id: int) -> str:
    """Return the day of a night."""
    return str(connection.scalar(select(nights.c.day).where(nights.c.league_id == league_id, nights.c.id == night_id)))


def rows_of_game(
    league: LeagueContext,
    game: OpenGame,
    day: str,
    replayed: tuple[Table, tuple[PlayedLine, ...]],
    person: Mapping[str, int],
) -> list[NewRow]:
    """Return the rows of `plays` a game makes, given as `replay_log` does, without ratings; none if it does not count.

    `person` maps a seat key to the person who sits there.
    """
    result = game_result(*replayed, {key: person[key] for key in sorted(person, key=int)})
    return play_rows(league, game.row.id, day, result) if result else []


def play_rows(league: LeagueContext, game_id: int, day: str, result: GameResult) -> list[NewRow]:
    """Return the rows of `plays` of a game with that result, without ratings."""
    side_of = {person: number for number, side in enumerate(result.sides) for person in side}
    rows = []
    for person, counts in result.people.items():
        side = side_of.get(person)
        won = result.won(person)
        summed = {key: number for key, number in counts.items() if key in SUMMED or key.startswith("cents.")}
        rows.append({
            "league_id": league.league_id, "game_id": game_id, "person_id": league.merged.get(person, person),
            "day": day, "season_id": season_for_day(day, league.seasons), "variant": result.variant,
            "side": side, "place": None if side is None else result.places[side],
            "won": None if won is None else int(won),
            "currency": result.currency, "cents": result.cents.get(person, 0),
            "counts": summed, "details": {key: counts[key] for key in counts if key not in summed},
        })  # fmt: skip
    return sorted(rows, key=lambda row: row["person_id"])


# ---------------------------------------------------------------- stored


def stored_rows(connection: Connection, league_id: int, game_ids: Collection[int]) -> dict[int, list[NewRow]]:
    """Return the rows of `plays` of games that are stored, by game and without ratings, as `play_rows` makes them.

    A game whose two tables differ has none.
    """
    its_plays = and_(*(plays.c[name] == results.c[name] for name in OF_GAME))
    found = connection.execute(
        select(results.c.game_id.label("of_game"), *(plays.c[name] for name in OF_PERSON))
        .select_from(results.outerjoin(plays, its_plays))
        .where(results.c.league_id == league_id, results.c.game_id.in_(game_ids))
        .order_by(results.c.game_id, plays.c.person_id)
    )
    stored: dict[int, list[NewRow]] = {}
    for game_id, *values in found:
        rows = stored.setdefault(game_id, [])
        row = dict(zip(OF_PERSON, values, strict=True))
        if row["person_id"] is not None:
            rows.append(row)
    return stored


def store_games(
    connection: Connection, league_id: int, wanted: Mapping[int, Sequence[NewRow]]
) -> dict[int, GamePosition]:
    """Store what games count for, each with its rows of `plays`, none for one that does not count.

    Return the seasons with games that changed, and the earliest of each: `rate_season` has to follow.
    """
    stored = stored_rows(connection, league_id, wanted)
    changed = [game_id for game_id, rows in wanted.items() if stored.get(game_id) != (rows or None)]
    before = [game_id for game_id in changed if game_id in stored]
    if before:
        for table in (plays, results):
            connection.execute(delete(table).where(table.c.league_id == league_id, table.c.game_id.in_(before)))
    now = [wanted[game_id] for game_id in changed if wanted[game_id]]
    if now:
        connection.execute(insert(results), [{name: rows[0][name] for name in OF_GAME} for rows in now])
        connection.execute(insert(plays), [{**NOT_RATED, **row} for rows in now for row in rows])
    moved: dict[int, GamePosition] = {}
    for row in (row for rows in (*now, *(stored[game_id] for game_id in before)) for row in rows):
        place = row["day"], row["game_id"]
        moved[row["season_id"]] = min(place, moved.get(row["season_id"], place))
    return moved


# ---------------------------------------------------------------- ratings and runs


def rate_season(
    connection: Connection, league_id: int, season_id: int, since: GamePosition = FIRST_POSITION
) -> None:
    """Compute the ratings and runs of a season again, from a game on."""
    its_row = [plays.c[name] == bindparam(f"of_{name}") for name in ("league_id", "game_id", "person_id")]
    for rows in in_batches(wrong_ratings(connection, league_id, season_id, since)):
        connection.execute(update(plays).where(*its_row).values({name: bindparam(name) for name in RATING}), rows)


def rate_league(connection: Connection, league: LeagueContext) -> None:
    """Compute all ratings and runs of a league again."""
    for season_id in (OUTSIDE, *(span.season_id for span in league.seasons)):
        rate_season(connection, league.league_id, season_id)


def wrong_ratings(
    connection: Connection, league_id: int, season_id: int, since: GamePosition = FIRST_POSITION
) -> Iterator[NewRow]:
    """Return what the ratings of a season have to be where they are not, from a game on.

    `of_league_id`, `of_game_id` and `of_person_id` say which row.
    """
    states: dict[int, RatingState] = {}
    for game in _games_since(connection, league_id, season_id, since):
        new = {row.person_id for row in game} - states.keys()
        if new:
            states |= states_before(connection, league_id, season_id, new, since)
        before = {row.person_id: states[row.person_id] for row in game}
        after = rate_game(game, before)
        states |= after
        for row in game:
            rating = (*before[row.person_id].strength, *after[row.person_id])
            if rating != row[-len(RATING) :]:
                key = {"of_league_id": league_id, "of_game_id": row.game_id, "of_person_id": row.person_id}
                yield key | dict(zip(RATING, rating, strict=True))


def _games_since(
    connection: Connection, league_id: int, season_id: int, since: GamePosition
) -> Iterator[list[Row[Any]]]:
    """Return the games of a season in their order, each as its rows of `plays`; some hundred are read at a time."""
    columns = [plays.c[name] for name in ("day", "game_id", "side", "person_id", "place", *RATING)]
    in_order = (
        select(*columns)
        .where(plays.c.league_id == league_id, plays.c.season_id == season_id)
        .order_by(*columns[:4])
        .limit(ROWS)
    )
    many = True
    while many:
        rows = connection.execute(in_order.where(tuple_(plays.c.day, plays.c.game_id) >= since)).all()
        games = [list(game) for _, game in groupby(rows, lambda row: (row.day, row.game_id))]
        if many := len(rows) == ROWS:
            since = games[-1][0].day, games[-1][0].game_id
            games.pop()  # some of its rows may be missing
        yield from games
