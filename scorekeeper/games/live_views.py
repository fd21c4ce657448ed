"""Live updates: the stream that says something is new, and the Watch page for a tablet or a TV."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, current_app, request, url_for
from flask.blueprints import BlueprintSetupState

from scorekeeper.access.guests import current_guest, pass_check
from scorekeeper.access.permissions import VIEWER, current_access, current_game, current_link
from scorekeeper.access.phone_cookie import device_token
from scorekeeper.access.roles import game_access, link_access
from scorekeeper.core.extensions import db
from scorekeeper.core.form_values import parse_uint
from scorekeeper.core.htmx import no_content, render_page, vary_on_htmx, wants_fragment
from scorekeeper.core.live import LiveUpdates
from scorekeeper.core.marks import SHAPES
from scorekeeper.core.security import PRIVATE
from scorekeeper.core.settings import THREADS
from scorekeeper.games.board import Board, SmokeBoard, game_title, scores_text, table_board, winner_names
from scorekeeper.games.chart import Chart, score_chart
from scorekeeper.games.finish import StoryFact, next_game, winner_card
from scorekeeper.games.log import LogLine
from scorekeeper.games.table_state import GameView, full_view

MAX_LINES = 3
"""How many of the last hands are shown; the newest with its reasons."""
RACE_HEIGHT = 400
"""The height of the race, for a width of 640: it stands beside the scores, on a phone below them."""


@dataclass(frozen=True)
class WatchPage:
    """Everything on the Watch page."""

    title: str
    code: str
    seq: int
    smoke: bool
    board: Board | SmokeBoard
    digits: str
    """A CSS class for the length of the longest score; it sets the size of all scores."""
    winners: str
    """Names, or "Nobody"; empty while the game is running."""
    crowned: bool
    """Whether somebody won."""
    next: str | None
    """The rematch, once there is one."""
    last: LogLine | None
    before: tuple[LogLine, ...]
    """The hands before the last, newest first."""
    race: Chart | None
    """The score hand by hand; None before the first hand, and where people came and went."""
    shapes: Mapping[str, str]
    """The mark of each score as a path around 0,0, by its CSS class."""
    story: tuple[StoryFact, ...]
    """The game in three figures, once it is over."""
    spoken: str


def watch_page(
    view: GameView, then: str | None = None, story: tuple[StoryFact, ...] = (), *, fresh: bool = False
) -> WatchPage:
    """Return the Watch screen of a game.

    `then`: its rematch, `story`: what it was like, once it is over; `fresh`: the score has just changed.
    """
    live = [line for line in view.lines if line.entry is not None]
    lately = [LogLine(view, line) for line in reversed(live[-MAX_LINES:])]
    board = table_board(view, live, fresh=fresh)
    return WatchPage(
        title=game_title(view),
        code=view.code,
        seq=view.seq,
        smoke=view.table.is_smoke,
        board=board,
        digits=f"d{max(len(side.score) for side in board.sides)}",
        winners=winner_names(view) if view.table.finished else "",
        crowned=bool(view.table.winners),
        next=then,
        last=lately[0] if lately else None,
        before=tuple(lately[1:]),
        race=score_chart(view, RACE_HEIGHT),
        shapes=SHAPES,
        story=story,
        spoken=scores_text(view),
    )


bp = Blueprint("live", __name__, url_prefix="/t/<code>")
MAX_STREAMS = THREADS // 2
"""Streams a process has at once: each takes a thread, and half the threads are left for other requests."""
HEARTBEAT = 15.0
"""Seconds of silence after which the number is sent again: proxies keep the connection, and a phone that has hung up
makes room."""
RETRY_MS = 3000  # milliseconds until a phone whose connection broke tries again


@bp.record_once
def set_up(state: BlueprintSetupState) -> None:
    """Set up the live updates of the app."""
    app: Flask = state.app  # type: ignore[assignment]  # blueprints are registered on an app here, never on a sansio one
    with app.app_context():
        app.extensions["live_updates"] = LiveUpdates(db.engine, MAX_STREAMS)


@bp.get("/stream", role=VIEWER)
def stream(code: str) -> Response:
    """Stream the game's sequence number, and send it again whenever it changes (text/event-stream).

    204 when there is no room: the phone polls instead.  It holds no connection to the database while it waits.
    """
    live: LiveUpdates = current_app.extensions["live_updates"]
    if request.method == "HEAD" or not live.follow(code):
        return no_content()
    said = event_stream(live, code, current_access().seq, _access_check())
    response = Response(said, mimetype="text/event-stream")
    response.call_on_close(lambda: live.leave(code))
    response.headers["Cache-Control"] = f"{PRIVATE}, no-transform"
    response.headers["X-Accel-Buffering"] = "no"  # nginx passes each line on at once
    return response


def _access_check() -> Callable[[], bool]:
    """Return a function that tells, after this request is over, whether the device may still follow."""
    engine, code, secret, link = db.engine, current_access().code, device_token(), current_link()
    pass_opens = pass_check(code) if current_guest() else None

    def may_follow() -> bool:
        with engine.connect() as connection:
            if pass_opens:
                return pass_opens(connection)
            return (link_access(connection, link) if link else game_access(connection, code, secret)) is not None

    return may_follow


def event_stream(live: LiveUpdates, code: str, seq: int, may_follow: Callable[[], bool]) -> Iterator[str]:
    """Yield the number whenever it changes and at each heartbeat; a heartbeat ends the stream of a revoked device."""
    yield f"retry: {RETRY_MS}\n"
    yield f"id: {seq}\ndata: {seq}\n\n"
    while (now := live.wait(code, seq, HEARTBEAT)) is not None and (now != seq or may_follow()):
        seq = now
        yield f"id: {seq}\ndata: {seq}\n\n"


@bp.get("/watch", role=VIEWER)
def watch(code: str) -> Response:
    """Show the game on a large screen; nothing can be changed here.

    `next` asks for the rematch of a game that is over: for a table ("table"), or for this page ("watch").
    """
    if "next" in request.args:
        return _answer_next(code, request.args["next"])
    seen = parse_uint(request.args.get("seen"))
    if wants_fragment() and seen == current_access().seq:
        return no_content()
    view = full_view(db.session.connection(), current_game(code))
    then, story = (next_game(code), winner_card(view).story) if view.table.finished else (None, ())
    page = watch_page(view, then, story, fresh=wants_fragment())
    return render_page("live/watch.html", ["watch", "said"], page=page)


def _answer_next(code: str, place: str) -> Response:
    """Return 204 while there is no rematch; then a link for a table, and a redirect for a screen nobody taps."""
    new = next_game(code)
    if new is None:
        return no_content()
    if place != "watch":
        return render_page("table/next.html", ["next"], code=code, new=new)
    response = vary_on_htmx(Response())
    response.headers["HX-Redirect"] = url_for("live.watch", code=new)
    return response
