"""History to browse: nights, their games, and games by season, variant, person and partners; newest first.

A page starts where the last one ended (`PageMark`), so that the thousandth costs what the first does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from sqlalchemy import and_, select, tuple_

from scorekeeper.models.season import ALL_TIME
from scorekeeper.models.tables import games, nights, partner_games, plays, results, rulebooks
from scorekeeper.services.errors import NightNotFound
from scorekeeper.services.games.replay import current_table, is_settled
from scorekeeper.services.games.store import NIGHT_COLUMNS, ON_NIGHT, SELECT_GAMES, game_from_row
from scorekeeper.services.league.nights import is_going_on
from scorekeeper.services.league.people import people_of, read_names, read_person

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, FromClause
    from sqlalchemy.orm import Session

    from scorekeeper.services.games.store import OpenGame
    from scorekeeper.services.league.people import PersonView


MAX_NIGHTS, MAX_GAMES, MAX_FOUND = 20, 25, 20
MARK = re.compile(r"(\d{4}-\d\d-\d\d)\.([1-9]\d{0,8})")
DAY = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")
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
class NightPlayer:
    """Somebody's night: games that count, and how many of them they won."""

    person_id: int
    name: str
    games: int
    won: int


@dataclass(frozen=True)
class NightRow:
    """A night in a list; `games` are all of it, `finished` those that were won, `settled` open tables that count."""

    id: int
    day: str
    games: int
    finished: int
    settled: int
    people: tuple[NightPlayer, ...]
    """Most games won first."""


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


@dataclass(frozen=True)
class NightPage:
    """One night: its games in the order they were begun; the days of the nights before and after it, if any."""

    id: int
    day: str
    closed_at: dt.datetime | None
    games: tuple[GameRow, ...]
    people: tuple[NightPlayer, ...]
    before: NightLink | None
    after: NightLink | None


class NightLink(NamedTuple):
    id: int
    day: str


@dataclass(frozen=True)
class GameFilter:
    """A filter for games: all that is given has to hold.  `partner_id` goes with `person_id`."""

    season_id: int | None = None
    variant: str | None = None
    person_id: int | None = None
    partner_id: int | None = None


# ---------------------------------------------------------------- nights


def list_nights(
    session: Session, league_id: int, *, before: str | None = None, most: int = MAX_NIGHTS
) -> Page[NightRow]:
    """Return nights, newest first; `before` is the day of the last one already seen."""
    connection = session.connection()
    older = [nights.c.day < before] if before else []
    found = connection.execute(
        select(nights.c.id, nights.c.day)
        .where(nights.c.league_id == league_id, *older)
        .order_by(nights.c.day.desc())
        .limit(most + 1)
    ).all()
    shown = [NightLink(*row) for row in found[:most]]
    games_at = _games_at(connection, league_id, [row.id for row in shown])
    people_at = _people_at(connection, league_id, games_at)
    rows = tuple(_night_row(row, games_at.get(row.id, []), people_at.get(row.id, _NO_PEOPLE)) for row in shown)
    return Page(rows, PageMark(shown[-1].day, 1) if len(found) > most else None)


class _NightGame(NamedTuple):
    id: int
    finished_at: dt.datetime | None


def _night_row(night: NightLink, played: Sequence[_NightGame], there: _NightPeople) -> NightRow:
    going_on = {game.id for game in played if game.finished_at is None}
    finished, settled = len(played) - len(going_on), len(going_on & there.counting)
    return NightRow(night.id, night.day, len(played), finished, settled, there.people)


class _NightPeople(NamedTuple):
    """The people of a night, most games won first, and which of its games count."""

    people: tuple[NightPlayer, ...]
    counting: frozenset[int]


_NO_PEOPLE = _NightPeople((), frozenset())


def _games_at(connection: Connection, league_id: int, night_ids: Collection[int]) -> dict[int, list[_NightGame]]:
    """Return the games of each night."""
    at: dict[int, list[_NightGame]] = {}
    if night_ids:
        for row in connection.execute(
            select(games.c.night_id, games.c.id, games.c.finished_at).where(
                games.c.league_id == league_id, games.c.night_id.in_(night_ids)
            )
        ):
            at.setdefault(row.night_id, []).append(_NightGame(row.id, row.finished_at))
    return at


def _people_at(
    connection: Connection, league_id: int, games_at: Mapping[int, Sequence[_NightGame]]
) -> dict[int, _NightPeople]:
    """Return night -> who played, and in which games.

    Games and names are queried separately: with a join the database may start with the people, and read all that they
    ever played.
    """
    night_of = {game.id: night for night, played in games_at.items() for game in played}
    if not night_of:
        return {}
    played: dict[tuple[int, int], list[int]] = {}
    counting: dict[int, set[int]] = {}
    for row in connection.execute(
        select(plays.c.game_id, plays.c.person_id, plays.c.won).where(
            plays.c.league_id == league_id, plays.c.game_id.in_(night_of)
        )
    ):
        played.setdefault((night_of[row.game_id], row.person_id), []).append(row.won or 0)
        counting.setdefault(night_of[row.game_id], set()).add(row.game_id)
    names = read_names(connection, league_id, {person for _, person in played})
    at: dict[int, list[NightPlayer]] = {}
    for (night, person), won in played.items():
        at.setdefault(night, []).append(NightPlayer(person, names[person], len(won), sum(won)))
    return {
        night: _NightPeople(
            tuple(sorted(there, key=lambda each: (-each.won, each.games, each.name.casefold(), each.person_id))),
            frozenset(counting[night]),
        )
        for night, there in at.items()
    }


