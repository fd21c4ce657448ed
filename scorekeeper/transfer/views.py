"""Files in and out: a whole league, its tables for a spreadsheet, the scoresheet of a game."""

import json
import re
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO, cast

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from flask_wtf.file import FileRequired
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as AnyResponse
from werkzeug.wsgi import wrap_file
from wtforms import RadioField, TextAreaField

from scorekeeper.access.codes import read_link
from scorekeeper.access.forms import PublicLinkForm
from scorekeeper.access.permissions import (
    ANYONE,
    KEEPER,
    OWNER,
    READER,
    VIEWER,
    check_founding,
    current_device,
    current_game,
    ensure_device_cookie,
    scoring_league_id,
    spend_budget,
)
from scorekeeper.access.phones import close_read_links, open_read_link
from scorekeeper.access.rate_limits import FILES_OUT, LEAGUES_IN, SHEET_USE, SHEETS_IN
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.forms import SubmissionForm, UploadField
from scorekeeper.core.pages import see_other
from scorekeeper.core.security import allow_large_body
from scorekeeper.core.transaction import OpIdReused
from scorekeeper.league.leagues import scoring_leagues
from scorekeeper.league.views import choose_season, current_league, default_league, pop_league
from scorekeeper.models import EVENTS
from scorekeeper.rules.documents import decode, looks_like_json
from scorekeeper.rules.errors import Fault, SheetError, unreadable
from scorekeeper.rules.sheet import Document
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.sheets.words import say_head_start
from scorekeeper.transfer.csv_tables import TABLES, as_csv
from scorekeeper.transfer.events import league_events
from scorekeeper.transfer.league_file import READ_WAIT, consistent_read, export_league, one_at_a_time
from scorekeeper.transfer.league_import import import_league
from scorekeeper.transfer.sheets import export_sheet, import_sheet, sheet_as_toml


class LeagueImportForm(SubmissionForm):
    file = UploadField("League file, 2 MB at most", [FileRequired("Choose a league file first.")])


class SheetImportForm(SubmissionForm):
    """The form on the page to import a scoresheet: a file or pasted text, and its league if there are several."""

    league = RadioField(validate_choice=False)
    sheet = TextAreaField("Or paste it here", default="")
    file = UploadField("Scoresheet file")

    def read(self) -> tuple[str, bool]:
        """Return the sheet's text and whether it is JSON; a file wins over pasted text.

        The text of a file replaces what was pasted: the page shows it with its faults.
        Raises UnreadableSheet (field `file`) for a file that isn't text, and if there is neither.
        """
        upload = self.file.data
        if upload is None:
            if not self.sheet.data.strip():
                raise unreadable("file", "Paste a scoresheet, or choose a file.")
            return self.sheet.data, looks_like_json(self.sheet.data)
        self.sheet.data = decode(upload.read())
        return self.sheet.data, (upload.filename or "").lower().endswith(".json") or looks_like_json(self.sheet.data)


bp = Blueprint("transfer", __name__)
SPOOL_SIZE = 256 * 1024
IMPORT_LOCK = "importing"
bp.before_request(pop_league)
bp.url_defaults(default_league)
DEFAULT_FILE_NAME = "league"


# ---------------------------------------------------------------- out


@bp.get("/l/<league>/files", role=KEEPER)
def files() -> str:
    league = current_league()
    link = read_link(db.session.connection(), league.id, None)
    address = url_for("transfer.events", league=link, _external=True) if link else ""
    return render_template("transfer/files.html", league=league, chooser=choose_season(all_time=True), events=address)


@bp.post("/l/<league>/events", role=KEEPER)
def set_events_link() -> AnyResponse:
    """Make the address of the league's events, or with `close` close it; doing it twice does it once."""
    form = PublicLinkForm()
    if form.close.data:
        close_read_links(form.submission(), None, EVENTS)
    else:
        open_read_link(form.submission(), None)
    return see_other(url_for("transfer.files", _anchor=form.anchor))


@bp.get("/l/<league>/events.json", role=READER)
def events() -> AnyResponse:
    """Show other programs the league's games and standings; `league` is the link, and any site's page may read it."""
    found = league_events(db.session, current_league(), choose_season(), wall_clock())
    response = Response(json.dumps(found, ensure_ascii=False), mimetype="application/json")
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.add_etag()
    return response.make_conditional(request)


@bp.get("/l/<league>/files/league.json", role=OWNER)
def league_json() -> Response:
    league = current_league()
    spend_budget(FILES_OUT, league=league.id)
    with consistent_read(db.engine) as connection:
        file = spooled(export_league(connection, league.id))
    return download(file, "application/json", f"{plain_name(league.name, DEFAULT_FILE_NAME)}.json")


