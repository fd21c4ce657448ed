"""Access to a league: join by code or QR, say who holds a phone, give and take roles, links, ownership."""

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access import phones
from scorekeeper.access.codes import format_recovery_code
from scorekeeper.access.forms import (
    CODE_UNKNOWN,
    ClaimForm,
    HolderForm,
    JoinForm,
    LinkForm,
    PassphraseForm,
    ReturnForm,
    RoleForm,
)
from scorekeeper.access.permissions import (
    ANYONE,
    KEEPER,
    OWNER,
    SCORER,
    VIEWER,
    can,
    client_key,
    current_access,
    current_game,
    current_person,
    ensure_device_cookie,
    require_device,
    share_url,
)
from scorekeeper.access.phones import claim_ownership, ownership_status, phones_at_table, phones_of, set_passphrase
from scorekeeper.access.rate_limits import is_local
from scorekeeper.access.roles import Role
from scorekeeper.core.extensions import db
from scorekeeper.core.forms import SubmissionForm
from scorekeeper.core.pages import no_content, render_page, see_other, wants_fragment
from scorekeeper.core.transaction import NotAllowed, TooManyFailures, UnknownCode
from scorekeeper.games.game_view import view_table
from scorekeeper.games.pages import table_page
from scorekeeper.league.leagues import read_league
from scorekeeper.league.roster import merged_people, offered_people, people_by_seat

bp = Blueprint("access", __name__)
ROLE_NAMES = {Role.VIEWER: "watches", Role.SCORER: "keeps score", Role.KEEPER: "league admin", Role.OWNER: "owner"}
Page = tuple[str, int, dict[str, str]]
"""With its status and its headers."""


# ---------------------------------------------------------------- by code


@bp.get("/join", role=ANYONE)
def join_form() -> str:
    """Show the form; a link or a QR code fills it in, and joins nobody."""
    ensure_device_cookie()
    return render_template("access/join.html", form=JoinForm(request.args))


@bp.post("/join", role=ANYONE)
def join() -> AnyResponse | Page:
    form, status, headers = JoinForm(), 422, {}
    if form.validate():
        try:
            game, new = phones.join_league(form.submission(), form.code.data, address=client_key("joins"))
            if game is not None:
                return see_other(url_for("access.holder_form" if new else "table.show", code=game))
            form.add_error("code", "You're in, but there is no game yet. Ask someone at the table to start one.")
        except UnknownCode:
            form.add_error("code", CODE_UNKNOWN)
        except TooManyFailures as failed:
            form.add_error("code", too_many_message(failed))
            status, headers = 429, {"Retry-After": str(failed.seconds)}
    return render_template("access/join.html", form=form), status, headers


