"""A league's history to browse: its nights and its games, newest first, and a search through people, nights and games.

A page of games starts where the last one ended (`PageMark`), so the thousandth page takes no longer than the first.
"""

import datetime as dt
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, and_, exists, func, select, tuple_
from sqlalchemy.orm import Session, aliased

from scorekeeper.core.pages import chunks
from scorekeeper.core.transaction import must_exist
from scorekeeper.games.game_view import ListedGame
from scorekeeper.games.store import NIGHT_COLUMNS, ON_NIGHT, SELECT_GAMES, current_table, game_from_row
from scorekeeper.league.nights import is_going_on
from scorekeeper.league.people import people_of, read_person
from scorekeeper.models import ALL_TIME, Game, Night, Person, Play, Result, Rulebook, Seat
from scorekeeper.rules.documents import name_key
from scorekeeper.sheets.phrases import counted

MAX_NIGHTS, MAX_GAMES, MAX_FOUND = 20, 25, 20
BIDS = ("bids", "made", "set", "dealer_set")
DAY = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")
MARK = re.compile(r"(\d{4}-\d\d-\d\d)\.([1-9]\d{0,8})")
LAST_CHARACTER = "\U0010ffff"
"""Sorts after every other character."""


class PageMark(NamedTuple):
    """Where a page of games ended: the last one's day and number; written "2026-11-19.123"."""

    day: str
    game_id: int

    def __str__(self) -> str:
        return f"{self.day}.{self.game_id}"


def read_mark(text: str | None) -> PageMark | None:
    """Return the mark in an address; None for an invalid one, which shows the first page."""
    return PageMark(found[1], int(found[2])) if (found := MARK.fullmatch(text or "")) else None


@dataclass(frozen=True)
class GameFilter:
    """A filter for games: all that is given has to hold.  `partner_id` goes with `person_id`."""

    season_id: int | None = None
    variant: str | None = None
    person_id: int | None = None
    partner_id: int | None = None
    code: str | None = None


@dataclass(frozen=True)
class NightPlayer:
    """Somebody at a table of a night: their games that count, 0 for none yet, and how many of them they won."""

    person_id: int
    name: str
    games: int
    won: int


class NightRow:
    """A night in a list: `games` with a hand, those `open` that do not count yet, and all that are `unfinished`."""

    def __init__(
        self, night: Row[int, str], played: Sequence[Any], counting: Collection[int], people: Sequence[NightPlayer]
    ) -> None:
        unfinished = [game for game in played if game.finished_at is None]
        self.id, self.date, self.people = night.id, dt.date.fromisoformat(night.day), people
        self.games, self.unfinished = sum(game.seq > 0 for game in played), len(unfinished)
        self.open = sum(game.seq > 0 and game.id not in counting for game in unfinished)


# ---------------------------------------------------------------- nights


def list_nights(
    session: Session, league_id: int, *, before: str | None = None, most: int = MAX_NIGHTS
) -> tuple[list[NightRow], str | None]:
    """Return nights, newest first, and the day where older ones start, None at the end.

    `before` is the day of the last one already seen.
    """
    older = [Night.day < before] if before else []
    found = session.execute(
        select(Night.id, Night.day)
        .where(Night.league_id == league_id, *older)
        .order_by(Night.day.desc())
        .limit(most + 1)
    ).all()
    shown = found[:most]
    games_at = _games_at(session, league_id, [row.id for row in shown])
    people_at, counting = _people_at(session, league_id, games_at)
    rows = [NightRow(it, games_at.get(it.id, ()), counting, people_at.get(it.id, ())) for it in shown]
    return rows, shown[-1].day if len(found) > most else None


def night_days(session: Session, league_id: int, *, since: str) -> Sequence[str]:
    return session.scalars(
        select(Night.day).where(Night.league_id == league_id, Night.day >= since).order_by(Night.day)
    ).all()


def read_night(session: Session, league_id: int, night_id: int) -> Night:
    """Return a night.  Raises NotFound."""
    return must_exist(session.get(Night, (league_id, night_id), populate_existing=True))


def games_and_people(session: Session, night: Night) -> tuple[list[ListedGame], Sequence[NightPlayer]]:
    """Return the games of a night in the order they were begun, and its people, most games won first."""
    games_at = _games_at(session, night.league_id, [night.id])
    marks = [PageMark(night.day, number) for number in sorted(game.id for game in games_at.get(night.id, ()))]
    people_at, _ = _people_at(session, night.league_id, games_at)
    return game_rows(session, night.league_id, marks), people_at.get(night.id, ())


def nights_beside(session: Session, night: Night) -> tuple[Night | None, Night | None]:
    mine = select(Night).where(Night.league_id == night.league_id).limit(1)
    return (
        session.scalar(mine.where(Night.day < night.day).order_by(Night.day.desc())),
        session.scalar(mine.where(Night.day > night.day).order_by(Night.day)),
    )


