"""The table: show it, save or preview a hand, undo, follow it on another phone or a large screen, start a rematch."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

from flask import Blueprint, Response, abort, current_app, g, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import (
    SCORER,
    VIEWER,
    can,
    current_access,
    current_game,
    current_guest,
    current_link,
    device_token,
    pass_check,
)
from scorekeeper.access.phones import PhonesAtTable, phones_at_table
from scorekeeper.access.roles import game_access, link_access
from scorekeeper.core.extensions import db
from scorekeeper.core.forms import LineForm, SubmissionForm
from scorekeeper.core.live import LiveUpdates
from scorekeeper.core.money_text import money_text, reader_locale
from scorekeeper.core.pages import cached_page, no_content, render_page, see_other, vary_on_htmx, wants_fragment
from scorekeeper.core.preferences import current_preferences
from scorekeeper.core.security import PRIVATE
from scorekeeper.core.text import parse_uint
from scorekeeper.core.transaction import OpIdReused
from scorekeeper.games import lines
from scorekeeper.games.board import Board, score_chart
from scorekeeper.games.change_views import game_over
from scorekeeper.games.create import rematch
from scorekeeper.games.forms import (
    HANDS_ON_PAPER,
    UndoForm,
    build_facts,
    check_hands,
    errors_by_control,
    form_errors,
    is_untouched,
    read_hand,
    read_hands,
    used_sheets,
)
from scorekeeper.games.game_view import GameView, full_view, read_game, table_at, view_table
from scorekeeper.games.hand_form import HandForm, is_incomplete, say_hand, say_so_far
from scorekeeper.games.history import PlayedLine, lines_changed_since
from scorekeeper.games.lines import Stale, find_saved_row, preview_line
from scorekeeper.games.log import LogLine, is_hand, line_name, points_text, verdict_text
from scorekeeper.games.pages import UNWRITABLE, conflict_page, next_game, png_of, table_page, watch_page, winner_picture
from scorekeeper.games.reviews import LineReviews, reviews_on
from scorekeeper.games.store import OpenGame, load_game
from scorekeeper.money.pots import cents_on_board
from scorekeeper.rules.errors import SheetError, impossible
from scorekeeper.rules.table import Table
from scorekeeper.sheets.phrases import capped, say_doubt, say_refusal

bp = Blueprint("table", __name__, url_prefix="/t/<code>")
PAGE = "table/show.html"
FORM_REUSED = (
    "This form was already saved with different entries. If this is the next hand, save it now; "
    "to change the one that was saved, tap it in the log."
)
"""Shown for an old form that Back leads to without scripts, filled in again.  What was tapped is kept."""

HEARTBEAT = 15.0
"""Seconds of silence after which the number is sent again: proxies keep the connection, and a phone that has hung up
makes room."""


@bp.get("", role=VIEWER)
def show(code: str) -> Response:
    undone, game = parse_uint(request.args.get("undone")), current_game(code)
    pots = () if wants_fragment() else _pots_on_board(game)
    if undone is not None or wants_fragment():
        view = view_table(db.session, game, whole=undone is not None)
        page = table_page(view, undone=undone, can_score=can("table.save"))
        requests = None if wants_fragment() else _join_requests()
        return render_page(PAGE, ["table"], **page, requests=requests, pots=pots)
    requests = _join_requests()
    known = game.snapshot.lines if game.snapshot else None
    reviews = None if known is None else reviews_on(db.session, game, known[::-1], current_access().device_id)

    def render() -> tuple[str, bool]:
        view = view_table(db.session, game)
        page = table_page(view, can_score=can("table.save"), reviews=reviews)
        return render_template(PAGE, **page, requests=requests, pots=pots), known is not None and not view.rows

    key = (_cache_key(game, requests, reviews), pots)
    return vary_on_htmx(make_response(cached_page(key, render)))


def _pots_on_board(game: OpenGame) -> tuple[str, ...]:
    """Return the pots of the league with what is in them, "Moon pot $6.00"; none for who may not see its money."""
    if not can("money.index"):
        return ()
    pots = cents_on_board(db.session.connection(), game.row.league_id)
    return tuple(f"{name} {money_text(cents, currency)}" for name, cents, currency in pots)


def _cache_key(game: OpenGame, requests: PhonesAtTable | None, reviews: Mapping[int, LineReviews] | None) -> Hashable:
    """Return everything that the page of a running game depends on.  The hash of the last line stands for the log."""
    language = str(reader_locale())  # of money
    seen_by = (request.url_root, current_link(), current_guest(), requests, *current_preferences().values(), language)
    names, heard = tuple(game.names.items()), tuple(reviews.items()) if reviews else ()
    return (game.row.code, game.row.hash, game.row.title, names, heard, seen_by)


def _join_requests() -> PhonesAtTable | None:
    """Return who asks to keep score; None for a guest, who only uses one table."""
    return phones_at_table(db.session, current_access()) if current_guest() is None else None


@bp.get("/picture.png", role=VIEWER)
def picture(code: str) -> AnyResponse:
    """Return the winner's card as a picture, to send around; before the end, the way to the table (303)."""
    view = view_table(db.session, current_game(code))
    if not view.table.finished:
        return see_other(url_for("table.show", code=code))
    drawn = render_template("table/picture.svg", **winner_picture(view))
    response = make_response(png_of(UNWRITABLE.sub("", drawn)))
    response.mimetype = "image/png"
    response.add_etag()
    response.make_conditional(request)
    return response


