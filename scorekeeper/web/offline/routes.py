"""Keeping score without signal: what a phone keeps of us, and what it asks before it sends what waited in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, current_app, g, jsonify, render_template, request, url_for
from flask_babel import gettext as _
from flask_wtf.csrf import generate_csrf

from scorekeeper.web.form_meta import new_op_id
from scorekeeper.web.permissions import current_access

if TYPE_CHECKING:
    from flask import Response

bp = Blueprint("offline", __name__)

FELT_COLOR = "#12402f"
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("mask-512.png", "512x512", "maskable"),
)
NO_CONTENT, SEE_OTHER = 204, 303


@bp.get("/sw.js")
def service_worker() -> Response:
    """Give the service worker from the root, whose pages it may then answer for."""
    return current_app.send_static_file("js/sw.js")


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Say what a phone needs to put us among its apps; nobody is asked to."""
    said = {
        "id": "/",
        "name": _("Scorekeeper"),
        "short_name": _("Scorekeeper"),
        "description": _("Tap what happened. It keeps the score, and says why."),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": FELT_COLOR,
        "theme_color": FELT_COLOR,
        "categories": ["games", "utilities"],
        "icons": [
            {"src": url_for("static", filename=f"img/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
    }
    answer = jsonify(said)
    answer.mimetype = "application/manifest+json"
    return answer


@bp.get("/offline")
def no_signal() -> str:
    """Give the page a phone keeps to show in place of one it could not get."""
    return render_template("offline/no_signal.html")


@bp.get("/t/<code>/stamp")
def new_form_meta(code: str) -> Response:
    """Give what a hand is sent with that waited in a phone, fresh: the phone stores no token of ours."""
    del code  # the guard knows whose it is, and how far
    answer = jsonify(csrf_token=generate_csrf(), op_id=new_op_id(), seq=current_access().seq)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.after_app_request
def add_saved_row(answer: Response) -> Response:
    """Say which row a form was saved as: the next hand of that phone was entered upon it.

    What waited in a phone is sent with the header `Outbox` and wants no page back.
    """
    if "saved_as" in g:
        answer.headers["Saved-As"] = str(g.saved_as)
        if "Outbox" in request.headers and answer.status_code == SEE_OTHER:
            answer.status_code = NO_CONTENT
            answer.set_data(b"")
            answer.headers.pop("Location")
    return answer
