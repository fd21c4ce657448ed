"""The rules of a game, to be kept under a name of its league; the way to those a league keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games.view import read_game
from scorekeeper.services.league.house_rules import save_house_rules, version_of_game
from scorekeeper.services.league.leagues import read_league
from scorekeeper.web.htmx import go_on
from scorekeeper.web.permissions import standing
from scorekeeper.web.phone import kept_league_here, writing_phone
from scorekeeper.web.views.house_pages import game_page, own_changes

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

bp = Blueprint("house", __name__)

LONGEST, SEE_OTHER = 200, 303


@bp.get("/house-rules")
def index() -> AnyResponse | str:
    """Lead to the rules of the league a phone keeps score in; of several each has its own page."""
    kept = kept_league_here()
    if kept:
        return redirect(url_for("league.house_rules", league=read_league(db.session, kept).code), SEE_OTHER)
    return render_template("house/index.html")


@bp.get("/t/<code>/house")
def of_game(code: str) -> str:
    return _game_page(code)


@bp.post("/t/<code>/house")
def keep(code: str) -> AnyResponse | tuple[str, int]:
    table = read_game(db.session, code).table
    name = request.form.get("save_as", "")[:LONGEST]
    try:
        house_id, _ = save_house_rules(
            db.session,
            wall_clock,
            writing_phone(),
            league_id=standing().league_id,
            name=name,
            variant=table.variant,
            settings=own_changes(table),
            op_id=request.form.get("op_id", ""),
        )
    except SheetError as error:
        return _game_page(code, name, error.message), 422
    except SettingsError:
        return _game_page(code, name, "These rules go together only with so many players as sit here now."), 422
    league = read_league(db.session, standing().league_id).code
    return go_on(url_for("league.kept_rules", league=league, house_id=house_id))


def _game_page(code: str, typed: str = "", wrong: str = "") -> str:
    view = read_game(db.session, code)
    page = game_page(view, version_of_game(db.session, code), typed, wrong)
    return render_template("house/game.html", page=page)
