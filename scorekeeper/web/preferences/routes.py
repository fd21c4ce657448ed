"""Preferences of one phone: theme, screen kept awake, vibration; kept in a cookie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request, url_for

from scorekeeper.web.devices import COOKIE_MAX_AGE
from scorekeeper.web.htmx import no_content, see_other, wants_fragment
from scorekeeper.web.preferences.forms import THEMES, PreferencesForm, parse_cookie

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.web.preferences.forms import Preferences

bp = Blueprint("preferences", __name__, url_prefix="/screen")
COOKIE = "screen"


@bp.app_context_processor
def inject_preferences() -> dict[str, object]:
    """Add the phone's preferences to every template."""
    return {"preferences": current_preferences(), "themes": THEMES}


def current_preferences() -> Preferences:
    """Return the preferences of the current phone."""
    return parse_cookie(request.cookies.get(COOKIE, ""))


@bp.get("")
def show() -> str:
    return render_template("preferences/show.html", code=request.args.get("table"))


@bp.post("")
def save() -> AnyResponse:
    form = PreferencesForm()
    back = url_for("preferences.show", table=form.table.data or None)
    answer = no_content() if wants_fragment() else see_other(back)
    answer.set_cookie(
        COOKIE,
        form.chosen.written,
        max_age=COOKIE_MAX_AGE,
        path="/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer
