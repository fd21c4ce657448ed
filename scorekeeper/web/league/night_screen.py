"""All tables of a league's last night on one large screen."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.extensions import db
from scorekeeper.rules.numbers import number_text
from scorekeeper.rules.sentence_args import join_names
from scorekeeper.services.league.browse import games_of_last_night
from scorekeeper.web.components.marks import SHAPES
from scorekeeper.web.htmx import render_page
from scorekeeper.web.league.blueprint import bp, current_league

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Response

    from scorekeeper.services.league.browse_games import GameRow
    from scorekeeper.services.league.leagues import LeagueHead

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
    title: str
    status: str
    playing: bool
    sides: tuple[ScreenSide, ...]


@dataclass(frozen=True)
class NightScreen:
    league: LeagueHead
    date: dt.date | None
    """The day of the night; None in a league that has none yet."""
    tables: tuple[ScreenTable, ...]


@bp.get("/watch")
def watch() -> Response:
    head = current_league()
    page = screen_of_night(head, games_of_last_night(db.session, head.id, most=MAX_TABLES))
    return render_page("league/watch.html", ["tables"], page=page)


def screen_of_night(league: LeagueHead, games: Sequence[GameRow]) -> NightScreen:
    """Return the screen of a night, its tables in the order of `games`."""
    date = dt.date.fromisoformat(games[0].day) if games else None
    return NightScreen(league, date, tuple(map(_table, games)))


def _table(game: GameRow) -> ScreenTable:
    playing = not game.finished and not game.settled
    return ScreenTable(
        code=game.code,
        title=game.title or game.variant,
        status="" if playing else f"{join_names(game.winners)} won" if game.winners else "Settled",
        playing=playing,
        sides=tuple(
            ScreenSide(css, shape, join_names(side), number_text(score), side[0] in game.winners)
            for (css, shape), side, score in zip(SHAPES.items(), game.sides, game.scores, strict=False)
        ),
    )
