"""This phone: light or dark, whether the screen stays on, whether a saved hand is felt; kept in a cookie, not here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request, url_for

from scorekeeper.web.htmx import go_on, nothing_new, wants_fragment
from scorekeeper.web.phone import TEN_YEARS
from scorekeeper.web.screen.forms import THEMES, screen_in, screen_of

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.web.screen.forms import Screen

bp = Blueprint("screen", __name__, url_prefix="/screen")
COOKIE = "screen"


@bp.app_context_processor
def as_chosen() -> dict[str, object]:
    """Let every page be printed as its phone wants it."""
    return {"screen": screen_here(), "themes": THEMES}


def screen_here() -> Screen:
    """Give how the phone that asks wants its screen."""
    return screen_in(request.cookies.get(COOKIE, ""))


@bp.get("")
def show() -> str:
    return render_template("screen/show.html", code=request.args.get("table"))


@bp.post("")
def choose() -> AnyResponse:
    chosen = screen_of(request.form)
    back = url_for("screen.show", table=request.form.get("table"))
    answer = nothing_new() if wants_fragment() else go_on(back)
    answer.set_cookie(
        COOKIE, chosen.written, max_age=TEN_YEARS, path="/", secure=request.is_secure, httponly=True, samesite="Lax"
    )
    return answer