def too_many_message(failed: TooManyFailures) -> str:
    minutes = -(-failed.seconds // 60)
    wait = "a minute" if minutes == 1 else f"{minutes} minutes"
    return f"Too many wrong codes. Try again in {wait}."


# ---------------------------------------------------------------- who holds this phone


@bp.get("/t/<code>/who", role=VIEWER)
def holder_form(code: str, form: HolderForm | None = None) -> str:
    """Ask who holds this phone; `form` is the refused one."""
    game, connection, access = current_game(code), db.session.connection(), current_access()
    merged = merged_people(connection, game.row.league_id)
    seated = set(people_by_seat(connection, game.row.league_id, game.row.id, merged).values())
    people = list(offered_people(db.session, game.row.league_id).items())
    first = [it for it in people if it[0] == access.person_id or it[0] in seated] or people
    return render_template(
        "access/holder.html",
        code=code,
        seated=first,
        others=[it for it in people if it not in first],
        chosen=access.person_id,
        form=form or HolderForm(phone=access.device.name if access.device else ""),
    )


@bp.post("/t/<code>/who", role=VIEWER)
def set_holder(code: str) -> AnyResponse | tuple[str, int]:
    form = HolderForm()
    form.phone.data = form.phone.data or require_device().name
    return form.save(
        lambda: phones.set_holder(form.submission(), form.holder(), form.phone.data),
        lambda: url_for("table.show", code=code),
        lambda form: holder_form(code, form),
    )


# ---------------------------------------------------------------- keeping score too


@bp.post("/t/<code>/ask", role=VIEWER)
def ask_to_score(code: str) -> AnyResponse:
    phones.ask_to_score(SubmissionForm().submission())
    return see_other(url_for("table.show", code=code))


@bp.get("/t/<code>/asking", role=VIEWER)
def access_requests(code: str) -> AnyResponse:
    """Show scorers who asks to keep score, and tell a phone that asked that it may; 204 while nothing changed."""
    requests = phones_at_table(db.session, current_access())
    was = request.args.get("mark", "")
    if was == requests.mark:
        return no_content()
    if not wants_fragment():
        return see_other(url_for("table.show", code=code))
    if was.partition(":")[0] == requests.role.word:
        return render_page("table/show.html", ["join_requests"], requests=requests)
    page = table_page(view_table(db.session, current_game(code)), fresh=True, can_score=can("table.save"))
    blocks = ["join_requests", "table", "sheets"]
    return render_page("table/show.html", blocks, **page, requests=requests, oob=True, whole=True, oob_sheets=True)


# ---------------------------------------------------------------- inviting


@bp.get("/t/<code>/invite", role=VIEWER)
def invite(code: str) -> str:
    return render_template(
        "access/invite.html",
        code=code,
        company=phones_at_table(db.session, current_access()),
        league=read_league(db.session, current_access().league_id),
        look=share_url("table.show"),
        asks_holder=can("table.save") and current_person() is None,
        at_home=is_local(request.host),
    )


@bp.get("/t/<code>/phones", role=SCORER)
def phone_list(code: str, wrong: str = "") -> str:
    access = current_access()
    members = phones_of(db.session, access.league_id)
    here = [it for it in members if it[0].revoked_at is None]
    return render_template(
        "access/phones.html",
        code=code,
        league=read_league(db.session, access.league_id),
        access=access,
        asking=[it for it in here if it[0].asked_at],
        phones=sorted((it for it in here if not it[0].asked_at), key=lambda it: it[0].device_id != access.device_id),
        gone=[it for it in members if it[0].revoked_at],
        role_names={role.word: name for role, name in ROLE_NAMES.items()},
        given={role.word: access.roles_to_give(role) for role in ROLE_NAMES},
        join_code=phones_at_table(db.session, access).join_code,
        look=share_url("table.show"),
        wrong=wrong,
    )


# ---------------------------------------------------------------- who asks


@bp.post("/t/<code>/phones/<int:phone>/admit", role=SCORER)
def admit(code: str, phone: int) -> AnyResponse:
    form = ReturnForm()
    phones.set_role(form.submission(), current_access().role, phone, Role.SCORER, only_from=Role.VIEWER)
    return _after_answer(code, form)


@bp.post("/t/<code>/phones/<int:phone>/later", role=SCORER)
def decline(code: str, phone: int) -> AnyResponse:
    form = ReturnForm()
    phones.decline(form.submission(), phone)
    return _after_answer(code, form)


def _after_answer(code: str, form: ReturnForm) -> AnyResponse:
    """Return the requests above the table for htmx, else redirect to the page the form was on."""
    if wants_fragment():
        requests = phones_at_table(db.session, current_access())
        return render_page("table/show.html", ["join_requests"], requests=requests)
    return see_other(url_for("table.show" if form.back.data == "table" else "access.phone_list", code=code))


# ---------------------------------------------------------------- what a phone may
# nobody takes anything from a phone of their own role or above (access/phones.py)


@bp.post("/t/<code>/phones/<int:phone>/role", role=KEEPER)
def set_role(code: str, phone: int) -> AnyResponse:
    """Change the role of a phone; 400 for one that the form does not offer."""
    form = RoleForm()
    if not form.validate():
        abort(400)
    phones.set_role(form.submission(), current_access().role, phone, Role.of(form.role.data))
    return _to_phone(code, phone)


@bp.post("/t/<code>/phones/<int:phone>/out", role=KEEPER)
def revoke(code: str, phone: int) -> AnyResponse:
    phones.revoke(SubmissionForm().submission(), current_access().role, phone)
    if phone == current_access().device_id:
        return see_other(url_for("home.index"))
    return _to_phone(code, phone)


@bp.post("/t/<code>/phones/<int:phone>/back", role=KEEPER)
def restore(code: str, phone: int) -> AnyResponse:
    phones.restore_access(SubmissionForm().submission(), phone)
    return _to_phone(code, phone)


@bp.errorhandler(NotAllowed)
def not_allowed(refused: NotAllowed) -> tuple[str, int]:
    return phone_list((request.view_args or {})["code"], str(refused)), 422


def _to_phone(code: str, phone: int) -> AnyResponse:
    return see_other(url_for("access.phone_list", code=code, _anchor=f"phone-{phone}"))


# ---------------------------------------------------------------- links


@bp.post("/t/<code>/invite/replace", role=KEEPER)
def replace_code(code: str) -> AnyResponse:
    form = LinkForm()
    phones.replace_short_code(form.submission(), form.old.data)
    return see_other(url_for("access.invite", code=code))


@bp.post("/t/<code>/share", role=SCORER)
def open_link(code: str) -> AnyResponse:
    form = ReturnForm()
    phones.open_read_link(form.submission(), current_access().game_id)
    return see_other(url_for("rulebook.table_sheet" if form.back.data == "rules" else "access.invite", code=code))


@bp.post("/t/<code>/share/close", role=KEEPER)
def close_links(code: str) -> AnyResponse:
    form = LinkForm()
    phones.close_read_links(form.submission(), None if form.every.data else current_access().game_id)
    return see_other(url_for("access.phone_list", code=code))


# ---------------------------------------------------------------- set it


@bp.post("/t/<code>/passphrase", role=OWNER)
def save_passphrase(code: str) -> Response | tuple[str, int]:
    """Save it and show the codes, once: they are in this response only."""
    form, access = PassphraseForm(), current_access()
    if form.validate():
        with form.refusals("passphrase"):
            codes = set_passphrase(form.submission(), form.passphrase.data, seed=form.seed(access.league_id))
            spoken, printed = phones_at_table(db.session, access).spoken, [format_recovery_code(each) for each in codes]
            response = make_response(render_template("access/codes.html", code=code, codes=printed, spoken=spoken))
            response.headers["Cache-Control"] = "no-store"
            return response
    return passphrase_form(code, form), 422


@bp.get("/t/<code>/passphrase", role=OWNER)
def passphrase_form(code: str, form: PassphraseForm | None = None) -> str:
    set_at, left = ownership_status(db.session, current_access().league_id)
    form = form or PassphraseForm()
    return render_template("access/passphrase.html", code=code, set_at=set_at, codes_left=left, form=form)


# ---------------------------------------------------------------- prove it


@bp.get("/claim", role=ANYONE)
def claim_form() -> str:
    ensure_device_cookie()
    return render_template("access/claim.html", form=ClaimForm(request.args))


@bp.post("/claim", role=ANYONE)
def claim() -> AnyResponse | Page:
    form, status, headers = ClaimForm(), 422, {}
    if form.validate():
        try:
            game = claim_ownership(form.submission(), form.secret, table=form.code.data, address=client_key())
            return see_other(url_for("access.phone_list", code=game) if game else url_for("home.index"))
        except UnknownCode:
            form.refuse("That didn't work. Check the table code and the passphrase, or the printed code.")
        except TooManyFailures as failed:
            form.refuse(too_many_message(failed))
            status, headers = 429, {"Retry-After": str(failed.seconds)}
    return render_template("access/claim.html", form=form), status, headers
