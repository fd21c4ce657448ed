"""The log: every line with its reasons; correct or review a line, close and open the night."""

from collections.abc import Mapping

from flask import Blueprint, Response, abort, g, make_response, redirect, render_template, request, url_for
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import SCORER, VIEWER, current_access, current_game, current_guest
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.forms import LineForm
from scorekeeper.core.marks import player_marks
from scorekeeper.core.pages import no_content, render_error, render_page, see_other, vary_on_htmx, wants_fragment
from scorekeeper.core.text import new_op_id, parse_uint
from scorekeeper.core.transaction import NotAllowed, ReasonRequired
from scorekeeper.games import lines
from scorekeeper.games.board import game_title
from scorekeeper.games.change_views import exit_context, save_change, url_of_line
from scorekeeper.games.forms import NEVER, errors_by_control, form_errors, line_as_form, read_hand
from scorekeeper.games.game_view import GameView, full_view, read_game, view_table
from scorekeeper.games.hand_form import TURNED_FIELDS, HandForm
from scorekeeper.games.history import PlayedLine, line_histories
from scorekeeper.games.lines import Stale
from scorekeeper.games.log import OTHER_KINDS, LogLine, is_hand, line_kind, line_name, lines_of_page
from scorekeeper.games.log_forms import (
    EXITS,
    ExitCorrectionForm,
    NightButtonForm,
    ReviewForm,
    corrected_facts,
    recorded_exit,
)
from scorekeeper.games.reviews import read_reviews, review_line, review_mark, reviews_on
from scorekeeper.games.store import current_snapshot
from scorekeeper.games.views import conflict_answer
from scorekeeper.league.nights import close_night, night_status, reopen_night
from scorekeeper.rules.errors import SheetError
from scorekeeper.sheets.phrases import capped, number_text
from scorekeeper.sheets.words import say_head_start

bp = Blueprint("log", __name__, url_prefix="/t/<code>")
RETURN_TO = {"table": "table.show", "settle": "money.index"}
"""The page the button was on; anywhere else it was the log."""
LATE_ENDPOINTS = {
    "table.save", "table.save_paper", "table.undo", "log.correct", "changes.change_rule", "changes.save_vote",
    "changes.correct_vote", "changes.save_seats", "changes.save_exit",
}  # fmt: skip
"""The endpoints of forms that may come after the close."""
NOT_RESENT = {"csrf_token", "late", "then"}
MORE_FIELDS = ("renege", "trump", "note", *TURNED_FIELDS[1:])
"""The fields of a correction that fold away."""


@bp.get("/log", role=VIEWER)
def index(code: str) -> str:
    """Show the newest lines; `before` a line those before it, `line` those around that row, `every` all of them."""
    asked = request.args
    line, before = parse_uint(asked.get("line")), parse_uint(asked.get("before"))
    return _render_log(code, line=line, before=before, every="every" in asked)


def _render_log(
    code: str,
    *,
    line: int | None,
    before: int | None = None,
    every: bool = False,
    refused: ReviewForm | None = None,
) -> str:
    """Return a page of the log; `refused` is a review whose note is too long."""
    game = current_game(code)
    view = full_view(db.session.connection(), game)
    lines, newest, older = lines_of_page(view, before=before, line=line, every=every)
    histories = line_histories(view.rows, {it.seq for it in lines})
    rows = {it.seq for it in lines} | {
        row.seq for history in histories.values() for row, _, _ in history.events if row.facts
    }
    opening, stakes, start = view.head.opening, view.table.stakes, view.table.rules.finish.start
    marks = player_marks(view.table, view.names) if opening and older is None else ()
    return render_template(
        "log/index.html",
        title=game_title(view),
        code=code,
        variant=view.table.variant.name,
        lines=[LogLine(view, it) for it in lines],
        histories=histories,
        reviews_of=read_reviews(db.session, code, rows, current_access().device_id),
        line_asked=line,
        every=every,
        opening=", ".join(f"{mark.name} {number_text(opening.get(mark.key, start))}" for mark in marks),
        head_start=say_head_start(view.head, view.names.__getitem__),
        seen=view.seq,
        currency=stakes.currency if stakes else "",
        older=older,
        newest=newest,
        count=len(view.lines),
        # the other side is asked to confirm the last line, if they play for money
        asks=next((it.seq for it in reversed(view.lines) if not it.struck), None) if stakes else None,
        night=night_status(db.session, game.row, wall_clock()),
        refused=refused,
    )


