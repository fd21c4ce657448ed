"""What whoever keeps the league says of it: its name, its seasons."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from flask import render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.errors import OpIdReused
from scorekeeper.services.league.leagues import rename_league
from scorekeeper.services.league.seasons import archive_season, begin_season, change_season, read_season
from scorekeeper.web.htmx import go_on
from scorekeeper.web.league.asked import bp, filled_in, league_here, today
from scorekeeper.web.league.forms import SAID_BEFORE, SEASON_FIELDS, season_in, typed_in, wrong_in
from scorekeeper.web.league.routes import league_page
from scorekeeper.web.permissions import standing
from scorekeeper.web.views.league.seasons import key_of, season_form, typed_anew, typed_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug.wrappers import Response as AnyResponse

Refused = tuple[str, int]


@bp.post("/name")
def rename() -> AnyResponse | Refused:
    typed = typed_in("name")
    try:
        rename_league(filled_in(), typed["name"])
    except SheetError as error:
        wrong = wrong_in(error)
    except OpIdReused:
        wrong = {"name": SAID_BEFORE}
    else:
        return go_on(url_for("league.home"))
    return render_template("league/home.html", page=league_page(typed["name"], wrong)), 422


# ---------------------------------------------------------------- seasons


@bp.get("/seasons/new")
def new_season() -> str:
    return render_template("league/season.html", page=season_form(league_here(), None, typed_anew(today())))


@bp.post("/seasons/new")
def begin() -> AnyResponse | Refused:
    return _save_season(None)


@bp.get("/seasons/<int(max=999999999):season>")
def season(season: int) -> str:
    known = read_season(db.session, standing().league_id, season)
    return render_template("league/season.html", page=season_form(league_here(), season, typed_of(known)))


@bp.post("/seasons/<int(max=999999999):season>")
def change(season: int) -> AnyResponse | Refused:
    read_season(db.session, standing().league_id, season)
    return _save_season(season)


def _save_season(season: int | None) -> AnyResponse | Refused:
    typed = typed_in(*SEASON_FIELDS)
    draft, wrong = season_in(typed)
    if draft is not None:
        try:
            if season is None:
                season = begin_season(filled_in(), draft)
            else:
                change_season(filled_in(), season, draft)
        except SheetError as error:
            wrong = wrong_in(error)
        except OpIdReused:
            wrong = {"name": SAID_BEFORE}
        else:
            return go_on(url_for("league.table", season=key_of(season)))
    return _refused(season, typed, wrong)


def _refused(season: int | None, typed: Mapping[str, str], wrong: Mapping[str, str]) -> Refused:
    return render_template("league/season.html", page=season_form(league_here(), season, typed, wrong)), 422


@bp.post("/seasons/<int(max=999999999):season>/archive")
def put_away(season: int) -> AnyResponse:
    """Put a season away, or with `back` take it back; a form that did the other before changes nothing."""
    with suppress(OpIdReused):
        archive_season(filled_in(), season, archived=request.form.get("back") != "yes")
    return go_on(url_for("league.seasons"))
