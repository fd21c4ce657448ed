"""What a view answers: a page, for htmx only the blocks of it that changed; and the pages of errors."""

import logging
import math
import re
import secrets
import threading
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from flask import Blueprint, Response, g, make_response, redirect, render_template, request
from flask_wtf.csrf import CSRFError, generate_csrf
from jinja2_fragments.flask import render_blocks
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import missing_status
from scorekeeper.access.roles import Role, device_access
from scorekeeper.core.extensions import db
from scorekeeper.core.logs import describe_error
from scorekeeper.core.text import new_op_id
from scorekeeper.core.transaction import (
    AccessLowered,
    BudgetSpent,
    FoundingClosed,
    NotFound,
    OpIdReused,
    ServiceError,
    TooManyFailures,
    TransferBusy,
)
from scorekeeper.models.engine import is_away, is_disk_full
from scorekeeper.rules.errors import SheetError
from scorekeeper.sheets.phrases import say_refusal

log = logging.getLogger(__name__)


bp = Blueprint("errors", __name__)

FORBIDDEN, NOT_FOUND, GONE, UNAVAILABLE, DISK_FULL = 403, 404, 410, 503, 507
RETRY_AFTER = 5
"""Seconds after which a request is worth sending again where the database was away."""
MESSAGES = {
    400: ("This page is out of date", "It was open too long, or cookies are off. Go back, reload and try again."),
    403: ("Not from this site", "This came from another site, so nothing was changed."),
    404: ("Page not found", "There is nothing at this address. Check the link, or ask the person who sent it."),
    410: ("This league was deleted", "It was deleted with all its games. Nothing can be saved here anymore."),
    429: ("Too many tries", "Too many wrong codes or new names. Wait a few minutes and try again."),
    405: ("Nothing to see here", "This page can't be opened directly. Go back to the table."),
    413: ("That is too big", "A game or league file can have up to 2 MB, a form much less."),
    500: ("Something went wrong", "It's our fault, and nothing was saved halfway. Go back and try again."),
    503: ("Please try again in a moment", "Scorekeeper can't reach its data. Try again. Nothing is counted twice."),
    507: ("No room left", "This was not saved: the disk is full. Nothing else changed."),
}


