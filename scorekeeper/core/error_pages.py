"""Error pages; htmx gets them without the page around."""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass, replace
from typing import Any

from flask import Flask, Response, g, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from werkzeug.exceptions import HTTPException

from scorekeeper.access.lookup import missing_status
from scorekeeper.access.roles import Role, device_access
from scorekeeper.core.errors import (
    AccessLowered,
    BudgetSpent,
    FoundingClosed,
    GameNotFound,
    HouseRulesNotFound,
    LeagueNotFound,
    OpIdReused,
    PhoneNotFound,
    TooManyFailures,
    TransferBusy,
)
from scorekeeper.core.extensions import db
from scorekeeper.core.htmx import render_page
from scorekeeper.core.logs import describe_error
from scorekeeper.models.engine import is_away, is_disk_full
from scorekeeper.rules.errors import SheetError
from scorekeeper.sheets.refusals import say_refusal

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ErrorPage:
    """An error page: what went wrong, and where to go from here."""

    status: int
    title: str
    sentence: str
    code: str | None = None
    """The table to go back to."""
    ask: bool = False
    """Whether to offer asking those who keep score."""
    number: str | None = None
    """What this error is called in the log."""
    enter_code: bool = False
    """Whether to offer the page for an owner's code."""


FORBIDDEN, NOT_FOUND, GONE, UNAVAILABLE, DISK_FULL = 403, 404, 410, 503, 507
RETRY_AFTER = 5
"""Seconds after which a request is worth sending again where the database was away."""
MESSAGES = {
    400: ("This page is out of date", "It was open too long, or cookies are off. Go back, reload and try again."),
    403: ("Not from this site", "This came from another site, so nothing was changed."),
    404: ("Page not found", "There is nothing at this address. Check the link, or ask the person who sent it."),
    410: ("This league was deleted", "It was deleted with all its games. Nothing can be saved here anymore."),
    429: ("Too many tries", "Too many wrong codes. Wait a few minutes and try again."),
    405: ("Nothing to see here", "This page can't be opened directly. Go back to the table."),
    413: ("That is too big", "A game or league file can have up to 2 MB, a form much less."),
    500: ("Something went wrong", "It's our fault, and nothing was saved halfway. Go back and try again."),
    503: ("Please try again in a moment", "Scorekeeper can't reach its data. Try again. Nothing is counted twice."),
    507: ("No room left", "This was not saved: the disk is full. Nothing else changed."),
}


