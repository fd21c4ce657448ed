"""The log: every line with its reasons; tap one to correct it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games import lines
from scorekeeper.services.games.idempotency import Stale
from scorekeeper.services.games.reviews import read_reviews
from scorekeeper.services.games.view import read_game
from scorekeeper.web.htmx import go_on
from scorekeeper.web.log.forms import corrected, is_hand, typed_of
from scorekeeper.web.permissions import standing, this_person
from scorekeeper.web.phone import writing_phone
from scorekeeper.web.stamps import note_row, seen_in, whole, why_late
from scorekeeper.web.table.forms import NEVER, typed_in, wrong_in, wrong_numbers
from scorekeeper.web.table.routes import clash
from scorekeeper.web.views.line_page import line_page
from scorekeeper.web.views.log_page import log_page, shown_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.services.games.replay import PlayedLine
    from scorekeeper.services.games.view import GameView

bp = Blueprint("log", __name__, url_prefix="/t/<code>")


@bp.get("/log")
def index(code: str) -> str:
    """Show the newest lines; `before` a line those before it, `line` those around that row, `every` all of them."""
    view, asked = read_game(db.session, code), request.args
    line, before = whole(asked.get("line")), whole(asked.get("before"))
    shown = shown_lines(view, before=before, line=line, every="every" in asked)
    page = log_page(view, shown, read_reviews(db.session, code, shown.rows), standing().device_id)
    return render_template("log/index.html", page=page)


@bp.get("/lines/<int:seq>")
def line(code: str, seq: int) -> str:
    view = read_game(db.session, code)
    shown = _line_or_404(view, seq)
    typed = typed_of(shown.facts, shown.before) if shown.before and is_hand(shown.facts) else {}
    return render_template("log/line.html", page=line_page(view, shown, typed))


@bp.post("/lines/<int:seq>")
def correct(code: str, seq: int) -> AnyResponse | tuple[str, int]:
    view = read_game(db.session, code)
    shown = _line_or_404(view, seq)
    table = shown.before or view.table
    typed = typed_in(table)
    never = typed.get("what") == NEVER
    if not never and (wrong := wrong_numbers(typed, table) or _no_form(shown)):
        return _refused(view, shown, typed, wrong)
    try:
        saved = lines.correct_line(
            db.session,
            wall_clock,
            code,
            target=seq,
            facts=None if never else corrected(typed, shown.facts, table),
            reason=typed.get("reason") or why_late(),
            op_id=request.form.get("op_id", ""),
            seen=seen_in(request.form),
            device=writing_phone(),
            actor=this_person(),
        )
    except SheetError as error:
        return _refused(view, shown, typed, wrong_in(error, typed, table))
    except Stale as stale:
        return clash(code, stale, typed, seq)
    note_row(saved)
    return go_on(url_of_line(code, seq))


@bp.app_template_global("url_of_line")
def url_of_line(code: str, seq: int) -> str:
    """Give the address of a line, on whichever page of the log it is."""
    return url_for("log.index", code=code, line=seq, _anchor=f"line-{seq}")


def _line_or_404(view: GameView, seq: int) -> PlayedLine:
    shown = next((line for line in view.lines if line.seq == seq), None)
    return shown or abort(404)


def _no_form(shown: PlayedLine) -> dict[str, str]:
    return {} if is_hand(shown.facts) else {"": "This line can only be taken back."}


def _refused(view: GameView, shown: PlayedLine, typed: Mapping[str, str], wrong: Mapping[str, str]) -> tuple[str, int]:
    return render_template("log/line.html", page=line_page(view, shown, typed, wrong)), 422
