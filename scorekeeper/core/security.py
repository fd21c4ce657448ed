"""The checks on every request and the headers of every response (docs/trust.md, "Headers")."""

from collections.abc import Callable
from typing import TypeVar

from flask import Flask, Request, Response, abort, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature
from werkzeug.exceptions import SecurityError
from werkzeug.routing import IntegerConverter, Map

from scorekeeper.core.settings import IMPORT_LIMIT

CONTENT_SECURITY_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
}

HEADERS = {
    "Content-Security-Policy": "; ".join(" ".join(rule) for rule in CONTENT_SECURITY_POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",  # browsers older than frame-ancestors
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

PRIVATE = "private, no-cache"
"""A page is for its reader only: no shared cache keeps it, and a browser revalidates it each time."""

MAX_ID = 999_999_999

ViewFunction = TypeVar("ViewFunction", bound="Callable[..., object]")


def allow_large_body(view: ViewFunction) -> ViewFunction:
    """Mark a view that imports a game or a league: its body may have 2 MB instead of 64 kB."""
    view.body_limit = IMPORT_LIMIT  # type: ignore[attr-defined]
    return view


def init_app(app: Flask) -> None:
    """Register the checks on `app`. Must come before CSRF protection, which reads the form and with it the body."""
    app.session_interface = UntimedSessionInterface()
    app.url_map.converters["int"] = IdConverter
    app.before_request(raise_body_limit)
    app.before_request(refuse_other_sites)
    app.register_error_handler(SecurityError, refuse_host)
    app.after_request(add_headers)


class IdConverter(IntegerConverter):
    """`<int:…>` in a route: 404 for a number larger than any id."""

    def __init__(self, map: Map, fixed_digits: int = 0, max: int = MAX_ID) -> None:  # noqa: A002 - Werkzeug's
        super().__init__(map, fixed_digits, max=max)


def raise_body_limit() -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    if limit := getattr(view, "body_limit", None):
        request.max_content_length = request.max_form_memory_size = limit


def refuse_other_sites() -> None:
    """403 for a change that another site's page sends through somebody's browser (Fetch Metadata)."""
    if request.method not in {"GET", "HEAD", "OPTIONS"} and request.headers.get("Sec-Fetch-Site") == "cross-site":
        abort(403)


def refuse_host(_error: SecurityError) -> Response:
    """400 for a host that is not in TRUSTED_HOSTS; in plain text, as no link of a page could be made for it."""
    return Response(
        "This server does not answer to that name. To allow it, add the name to TRUSTED_HOSTS.\n",
        400,
        mimetype="text/plain",
    )


def add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", PRIVATE)
    return response


class UntimedSessionInterface(SecureCookieSessionInterface):
    """Flask's session without its timestamp: a clock set back by five seconds, or ahead by a month, would end it.

    Over HTTPS its cookie is sent over HTTPS alone, and nobody else can set it.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        signed, serializer = request.cookies.get(self.get_cookie_name(app)), self.get_signing_serializer(app)
        if not signed or serializer is None:
            return self.session_class()
        try:
            return self.session_class(serializer.loads(signed))
        except BadSignature:
            return self.session_class()

    def get_cookie_name(self, app: Flask) -> str:
        if app.config["SETTINGS"].demo_device:
            return "demo-session"  # cookies are shared across ports: that of another server here stays
        return "__Host-session" if request.is_secure else "session"

    def get_cookie_secure(self, _app: Flask) -> bool:
        return request.is_secure
