"""Joining a table: by code or QR, who holds this phone, asking to keep score, letting somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.access import joining
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.errors import TooManyFailures, UnknownCode
from scorekeeper.services.games.view import view_table
from scorekeeper.web.htmx import answer, go_on, nothing_new, wants_fragment
from scorekeeper.web.joining.forms import code_in, phone_name_in, who_in
from scorekeeper.web.looking import address_to_look
from scorekeeper.web.permissions import can, from_where, game_at, standing, this_person
from scorekeeper.web.phone import arriving_phone, expect_a_phone, writing_phone
from scorekeeper.web.views.joining import asking_of, invitation, join_page, who_page
from scorekeeper.web.views.table_page import table_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug.wrappers import Response as AnyResponse

bp = Blueprint("joining", __name__)
UNKNOWN = "No table has this code. Look at it again: it stands on a phone at the table, under Invite."
NO_TABLE = "You are in, but there is no game yet. Ask somebody at the table to start one."


# ---------------------------------------------------------------- by code


@bp.get("/join")
def show() -> str:
    """Show the form; a link or a QR code fills it in, and joins nobody."""
    expect_a_phone()
    return render_template("joining/join.html", page=join_page(code_in(request.args)))


@bp.post("/join")
def join() -> AnyResponse | tuple[str, int] | tuple[str, int, Mapping[str, str]]:
    typed = code_in(request.form)
    try:
        joined = joining.join_league(db.session, wall_clock, arriving_phone(), typed, address=from_where())
    except UnknownCode:
        return render_template("joining/join.html", page=join_page(typed, UNKNOWN)), 422
    except TooManyFailures as failed:
        page = join_page(typed, too_many(failed))
        return render_template("joining/join.html", page=page), 429, {"Retry-After": str(failed.seconds)}
    if joined.code is None:
        return render_template("joining/join.html", page=join_page(typed, NO_TABLE)), 422
    return go_on(url_for("joining.who" if joined.new else "table.show", code=joined.code))


def too_many(failed: TooManyFailures) -> str:
    minutes = -(-failed.seconds // 60)
    wait = "a minute" if minutes == 1 else f"{minutes} minutes"
    return f"Too many wrong codes came from here. Try again in {wait}."


# ---------------------------------------------------------------- who holds this phone


@bp.get("/t/<code>/who")
def who(code: str) -> str:
    return _who_page(code)


@bp.post("/t/<code>/who")
def say_who(code: str) -> AnyResponse | tuple[str, int]:
    phone = phone_name_in(request.form) or writing_phone().name
    try:
        joining.set_holder(db.session, standing(), who_in(request.form), phone)
    except SheetError as error:
        return _who_page(code, request.form, error), 422
    return go_on(url_for("table.show", code=code))


def _who_page(code: str, typed: Mapping[str, str] | None = None, error: SheetError | None = None) -> str:
    regulars = joining.regulars_of(db.session, standing().league_id)
    page = who_page(code, regulars, standing(), typed or {}, error)
    return render_template("joining/who.html", page=page)


# ---------------------------------------------------------------- keeping score too


@bp.post("/t/<code>/ask")
def ask(code: str) -> AnyResponse:
    joining.ask_to_score(db.session, wall_clock, standing())
    return go_on(url_for("table.show", code=code))


@bp.get("/t/<code>/asking")
def asking(code: str) -> AnyResponse:
    """Tell a phone that keeps score who asks to, and one that asked that it may: 204 while nothing changed."""
    strip = asking_of(standing(), joining.phones_at_table(db.session, standing().league_id))
    was = request.args.get("mark", "")
    if was == strip.mark:
        return nothing_new()
    if not wants_fragment():
        return redirect(url_for("table.show", code=code), 303)
    if was.partition(":")[0] == strip.role:
        return answer("table/show.html", ["asking"], asking=strip)
    page = table_page(view_table(db.session.connection(), game_at(code)), fresh=True, keeps=can("table.save"))
    blocks = ["asking", "table", "sheets"]
    return answer("table/show.html", blocks, page=page, asking=strip, oob=True, whole=True, oob_sheets=True)


# ---------------------------------------------------------------- inviting


bp.add_app_template_global(address_to_look)
bp.add_app_template_global(this_person)


@bp.get("/t/<code>/invite")
def invite(code: str) -> str:
    company = joining.phones_at_table(db.session, standing().league_id)
    page = invitation(code, company.join_code, address_to_look("table.show"))
    return render_template("joining/invite.html", page=page)
