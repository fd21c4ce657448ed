"""The league's own house rules: the list, one name with its versions, and keeping a game's rules under a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games import read_game
from scorekeeper.services.house import (
    archive_house_rules,
    house_rules_of,
    read_house_rules,
    save_house_rules,
    version_of_game,
)
from scorekeeper.web.htmx import go_on
from scorekeeper.web.permissions import standing
from scorekeeper.web.phone import this_phone, writing_phone
from scorekeeper.web.views.house_pages import game_page, library_page, own_changes, versions_page

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

bp = Blueprint("house", __name__)

LONGEST = 200


@bp.get("/house-rules")
def index() -> str:
    phone = this_phone()
    kept = house_rules_of(db.session, phone) if phone else []
    put_away = house_rules_of(db.session, phone, archived=True) if phone else []
    return render_template("house/index.html", page=library_page(kept, put_away))


@bp.get("/house-rules/<int(max=999999999):house_id>")
def show(house_id: int) -> str:
    phone = this_phone() or abort(404)
    return render_template("house/show.html", page=versions_page(read_house_rules(db.session, phone, house_id)))


@bp.post("/house-rules/<int(max=999999999):house_id>/archive")
def archive(house_id: int) -> AnyResponse:
    """Put a name away, or with `back` bring it back.  Doing it twice does it once."""
    phone = this_phone() or abort(404)
    back = request.form.get("back") == "yes"
    archive_house_rules(db.session, wall_clock, phone, house_id, archived=not back)
    return go_on(url_for("house.show", house_id=house_id))


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
    return go_on(url_for("house.show", house_id=house_id))


def _game_page(code: str, typed: str = "", wrong: str = "") -> str:
    view = read_game(db.session, code)
    page = game_page(view, version_of_game(db.session, code), typed, wrong)
    return render_template("house/game.html", page=page)