def read_night(session: Session, league_id: int, night_id: int) -> NightPage:
    """Return a night and its games.  Raises NightNotFound."""
    connection = session.connection()
    night = connection.execute(
        select(nights.c.id, nights.c.day, nights.c.closed_at).where(
            nights.c.league_id == league_id, nights.c.id == night_id
        )
    ).one_or_none()
    if night is None:
        raise NightNotFound
    games_at = _games_at(connection, league_id, [night_id])
    marks = [PageMark(night.day, number) for number in sorted(game.id for game in games_at.get(night_id, ()))]
    return NightPage(
        id=night.id,
        day=night.day,
        closed_at=night.closed_at,
        games=tuple(_game_rows(connection, league_id, marks)),
        people=_people_at(connection, league_id, games_at).get(night_id, _NO_PEOPLE).people,
        before=_neighbour(connection, league_id, nights.c.day < night.day, nights.c.day.desc()),
        after=_neighbour(connection, league_id, nights.c.day > night.day, nights.c.day),
    )


def games_going_on(session: Session, league_id: int, night_id: int, now: dt.datetime) -> tuple[GameRow, ...]:
    """Return the games of a night that are being played, in the order they were begun."""
    connection = session.connection()
    unfinished = (
        SELECT_GAMES.add_columns(*NIGHT_COLUMNS)
        .join(nights, ON_NIGHT)
        .where(games.c.league_id == league_id, games.c.night_id == night_id, games.c.finished_at.is_(None))
        .order_by(games.c.id)
    )
    found = [
        (_game_row(connection, game_from_row(row), row.day), row.night_closed_at)
        for row in connection.execute(unfinished).all()
    ]
    return tuple(game for game, closed_at in found if is_going_on(game, closed_at, now))


def _neighbour(
    connection: Connection, league_id: int, where: ColumnElement[bool], order: ColumnElement[str]
) -> NightLink | None:
    row = connection.execute(
        select(nights.c.id, nights.c.day).where(nights.c.league_id == league_id, where).order_by(order).limit(1)
    ).one_or_none()
    return NightLink(*row) if row else None


# ---------------------------------------------------------------- games


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
    rows = _game_rows(connection, league_id, [PageMark(row.day, row.game_id) for row in shown])
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
    one, other = sorted((person, partner))
    pair = [partner_games.c.person_id == one, partner_games.c.other_id == other]
    if season is None and which.variant is None:
        return partner_games, pair
    its = select(results.c.game_id).where(
        results.c.league_id == partner_games.c.league_id,
        results.c.game_id == partner_games.c.game_id,
        *_conditions(results, season, which.variant),
    )
    return partner_games, [*pair, its.exists()]


def _conditions(table: FromClause, season: int | None, variant: str | None) -> list[ColumnElement[bool]]:
    wanted = [table.c.season_id == season] if season is not None else []
    return [*wanted, *([table.c.variant == variant] if variant is not None else [])]


def _game_rows(connection: Connection, league_id: int, marks: Sequence[PageMark]) -> Iterable[GameRow]:
    if not marks:
        return ()
    found = connection.execute(
        SELECT_GAMES.where(games.c.league_id == league_id, games.c.id.in_([mark.game_id for mark in marks]))
    )
    by_id = {row.id: row for row in found}
    return (_game_row(connection, game_from_row(by_id[mark.game_id]), mark.day) for mark in marks)


def _game_row(connection: Connection, game: OpenGame, day: str) -> GameRow:
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
    )


# ---------------------------------------------------------------- what to look for


def variants_of(session: Session, league_id: int) -> tuple[tuple[str, str], ...]:
    """Return key and name of the variants a league has played, by name."""
    found = session.connection().execute(select(rulebooks.c.variant).where(rulebooks.c.league_id == league_id))
    known = {row.variant["key"]: row.variant["name"] for row in found}
    return tuple(sorted(known.items(), key=lambda each: each[1].casefold()))


@dataclass(frozen=True)
class SearchResults:
    """What a search found: people of that name, nights of that date, games whose title starts with it."""

    people: tuple[PersonView, ...] = ()
    nights: tuple[NightLink, ...] = ()
    games: tuple[GameRow, ...] = ()


def search(session: Session, league_id: int, text: str, *, most: int = MAX_FOUND) -> SearchResults:
    """Search people, nights ("2026-11") and titles; a few of each, newest first."""
    key = " ".join(text.split()).casefold()
    if not key or "\0" in key or any("\ud800" <= letter <= "\udfff" for letter in key):
        return SearchResults()
    connection = session.connection()
    named = tuple(person for person in people_of(session, league_id) if key in person.name.casefold())
    return SearchResults(
        named[:most], _nights_of(connection, league_id, key, most), _titled(connection, league_id, key, most)
    )


def _nights_of(connection: Connection, league_id: int, key: str, most: int) -> tuple[NightLink, ...]:
    if not DAY.fullmatch(key):
        return ()
    found = connection.execute(
        select(nights.c.id, nights.c.day)
        .where(nights.c.league_id == league_id, nights.c.day >= key, nights.c.day <= key + LAST_CHARACTER)
        .order_by(nights.c.day.desc())
        .limit(most)
    )
    return tuple(NightLink(*row) for row in found)


def _titled(connection: Connection, league_id: int, key: str, most: int) -> tuple[GameRow, ...]:
    found = connection.execute(
        select(games.c.id.label("game_id"), nights.c.day)
        .join(nights, and_(nights.c.league_id == games.c.league_id, nights.c.id == games.c.night_id))
        .where(games.c.league_id == league_id, games.c.title_key >= key, games.c.title_key <= key + LAST_CHARACTER)
        .order_by(games.c.title_key.desc(), games.c.id.desc())
        .limit(most)
    ).all()
    marks = sorted((PageMark(row.day, row.game_id) for row in found), reverse=True)
    return tuple(_game_rows(connection, league_id, marks))
