"""All tables of a league's last night on one large screen."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, request

from scorekeeper.access.permissions import VIEWER
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.htmx import no_content, render_page, wants_fragment
from scorekeeper.core.marks import SHAPES, finishing_order, player_marks
from scorekeeper.league.blueprint import bp, current_league
from scorekeeper.league.browse import games_of_last_night
from scorekeeper.league.browse_games import GameRow
from scorekeeper.league.leagues import LeagueHead
from scorekeeper.league.nights import is_going_on, read_night_times
from scorekeeper.sheets.grammar import join_names, number_text

MAX_TABLES = 8


@dataclass(frozen=True)
class ScreenSide:
    """One score of a table, with its mark as a path around 0,0."""

    css: str
    shape: str
    name: str
    score: str
    won: bool


@dataclass(frozen=True)
class ScreenTable:
    """One table of the night."""

    code: str
    about: str
    """Which game of the night it is, and how far: "Game 2 · hand 4 · to 52"; its name, where that tells it apart."""
    over: bool
    status: str
    """How it ended; empty while it goes on."""
    sides: tuple[ScreenSide, ...]


@dataclass(frozen=True)
class NightScreen:
    league: LeagueHead
    date: dt.date | None
    """The day of the night; None in a league that has none yet."""
    tables: tuple[ScreenTable, ...]
    rest: int | None = None
    """The night, where it has more tables than there is room for."""

    @property
    def version(self) -> str:
        """Changes whenever anything on the screen does."""
        shown = repr((self.league.name, self.date, self.tables, self.rest))
        return hashlib.sha256(shown.encode()).hexdigest()[:16]


@bp.get("/watch", role=VIEWER)
def watch() -> Response:
    head = current_league()
    games = games_of_last_night(db.session, head.id, most=MAX_TABLES + 1)
    closed_at = read_night_times(db.session.connection(), head.id, games[0].night_id).closed_at if games else None
    page = screen_of_night(head, games, closed_at, wall_clock())
    if wants_fragment() and request.args.get("seen") == page.version:
        return no_content()
    return render_page("league/watch.html", ["tables"], page=page)


def screen_of_night(
    league: LeagueHead, games: Sequence[GameRow], closed_at: dt.datetime | None, now: dt.datetime
) -> NightScreen:
    """Return the screen of a night, its tables in the order of `games`; `closed_at`: when the night was closed."""
    date = dt.date.fromisoformat(games[0].day) if games else None
    begun = sorted(game.id for game in games)
    tables = tuple(
        _table(game, _about(game, begun.index(game.id) + 1, games), going_on=is_going_on(game, closed_at, now))
        for game in games[:MAX_TABLES]
    )
    return NightScreen(league, date, tables, games[0].night_id if len(games) > MAX_TABLES else None)


def _about(game: GameRow, number: int, games: Sequence[GameRow]) -> str:
    """Say which game of the night it is, how far it is, and its name if not all have the same."""
    words = [f"Game {number}"]
    if not game.finished:
        target, to = game.table.rules.finish.target, "down to" if game.table.rules.counts_down else "to"
        words.append(f"hand {game.table.hands + 1}")
        words += [] if isinstance(target, str) else [f"{to} {number_text(target)}"]
    usual = Counter(each.variant for each in games).most_common(1)[0][0]
    if game.title or game.variant != usual:
        words.append(game.title or game.variant)
    return " · ".join(words)


def _table(game: GameRow, about: str, *, going_on: bool) -> ScreenTable:
    marks, rules = player_marks(game.table, game.names), game.table.rules
    sides = [
        ScreenSide(mark.css, SHAPES[mark.css], mark.name, number_text(score), mark.key in game.table.winners)
        for mark, score in zip(marks, game.scores, strict=True)
    ]
    if game.finished and not rules.shares_scores:
        places = finishing_order(game.scores, [side.won for side in sides], counts_down=rules.counts_down)
        sides = [sides[place] for place in places]
    return ScreenTable(
        code=game.code,
        about=about,
        over=game.finished,
        status=_status(game, going_on=going_on),
        sides=tuple(sides),
    )


def _status(game: GameRow, *, going_on: bool) -> str:
    """Say how a game ended; nothing about one that goes on."""
    if game.finished:
        return f"{join_names(game.winners) or 'Nobody'} won"
    return "" if going_on else "Settled"
