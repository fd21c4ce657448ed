"""Following a game: the stream that says something is new, and the Watch screen for a tablet or a TV."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, request, url_for

from scorekeeper.extensions import db
from scorekeeper.services.access.roles import link_access
from scorekeeper.services.games.create import rematch_of
from scorekeeper.services.games.view import read_game
from scorekeeper.services.live.live_updates import LiveUpdates
from scorekeeper.services.live.poll import seq_lookup
from scorekeeper.settings import THREADS
from scorekeeper.web.devices import device_token
from scorekeeper.web.form_values import parse_uint
from scorekeeper.web.htmx import no_content, render_page, vary_on_htmx, wants_fragment
from scorekeeper.web.live.pages import watch_page
from scorekeeper.web.middleware.poll import PollMiddleware
from scorekeeper.web.permissions import current_access, current_link
from scorekeeper.web.security import PRIVATE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask
    from flask.blueprints import BlueprintSetupState

    from scorekeeper.services.live.live_updates import Follower

bp = Blueprint("live", __name__, url_prefix="/t/<code>")
MAX_STREAMS = THREADS // 2
"""Streams a process has at once: each takes a thread, and the other half is for whoever saves and looks."""
HEARTBEAT = 25.0
"""Seconds of silence after which the number is said again: proxies keep the line, and a phone knows that it stands."""
RETRY_MS = 3000  # milliseconds before a phone tries again whose line broke


@bp.record_once
def set_up(state: BlueprintSetupState) -> None:
    """Give the app its followers, and put what answers idle phones in front of it."""
    app: Flask = state.app  # type: ignore[assignment]  # none of ours is registered on anything less
    with app.app_context():
        app.extensions["live_updates"] = LiveUpdates(db.engine, MAX_STREAMS)
        app.wsgi_app = PollMiddleware(app.wsgi_app, db.engine, app.config["TRUSTED_HOSTS"])  # type: ignore[method-assign]


@bp.get("/stream")
def stream(code: str) -> Response:
    """Say the game's number, and say it again whenever it moves (text/event-stream).

    204 when there is no room: the phone polls instead.  It holds no connection to the database while it waits.
    """
    notices: LiveUpdates = current_app.extensions["live_updates"]
    follower = None if request.method == "HEAD" else notices.follow(code, _client_socket())
    if follower is None:
        return no_content()
    response = Response(event_stream(follower, _access_check()), mimetype="text/event-stream")
    response.call_on_close(follower.close)
    response.headers["Cache-Control"] = f"{PRIVATE}, no-transform"
    response.headers["X-Accel-Buffering"] = "no"  # nginx passes each line on at once
    return response


def _client_socket() -> int | None:
    """Give the file descriptor of the phone's line, where the server tells it (gunicorn does)."""
    socket = request.environ.get("gunicorn.socket")
    return socket.fileno() if socket else None


def _access_check() -> Callable[[], bool]:
    """Give what tells later, without this request, whether whoever asks may still follow."""
    engine, code, secret, link = db.engine, current_access().code, device_token() or "", current_link()
    seq_of = seq_lookup(engine)

    def still() -> bool:
        if link is None:
            return seq_of(code, secret) is not None
        with engine.connect() as connection:
            return link_access(connection, link) is not None

    return still


def event_stream(follower: Follower, still_let_in: Callable[[], bool]) -> Iterator[str]:
    """Say the number as often as it moves, and at each pulse; at a pulse the line ends for who was shut out since."""
    yield f"retry: {RETRY_MS}\n"
    said: int | None = None
    while (seq := follower.wait(HEARTBEAT)) is not None and (seq != said or still_let_in()):
        said = seq
        yield f"id: {seq}\ndata: {seq}\n\n"


@bp.get("/watch")
def watch(code: str) -> Response:
    """Show the game to whoever sits two metres away; nothing here can be changed.

    `next` asks of a game that is over where they play on: for a table ("table"), or for a screen as this one ("watch").
    """
    if "next" in request.args:
        return _answer_next(code, request.args["next"])
    seen = parse_uint(request.args.get("seen"))
    if wants_fragment() and seen == current_access().seq:
        return no_content()
    view = read_game(db.session, code)
    page = watch_page(view, next_game(code) if view.table.finished else None, fresh=wants_fragment())
    return render_page("live/watch.html", ["watch", "said"], page=page)


@bp.app_template_global("next_game")
def next_game(code: str) -> str | None:
    """Give the game that is the rematch of this one; whoever looks on through a link is shown that one game only."""
    return None if current_link() else rematch_of(db.session, code)


def _answer_next(code: str, place: str) -> Response:
    """Give 204 while there is no rematch; then a table gets a way there, and a screen nobody taps goes by itself."""
    new = next_game(code)
    if new is None:
        return no_content()
    if place != "watch":
        return render_page("table/next.html", ["next"], code=code, new=new)
    response = vary_on_htmx(Response())
    response.headers["HX-Redirect"] = url_for("live.watch", code=new)
    return response
