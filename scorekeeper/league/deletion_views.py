"""Delete a league: its owner, after typing its name."""

from __future__ import annotations

from dataclasses import dataclass

from flask import render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import OWNER
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.htmx import see_other
from scorekeeper.league.blueprint import bp, current_league
from scorekeeper.league.deletion import LeagueSize, delete_league, league_size
from scorekeeper.league.forms import DeletionForm
from scorekeeper.league.leagues import LeagueHead
from scorekeeper.league.views import Refused
from scorekeeper.rules.errors import SheetError


@dataclass(frozen=True)
class DeletionPage:
    league: LeagueHead
    size: LeagueSize
    form: DeletionForm


@bp.get("/delete", role=OWNER)
def delete_form() -> str:
    return _render(current_league(), DeletionForm(None))


@bp.post("/delete", role=OWNER)
def delete() -> AnyResponse | Refused:
    head, form = current_league(), DeletionForm()
    if form.validate():
        try:
            delete_league(db.session, wall_clock, head.id, form.name.data)
        except SheetError as error:
            form.add_errors(error)
        else:
            return see_other(url_for("home.index"))
    return _render(head, form), 422


def _render(head: LeagueHead, form: DeletionForm) -> str:
    return render_template("league/delete.html", page=DeletionPage(head, league_size(db.session, head.id), form))
