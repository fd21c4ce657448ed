"""Closing the night and opening it again, and what is asked of who changes something after the close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import abort, redirect, request, url_for
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from scorekeeper.extensions import db
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.errors import NotAllowed, ReasonRequired
from scorekeeper.services.league.change_log import ChangeRequest
from scorekeeper.services.league.nights import close_night, night_status, reopen_night
from scorekeeper.web.errors import Notice, show
from scorekeeper.web.htmx import answer, go_on
from scorekeeper.web.log.routes import bp
from scorekeeper.web.permissions import standing, this_person
from scorekeeper.web.phone import writing_phone
from scorekeeper.web.stamps import new_op_id
from scorekeeper.web.views.night import LatePage, NightShown, night_shown

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as AnyResponse

BACK_TO = {"table": "table.show", "settle": "money.index"}
"""Where the button stood; anywhere else it was the log."""
LATE = {
    "table.save", "table.undo", "log.correct", "changes.change_rule", "changes.save_vote", "changes.correct_vote",
    "changes.save_seats",
}  # fmt: skip
"""The forms that may come after the close."""
NOT_SENT_AGAIN = {"csrf_token", "late", "then"}


@bp.post("/night/close")
def close(code: str) -> AnyResponse:
    close_night(_form(), code)
    return _back(code)


@bp.post("/night/open")
def reopen(code: str) -> AnyResponse:
    """Open the night again; with `then`, the form that came after its close goes on to where it was sent (307)."""
    onward = _onward(code, request.form["then"]) if "then" in request.form else None
    try:
        reopen_night(_form(), code, standing())
    except NotAllowed as refused:
        return show(Notice(403, "The night is closed", str(refused), code))
    return redirect(onward, 307) if onward else _back(code)


def _form() -> ChangeRequest:
    op_id = request.form.get("op_id", "")
    return ChangeRequest(db.session, wall_clock, writing_phone(), standing().league_id, op_id, this_person())


def _back(code: str) -> AnyResponse:
    return go_on(url_for(BACK_TO.get(request.form.get("from", ""), "log.index"), code=code, _anchor="night"))


def _onward(code: str, path: str) -> str:
    """Give the address of a form of this very table; nothing else is gone on to."""
    adapter = request_ctx.url_adapter
    try:
        endpoint, arguments = adapter.match(path, method="POST") if adapter else ("", {})
    except (HTTPException, RequestRedirect):
        abort(404)
    if endpoint not in LATE or arguments.get("code") != code:
        abort(404)
    return url_for(endpoint, **arguments)


@bp.app_errorhandler(ReasonRequired)
def ask_why(wants: ReasonRequired) -> Response:
    """After the close: the form as it was filled in, and a line for the reason."""
    code = (request.view_args or {}).get("code", "")
    fields = tuple((name, text) for name, text in request.form.items(multi=True) if name not in NOT_SENT_AGAIN)
    page = LatePage(code, str(wants), request.path, fields)
    return answer("log/late.html", ["table"], 422, page=page)


@bp.app_template_global("night_of")
def night_of(code: str) -> NightShown:
    """Give how the night of a game stands to the phone that looks."""
    now = wall_clock()
    return night_shown(night_status(db.session, code, now), standing().role, now, new_op_id())
