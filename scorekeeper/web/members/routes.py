"""The phones of a league: to be let in, given more or less, shut out; and the links that let others look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.services.access import joining, phones
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.errors import NotAllowed
from scorekeeper.web.htmx import answer, go_on, wants_fragment
from scorekeeper.web.looking import address_to_look
from scorekeeper.web.members.forms import role_in
from scorekeeper.web.permissions import standing
from scorekeeper.web.phone import writing_phone
from scorekeeper.web.views.joining import asking_of
from scorekeeper.web.views.members import phones_page

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

bp = Blueprint("members", __name__, url_prefix="/t/<code>")


@bp.get("/phones")
def index(code: str) -> str:
    return _page(code)


def _page(code: str, wrong: str = "") -> str:
    page = phones_page(
        code,
        standing(),
        phones.phones_of(db.session, standing().league_id),
        joining.phones_at_table(db.session, standing().league_id).join_code,
        address_to_look("table.show"),
        wrong,
    )
    return render_template("members/index.html", page=page)


# ---------------------------------------------------------------- who asks


@bp.post("/phones/<int:phone>/admit")
def admit(code: str, phone: int) -> AnyResponse:
    phones.admit(db.session, wall_clock, standing(), phone)
    return _answered(code)


@bp.post("/phones/<int:phone>/later")
def later(code: str, phone: int) -> AnyResponse:
    phones.decline(db.session, standing(), phone)
    return _answered(code)


def _answered(code: str) -> AnyResponse:
    """After an answer: the strip above the table for htmx, else the page it was given on."""
    if wants_fragment():
        strip = asking_of(standing(), joining.phones_at_table(db.session, standing().league_id))
        return answer("table/show.html", ["asking"], asking=strip)
    table = request.form.get("back") == "table"
    return go_on(url_for("table.show" if table else "members.index", code=code))


# ---------------------------------------------------------------- what a phone may


@bp.post("/phones/<int:phone>/role")
def give_role(code: str, phone: int) -> AnyResponse | tuple[str, int]:
    try:
        phones.set_role(db.session, wall_clock, standing(), phone, role_in(request.form))
    except NotAllowed as refused:
        return _page(code, str(refused)), 422
    return _back(code, phone)


@bp.post("/phones/<int:phone>/out")
def shut_out(code: str, phone: int) -> AnyResponse | tuple[str, int]:
    try:
        phones.revoke(db.session, wall_clock, standing(), phone)
    except NotAllowed as refused:
        return _page(code, str(refused)), 422
    if phone == standing().device_id:
        return go_on(url_for("home.index"))
    return _back(code, phone)


@bp.post("/phones/<int:phone>/back")
def let_back_in(code: str, phone: int) -> AnyResponse:
    phones.restore_access(db.session, wall_clock, standing(), phone)
    return _back(code, phone)


def _back(code: str, phone: int) -> AnyResponse:
    return go_on(url_for("members.index", code=code, _anchor=f"phone-{phone}"))


# ---------------------------------------------------------------- links


@bp.post("/invite/replace")
def replace_code(code: str) -> AnyResponse:
    joining.replace_join_code(db.session, wall_clock, standing(), writing_phone(), request.form.get("old", ""))
    return go_on(url_for("joining.invite", code=code))


@bp.post("/share")
def share(code: str) -> AnyResponse:
    joining.open_read_link(db.session, wall_clock, standing(), writing_phone())
    sheet = request.form.get("back") == "rules"
    return go_on(url_for("rulebook.of_table" if sheet else "joining.invite", code=code))


@bp.post("/share/close")
def close(code: str) -> AnyResponse:
    joining.close_read_links(db.session, wall_clock, standing(), every=request.form.get("every") == "yes")
    return go_on(url_for("members.index", code=code))
