"""The house rules of a league: those it keeps, one name with its versions, put away and brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.league.house_rules import archive_house_rules, house_rules_of, read_house_rules
from scorekeeper.web.htmx import go_on
from scorekeeper.web.league.asked import bp, league_here
from scorekeeper.web.permissions import standing
from scorekeeper.web.views.house_pages import library_page, versions_page

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

RULES = "/house-rules/<int(max=999999999):house_id>"


@bp.get("/house-rules")
def house_rules() -> str:
    head = league_here()
    kept = house_rules_of(db.session, head.id)
    put_away = house_rules_of(db.session, head.id, archived=True)
    page = library_page(head, kept, put_away)
    return render_template("league/house_rules.html", page=page)


@bp.get(RULES)
def kept_rules(house_id: int) -> str:
    head = league_here()
    page = versions_page(head, read_house_rules(db.session, head.id, house_id))
    return render_template("league/kept_rules.html", page=page)


@bp.post(f"{RULES}/archive")
def put_rules_away(house_id: int) -> AnyResponse:
    """Put a name away, or with `back` bring it back.  Doing it twice does it once."""
    back = request.form.get("back") == "yes"
    archive_house_rules(db.session, wall_clock, standing().league_id, house_id, archived=not back)
    return go_on(url_for("league.kept_rules", house_id=house_id))