def wants_fragment() -> bool:
    """Return whether htmx asks for a part of a page; after "back" it wants the whole page."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"


def chunks(items: Sequence[Any], most: int) -> list[tuple[Any, ...]]:
    """Return the items of each screen, `most` at most: about the same number on each."""
    screens = math.ceil(len(items) / most) or 1
    size = math.ceil(len(items) / screens) or 1
    return [tuple(items[first : first + size]) for first in range(0, len(items), size)]


def render_page(template: str, blocks: Sequence[str], status: int = 200, **context: Any) -> Response:
    """Return `template` whole, or for htmx only `blocks` of it."""
    if wants_fragment():
        response = make_response("".join(render_blocks(template, list(blocks), **context)), status)
    else:
        response = make_response(render_template(template, **context), status)
    return vary_on_htmx(response)


MAX_PAGES = 100
"""A megabyte or two for each worker."""
FORM_VALUE = re.compile(rb' name="(op_id|csrf_token)" value="[^"]*"')
"""What differs in each form and for each phone."""
_pages: dict[Hashable, list[bytes]] = {}


def cached_page(key: Hashable, render: Callable[[], tuple[str, bool]]) -> bytes:
    """Return the page of a key, with a new `op_id` and `csrf_token` in every form; rendered if it is not cached.

    Rendering is the larger part of showing a table, and after every hand each phone asks for the same one.  `render`
    says too whether the page is the same for everybody who asks for it with its key.  Its links begin with where the
    program is mounted, whatever the key.
    """
    place = (request.root_path, key)
    pieces = _pages.get(place)
    if pieces is None:
        page, cacheable = render()
        pieces = FORM_VALUE.split(page.encode())
        if cacheable:
            if len(_pages) >= MAX_PAGES:
                _pages.clear()
            _pages[place] = pieces
    make = {b"op_id": new_op_id, b"csrf_token": generate_csrf}
    fields = [b' name="%b" value="%b"' % (name, make[name]().encode()) for name in pieces[1::2]]
    return b"".join(b"".join(both) for both in zip_longest(pieces[::2], fields, fillvalue=b""))


def no_content() -> Response:
    return vary_on_htmx(Response(status=204))


def see_other(url: str) -> AnyResponse:
    """Return a redirect that the browser follows with a GET, after a POST too (303)."""
    return redirect(url, 303)


def vary_on_htmx(response: Response) -> Response:
    """Add `HX-Request` to `Vary`: this URL has two bodies."""
    response.vary.add("HX-Request")
    return response


# ---------------------------------------------------------------- errors


@bp.app_errorhandler(HTTPException)
@bp.app_errorhandler(CSRFError)
def http_error(error: HTTPException) -> Response:
    """Return the page of an HTTP error with its headers (`Allow`)."""
    response = error_page(error.code or 500)
    for name, value in error.get_headers():
        if name.lower() not in {"content-type", "content-length"}:
            response.headers.setdefault(name, value)
    return response


def error_page(status: int) -> Response:
    title, sentence = MESSAGES.get(status, MESSAGES[400])
    if status == FORBIDDEN and "access" in g:
        return forbidden()
    return render_error(status, title, sentence, code=None if status in {NOT_FOUND, GONE} else _table())


@bp.app_errorhandler(NotFound)
def missing(_error: NotFound) -> Response:
    return error_page(missing_status())


@bp.app_errorhandler(500)
def internal_error(_error: Exception) -> Response:
    return render_error(500, *MESSAGES[500], code=_table(), number=g.get("error_number"))


def log_exception(exc_info: Any) -> None:
    rule = request.url_rule.rule if request.url_rule else "none"
    g.error_number = secrets.token_hex(4)
    log.error("Unhandled error %s: %s %s", g.error_number, request.method, rule, exc_info=exc_info)


def forbidden() -> Response:
    """Return the page for a member who may not do this: who may, and how to ask for it."""
    if g.access.role < Role.SCORER:
        sentence = "This phone can only watch. Ask someone who keeps score to let you in."
        return render_error(FORBIDDEN, "You are watching", sentence, code=_table(), ask=_table() is not None)
    sentence = "Only the league admin can do this. The list of phones shows who that is."
    return render_error(FORBIDDEN, "Not on this phone", sentence, code=_table())


@bp.app_errorhandler(AccessLowered)
def access_lowered(_error: AccessLowered) -> Response:
    """Return the page for a form that waited.

    Meanwhile its phone was shut out (404), its league deleted (410), or its role lowered (403).
    """
    device = g.access.device
    now = device_access(db.session.connection(), g.access.league_id, device) if device else None
    if now is None:
        del g.access
        return error_page(missing_status())
    g.access = replace(g.access, role=now.role)
    return forbidden()


NOTICES: dict[type[ServiceError], tuple[int, str, str]] = {
    TooManyFailures: (429, *MESSAGES[429]),
    BudgetSpent: (429, "Too often", "Too much was sent in a short time. Try again in a few minutes."),
    FoundingClosed: (
        FORBIDDEN, "No new leagues here",
        ("On this server only the person who runs it can start a league. Ask them for one, and enter the code they "
         "give you. Or join a table with its code."),
    ),
    TransferBusy: (
        UNAVAILABLE, "One league at a time",
        "Somebody else is importing or downloading right now. Go back and try again in a moment.",
    ),
    OpIdReused: (
        422, "Already saved",
        ("This form was already saved with different entries. What was saved first counts; to change it, tap the hand "
         "in the log and correct it."),
    ),
}  # fmt: skip


@bp.app_errorhandler(TooManyFailures)
@bp.app_errorhandler(FoundingClosed)
@bp.app_errorhandler(TransferBusy)
@bp.app_errorhandler(OpIdReused)
def refused(error: ServiceError) -> Response:
    status, title, sentence = NOTICES[type(error)]
    page = render_error(status, title, sentence, code=_table(), enter_code=isinstance(error, FoundingClosed))
    return retry_after(page, getattr(error, "seconds", RETRY_AFTER)) if status in {429, UNAVAILABLE} else page


def retry_after(response: Response, seconds: int) -> Response:
    response.headers["Retry-After"] = str(seconds)
    return response


_outage = threading.Event()
"""Set while the database is away, as far as this process knows; start and end are each logged once."""


@bp.after_app_request
def note_database(response: Response) -> Response:
    """End the outage with the first answer that the database was needed for."""
    if _outage.is_set() and ("access" in g or "device" in g) and response.status_code < 500:  # noqa: PLR2004 - HTTP's
        _outage.clear()
        log.warning("The database is available again.")
    return response


@bp.app_errorhandler(SQLAlchemyError)
def database_error(error: SQLAlchemyError) -> Response:
    """Return the page for a database that is away, or whose disk is full; any other error is raised again.

    The page itself reads nothing from the database.
    """
    if is_away(error):
        if not _outage.is_set():
            _outage.set()
            log.error("The database is unavailable, requests get a 503: %s", describe_error(error))
        return retry_after(error_page(UNAVAILABLE), RETRY_AFTER)
    if not (isinstance(error, DBAPIError) and is_disk_full(error)):
        raise error
    log.error("The database's disk is full: nothing can be saved until there is room.")
    return error_page(DISK_FULL)


def _table() -> str | None:
    """Return the code of the table in the address, even if the address itself is wrong."""
    _, area, code, *_ = [*request.path.split("/"), "", ""]
    return code or None if area == "t" else None


@bp.app_errorhandler(SheetError)
def impossible_fact(error: SheetError) -> Response:
    return render_error(422, "That can't be saved", say_refusal(error.refusal), code=_table())


def render_error(status: int, title: str, sentence: str, **more: object) -> Response:
    """Return an error page: what went wrong, and where to go from here.

    `code` is that of the table to go back to, `ask` offers asking those who keep score, `number` is what the error is
    called in the log, and `enter_code` offers the page for an owner's code.
    """
    return render_page("errors/notice.html", ["table"], status, title=title, sentence=sentence, **more)
