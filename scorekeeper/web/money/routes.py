"""Settling up: who pays whom, mark paid, take it back; every amount opens to the games and hands behind it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import ImpossibleFact, SheetError
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.errors import NotDue, OpIdReused
from scorekeeper.services.games.view import full_view
from scorekeeper.services.money.accounts import night_of_game
from scorekeeper.services.money.pay import IfDue, pay, reverse_payment
from scorekeeper.services.submission import Submission
from scorekeeper.web.devices import require_device
from scorekeeper.web.form_values import parse_uint
from scorekeeper.web.htmx import no_content, render_page, see_other, wants_fragment
from scorekeeper.web.money.forms import errors_by_field, read_fields, read_free_payment, read_marked_payment
from scorekeeper.web.money.pages import (
    AccountsQuery,
    account_page,
    game_money_page,
    ledger_page,
    page_mark,
    queried_night,
    read_query,
    read_settling,
    settle_page,
)
from scorekeeper.web.money.settling import no_longer_due
from scorekeeper.web.permissions import current_access, current_game, current_person

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.services.games.view import GameView
    from scorekeeper.services.money.accounts import GameNight
    from scorekeeper.services.money.pay import NewPayment

bp = Blueprint("money", __name__, url_prefix="/t/<code>/settle")
PAGE, ENDED = "money/settle.html", "money/pays.html"
FINISH = "finish"
"""The origin of a form on the table page, at the end of a game."""
FORM_REUSED = (
    "This form was noted before and said something else then. If this is another payment, note it down now; "
    "to change the one that was noted, take that back."
)
"""Shown for an old form that Back leads to without scripts, filled in again.  What was typed is kept."""


@bp.get("")
def index(code: str) -> Response:
    """Show who owes whom; a request with `mark` gets 204 if nothing has changed."""
    place, asked = night_of_game(db.session, code), read_query(request.args)
    if wants_fragment() and request.args.get("mark") == page_mark(place, current_access().seq):
        return no_content()
    just = parse_uint(request.args.get("just"))
    page = settle_page(_this_game(code), place, asked, just=just, accounts_only=wants_fragment())
    return render_page(PAGE, ["stand"], page=page)


@bp.post("/mark")
def mark_paid(code: str) -> AnyResponse:
    """Mark a due payment as paid; one that is not due any more is not paid twice (409)."""
    typed = read_fields()
    place, asked = night_of_game(db.session, code), read_query(typed)
    payment = read_marked_payment(typed)
    if payment is None:
        return _not_due(code, place, asked, None)
    try:
        entry = _pay(payment, place, asked, typed, IfDue(asked.via))
    except (NotDue, OpIdReused, SheetError):
        return _not_due(code, place, asked, payment)
    return _after_change(code, asked, entry)


@bp.post("/pay")
def record_payment(code: str) -> AnyResponse:
    """Record a payment that was not due: more than is owed is credit."""
    typed = read_fields()
    place, asked = night_of_game(db.session, code), read_query(typed)
    payment, wrong = read_free_payment(typed)
    if payment is not None:
        try:
            return _after_change(code, asked, _pay(payment, place, asked, typed))
        except SheetError as error:
            wrong = errors_by_field(error)
        except OpIdReused:
            wrong = {"amount": FORM_REUSED}
    page = settle_page(_this_game(code), place, asked, typed=typed, wrong=wrong)
    return render_page(PAGE, ["settle"], 422, page=page)


@bp.post("/back")
def take_back(code: str) -> AnyResponse:
    """Take a payment back; doing it twice does it once."""
    typed = read_fields()
    place, asked = night_of_game(db.session, code), read_query(typed)
    entry = parse_uint(typed.get("entry")) or 0
    try:
        reverse_payment(db.session, wall_clock, place.league_id, entry, _submission(typed))
    except ImpossibleFact as error:
        return _conflict(code, asked, error.message)
    return _after_change(code, asked, entry)


# ---------------------------------------------------------------- behind an amount


@bp.get("/people/<int:person>")
def person(code: str, person: int) -> str:
    place, asked = night_of_game(db.session, code), read_query(request.args)
    before = parse_uint(request.args.get("before"))
    page = account_page(_this_game(code), place, asked, person, before)
    return render_template("money/person.html", page=page or abort(404))


@bp.get("/game")
def game(code: str) -> str:
    page = game_money_page(_this_game(code), night_of_game(db.session, code))
    return render_template("money/game.html", page=page or abort(404))


@bp.get("/ledger")
def ledger(code: str) -> str:
    before = parse_uint(request.args.get("before"))
    page = ledger_page(_this_game(code), night_of_game(db.session, code), before)
    return render_template("money/ledger.html", page=page)


# ---------------------------------------------------------------- answers to a form


def _pay(
    payment: NewPayment,
    place: GameNight,
    asked: AccountsQuery,
    typed: Mapping[str, str],
    if_due: IfDue | None = None,
) -> int:
    new = replace(payment, night_id=queried_night(place, asked), if_due=if_due)
    return pay(db.session, wall_clock, place.league_id, new, _submission(typed, typed.get("note")))


def _submission(typed: Mapping[str, str], note: str | None = None) -> Submission:
    return Submission(op_id=typed.get("op_id", ""), device=require_device(), actor=current_person(), reason=note)


def _this_game(code: str) -> GameView:
    return full_view(db.session.connection(), current_game(code))


def _after_change(code: str, asked: AccountsQuery, entry: int) -> AnyResponse:
    """Return the page as it is now for htmx, else 303 to the page the form was on."""
    at_finish = request.form.get("from") == FINISH
    if not wants_fragment():
        if at_finish:
            return see_other(url_for("table.show", code=code, _anchor="pays"))
        return see_other(url_for("money.index", code=code, **asked.url_args, just=entry))
    place = night_of_game(db.session, code)
    if at_finish:
        return render_page(ENDED, ["pays", "said"], settling=read_settling(code, place, asked, just=entry), fresh=True)
    page = settle_page(_this_game(code), place, asked, just=entry)
    return render_page(PAGE, ["settle", "said"], page=page, fresh=True)


def _not_due(code: str, place: GameNight, asked: AccountsQuery, payment: NewPayment | None) -> Response:
    """Return the page for a payment that is not due any more: who was first, if somebody was."""
    settling = read_settling(code, place, asked)
    same = (payment.payer, payment.payee, payment.cents, payment.currency) if payment else None
    return _conflict(code, asked, no_longer_due(settling, same))


def _conflict(code: str, asked: AccountsQuery, news: str) -> Response:
    """Return the accounts as they are now, and why nothing was recorded (409)."""
    place = night_of_game(db.session, code)
    if wants_fragment() and request.form.get("from") == FINISH:
        return render_page(
            ENDED, ["pays", "said"], 409, settling=read_settling(code, place, asked, news=news), fresh=True
        )
    page = settle_page(_this_game(code), place, asked, news=news)
    return render_page(PAGE, ["settle", "said"], 409, page=page, fresh=True)
