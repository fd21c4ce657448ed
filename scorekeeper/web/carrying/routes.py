"""A league taken along: the whole of it as a file, its lists for a spreadsheet, and a file brought in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, g, render_template, request, url_for
from sqlalchemy.orm import Session

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.errors import OpIdReused
from scorekeeper.services.operations.database_files import consistent_read
from scorekeeper.services.text import checked_op_id
from scorekeeper.services.transfer.csv_tables import TABLES, as_csv
from scorekeeper.services.transfer.league_export import export_league
from scorekeeper.services.transfer.league_import import import_league
from scorekeeper.web.carrying.forms import LeagueForm, file_in
from scorekeeper.web.carrying.how_far import Note, how_far
from scorekeeper.web.downloads import download, plain_name
from scorekeeper.web.htmx import go_on
from scorekeeper.web.league.asked import choose_season, in_this_league, league_here
from scorekeeper.web.phone import arriving_phone, expect_a_phone
from scorekeeper.web.security import accepts_imports
from scorekeeper.web.stamps import new_op_id
from scorekeeper.web.views.carrying import FilesPage, ImportPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from werkzeug.wrappers import Response as AnyResponse

bp = Blueprint("carrying", __name__)
bp.url_defaults(in_this_league)
NAMELESS = "league"
SAID_BEFORE = "This page brought another file in already: choose the file again."


@bp.before_request
def remember_league() -> None:
    """Keep the address of the league for the links of its pages, where there is one."""
    arguments: dict[str, Any] = request.view_args or {}
    if "league" in arguments:
        g.league = arguments.pop("league")


# ---------------------------------------------------------------- out


@bp.get("/l/<league>/files")
def files() -> str:
    return render_template("carrying/files.html", page=FilesPage(league_here(), choose_season(all_time=True)))


@bp.get("/l/<league>/files/league.json")
def whole() -> Response:
    """Send the league as it is written down: it begins at once, and the browser shows how much has come."""
    head, engine = league_here(), db.engine

    def pieces() -> Iterator[str]:
        with consistent_read(engine) as connection:
            yield from export_league(connection, head.id)

    return download(pieces(), "application/json", f"{plain_name(head.name, NAMELESS)}.json")


@bp.get("/l/<league>/files/<table>.csv")
def table(table: str) -> Response:
    if table not in TABLES:
        abort(404)
    head, season, engine = league_here(), choose_season(all_time=True).season_id, db.engine

    def pieces() -> Iterator[str]:
        with consistent_read(engine) as connection, Session(bind=connection) as session:
            yield from as_csv(TABLES[table](session, head.id, season))

    return download(pieces(), "text/csv", f"{plain_name(head.name, NAMELESS)}-{table}.csv")


# ---------------------------------------------------------------- in


@bp.get("/import/league")
def choose() -> str:
    expect_a_phone()
    return _import_page()


@bp.post("/import/league")
@accepts_imports
def take_in() -> AnyResponse | tuple[str, int]:
    form = LeagueForm()
    op_id = form.op_id.data or ""
    try:
        checked_op_id(op_id)
        file = file_in(form)
        with Note(op_id) as note:
            made = import_league(db.session, wall_clock, arriving_phone(), file, op_id=op_id, progress=note.write)
    except SheetError as error:
        return _import_page(error.message), 422
    except OpIdReused:
        return _import_page(SAID_BEFORE), 422
    return go_on(url_for("league.home", league=made.code))


@bp.get("/import/league/progress")
def progress() -> str | tuple[str, int]:
    """Say how far the file has come that a form sent; nothing (204) while there is none on its way."""
    found = how_far(request.args.get("form", ""))
    if found is None:
        return "", 204
    return render_template("carrying/_how_far.html", it=found)


def _import_page(wrong: str = "") -> str:
    return render_template("carrying/import.html", page=ImportPage(new_op_id(), wrong))
