"""Tournament pages outside a league: begin with a league of one's own, the public board, a table's slip on a phone."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, g, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.guests import let_in
from scorekeeper.access.lookup import check_founding
from scorekeeper.access.permissions import ANYONE, READER
from scorekeeper.access.phone_cookie import current_device, current_or_new_device, ensure_device_cookie
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.error_pages import error_page
from scorekeeper.core.errors import OpIdReused, TournamentNotFound
from scorekeeper.core.extensions import db
from scorekeeper.core.forms import SubmissionForm
from scorekeeper.core.htmx import render_page, see_other
from scorekeeper.league.leagues import found_league, league_of_keeper
from scorekeeper.rules.errors import SheetError
from scorekeeper.tournaments.actions import enter_slip, say_of_slip
from scorekeeper.tournaments.board import requested_screen
from scorekeeper.tournaments.forms import NewLeagueForm, OpinionForm, SlipForm, TableGameForm
from scorekeeper.tournaments.links import CardTarget
from scorekeeper.tournaments.log import PhoneRequest
from scorekeeper.tournaments.phone_page import TableOnPhone, phone_page
from scorekeeper.tournaments.reading import TournamentView, read_tournament
from scorekeeper.tournaments.state import RoundState, TableState
from scorekeeper.tournaments.table_games import (
    begin_table_game,
    end_table_game,
    may_score_hands,
    read_table_game,
    with_hands,
)

FORM_REUSED = "This form was already sent. Check what's there now."
public = Blueprint("public_tournaments", __name__)
public.register_error_handler(TournamentNotFound, lambda _error: error_page(404))


# ---------------------------------------------------------------- with a league of its own


@public.get("/tournaments/new", endpoint="begin", role=ANYONE)
def begin() -> AnyResponse | str:
    """Lead to a new tournament of the league this phone keeps; a phone without one founds its own first."""
    phone = current_device()
    access = league_of_keeper(db.session.connection(), phone) if phone else None
    if access is not None:
        return see_other(url_for("tournaments.new", league=access))
    ensure_device_cookie()
    return render_template("tournaments/begin.html", form=NewLeagueForm())


@public.post("/tournaments/new", endpoint="found_league", role=ANYONE)
def found_own_league() -> AnyResponse | tuple[str, int]:
    form = NewLeagueForm()
    if form.validate():
        check_founding()
        try:
            code = found_league(db.session, wall_clock, current_or_new_device(), form.name.data, form.op_id.data)
        except SheetError as error:
            form.add_errors(error)
        except OpIdReused:
            form.add_error("name", "This form already started another league. Send it again to start a new one.")
        else:
            return see_other(url_for("tournaments.new", league=code))
    return render_template("tournaments/begin.html", form=form), 422


# ---------------------------------------------------------------- the board


@public.get("/b/<board>", endpoint="board", role=READER)
def public_board(board: str) -> Response:
    found = g.tournament_link
    page = requested_screen(read_tournament(db.session, found.league_id, found.tournament_id))
    address = url_for("public_tournaments.board", board=board)
    return render_page("tournaments/board.html", ["board"], page=page, address=address, tournament=None)


# ---------------------------------------------------------------- a table's own phone


@public.get("/c/<card>", endpoint="card", role=READER)
def card(card: str) -> str:
    ensure_device_cookie()
    return _render_phone(card, *_table_of_card(), None)


@public.post("/c/<card>", endpoint="save_card", role=READER)
def save_card(card: str) -> AnyResponse | tuple[str, int]:
    """Save the slip that a side entered."""
    form = SlipForm()
    view, drawn, table = _table_of_card()
    if form.validate() and form.check_points(len(table.sides)) and _has_side(form, form.side.data, table):
        hands = read_table_game(db.session, g.tournament_link.tournament.league_id, table)
        draft = with_hands(form.draft(drawn.number, table, by=form.side.data - 1), hands)
        if _done(form, lambda change: enter_slip(change, view.id, draft)):
            return see_other(url_for("public_tournaments.card", card=card, side=form.side.data))
        view, drawn, table = _table_of_card()
    return _render_phone(card, view, drawn, table, form), 422


@public.post("/c/<card>/says", endpoint="say", role=READER)
def say(card: str) -> AnyResponse | tuple[str, int]:
    """Save that a side confirms the slip of its table, or disputes it."""
    form = OpinionForm()
    view, drawn, table = _table_of_card()
    if _has_side(form, form.side.data, table):
        opinion = form.opinion(drawn.number, table.number, form.side.data - 1)
        if _done(form, lambda change: say_of_slip(change, view.id, opinion)):
            return see_other(url_for("public_tournaments.card", card=card))
        view, drawn, table = _table_of_card()
    return _render_phone(card, view, drawn, table, form), 422


@public.post("/c/<card>/hands", endpoint="score_hands", role=READER)
def score_hands(card: str) -> AnyResponse | tuple[str, int]:
    """Begin the game that the hands of a table are scored in, and let this phone write it; or lead to it."""
    form = TableGameForm()
    view, drawn, table = _table_of_card()
    try:
        code = begin_table_game(_phone_request(form), view.id, drawn, table.number, form.dealer.data - 1)
    except SheetError as error:
        form.add_errors(error)
    except OpIdReused:
        form.form_errors.append(FORM_REUSED)
    else:
        return let_in(see_other(url_for("table.show", code=code)), card, code)
    return _render_phone(card, *_table_of_card(), form), 422


def _table_of_card() -> tuple[TournamentView, RoundState, TableState]:
    """Return the table of the card in the address; 404 if its round was undone since."""
    found: CardTarget = g.tournament_link
    view = read_tournament(db.session, found.tournament.league_id, found.tournament.tournament_id)
    drawn = next((one for one in view.state.rounds if one.seq == found.drawn), None)
    if drawn is None or not 1 <= found.table <= len(drawn.tables):
        abort(404)
    return view, drawn, drawn.tables[found.table - 1]


def _has_side(form: SubmissionForm, side: int, table: TableState) -> bool:
    if not 1 <= side <= len(table.sides):
        form.form_errors.append("Say which side you are.")
        return False
    return True


def _done(form: SubmissionForm, change: Callable[[PhoneRequest], None]) -> bool:
    """Make the change of a form; return False, with the reason at the form, if it is refused."""
    phone = _phone_request(form)
    try:
        change(phone)
    except SheetError as error:
        form.add_errors(error)
    except OpIdReused:
        form.form_errors.append(FORM_REUSED)
    else:
        view, _, table = _table_of_card()
        end_table_game(phone, view.setup, table)
    return not form.form_errors


def _phone_request(form: SubmissionForm) -> PhoneRequest:
    league_id = g.tournament_link.tournament.league_id
    return PhoneRequest(db.session, wall_clock, league_id, current_or_new_device(), form.op_id.data)


def _render_phone(
    card: str, view: TournamentView, drawn: RoundState, table: TableState, form: SubmissionForm | None
) -> str:
    """Render a table's page; `form` is one that was refused.  A slip begins with the totals of the hands."""
    league_id = g.tournament_link.tournament.league_id
    hands = read_table_game(db.session, league_id, table)
    can_begin = table.game is None and may_score_hands(db.session, league_id, view.setup, table.sides)
    page = phone_page(card, TableOnPhone(view, drawn, table, hands, can_begin), request.args.get("side"))
    fresh = SlipForm.of_game(hands) if hands and hands.hands else SlipForm(formdata=None)
    slip_form = form if isinstance(form, SlipForm) else fresh
    slip_form.offer([view.side_name(side) for side in table.sides])
    return render_template("tournaments/phone.html", page=page, form=slip_form, refused=form or slip_form)