def register_errors(app: Flask) -> None:
    """Register the error handlers."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(CSRFError, http_error)
    app.register_error_handler(GameNotFound, lambda _error: error_page(missing_status()))
    app.register_error_handler(HouseRulesNotFound, lambda _error: error_page(404))
    app.register_error_handler(LeagueNotFound, lambda _error: error_page(missing_status()))
    app.register_error_handler(PhoneNotFound, lambda _error: error_page(404))
    app.register_error_handler(AccessLowered, access_lowered)
    app.register_error_handler(TooManyFailures, too_many_requests)
    app.register_error_handler(BudgetSpent, budget_spent)
    app.register_error_handler(FoundingClosed, founding_closed)
    app.register_error_handler(TransferBusy, transfer_busy)
    app.register_error_handler(OpIdReused, op_id_reused)
    app.register_error_handler(SheetError, impossible_fact)
    app.register_error_handler(SQLAlchemyError, database_error)
    app.after_request(note_database)
    app.register_error_handler(500, lambda _error: internal_error())
    app.log_exception = log_exception  # type: ignore[method-assign]  # Flask's own writes the address down


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
    return render_error(ErrorPage(status, title, sentence, None if status in {NOT_FOUND, GONE} else _table()))


def internal_error() -> Response:
    """Return the page of an unexpected error, with its number in the log."""
    title, sentence = MESSAGES[500]
    return render_error(ErrorPage(500, title, sentence, _table(), number=g.get("error_number")))


def log_exception(exc_info: Any) -> None:
    rule = request.url_rule.rule if request.url_rule else "none"
    g.error_number = secrets.token_hex(4)
    log.error("Unhandled error %s: %s %s", g.error_number, request.method, rule, exc_info=exc_info)


def forbidden() -> Response:
    """Return the page for a member who may not do this: who may, and how to ask for it."""
    if g.access.role < Role.SCORER:
        sentence = "This phone can only watch. Ask someone who keeps score to let you in."
        return render_error(ErrorPage(FORBIDDEN, "You are watching", sentence, _table(), ask=_table() is not None))
    sentence = "Only the league admin can do this. The list of phones shows who that is."
    return render_error(ErrorPage(FORBIDDEN, "Not on this phone", sentence, _table()))


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


def too_many_requests(error: TooManyFailures) -> Response:
    response = error_page(429)
    response.headers["Retry-After"] = str(error.seconds)
    return response


def budget_spent(error: BudgetSpent) -> Response:
    sentence = "Too many leagues or files in a short time. Try again in a few minutes."
    response = render_error(ErrorPage(429, "Too often", sentence))
    response.headers["Retry-After"] = str(error.seconds)
    return response


def founding_closed(_error: FoundingClosed) -> Response:
    sentence = (
        "On this server only the person who runs it can start a league. Ask them for one, and enter the code they "
        "give you. Or join a table with its code."
    )
    return render_error(ErrorPage(FORBIDDEN, "No new leagues here", sentence, enter_code=True))


def transfer_busy(_error: TransferBusy) -> Response:
    sentence = "Somebody else is importing or downloading right now. Go back and try again in a moment."
    response = render_error(ErrorPage(UNAVAILABLE, "One league at a time", sentence))
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


class Outage:
    """Whether the database is away, as far as this process knows; start and end are each logged once."""

    def __init__(self) -> None:
        self.going_on = False

    def begin(self, error: SQLAlchemyError) -> None:
        if not self.going_on:
            self.going_on = True
            log.error("The database is unavailable, requests get a 503: %s", describe_error(error))

    def end(self) -> None:
        if self.going_on:
            self.going_on = False
            log.warning("The database is available again.")


outage = Outage()


def note_database(response: Response) -> Response:
    """End the outage with the first answer that the database was needed for."""
    if outage.going_on and ("access" in g or "device" in g) and response.status_code < 500:  # noqa: PLR2004 - HTTP's
        outage.end()
    return response


def database_away(error: SQLAlchemyError) -> Response:
    """Return the page for a database that does not answer; the page itself reads nothing from it."""
    outage.begin(error)
    response = error_page(UNAVAILABLE)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def database_error(error: SQLAlchemyError) -> Response:
    """Return the page for a database that is away, or whose disk is full; any other error is raised again."""
    if is_away(error):
        return database_away(error)
    if not (isinstance(error, DBAPIError) and is_disk_full(error)):
        raise error
    log.error("The database's disk is full: nothing can be saved until there is room.")
    return error_page(DISK_FULL)


def _table() -> str | None:
    """Return the code of the table in the address, even if the address itself is wrong."""
    _, area, code, *_ = [*request.path.split("/"), "", ""]
    return code or None if area == "t" else None


def op_id_reused(_error: OpIdReused) -> Response:
    """Return the page for a form that came again with other values: the first one stands."""
    sentence = (
        "This form was already saved with different entries. What was saved first counts; "
        "to change it, tap the hand in the log and correct it."
    )
    return render_error(ErrorPage(422, "Already saved", sentence, _table()))


def impossible_fact(error: SheetError) -> Response:
    return render_error(ErrorPage(422, "That can't be saved", say_refusal(error.refusal), _table()))


def render_error(said: ErrorPage) -> Response:
    return render_page("errors/notice.html", ["table"], said.status, notice=said)