@bp.get("/race", role=VIEWER)
def race(code: str) -> AnyResponse:
    """Return the score so far as a picture, for the board of a wide screen; nothing (204) before the first hand."""
    if not wants_fragment():
        return see_other(url_for("table.show", code=code))
    chart = score_chart(full_view(db.session.connection(), current_game(code)), height=200, from_zero=False)
    return vary_on_htmx(make_response(render_template("table/race.html", chart=chart))) if chart else no_content()


@bp.post("/hands", role=SCORER)
def save(code: str) -> AnyResponse:
    table = _table_seen(code)
    form = read_hand(table)
    typed = form.typed
    if wrong := form_errors(typed, table):
        return refused(code, typed, wrong)
    if asked := _question(code, typed, table):
        return refused(code, typed, {"sure": asked})
    try:
        saved = lines.record_line(form.submission(), code, build_facts(typed, table))
    except SheetError as error:
        return refused(code, typed, errors_by_control(error, typed, _view_now(code).table))
    except OpIdReused:
        if _view_now(code).table.finished:
            raise  # there is no form to fill in again
        return refused(code, typed, {"save": FORM_REUSED})
    except Stale as stale:
        return conflict_answer(code, stale, typed)
    g.saved_as = saved.seq
    return changed(code, saved.game, sheets=used_sheets(typed))


def _table_seen(code: str) -> Table:
    """Return the table as the phone had seen it: a form that is sent again is read as before, with the same dealer."""
    seen = parse_uint(request.form.get("seen")) or 0
    return table_at(db.session.connection(), current_game(code), seen)


def _question(code: str, typed: Mapping[str, str], table: Table) -> str:
    """Return a question to answer before a hand is saved; empty for most hands.

    Two hands are asked about: one whose points were all left as the empty form shows them, and one that this deck
    can't give.  A hand from the outbox is not: the phone asked before it kept the hand, and nobody may be looking at
    it now.
    """
    if "Outbox" in request.headers or "sure" in typed:
        return ""
    names = current_game(code).names
    if is_untouched(typed, table):
        return f"Is that right? {points_text(build_facts(typed, table), table, names)} If so, save again."
    if "counted" not in typed:
        return ""  # only card points can be doubtful
    try:
        _, _, doubts = preview_line(db.session, code, build_facts(typed, table))
    except SheetError:
        return ""  # it is refused when it is saved
    said = " ".join(say_doubt(doubt, names.__getitem__) for doubt in doubts)
    return f"Is that right? {said} If so, save again." if said else ""


@bp.get("/paper", role=SCORER)
def paper(code: str) -> AnyResponse:
    """Ask for hands that were written on paper; not of Smoke, whose hands are said player by player."""
    return _render_paper(code, {}, {})


@bp.post("/paper", role=SCORER)
def save_paper(code: str) -> AnyResponse:
    table = _table_seen(code)
    form, rows = LineForm(), read_hands(table)
    hands, wrong = check_hands(rows, current_game(code), table)
    if not hands:
        form.add_error("", "No hand is filled in.")
    elif not wrong:
        with form.refusals("", "This form was already saved with different hands. Look in the log first."):
            lines.record_hands(form.submission(), code, hands)
            return see_other(url_for("table.show", code=code))
    return _render_paper(code, rows, wrong, form.form_errors, 422)


