"""The money of a league, and the most a game may be played for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.money.league_limits import read_limits, set_limit
from scorekeeper.web.htmx import see_other
from scorekeeper.web.league_limits.forms import LimitForm
from scorekeeper.web.league_limits.pages import limits_page
from scorekeeper.web.permissions import current_access

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

bp = Blueprint("league_limits", __name__, url_prefix="/t/<code>/limit")


@bp.get("")
def show(code: str) -> str:
    known = read_limits(db.session, current_access().league_id)
    return render_template("league_limits/show.html", page=limits_page(code, known), form=LimitForm(limit=known.limit))


@bp.post("")
def save(code: str) -> AnyResponse | tuple[str, int]:
    form, league_id = LimitForm(), current_access().league_id
    if form.validate():
        try:
            set_limit(db.session, league_id, form.limit.data)
        except SheetError as error:
            form.add_error("limit", error.message)
        else:
            return see_other(url_for("league_limits.show", code=code))
    page = limits_page(code, read_limits(db.session, league_id))
    return render_template("league_limits/show.html", page=page, form=form), 422
