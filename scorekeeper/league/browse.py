"""A league's history to browse: its nights, newest first, and a search through people, nights and games."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, select
from sqlalchemy.orm import Session

from scorekeeper.core.errors import NightNotFound
from scorekeeper.games.store import NIGHT_COLUMNS, ON_NIGHT, SELECT_GAMES, game_from_row
from scorekeeper.league.browse_games import (
    LAST_CHARACTER,
    GameRow,
    Page,
    PageMark,
    game_row,
    game_rows,
    games_titled,
)
from scorekeeper.league.nights import is_going_on
from scorekeeper.league.people import PersonView, people_of, read_names
from scorekeeper.models.tables import games, nights, plays
from scorekeeper.rules.documents import name_key

MAX_NIGHTS, MAX_FOUND = 20, 20
DAY = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")


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


def night_days(session: Session, league_id: int, *, since: str) -> tuple[str, ...]:
    """Return the days of all nights since a day."""
    found = session.connection().scalars(
        select(nights.c.day).where(nights.c.league_id == league_id, nights.c.day >= since).order_by(nights.c.day)
    )
    return tuple(found)


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
        games=tuple(game_rows(connection, league_id, marks)),
        people=_people_at(connection, league_id, games_at).get(night_id, _NO_PEOPLE).people,
        before=_neighbour(connection, league_id, nights.c.day < night.day, nights.c.day.desc()),
        after=_neighbour(connection, league_id, nights.c.day > night.day, nights.c.day),
    )


def games_of_last_night(session: Session, league_id: int, *, most: int) -> tuple[GameRow, ...]:
    """Return the games of the newest night: those that were not finished first, then the newest."""
    connection = session.connection()
    night = connection.execute(
        select(nights.c.id, nights.c.day).where(nights.c.league_id == league_id).order_by(nights.c.day.desc()).limit(1)
    ).one_or_none()
    if night is None:
        return ()
    played = _games_at(connection, league_id, [night.id]).get(night.id, [])
    shown = sorted(played, key=lambda game: (game.finished_at is not None, -game.id))[:most]
    return tuple(game_rows(connection, league_id, [PageMark(night.day, game.id) for game in shown]))


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
        (game_row(connection, game_from_row(row), row.day), row.night_closed_at)
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


# ---------------------------------------------------------------- a search


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
    connection, wanted = session.connection(), name_key(text)
    people = people_of(session, league_id) if wanted else ()
    named = tuple(person for person in people if wanted in name_key(person.name))
    return SearchResults(
        named[:most], _nights_of(connection, league_id, key, most), games_titled(connection, league_id, key, most)
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