def _render_paper(
    code: str,
    rows: Mapping[int, Mapping[str, str]],
    wrong: Mapping[int, str],
    said: Sequence[str] = (),
    status: int = 200,
) -> AnyResponse:
    view = _view_now(code)
    if view.table.is_smoke:
        abort(404)
    if view.table.finished:
        return game_over(code)
    numbers = {row: view.table.hands + row for row in range(1, HANDS_ON_PAPER + 1)}
    at_rows = [(f"hand-{row}", f"Hand {numbers[row]}: {sentence}") for row, sentence in wrong.items()]
    page = render_template(
        "table/paper.html",
        code=code,
        seq=view.seq,
        forms={row: HandForm(view.table, view.names, rows.get(row, {})) for row in numbers},
        numbers=numbers,
        rows=rows,
        wrong=wrong,
        refused=[*(("", sentence) for sentence in said), *at_rows],
    )
    return make_response(page, status)


@bp.post("/preview", role=SCORER)
def preview(code: str) -> Response:
    view = read_game(db.session, code)
    line = next((line for line in view.lines if line.seq == parse_uint(request.form.get("line")) and line.before), None)
    table = line.before if line and line.before else view.table
    typed = read_hand(table).typed
    says, after = _look_ahead(view, code, typed, table, line.seq if line else None)
    if not wants_fragment():
        return render_page(PAGE, ["table"], **table_page(_view_now(code), typed, says=says))
    stands = [line for line in view.lines if line.entry]
    board = Board(view, stands, ahead=after.scores if after else None)
    blocks = ["verdict"] if line else ["verdict", "ahead"]
    return render_page(PAGE, blocks, says=says, ahead=True, board=board, is_set=after and after.sets != table.sets)


def _look_ahead(
    view: GameView, code: str, typed: Mapping[str, str], table: Table, target: int | None
) -> tuple[str, Table | None]:
    """Return what the hand would come to and the table after it, or what is still missing and None."""
    if wrong := form_errors(typed, table):
        return next(iter(wrong.values())), None
    if table.is_smoke and is_incomplete(typed, table.players):
        return say_so_far(typed, table.players), None
    facts = build_facts(typed, table)
    try:
        after, entry, doubts = preview_line(db.session, code, facts, target=target)
    except SheetError as error:
        return say_refusal(error.refusal), None
    if table.is_smoke:
        return say_hand(entry, facts, view.names), after
    doubted = " ".join(say_doubt(doubt, view.names.__getitem__) for doubt in doubts)
    says = verdict_text(facts, table, view.names, entry, after) + ("?" if is_untouched(typed, table) else "")
    return f"Is that right? {doubted} {says}" if doubted else says, after


@bp.post("/undo", role=SCORER)
def undo(code: str) -> AnyResponse:
    form = UndoForm()
    target = form.target.data
    try:
        _check_guest(code, target)
        saved = lines.undo(form.submission(), code, target)
    except SheetError as error:
        return refused(code, {}, errors_by_control(error, {}, _view_now(code).table))
    except Stale as stale:
        return conflict_answer(code, stale, {"target": str(target)})
    g.saved_as = saved.seq
    return changed(code, saved.game, undone=None if form.back.data == "yes" else saved.seq)


def _check_guest(code: str, row: int) -> None:
    """Raise ImpossibleFact if a guest would take back a row that neither is nor changes a hand."""
    if current_guest() is None:
        return
    view = read_game(db.session, code)
    its = lines_changed_since([one for one in view.rows if one.seq <= row], row - 1)
    if any(line.seq in its and not is_hand(line.facts) for line in view.lines):
        raise impossible("target", "Only hands can be taken back here. Ask the director.")


@bp.get("/board", role=VIEWER)
def board(code: str) -> AnyResponse:
    """Answer the poll of a phone, sent when the stream says so or every few seconds: 204, or what changed since `seen`.

    A form somebody is filling in is left alone; the phone is told that something is new, and gets a conflict when it
    sends the form.  A form that was saved without its answer coming back is replaced by the next one.
    """
    seen = parse_uint(request.args.get("seen"))
    if seen == current_access().seq:
        return no_content()
    if not wants_fragment():
        return see_other(url_for("table.show", code=code))
    view = view_table(db.session, current_game(code))
    written = find_saved_row(db.session, code, request.args.get("op_id", ""))
    filled_in = any(text for name, text in request.args.items() if name not in {"seen", "op_id"})
    whole = bool(written) or not filled_in  # anything but the defaults is checked
    page = table_page(view, fresh=True, can_score=can("table.save"), reviews=None if whole else {})
    if whole:
        blocks, news = ["table", "sheets", "said"], _saved_text(code, written) if written else ""
        return render_page(PAGE, blocks, **page, oob=True, whole=True, oob_sheets=True, news=news)
    return render_page(
        PAGE, ["board", "poll", "news", "now", "said"], **page, oob=True, news=_newer_line(code, seen or 0)
    )