@bp.get("/l/<league>/files/<table>.csv", role=KEEPER)
def league_csv(table: str) -> Response:
    if table not in TABLES:
        abort(404)
    league, season = current_league(), choose_season(all_time=True).season_id
    spend_budget(FILES_OUT, league=league.id)
    with consistent_read(db.engine) as connection, Session(bind=connection) as session:
        file = spooled(as_csv(TABLES[table](session, league.id, season)))
    return download(file, "text/csv", f"{plain_name(league.name, DEFAULT_FILE_NAME)}-{table}.csv")


# ---------------------------------------------------------------- in


@bp.get("/import/league", role=ANYONE)
def import_league_form() -> str:
    ensure_device_cookie()
    return render_template("transfer/import_league.html", form=LeagueImportForm())


@bp.post("/import/league", role=ANYONE)
@allow_large_body
def upload_league() -> AnyResponse | tuple[str, int]:
    form = LeagueImportForm()
    if form.validate():
        try:
            check_founding()
            spend_budget(LEAGUES_IN)
            with one_at_a_time(_instance() / IMPORT_LOCK, READ_WAIT):
                _, address = import_league(form.submission(), form.file.data.stream)  # type: ignore[union-attr]  # validated
            return see_other(url_for("league.home", league=address))
        except SheetError as error:
            form.add_error("file", say_refusal(error.refusal))
        except OpIdReused:
            form.add_error("file", "This page already imported another file. Choose the file again.")
    return render_template("transfer/import_league.html", form=form), 422


@bp.get("/import", role=ANYONE)
def import_sheet_form() -> str:
    ensure_device_cookie()
    return _sheet_import_page(SheetImportForm(), ())


@bp.post("/import", role=ANYONE)
@allow_large_body
def upload_sheet() -> AnyResponse | tuple[str, int]:
    form = SheetImportForm()
    try:
        text, is_json = form.read()
        if not scoring_league_id():
            check_founding()
        spend_budget(SHEETS_IN, uses=1 + len(text.encode()) // SHEET_USE)
        with one_at_a_time(_instance() / IMPORT_LOCK, READ_WAIT):
            code = import_sheet(form.submission(), text, is_json=is_json, league=form.league.data or None)
    except SheetError as error:
        form.add_error("sheet", say_refusal(error.refusal))
        return _sheet_import_page(form, error.faults), 422
    return see_other(url_for("table.show", code=code))


def _sheet_import_page(form: SheetImportForm, faults: Sequence[Fault]) -> str:
    """Print the form; of several leagues the chosen one is selected, else the one played in last."""
    leagues = scoring_leagues(db.session.connection(), current_device())
    chosen = form.league.data or (leagues[0].code if leagues else "")
    return render_template("transfer/import_sheet.html", form=form, faults=faults, leagues=leagues, chosen=chosen)


@bp.get("/t/<code>/sheet.toml", role=VIEWER)
def sheet_toml(code: str) -> Response:
    document, game = export_sheet(db.session, code), current_game(code)
    why = say_head_start(game.head, game.names.__getitem__)
    return download(sheet_as_toml(document, why), "application/toml", _file_name(document, "toml"))


@bp.get("/t/<code>/sheet.json", role=VIEWER)
def sheet_json(code: str) -> Response:
    document = export_sheet(db.session, code)
    text = json.dumps(document, ensure_ascii=False, indent=2)
    return download(text, "application/json", _file_name(document, "json"))


def _file_name(document: Document, extension: str) -> str:
    """Name the file after the game: "thursday-at-the-legion-2026-11-19.toml"; letters and digits only."""
    about = " ".join(str(document[key]) for key in ("title", "date") if document.get(key)) or document["variant"]
    return f"{plain_name(about, 'scoresheet')}.{extension}"


def spooled(pieces: Iterable[str]) -> bytes | BinaryIO:
    """Return the pieces as one text, or as a temporary file if they are long.

    A phone may take a while to fetch it, and nothing waits for that.
    """
    file = cast("BinaryIO", tempfile.SpooledTemporaryFile(SPOOL_SIZE, dir=str(_instance())))  # noqa: SIM115 - the response closes it
    try:
        file.writelines(piece.encode() for piece in pieces)
    except BaseException:
        file.close()
        raise
    size = file.tell()
    file.seek(0)
    if size > SPOOL_SIZE:
        return file
    with file:
        return file.read()


def _instance() -> Path:
    folder = Path(current_app.instance_path)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def download(content: str | bytes | BinaryIO, kind: str, name: str) -> Response:
    pieces = content if isinstance(content, str | bytes) else wrap_file(request.environ, content, SPOOL_SIZE)
    response = Response(pieces, content_type=f"{kind}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def plain_name(text: str, otherwise: str) -> str:
    """Return a file's name in letters and digits only: "thursday-at-the-legion"; `otherwise` if none is left."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60] or otherwise
