"""The money of a league, and the most a game may be played for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.money.league_limits import read_limits, set_limit
from scorekeeper.web.form_values import clean_text
from scorekeeper.web.htmx import see_other
from scorekeeper.web.league_limits.forms import read_limit
from scorekeeper.web.league_limits.pages import limits_page
from scorekeeper.web.permissions import current_access

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

bp = Blueprint("league_limits", __name__, url_prefix="/t/<code>/limit")
MAX_LENGTH = 80


@bp.get("")
def show(code: str) -> str:
    page = limits_page(code, read_limits(db.session, current_access().league_id))
    return render_template("league_limits/show.html", page=page)


@bp.post("")
def save(code: str) -> AnyResponse | tuple[str, int]:
    typed = clean_text(request.form.get("limit", ""), MAX_LENGTH)
    cents, wrong = read_limit(typed)
    if not wrong:
        try:
            set_limit(db.session, current_access().league_id, cents)
        except SheetError as error:
            wrong = error.message
    if wrong:
        page = limits_page(code, read_limits(db.session, current_access().league_id), typed, wrong)
        return render_template("league_limits/show.html", page=page), 422
    return see_other(url_for("league_limits.show", code=code))
