"""Scoresheets out and in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from flask import Blueprint, render_template, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.league.leagues import scoring_leagues
from scorekeeper.services.transfer.sheets import export_sheet, import_sheet, sheet_as_toml
from scorekeeper.web.downloads import download, plain_name
from scorekeeper.web.htmx import go_on
from scorekeeper.web.phone import arriving_phone, expect_a_phone, this_phone
from scorekeeper.web.security import accepts_imports
from scorekeeper.web.sheets.forms import ImportForm, faults_of, text_in
from scorekeeper.web.stamps import new_op_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Response
    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.rules.sheet import Document
    from scorekeeper.web.sheets.forms import Fault

bp = Blueprint("sheets", __name__)


@bp.get("/import")
def bring_in() -> str:
    expect_a_phone()
    return _page("", "", [])


@bp.post("/import")
@accepts_imports
def take_in() -> AnyResponse | tuple[str, int]:
    form, text = ImportForm(), ""
    text = form.sheet.data or ""
    try:
        text, is_json = text_in(form)
        code = import_sheet(
            db.session,
            wall_clock,
            arriving_phone(),
            text,
            is_json=is_json,
            op_id=form.op_id.data or "",
            league=form.league.data or None,
        )
    except SheetError as error:
        return _page(text, form.league.data or "", faults_of(error)), 422
    return go_on(url_for("table.show", code=code))


def _page(text: str, league: str, faults: Sequence[Fault]) -> str:
    """Print the form; of several leagues the one `league` names is chosen, or else the one played in last."""
    phone = this_phone()
    leagues = scoring_leagues(db.session.connection(), phone) if phone else ()
    chosen = league or (leagues[0].code if leagues else "")
    page = {"text": text, "faults": faults, "leagues": leagues, "chosen": chosen, "op_id": new_op_id()}
    return render_template("sheets/import.html", **page)


@bp.get("/t/<code>/sheet.toml")
def toml(code: str) -> Response:
    document = export_sheet(db.session, code)
    return download(sheet_as_toml(document), "application/toml", _file_name(document, "toml"))


@bp.get("/t/<code>/sheet.json")
def as_json(code: str) -> Response:
    document = export_sheet(db.session, code)
    text = json.dumps(document, ensure_ascii=False, indent=2)
    return download(text, "application/json", _file_name(document, "json"))


def _file_name(document: Document, extension: str) -> str:
    """Name the file after the game: "thursday-at-the-legion-2026-11-19.toml"; letters and digits only."""
    about = " ".join(str(document[key]) for key in ("title", "date") if document.get(key)) or document["variant"]
    return f"{plain_name(about, 'scoresheet')}.{extension}"
