"""The blueprint of a league, and what its pages begin with: the league, the season, values of the address."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, g, request

from scorekeeper.access.permissions import current_access
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.form_values import parse_uint
from scorekeeper.league.leagues import read_league
from scorekeeper.league.seasons import (
    EVERY,
    NONE,
    SeasonChooser,
    all_time_season,
    default_season,
    seasons_of,
)
from scorekeeper.models import League, Season
from scorekeeper.models.season import ALL_TIME, OUTSIDE

bp = Blueprint("league", __name__, url_prefix="/l/<league>")


def pop_league() -> None:
    """Move `league` from the view's arguments, if it is there, to `g`; the links of its pages use it."""
    arguments: dict[str, Any] = request.view_args or {}
    if "league" in arguments:
        g.league = arguments.pop("league")


def default_league(_endpoint: str, values: dict[str, Any]) -> None:
    if "league" in g:
        values.setdefault("league", g.league)


bp.before_request(pop_league)
bp.url_defaults(default_league)


def current_league() -> League:
    """Return the league of the address, which this phone has access to."""
    return read_league(db.session, current_access().league_id)


def today() -> dt.date:
    return wall_clock().astimezone().date()


def number_arg(name: str) -> int | None:
    """Return a number in the address, None if there is none; 404 if it is not an integer."""
    text = request.args.get(name, "")
    if not text:
        return None
    number = parse_uint(text)
    return abort(404) if number is None else number


def season_arg(seasons: Sequence[Season], usual: int) -> int:
    """Return the season in the address, the default for none; 404 for one this league does not have."""
    text = request.args.get("season", "")
    if not text:
        return usual
    if text in {EVERY, NONE}:
        return ALL_TIME if text == EVERY else OUTSIDE
    number = parse_uint(text)
    return number if number and any(season.id == number for season in seasons) else abort(404)


def choose_season(*, all_time: bool = False) -> SeasonChooser:
    """Return the season of a page, and the others to choose from."""
    seasons = seasons_of(db.session, current_access().league_id)
    usual = all_time_season(seasons) if all_time else default_season(seasons, today())
    return SeasonChooser(seasons, season_arg(seasons, usual))

