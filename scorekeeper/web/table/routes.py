"""The table screen: look, save a hand, try it first, take back, follow from another phone, play again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask_babel import get_locale
from markupsafe import escape

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.words import sentences
from scorekeeper.services.access.joining import phones_at_table
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.errors import OpIdReused
from scorekeeper.services.games import lines
from scorekeeper.services.games.create import rematch
from scorekeeper.services.games.idempotency import Stale
from scorekeeper.services.games.replay import preview_line
from scorekeeper.services.games.store import load_game
from scorekeeper.services.games.view import read_game, table_at, view_table
from scorekeeper.web.htmx import answer, differs, go_on, nothing_new, wants_fragment
from scorekeeper.web.money_text import reader_locale
from scorekeeper.web.permissions import can, game_at, link_here, standing, this_person
from scorekeeper.web.phone import writing_phone
from scorekeeper.web.ready import Printed, ready
from scorekeeper.web.screen.routes import screen_here
from scorekeeper.web.stamps import note_row, seen_in, whole, why_late
from scorekeeper.web.table.forms import facts_of, lies_in_the_sheets, typed_in, wrong_in, wrong_numbers
from scorekeeper.web.table.smoke_forms import is_under_way
from scorekeeper.web.table.watching import is_filled_in, written_as
from scorekeeper.web.verdicts import verdicts_on
from scorekeeper.web.views.conflict import conflict_of
from scorekeeper.web.views.joining import asking_of
from scorekeeper.web.views.lines import log_line, noun
from scorekeeper.web.views.smoke import say_hand, say_so_far
from scorekeeper.web.views.table_page import table_page

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from flask import Response
    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.rules.table import Table
    from scorekeeper.services.games.store import OpenGame
    from scorekeeper.services.games.view import GameView, TableView
    from scorekeeper.web.views.joining import Asking

bp = Blueprint("table", __name__, url_prefix="/t/<code>")
PAGE = "table/show.html"
SAVED_BEFORE = (
    "This form was saved before and said something else then. If this is the next hand, save it now; "
    "to change the one that was saved, tap it in the log."
)
"""What Back leads to without scripts: an old form, filled in anew.  What was tapped is kept."""


@bp.get("")
def show(code: str) -> Response:
    undone = whole(request.args.get("undone"))
    if undone is not None or wants_fragment():
        view = view_table(db.session.connection(), game_at(code), whole=undone is not None)
        page = table_page(view, undone=undone, keeps=can("table.save"))
        return answer(PAGE, ["table"], page=page, asking=None if wants_fragment() else _asking())
    asking = _asking()
    return differs(make_response(ready(_alike(code, asking), lambda: _printed(code, asking))))


def _asking() -> Asking:
    return asking_of(standing(), phones_at_table(db.session, standing().league_id))


def _alike(code: str, asking: Asking) -> Hashable:
    """Give all that a page of a running game depends on.  The hash of its last line stands for its log."""
    game = game_at(code)
    told = tuple(verdicts_on(code, game.cached_lines() or ()).items())
    names = tuple(game.names.items())
    language = (str(get_locale()), str(reader_locale()))  # of words, and of money
    return (code, game.row.hash, game.row.title, names, link_here(), asking, told, screen_here(), language)


def _printed(code: str, asking: Asking) -> Printed:
    game = game_at(code)
    view = view_table(db.session.connection(), game)
    page = table_page(view, keeps=can("table.save"))
    told_all = view.whole is None and game.cached_lines() is not None
    return Printed(render_template(PAGE, page=page, asking=asking), steady=told_all)


@bp.post("/hands")
def save(code: str) -> AnyResponse:
    seen = seen_in(request.form)
    # Sent again, a form says what it said: the dealer of then took the bid over.
    table = table_at(db.session.connection(), game_at(code), seen)
    typed = typed_in(table)
    if wrong := wrong_numbers(typed, table):
        return refused(code, typed, wrong)
    try:
        saved = lines.record_line(
            db.session,
            wall_clock,
            code,
            facts_of(typed, table),
            op_id=typed.get("op_id", ""),
            seen=seen,
            device=writing_phone(),
            actor=this_person(),
            reason=why_late(),
        )
    except SheetError as error:
        return refused(code, typed, wrong_in(error, typed, _table_now(code)))
    except OpIdReused:
        if _table_now(code).finished:
            raise  # there is no form to fill in again
        return refused(code, typed, {"save": SAVED_BEFORE})
    except Stale as stale:
        return clash(code, stale, typed)
    note_row(saved)
    return changed(code, saved.game, sheets=lies_in_the_sheets(typed))


@bp.post("/preview")
def preview(code: str) -> Response:
    view = read_game(db.session, code)
    line = next((line for line in view.lines if line.seq == whole(request.form.get("line")) and line.before), None)
    table = line.before if line and line.before else view.table
    typed = typed_in(table)
    says = _foretold(view, code, typed, line.seq if line else None)
    if wants_fragment():
        return differs(make_response(escape(says)))
    return answer(PAGE, ["table"], page=table_page(_view_now(code), typed, says=says))


def _foretold(view: GameView, code: str, typed: Mapping[str, str], target: int | None) -> str:
    """Say what the hand would do, or what is still missing."""
    table = next((line.before for line in view.lines if line.seq == target and line.before), view.table)
    if wrong := wrong_numbers(typed, table):
        return next(iter(wrong.values()))
    if table.is_smoke and is_under_way(typed, table.players):
        return say_so_far(typed, table, view.names)
    try:
        foreseen = preview_line(db.session, code, facts_of(typed, table), target=target)
    except SheetError as error:
        return error.message
    if table.is_smoke:
        return say_hand(foreseen, view.names)
    return " ".join(sentences(foreseen.entry.whys, view.names.__getitem__))


@bp.post("/undo")
def undo(code: str) -> AnyResponse:
    target, back = whole(request.form.get("target")), request.form.get("back") == "yes"
    try:
        saved = lines.undo(
            db.session,
            wall_clock,
            code,
            target=target or 0,
            op_id=request.form.get("op_id", ""),
            seen=seen_in(request.form),
            device=writing_phone(),
            actor=this_person(),
            reason=why_late(),
        )
    except SheetError as error:
        return refused(code, {}, wrong_in(error, {}, _table_now(code)))
    except Stale as stale:
        return clash(code, stale, {"target": str(target or 0)})
    note_row(saved)
    return changed(code, saved.game, undone=None if back else saved.seq)


@bp.get("/board")
def board(code: str) -> AnyResponse:
    """What other phones ask when the stream says so, or else every few seconds: 204, or what changed since row `seen`.

    A form somebody is filling in is left alone; it learns that it is late, and is told so when it is sent.  One
    that was saved, and whose answer never came back, makes room for the next.
    """
    seen = whole(request.args.get("seen"))
    if seen == standing().seq:
        return nothing_new()
    if not wants_fragment():
        return redirect(url_for("table.show", code=code), 303)
    page = table_page(view_table(db.session.connection(), game_at(code)), fresh=True, keeps=can("table.save"))
    written = written_as(db.session, code, request.args.get("op_id", ""))
    if written or not is_filled_in(request.args):
        blocks, news = ["table", "sheets", "said"], _saved(code, written) if written else ""
        return answer(PAGE, blocks, page=page, oob=True, whole=True, oob_sheets=True, news=news)
    return answer(PAGE, ["board", "poll", "news", "now", "said"], page=page, oob=True, news=_news(code, seen or 0))


def _saved(code: str, seq: int) -> str:
    """Say that a form was saved whose answer got lost on the way."""
    view = read_game(db.session, code)
    mine = next((line for line in view.lines if line.seq == seq and not line.struck), None)
    return f"Saved: {log_line(view, mine).headline.replace(': ', ', ')}." if mine else ""


def _news(code: str, seen: int) -> str:
    view = read_game(db.session, code)
    newest = next((line for line in reversed(view.lines) if line.seq > seen), None)
    if newest is None:
        return "Another phone changed an earlier hand."
    what = noun(newest)
    headline = log_line(view, newest).headline.replace(": ", ", ")
    return f"{what[:1].upper()}{what[1:]} was saved on another phone: {headline}. Yours is not saved."


@bp.post("/rematch")
def again(code: str) -> AnyResponse:
    new = rematch(db.session, wall_clock, writing_phone(), code, request.form.get("op_id", ""))
    return go_on(url_for("table.show", code=new))


# ---------------------------------------------------------------- answers to a form


def _view_now(code: str) -> TableView:
    """Give the table as it is now: another phone may have saved since this one was let in."""
    connection = db.session.connection()
    return view_table(connection, load_game(connection, code))


def _table_now(code: str) -> Table:
    return _view_now(code).table


def changed(code: str, game: OpenGame | None, undone: int | None = None, *, sheets: bool = True) -> AnyResponse:
    """After a good form: the changed table for htmx, else 303 to it.  Sheets nothing lay in are not sent again.

    `game` is how it stands since, where the form wrote it: it need not be read again.
    """
    if not wants_fragment():
        return go_on(url_for("table.show", code=code, undone=undone))
    connection = db.session.connection()
    view = view_table(connection, game or load_game(connection, code), whole=undone is not None)
    page = table_page(view, undone=undone, fresh=True)
    blocks = ["table", "sheets", "said"] if sheets or page.finish else ["table", "said"]
    return answer(PAGE, blocks, page=page, oob_sheets=True)


def refused(code: str, typed: Mapping[str, str], wrong: Mapping[str, str]) -> Response:
    """After a hand that cannot be: the form again, as it was filled in, with the sentence at its control (422)."""
    return answer(PAGE, ["table", "sheets"], 422, page=table_page(_view_now(code), typed, wrong), oob_sheets=True)


def clash(code: str, stale: Stale, typed: Mapping[str, str], line: int | None = None) -> Response:
    """Somebody else was first: both versions, and what may be done (409); `line` is what was to be corrected."""
    conflict = conflict_of(read_game(db.session, code), stale, typed, line)
    return answer("table/conflict.html", ["table"], 409, page=conflict)