@bp.get("/lines/<int:seq>", role=SCORER)
def line(code: str, seq: int) -> str:
    view = full_view(db.session.connection(), current_game(code))
    shown = _line_or_404(view, seq)
    if _is_exit(shown):
        return _exit_page(view, shown, _exit_form(view, shown, recorded_exit(shown.facts, view.names)))
    typed = line_as_form(shown.facts, shown.before) if shown.before and is_hand(shown.facts) else {}
    return _line_page(view, shown, typed, {})


@bp.post("/lines/<int:seq>", role=SCORER)
def correct(code: str, seq: int) -> AnyResponse | tuple[str, int]:
    view = read_game(db.session, code)
    shown = _line_or_404(view, seq)
    table = shown.before or view.table
    form = read_hand(table)
    typed = form.typed
    never = typed.get("what") == NEVER
    if _is_exit(shown) and not never:
        exit_form = _exit_form(view, shown)
        return save_change(code, exit_form, shown) or (_exit_page(view, shown, exit_form), 422)
    no_form = {} if is_hand(shown.facts) else {"": "This line can only be taken back."}
    if not never and (wrong := form_errors(typed, table) or no_form):
        return _line_page(view, shown, typed, wrong), 422
    try:
        facts = None if never else corrected_facts(typed, shown.facts, table)
        saved = lines.correct_line(form.submission(reason=form.reason.data), code, seq, facts)
    except SheetError as error:
        return _line_page(view, shown, typed, errors_by_control(error, typed, table)), 422
    except Stale as stale:
        return conflict_answer(code, stale, typed, seq)
    g.saved_as = saved.seq
    return see_other(url_of_line(code, seq))


def _is_exit(shown: PlayedLine) -> bool:
    """Return whether it is a substitute, a swap, the dealer or the end, and stands, so that it can be corrected."""
    return not shown.struck and line_kind(shown.facts) in EXITS


def _exit_form(view: GameView, shown: PlayedLine, recorded: Mapping[str, str] | None = None) -> ExitCorrectionForm:
    """Return the form as it was sent, or as the line is `recorded`."""
    form = ExitCorrectionForm((shown.before or view.table).dealer, view.seq, **recorded or {})
    form.what.data = line_kind(shown.facts)
    form.note.data = form.note.data or shown.facts.get("note", "")  # it is not on the page
    return form


def _exit_page(view: GameView, shown: PlayedLine, form: ExitCorrectionForm) -> str:
    kind = line_kind(shown.facts)
    return render_template("log/exit.html", **exit_context(view, form, shown), what=kind, heading=OTHER_KINDS[kind])


def _line_or_404(view: GameView, seq: int) -> PlayedLine:
    """Return a line of a game; 404 also for a guest who asks for one that is no hand."""
    shown = next((line for line in view.lines if line.seq == seq), None)
    if shown is None or (current_guest() is not None and not is_hand(shown.facts)):
        abort(404)
    return shown


def _line_page(view: GameView, shown: PlayedLine, typed: Mapping[str, str], wrong: Mapping[str, str]) -> str:
    """Return the page of one line; `typed` is what the form shows, `wrong` what is wrong with it."""
    what, kind, form = line_name(shown), line_kind(shown.facts), None
    if shown.before and is_hand(shown.facts):
        form = HandForm(shown.before, view.names, typed, wrong)
    return render_template(
        "log/line.html",
        title=game_title(view),
        code=view.code,
        heading=f"Correct {what}" if form else capped(what),
        line=LogLine(view, shown),
        kind=kind,
        smoke=view.table.is_smoke,
        form=form,
        seen=view.seq,
        errors=[("never", sentence) for sentence in wrong.values()],
        more_open=any(typed.get(key) or key in wrong for key in MORE_FIELDS),
    )


