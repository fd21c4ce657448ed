"""Offline use: what a phone caches, and what it asks for before it sends the hands in its outbox."""

from flask import Blueprint, Response, current_app, g, jsonify, render_template, request
from flask_wtf.csrf import generate_csrf

from scorekeeper.access.permissions import ANYONE, SCORER, current_access
from scorekeeper.core.text import new_op_id

bp = Blueprint("offline", __name__)

NO_CONTENT, SEE_OTHER = 204, 303


@bp.get("/sw.js", role=ANYONE)
def service_worker() -> Response:
    """Return the service worker from the root, so that it may serve all pages."""
    return current_app.send_static_file("js/sw.js")


@bp.get("/manifest.webmanifest", role=ANYONE)
def manifest() -> Response:
    return Response(render_template("offline/manifest.webmanifest"), mimetype="application/manifest+json")


@bp.get("/offline", role=ANYONE)
def no_signal() -> str:
    return render_template("offline/no_signal.html")


@bp.get("/t/<code>/stamp", role=SCORER)
def new_form_meta(code: str) -> Response:
    """Return fresh form metadata for a hand in a phone's outbox: the phone stores no token."""
    del code  # `current_access` has the game and its last row
    answer = jsonify(csrf_token=generate_csrf(), op_id=new_op_id(), seq=current_access().seq)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.after_app_request
def add_saved_row(answer: Response) -> Response:
    """Add the row a form was saved as, `g.saved_as`: the phone's next hand was entered after it.

    A hand from the outbox is sent with the header `Outbox` and wants no page back.
    """
    if "saved_as" in g:
        answer.headers["Saved-As"] = str(g.saved_as)
        if "Outbox" in request.headers and answer.status_code == SEE_OTHER:
            answer.status_code = NO_CONTENT
            answer.set_data(b"")
            answer.headers.pop("Location")
    return answer
