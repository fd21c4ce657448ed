"""What every page of a league begins with: which league, which season, and what an address asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, g, request

from scorekeeper.extensions import db
from scorekeeper.models.season import ALL_TIME, OUTSIDE
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.errors import NightNotFound, PersonNotFound, ResultNotFound, SeasonNotFound
from scorekeeper.services.league.change_log import ChangeRequest
from scorekeeper.services.league.leagues import read_league
from scorekeeper.services.league.seasons import seasons_of
from scorekeeper.web.errors import notice
from scorekeeper.web.permissions import standing, this_person
from scorekeeper.web.phone import writing_phone
from scorekeeper.web.stamps import whole
from scorekeeper.web.views.league.seasons import EVERY, NONE, Chooser, chooser_of, of_all_time, usual_season

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from scorekeeper.services.league.leagues import LeagueHead
    from scorekeeper.services.league.seasons import SeasonView

bp = Blueprint("league", __name__, url_prefix="/l/<league>")

for missing in (NightNotFound, PersonNotFound, ResultNotFound, SeasonNotFound):
    bp.register_error_handler(missing, lambda _error: notice(404))


@bp.before_request
def remember_league() -> None:
    """Keep the address of the league for the links of its pages; the guard has looked at it, and no view needs it."""
    g.league = (request.view_args or {}).pop("league")


@bp.url_defaults
def in_this_league(_endpoint: str, values: dict[str, Any]) -> None:
    if "league" in g:
        values.setdefault("league", g.league)


def league_here() -> LeagueHead:
    """Give the league of the address, which the guard let this phone into."""
    return read_league(db.session, standing().league_id)


def today() -> dt.date:
    return wall_clock().astimezone().date()


def number_asked(name: str) -> int | None:
    """Give a number out of the address, None for none; what is no number leads nowhere (404)."""
    text = request.args.get(name, "")
    if not text:
        return None
    number = whole(text)
    return abort(404) if number is None else number


def season_asked(seasons: Sequence[SeasonView], usual: int) -> int:
    """Give the season out of the address, the usual one for none; 404 for one this league does not have."""
    text = request.args.get("season", "")
    if not text:
        return usual
    if text in {EVERY, NONE}:
        return ALL_TIME if text == EVERY else OUTSIDE
    number = whole(text)
    return number if number and any(season.id == number for season in seasons) else abort(404)


def choose_season(*, all_time: bool = False) -> Chooser:
    """Give the season a page is about, and those one may go to from there."""
    seasons = seasons_of(db.session, standing().league_id)
    usual = of_all_time(seasons) if all_time else usual_season(seasons, today())
    return chooser_of(seasons, season_asked(seasons, usual))


def filled_in() -> ChangeRequest:
    """Give the form somebody sent, as the services of the league want it."""
    op_id = request.form.get("op_id", "")
    return ChangeRequest(db.session, wall_clock, writing_phone(), standing().league_id, op_id, this_person())
