"""Settling up: who pays whom, mark paid, take it back; every amount opens to the games and hands behind it."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import SCORER, VIEWER, current_access, current_game
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.errors import NotDue, OpIdReused
from scorekeeper.core.extensions import db
from scorekeeper.core.form_values import parse_uint
from scorekeeper.core.htmx import no_content, render_page, see_other, wants_fragment
from scorekeeper.games.table_state import GameView, full_view
from scorekeeper.money.accounts import GameNight, night_of_game
from scorekeeper.money.forms import MarkPaidForm, PaymentForm, SettlingForm, TakeBackForm, read_query
from scorekeeper.money.pages import (
    account_page,
    game_money_page,
    ledger_page,
    page_mark,
    queried_night,
    read_settling,
    settle_page,
)
from scorekeeper.money.payments import NewPayment, pay, reverse_payment
from scorekeeper.money.settling_pages import no_longer_due
from scorekeeper.rules.errors import ImpossibleFact, SheetError
from scorekeeper.sheets.refusals import say_refusal

bp = Blueprint("money", __name__, url_prefix="/t/<code>/settle")
PAGE, ENDED = "money/settle.html", "money/pays.html"
FORM_REUSED = (
    "This form was already saved with different entries. If this is another payment, save it now; "
    "to change the first one, take that back."
)
"""Shown for an old form that Back leads to without scripts, filled in again.  What was typed is kept."""


@bp.get("", role=VIEWER)
def index(code: str) -> Response:
    """Show who owes whom; a request with `mark` gets 204 if nothing has changed."""
    place, asked = night_of_game(db.session, code), read_query(request.args.get("of"), request.args.get("via"))
    if wants_fragment() and request.args.get("mark") == page_mark(place, current_access().seq):
        return no_content()
    just = parse_uint(request.args.get("just"))
    page = settle_page(_this_game(code), place, asked, just=just, accounts_only=wants_fragment())
    return render_page(PAGE, ["stand"], page=page)


@bp.post("/mark", role=SCORER)
def mark_paid(code: str) -> AnyResponse:
    """Mark a due payment as paid; one that is not due any more is not paid twice (409)."""
    form = MarkPaidForm()
    place, payment = night_of_game(db.session, code), form.payment()
    if payment is None:
        return _not_due(code, form, place, None)
    try:
        entry = _pay(replace(payment, if_due=True, via=form.query.via), form, place)
    except (NotDue, OpIdReused, SheetError):
        return _not_due(code, form, place, payment)
    return _after_change(code, form, entry)


@bp.post("/pay", role=SCORER)
def record_payment(code: str) -> AnyResponse:
    """Record a payment that was not due: more than is owed is credit."""
    form = PaymentForm()
    place, payment = night_of_game(db.session, code), form.payment()
    if payment is not None:
        try:
            return _after_change(code, form, _pay(payment, form, place))
        except SheetError as error:
            form.add_errors(error)
        except OpIdReused:
            form.add_error("amount", FORM_REUSED)
    page = settle_page(_this_game(code), place, form.query, form=form)
    return render_page(PAGE, ["settle"], 422, page=page)


@bp.post("/back", role=SCORER)
def take_back(code: str) -> AnyResponse:
    """Take a payment back; a second time changes nothing."""
    form = TakeBackForm()
    place, entry = night_of_game(db.session, code), form.entry.data
    try:
        reverse_payment(db.session, wall_clock, place.league_id, entry, form.submission())
    except ImpossibleFact as error:
        return _conflict(code, form, say_refusal(error.refusal))
    return _after_change(code, form, entry)


# ---------------------------------------------------------------- behind an amount


@bp.get("/people/<int:person>", role=VIEWER)
def person(code: str, person: int) -> str:
    place, asked = night_of_game(db.session, code), read_query(request.args.get("of"), request.args.get("via"))
    before = parse_uint(request.args.get("before"))
    page = account_page(_this_game(code), place, asked, person, before)
    return render_template("money/person.html", page=page or abort(404))


@bp.get("/game", role=VIEWER)
def game(code: str) -> str:
    page = game_money_page(_this_game(code), night_of_game(db.session, code))
    return render_template("money/game.html", page=page or abort(404))


@bp.get("/ledger", role=VIEWER)
def ledger(code: str) -> str:
    before = parse_uint(request.args.get("before"))
    page = ledger_page(_this_game(code), night_of_game(db.session, code), before)
    return render_template("money/ledger.html", page=page)


# ---------------------------------------------------------------- answers to a form


def _pay(payment: NewPayment, form: SettlingForm, place: GameNight) -> int:
    new = replace(payment, night_id=queried_night(place, form.query))
    return pay(db.session, wall_clock, place.league_id, new, form.submission())


def _this_game(code: str) -> GameView:
    return full_view(db.session.connection(), current_game(code))


def _after_change(code: str, form: SettlingForm, entry: int) -> AnyResponse:
    """Return the page as it is now for htmx, else 303 to the page the form was on."""
    asked = form.query
    if not wants_fragment():
        if form.at_finish:
            return see_other(url_for("table.show", code=code, _anchor="pays"))
        return see_other(url_for("money.index", code=code, **asked.url_args, just=entry))
    place = night_of_game(db.session, code)
    if form.at_finish:
        return render_page(ENDED, ["pays", "said"], settling=read_settling(code, place, asked, just=entry), fresh=True)
    page = settle_page(_this_game(code), place, asked, just=entry)
    return render_page(PAGE, ["settle", "said"], page=page, fresh=True)


def _not_due(code: str, form: MarkPaidForm, place: GameNight, payment: NewPayment | None) -> Response:
    """Return the page for a payment that is not due any more: who was first, if somebody was."""
    settling = read_settling(code, place, form.query)
    same = (payment.payer, payment.payee, payment.cents, payment.currency) if payment else None
    return _conflict(code, form, no_longer_due(settling, same))


def _conflict(code: str, form: SettlingForm, news: str) -> Response:
    """Return the accounts as they are now, and why nothing was recorded (409)."""
    place, asked = night_of_game(db.session, code), form.query
    if wants_fragment() and form.at_finish:
        return render_page(
            ENDED, ["pays", "said"], 409, settling=read_settling(code, place, asked, news=news), fresh=True
        )
    page = settle_page(_this_game(code), place, asked, news=news)
    return render_page(PAGE, ["settle", "said"], 409, page=page, fresh=True)
