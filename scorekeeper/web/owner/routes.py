"""The owner's claim: set a passphrase and print its recovery codes; become owner on another phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, make_response, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.access.joining import phones_at_table
from scorekeeper.services.access.ownership import claim_ownership, ownership_status, set_passphrase
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.errors import TooManyFailures, UnknownCode
from scorekeeper.services.text import checked_op_id
from scorekeeper.web.htmx import go_on
from scorekeeper.web.joining.forms import code_in
from scorekeeper.web.joining.routes import too_many
from scorekeeper.web.owner.forms import passphrase_in, proof_in, seed_of
from scorekeeper.web.permissions import from_where, standing
from scorekeeper.web.phone import arriving_phone, expect_a_phone
from scorekeeper.web.views.owner import ClaimPage, PassphrasePage, printed_codes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as AnyResponse

bp = Blueprint("owner", __name__)
WRONG = "That opens nothing. Look again at the table's code and the passphrase, or at the printed code."


# ---------------------------------------------------------------- set it


@bp.get("/t/<code>/passphrase")
def passphrase(code: str) -> str:
    return _passphrase_page(code)


@bp.post("/t/<code>/passphrase")
def save_passphrase(code: str) -> Response | tuple[str, int]:
    """Save it and show the codes, once: this answer is the only place they ever stand."""
    try:
        checked_op_id(request.form.get("op_id", ""))
        seed = seed_of(request.form, standing().league_id)
        codes = set_passphrase(db.session, wall_clock, standing(), passphrase_in(request.form), seed=seed)
    except SheetError as error:
        return _passphrase_page(code, error.message), 422
    spoken = phones_at_table(db.session, standing().league_id).join_code
    response = make_response(render_template("owner/codes.html", page=printed_codes(code, codes, spoken)))
    response.headers["Cache-Control"] = "no-store"
    return response


def _passphrase_page(code: str, wrong: str = "") -> str:
    state = ownership_status(db.session, standing().league_id)
    return render_template("owner/passphrase.html", page=PassphrasePage.of(code, state, wrong))


# ---------------------------------------------------------------- prove it


@bp.get("/claim")
def show() -> str:
    expect_a_phone()
    return _claim_page(request.args)


@bp.post("/claim")
def become_owner() -> AnyResponse | tuple[str, int] | tuple[str, int, Mapping[str, str]]:
    typed, phone = request.form, arriving_phone()
    try:
        joined = claim_ownership(
            db.session, wall_clock, phone, proof_in(typed), table=code_in(typed), address=from_where()
        )
    except UnknownCode:
        return _claim_page(typed, WRONG), 422
    except TooManyFailures as failed:
        return _claim_page(typed, too_many(failed)), 429, {"Retry-After": str(failed.seconds)}
    if joined.code is None:
        return go_on(url_for("home.index"))
    return go_on(url_for("members.index", code=joined.code))


def _claim_page(typed: Mapping[str, str], wrong: str = "") -> str:
    return render_template("owner/claim.html", page=ClaimPage(code_in(typed), wrong))