def _games_at(session: Session, league_id: int, night_ids: Collection[int]) -> dict[int, list[Any]]:
    """Return the games of each night: id, when it was finished and last touched, its lines."""
    at: dict[int, list[Any]] = {}
    if night_ids:
        for row in session.execute(
            select(Game.night_id, Game.id, Game.finished_at, Game.touched_at, Game.seq).where(
                Game.league_id == league_id, Game.night_id.in_(night_ids)
            )
        ):
            at.setdefault(row.night_id, []).append(row)
    return at


def _people_at(
    session: Session, league_id: int, games_at: Mapping[int, Sequence[Any]]
) -> tuple[dict[int, list[NightPlayer]], set[int]]:
    """Return who sat at a table on each night, and which of its games count.

    Games and names are queried separately, names by an outer join in the order of the seats: else the database may
    start with the people, and read all that they ever played.
    """
    night_of = {game.id: night for night, played in games_at.items() for game in played}
    if not night_of:
        return {}, set()
    played: dict[tuple[int, int], list[int]] = {}
    counting: set[int] = set()
    for row in session.execute(
        select(Play.game_id, Play.person_id, Play.won).where(Play.league_id == league_id, Play.game_id.in_(night_of))
    ):
        played.setdefault((night_of[row.game_id], row.person_id), []).append(row.won or 0)
        counting.add(row.game_id)
    names: dict[int, str] = {}
    for seat in session.execute(
        select(Seat.game_id, func.coalesce(Person.merged_into, Person.id).label("person_id"), Person.name)
        .outerjoin(Person, and_(Person.league_id == Seat.league_id, Person.id == Seat.person_id))
        .where(Seat.league_id == league_id, Seat.game_id.in_(night_of))
        .order_by(Seat.game_id, Seat.number)
    ):
        names[seat.person_id] = seat.name
        played.setdefault((night_of[seat.game_id], seat.person_id), [])
    at: dict[int, list[NightPlayer]] = {}
    for (night, person), won in played.items():
        at.setdefault(night, []).append(NightPlayer(person, names[person], len(won), sum(won)))
    for people in at.values():
        people.sort(key=lambda it: (-it.won, not it.games, it.games, it.name.casefold(), it.person_id))
    return at, counting


def games_of_last_night(session: Session, league_id: int, *, most: int) -> tuple[list[ListedGame], int]:
    """Return the newest night's games, and how many others aren't begun.

    The games are those with a hand, all if none has; of more than `most` those being played, and the newest finished.
    """
    night = session.execute(
        select(Night.id, Night.day).where(Night.league_id == league_id).order_by(Night.day.desc()).limit(1)
    ).one_or_none()
    if night is None:
        return [], 0
    played = _games_at(session, league_id, [night.id]).get(night.id, [])
    played.sort(key=lambda it: (not it.seq, it.finished_at is not None, -it.touched_at.timestamp(), -it.id))
    begun = [game for game in played if game.seq] or played
    marks = [PageMark(night.day, game.id) for game in begun[:most]]
    return game_rows(session, league_id, marks), len(played) - len(begun)


def games_going_on(session: Session, league_id: int, night_id: int, now: dt.datetime) -> list[ListedGame]:
    """Return the games of a night that are being played, in the order they were begun."""
    connection = session.connection()
    unfinished = (
        SELECT_GAMES.add_columns(*NIGHT_COLUMNS)
        .join(Night, ON_NIGHT)
        .where(Game.league_id == league_id, Game.night_id == night_id, Game.finished_at.is_(None))
        .order_by(Game.id)
    )
    opened = [(row, game_from_row(row)) for row in connection.execute(unfinished).all()]
    found = [ListedGame(game, current_table(connection, game), row.day, row.night_closed_at) for row, game in opened]
    return [game for game in found if is_going_on(game, game.night_closed_at, now)]


# ---------------------------------------------------------------- games


def list_games(
    session: Session,
    league_id: int,
    which: GameFilter = GameFilter(),
    *,
    before: PageMark | None = None,
    most: int = MAX_GAMES,
) -> tuple[list[ListedGame], PageMark | None]:
    """Return the games that count, newest first, and where older ones start, None at the end.

    A game counts once it is won, one of an open table up to its last settlement.  Raises NotFound.
    """
    source, where = _source(session, league_id, which)
    older = [tuple_(source.day, source.game_id) < before] if before else []
    found = session.execute(
        select(source.game_id, source.day)
        .where(source.league_id == league_id, *where, *older)
        .order_by(source.day.desc(), source.game_id.desc())
        .limit(most + 1)
    ).all()
    marks = [PageMark(row.day, row.game_id) for row in found[:most]]
    return game_rows(session, league_id, marks), marks[-1] if len(found) > most else None


