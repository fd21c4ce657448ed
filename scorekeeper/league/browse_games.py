"""Games to browse: by season, variant, person and partners, or by title; newest first.

A page starts where the last one ended (`PageMark`), so the thousandth page takes no longer than the first.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, FromClause, and_, exists, select, tuple_
from sqlalchemy.orm import Session

from scorekeeper.games.replay import current_table, is_settled
from scorekeeper.games.store import SELECT_GAMES, OpenGame, game_from_row
from scorekeeper.league.people import read_person
from scorekeeper.models.season import ALL_TIME
from scorekeeper.models.tables import games, nights, plays, results, rulebooks
from scorekeeper.rules.table import Table

MAX_GAMES = 25
MARK = re.compile(r"(\d{4}-\d\d-\d\d)\.([1-9]\d{0,8})")
LAST_CHARACTER = "\U0010ffff"
"""Sorts after every other character."""

Item = TypeVar("Item")


class PageMark(NamedTuple):
    """Where a page of games ended: the last one's day and number; written "2026-11-19.123"."""

    day: str
    game_id: int

    def __str__(self) -> str:
        return f"{self.day}.{self.game_id}"


def read_mark(text: str | None) -> PageMark | None:
    """Return the mark in an address; None for an invalid one, which shows the first page."""
    written = MARK.fullmatch(text or "")
    return PageMark(written[1], int(written[2])) if written else None


@dataclass(frozen=True)
class Page(Generic[Item]):
    """Part of a list; `older` is where the next page starts, None at the end."""

    rows: tuple[Item, ...]
    older: PageMark | None


@dataclass(frozen=True)
class GameRow:
    """A game in a list; `scores` go with `sides`, where everybody plays alone each side is one name."""

    id: int
    code: str
    title: str | None
    day: str
    night_id: int
    variant: str
    """Its name, as people say it."""
    sides: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    winners: tuple[str, ...]
    """Names; empty while it goes on."""
    finished: bool
    settled: bool
    """An open table that was settled and not played on."""
    touched_at: dt.datetime
    table: Table
    names: Mapping[str, str]
    """The name of each seat of the table."""


@dataclass(frozen=True)
class GameFilter:
    """A filter for games: all that is given has to hold.  `partner_id` goes with `person_id`."""

    season_id: int | None = None
    variant: str | None = None
    person_id: int | None = None
    partner_id: int | None = None


def list_games(
    session: Session,
    league_id: int,
    which: GameFilter = GameFilter(),
    *,
    before: PageMark | None = None,
    most: int = MAX_GAMES,
) -> Page[GameRow]:
    """Return the games that count, newest first: won ones, and those of open tables up to the last settlement.

    Raises PersonNotFound.
    """
    connection = session.connection()
    source, where = _source(session, league_id, which)
    place = tuple_(source.c.day, source.c.game_id)
    older = [place < before] if before else []
    found = connection.execute(
        select(source.c.game_id, source.c.day)
        .where(source.c.league_id == league_id, *where, *older)
        .order_by(source.c.day.desc(), source.c.game_id.desc())
        .limit(most + 1)
    ).all()
    shown = found[:most]
    rows = game_rows(connection, league_id, [PageMark(row.day, row.game_id) for row in shown])
    return Page(tuple(rows), PageMark(shown[-1].day, shown[-1].game_id) if len(found) > most else None)


def _source(session: Session, league_id: int, which: GameFilter) -> tuple[FromClause, list[ColumnElement[bool]]]:
    """Return the table whose index leads to these games, and the conditions on its rows."""
    season = which.season_id if which.season_id != ALL_TIME else None
    if which.person_id is None:
        return results, _conditions(results, season, which.variant)
    person = read_person(session, league_id, which.person_id).id
    if which.partner_id is None:
        return plays, [plays.c.person_id == person, *_conditions(plays, season, which.variant)]
    partner = read_person(session, league_id, which.partner_id).id
    theirs = plays.alias("theirs")
    together = exists().where(
        theirs.c.league_id == plays.c.league_id,
        theirs.c.game_id == plays.c.game_id,
        theirs.c.person_id == partner,
        theirs.c.side == plays.c.side,
    )
    return plays, [plays.c.person_id == person, together, *_conditions(plays, season, which.variant)]


def _conditions(table: FromClause, season: int | None, variant: str | None) -> list[ColumnElement[bool]]:
    wanted = [table.c.season_id == season] if season is not None else []
    return [*wanted, *([table.c.variant == variant] if variant is not None else [])]


def game_rows(connection: Connection, league_id: int, marks: Sequence[PageMark]) -> Iterable[GameRow]:
    if not marks:
        return ()
    found = connection.execute(
        SELECT_GAMES.where(games.c.league_id == league_id, games.c.id.in_([mark.game_id for mark in marks]))
    )
    by_id = {row.id: row for row in found}
    return (game_row(connection, game_from_row(by_id[mark.game_id]), mark.day) for mark in marks)


def game_row(connection: Connection, game: OpenGame, day: str) -> GameRow:
    table, names = current_table(connection, game), game.names
    return GameRow(
        id=game.row.id,
        code=game.row.code,
        title=game.row.title,
        day=day,
        night_id=game.row.night_id,
        variant=game.head.variant.name,
        sides=tuple(tuple(names[key] for key in team) for team in table.teams),
        scores=tuple(table.scores[team[0]] for team in table.teams),
        winners=tuple(names[key] for key in table.winners),
        finished=table.finished,
        settled=is_settled(game, table),
        touched_at=game.row.touched_at,
        table=table,
        names=names,
    )


def games_titled(connection: Connection, league_id: int, key: str, most: int) -> tuple[GameRow, ...]:
    found = connection.execute(
        select(games.c.id.label("game_id"), nights.c.day)
        .join(nights, and_(nights.c.league_id == games.c.league_id, nights.c.id == games.c.night_id))
        .where(games.c.league_id == league_id, games.c.title_key >= key, games.c.title_key <= key + LAST_CHARACTER)
        .order_by(games.c.title_key.desc(), games.c.id.desc())
        .limit(most)
    ).all()
    marks = sorted((PageMark(row.day, row.game_id) for row in found), reverse=True)
    return tuple(game_rows(connection, league_id, marks))


def variants_of(session: Session, league_id: int) -> tuple[tuple[str, str], ...]:
    """Return key and name of the variants a league has played, by name."""
    found = session.connection().execute(select(rulebooks.c.variant).where(rulebooks.c.league_id == league_id))
    known = {row.variant["key"]: row.variant["name"] for row in found}
    return tuple(sorted(known.items(), key=lambda each: each[1].casefold()))
