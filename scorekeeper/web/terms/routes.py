"""What a league plays for: its money, and the most a game may be played for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.money.league_limits import read_limits, set_limit
from scorekeeper.web.htmx import go_on
from scorekeeper.web.permissions import standing
from scorekeeper.web.terms.forms import limit_in
from scorekeeper.web.typed import tidy
from scorekeeper.web.views.terms import terms_page

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

bp = Blueprint("terms", __name__, url_prefix="/t/<code>/limit")
LONGEST = 80


@bp.get("")
def show(code: str) -> str:
    page = terms_page(code, read_limits(db.session, standing().league_id))
    return render_template("terms/show.html", page=page)


@bp.post("")
def save(code: str) -> AnyResponse | tuple[str, int]:
    typed = tidy(request.form.get("limit", ""), LONGEST)
    cents, wrong = limit_in(typed)
    if not wrong:
        try:
            set_limit(db.session, standing().league_id, cents)
        except SheetError as error:
            wrong = error.message
    if wrong:
        page = terms_page(code, read_limits(db.session, standing().league_id), typed, wrong)
        return render_template("terms/show.html", page=page), 422
    return go_on(url_for("terms.show", code=code))