def _source(
    session: Session, league_id: int, which: GameFilter
) -> tuple[type[Result | Play], list[ColumnElement[bool]]]:
    """Return the table whose index leads to these games, and the conditions on its rows."""
    source: type[Result | Play] = Result if which.person_id is None else Play
    where: list[ColumnElement[bool]] = []
    if which.person_id is not None:
        where.append(Play.person_id == read_person(session, league_id, which.person_id).id)
    if which.person_id is not None and which.partner_id is not None:
        theirs = aliased(Play)
        together = exists().where(
            theirs.league_id == Play.league_id,
            theirs.game_id == Play.game_id,
            theirs.person_id == read_person(session, league_id, which.partner_id).id,
            theirs.side == Play.side,
        )
        where.append(together)
    if which.season_id not in {None, ALL_TIME}:
        where.append(source.season_id == which.season_id)
    if which.variant is not None:
        where.append(source.variant == which.variant)
    if which.code is not None:
        where.append(source.game_id.in_(select(Game.id).filter_by(league_id=league_id, code=which.code)))
    return source, where


def game_rows(session: Session, league_id: int, marks: Sequence[PageMark]) -> list[ListedGame]:
    if not marks:
        return []
    found = session.execute(
        SELECT_GAMES.where(Game.league_id == league_id, Game.id.in_([mark.game_id for mark in marks]))
    )
    by_id = {row.id: game_from_row(row) for row in found}
    opened = [(by_id[mark.game_id], mark.day) for mark in marks]
    rows = [ListedGame(game, current_table(session.connection(), game), day) for game, day in opened]
    known = {name for row in rows for name in row.names.values()}
    for row in rows:
        row.known = known
    return rows


def variants_of(session: Session, league_id: int) -> tuple[tuple[str, str], ...]:
    """Return key and name of the variants a league has played, by name."""
    found = session.connection().execute(select(Rulebook.variant).where(Rulebook.league_id == league_id))
    known = {row.variant["key"]: row.variant["name"] for row in found}
    return tuple(sorted(known.items(), key=lambda each: each[1].casefold()))


# ---------------------------------------------------------------- all tables of a night on one large screen

LIVE, RESULTS = 4, 8  # how many of each fit on a screen


def night_screen(
    games: Sequence[ListedGame], known: Collection[str], closed_at: dt.datetime | None, now: dt.datetime, number: int
) -> dict[str, Any]:
    """Return a screen of the tables of a night: the live ones, and the results of the others.

    `known` are everybody's names, to tell first names apart, `closed_at` is when the night was closed.  After the last
    screen comes the first.
    """
    tables = [
        {
            "code": game.code, "goes_to": game.goes_to, "hand": game.hand, "begun": game.begun,
            "status": _status(game, closed_at, now),
            "named": game.title or game.variant, "low": game.table.rules.counts_down,
            "sides": game.score_rows(known, 0),
        }
        for game in sorted(games, key=lambda game: game.id)
    ]  # fmt: skip
    live, results = chunks([it for it in tables if not it["status"]], LIVE), [it for it in tables if it["status"]]
    screens = list(zip_longest(live, chunks(results, RESULTS), fillvalue=())) or [((), ())]
    at = (number - 1) % len(screens)
    return {"live": screens[at][0], "results": screens[at][1], "number": at + 1, "screens": len(screens)}


def _status(game: ListedGame, closed_at: dt.datetime | None, now: dt.datetime) -> str:
    """Return why a table is among the results; empty for a live one."""
    if game.finished:
        return "Won" if game.table.winners else "Nobody won"
    if not is_going_on(game, closed_at, now):
        return "Settled" if game.settled else "Not finished"
    hours = (now - game.touched_at) // dt.timedelta(hours=1)
    return f"Quiet for {counted(hours, 'hour')}" if hours > 0 else ""


# ---------------------------------------------------------------- a search


def search(
    session: Session, league_id: int, text: str, *, most: int = MAX_FOUND
) -> tuple[list[Any], Sequence[Night], list[ListedGame]]:
    """Return people of that name, nights of that date ("2026-11"), games whose title starts with it.

    A few of each, newest first.
    """
    key, wanted = " ".join(text.split()).casefold(), name_key(text)
    if not key or "\0" in key or any("\ud800" <= letter <= "\udfff" for letter in key):
        return [], [], []
    people = [it for it in people_of(session, league_id) if wanted in name_key(it.name)] if wanted else []
    of_day: Sequence[Night] = ()
    if DAY.fullmatch(key):
        of_day = session.scalars(
            select(Night)
            .where(Night.league_id == league_id, Night.day >= key, Night.day <= key + LAST_CHARACTER)
            .order_by(Night.day.desc())
            .limit(most)
        ).all()
    return people[:most], of_day, _games_titled(session, league_id, key, most)


def _games_titled(session: Session, league_id: int, key: str, most: int) -> list[ListedGame]:
    found = session.execute(
        select(Game.id.label("game_id"), Night.day)
        .join(Night, and_(Night.league_id == Game.league_id, Night.id == Game.night_id))
        .where(Game.league_id == league_id, Game.title_key >= key, Game.title_key <= key + LAST_CHARACTER)
        .order_by(Game.title_key.desc(), Game.id.desc())
        .limit(most)
    )
    return game_rows(session, league_id, sorted((PageMark(row.day, row.game_id) for row in found), reverse=True))