@bp.post("/night/close", role=SCORER)
def close(code: str) -> AnyResponse:
    form = NightButtonForm()
    close_night(form.submission(), code)
    return _to_origin(code, form)


@bp.post("/night/open", role=SCORER)  # half an hour after the close KEEPER (league/nights.py)
def reopen(code: str) -> AnyResponse:
    """Open the night again; with `then`, redirect the late form to the address it was sent to (307)."""
    form = NightButtonForm()
    onward = None if form.then.data is None else _resend_url(code, form.then.data)
    sent = form.submission()
    if onward:  # the late form it is sent on as has the same number
        sent.op_id += "-open"
    try:
        reopen_night(sent, code, current_access())
    except NotAllowed as refused:
        return render_error(403, "The night is over", str(refused), code=code)
    return redirect(onward, 307) if onward else _to_origin(code, form)


def _to_origin(code: str, form: NightButtonForm) -> AnyResponse:
    return see_other(url_for(RETURN_TO.get(form.origin.data, "log.index"), code=code, _anchor="night"))


def _resend_url(code: str, path: str) -> str:
    """Return the address of a form of this table; 404 for anything else."""
    adapter = request_ctx.url_adapter
    try:
        endpoint, arguments = adapter.match(path, method="POST") if adapter else ("", {})
    except (HTTPException, RequestRedirect):
        abort(404)
    if endpoint not in LATE_ENDPOINTS or arguments.get("code") != code:
        abort(404)
    return url_for(endpoint, **arguments)


@bp.app_errorhandler(ReasonRequired)
def ask_reason(wants: ReasonRequired) -> Response:
    """Ask for the reason of a change after the close: the form as it was filled in, and a field for the reason."""
    code = (request.view_args or {}).get("code", "")
    fields = tuple((name, text) for name, text in request.form.items(multi=True) if name not in NOT_RESENT)
    form = LineForm()
    form.late.validate(form)
    context = {"code": code, "sentence": str(wants), "action": request.path, "fields": fields, "form": form}
    return render_page("log/late.html", ["table"], 422, **context)


@bp.post("/lines/<int:seq>/says", role=VIEWER)
def review(code: str, seq: int) -> AnyResponse | tuple[str, int]:
    """Agree with row `seq`, or dispute it: the row the phone has read, even if its line was corrected since."""
    form = ReviewForm()
    if not form.validate():
        form.note.id = f"note-{seq}"
        return _render_log(code, line=seq, refused=form), 422
    review_line(form.submission(), code, seq, form.says.data, form.note.data or None)
    return _last_hands(code) if form.origin.data == "table" else see_other(url_of_line(code, seq))


@bp.get("/said", role=VIEWER)
def recent_reviews(code: str) -> AnyResponse:
    """Return the reviews of the last hands: 204 if there are none since `mark`."""
    game = current_game(code)
    last = current_snapshot(db.session.connection(), game).lines or ()
    reviews = reviews_on(db.session, game, last[::-1], current_access().device_id)
    return no_content() if request.args.get("mark") == review_mark(reviews) else _last_hands(code)


def _last_hands(code: str) -> AnyResponse:
    """Return the last hands with their reviews: for htmx the part of the table page, else a redirect to it."""
    if not wants_fragment():
        return see_other(url_for("table.show", code=code, _anchor="last"))
    game = current_game(code)
    view = view_table(db.session, game)
    reviews = reviews_on(db.session, game, view.last[::-1], current_access().device_id)
    last = [LogLine(view, line) for line in view.last[::-1]]
    answer = render_template(
        "log/last.html",
        code=code,
        last=last,
        reviews=reviews,
        mark=review_mark(reviews),
        for_money=view.table.for_money,
    )
    return vary_on_htmx(make_response(answer))


bp.add_app_template_global(new_op_id)
bp.add_app_template_global(url_of_line)
