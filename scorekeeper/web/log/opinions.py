"""Agree with a line, or dispute it: in the log, and below the hand form of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import make_response, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games.replay import current_snapshot
from scorekeeper.services.games.reviews import NewReview, review_line
from scorekeeper.services.games.view import view_table
from scorekeeper.web.htmx import differs, go_on, nothing_new, wants_fragment
from scorekeeper.web.log.routes import bp, url_of_line
from scorekeeper.web.permissions import can, game_at, this_person
from scorekeeper.web.phone import writing_phone
from scorekeeper.web.stamps import LONGEST, new_op_id
from scorekeeper.web.typed import tidy
from scorekeeper.web.verdicts import verdicts_on
from scorekeeper.web.views.table_page import table_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.services.games.snapshots import RecentLine
    from scorekeeper.web.views.opinions import Verdict

FROM_TABLE = "table"


@bp.post("/lines/<int:seq>/says")
def says(code: str, seq: int) -> AnyResponse:
    """Say whether row `seq` was so: the row a phone has read, though its line may have been corrected since."""
    form = request.form
    note = tidy(form.get("note", ""), LONGEST) or None
    voice = NewReview(writing_phone(), this_person(), form.get("says", ""), note)
    review_line(db.session, wall_clock, code, seq, voice, op_id=form.get("op_id", ""))
    if form.get("from") != FROM_TABLE:
        return go_on(url_of_line(code, seq))
    if not wants_fragment():
        return go_on(url_for("table.show", code=code, _anchor="last"))
    page = table_page(view_table(db.session.connection(), game_at(code)), keeps=can("table.save"))
    return differs(make_response(render_template("log/last.html", page=page)))


@bp.get("/said")
def said(code: str) -> AnyResponse:
    """Tell a table what was said of its last hands since: 204 while nothing was (`mark` is what it shows)."""
    if request.args.get("mark") == mark_of(verdicts_on(code, _last_lines(code))):
        return nothing_new()
    if not wants_fragment():
        return go_on(url_for("table.show", code=code, _anchor="last"))
    page = table_page(view_table(db.session.connection(), game_at(code)), keeps=can("table.save"))
    return differs(make_response(render_template("log/last.html", page=page)))


def _last_lines(code: str) -> Sequence[RecentLine]:
    """Give the last lines of a game, the newest first as its table shows them; where its row has them nobody plays."""
    game = game_at(code)
    known = game.cached_lines()
    if known is None:
        known = current_snapshot(db.session.connection(), game).recent.lines
    return known[::-1]


bp.add_app_template_global(verdicts_on)


@bp.app_template_global("mark_of")
def mark_of(told: Mapping[int, Verdict]) -> str:
    """Give in short what the last lines say and how much was said of them."""
    return "-".join(f"{it.row}.{it.said}" for it in told.values())


bp.add_app_template_global(new_op_id)