def _saved_text(code: str, seq: int) -> str:
    """Return the sentence that a form was saved whose answer got lost on the way."""
    view = read_game(db.session, code)
    mine = next((line for line in view.lines if line.seq == seq and not line.struck), None)
    return f"Saved: {_in_passing(view, mine)}." if mine else ""


def _newer_line(code: str, seen: int) -> str:
    view = read_game(db.session, code)
    newest = next((line for line in reversed(view.lines) if line.seq > seen), None)
    if newest is None:
        return "Another phone changed an earlier hand."
    return f"{capped(line_name(newest))} was saved on another phone: {_in_passing(view, newest)}. Yours isn't saved."


def _in_passing(view: GameView, line: PlayedLine) -> str:
    """Return what a line was, as it stands after a colon."""
    return LogLine(view, line).headline.rstrip(".").replace(": ", ", ")


@bp.post("/rematch", role=SCORER)
def play_again(code: str) -> AnyResponse:
    return see_other(url_for("table.show", code=rematch(SubmissionForm().submission(), code)))


# ---------------------------------------------------------------- answers to a form


def _view_now(code: str) -> GameView:
    """Return the table as it is now: another phone may have saved since this one was let in."""
    return view_table(db.session, load_game(db.session.connection(), code))


def changed(code: str, game: OpenGame | None, undone: int | None = None, *, sheets: bool = True) -> AnyResponse:
    """Return the changed table for htmx, else 303 to it.  Dialogs that were empty are not sent again.

    `game` is its new state, if the form wrote it: it need not be read again.
    """
    if not wants_fragment():
        return see_other(url_for("table.show", code=code, undone=undone))
    view = view_table(db.session, game or load_game(db.session.connection(), code), whole=undone is not None)
    page = table_page(view, undone=undone, fresh=True)
    blocks = ["table", "sheets", "said"] if sheets or page["finish"] else ["table", "said"]
    return render_page(PAGE, blocks, **page, oob_sheets=True)


def refused(code: str, typed: Mapping[str, str], wrong: Mapping[str, str]) -> Response:
    """Return the form as it was filled in, with each error at its control (422)."""
    return render_page(PAGE, ["table", "sheets"], 422, **table_page(_view_now(code), typed, wrong), oob_sheets=True)


def conflict_answer(code: str, stale: Stale, typed: Mapping[str, str], line: int | None = None) -> Response:
    """Return the page of a conflict (409); `line` is the one that the phone wanted to correct."""
    page = conflict_page(read_game(db.session, code), stale, typed, line)
    return render_page("table/conflict.html", ["table"], 409, **page)


# ---------------------------------------------------------------- on another screen


@bp.get("/stream", role=VIEWER)
def stream(code: str) -> Response:
    """Stream the game's sequence number, and send it again whenever it changes (text/event-stream).

    204 when there is no room: the phone polls instead.  It holds no connection to the database while it waits.
    """
    live: LiveUpdates = current_app.extensions["live_updates"]
    if request.method == "HEAD" or not live.follow(code):
        return no_content()
    response = Response(event_stream(live, code, current_access().seq, _access_check()), mimetype="text/event-stream")
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
    """Yield the number whenever it changes and at each heartbeat, until the device is revoked."""
    yield "retry: 3000\n"  # milliseconds until a phone whose connection broke tries again
    yield f"id: {seq}\ndata: {seq}\n\n"
    while (now := live.wait(code, seq, HEARTBEAT)) is not None and may_follow():
        seq = now
        yield f"id: {seq}\ndata: {seq}\n\n"


@bp.get("/watch", role=VIEWER)
def watch(code: str) -> Response:
    """Show the game on a large screen; nothing can be changed here.

    `next` asks for the rematch of a game that is over: for a table ("table"), or for this page ("watch").
    """
    if "next" in request.args:
        return _answer_next(code, request.args["next"])
    if wants_fragment() and parse_uint(request.args.get("seen")) == current_access().seq:
        return no_content()
    view, pots = full_view(db.session.connection(), current_game(code)), _pots_on_board(current_game(code))
    return render_page("table/watch.html", ["watch", "said"], **watch_page(view, fresh=wants_fragment()), pots=pots)


def _answer_next(code: str, place: str) -> Response:
    """Return 204 while there is no rematch; then a link for a table, and a redirect for a screen nobody taps."""
    new = next_game(code)
    if new is None:
        return no_content()
    if place != "watch":
        return render_page("table/next.html", ["next"], code=code, new=new)
    response = vary_on_htmx(Response())
    response.headers["HX-Redirect"] = url_for("table.watch", code=new)
    return response
