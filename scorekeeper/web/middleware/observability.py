"""The outermost WSGI layer: a number for each request, /healthz and /readyz, the request log, metrics.

It has no session and no cookie, and does not check the host name: a monitoring program asks by IP address.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from typing import TYPE_CHECKING

from flask import Request
from werkzeug.exceptions import HTTPException

from scorekeeper import logs
from scorekeeper.extensions import db
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.operations.readiness import why_not_ready
from scorekeeper.services.operations.schedule import has_failed, schedule_of
from scorekeeper.web.security import HEADERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any
    from wsgiref.types import StartResponse, WSGIEnvironment

    from flask import Flask

    from scorekeeper.settings import Settings
    from scorekeeper.web.middleware.metrics import Metrics

    Headers = list[tuple[str, str]]
    Answers = dict[str, Callable[[WSGIEnvironment], tuple[str, str] | None]]

log = logging.getLogger(__name__)

ID_HEADER = "X-Request-ID"
ID_BYTES = 6
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{6,64}")
"""A request's number as a trusted proxy may send it."""
NO_ROUTE = "none"
OTHER = "other"
METHODS = {"GET", "HEAD", "POST", "OPTIONS"}
NO_CONTENT, STREAM = 204, "text/event-stream"
PLAIN_HEADERS: Headers = [
    *HEADERS.items(),
    ("Cache-Control", "no-store"),
    ("Content-Type", "text/plain; charset=utf-8"),
]
OK, UNAVAILABLE, NOT_ALLOWED = "200 OK", "503 Service Unavailable", "405 Method Not Allowed"
READ_METHODS = {"GET", "HEAD"}


def add_observability(app: Flask, chosen: Settings) -> None:
    """Wrap the middleware around everything `app` has by now."""
    app.wsgi_app = ObservabilityMiddleware(app, chosen)  # type: ignore[method-assign]


class ObservabilityMiddleware:
    """A WSGI middleware around everything else."""

    def __init__(self, app: Flask, chosen: Settings) -> None:
        self._app, self._routes = app.wsgi_app, app.url_map.bind("")
        self._trusts_proxy = chosen.trusted_proxies > 0
        self._answers: Answers = HealthChecks(app, chosen).answers
        self._observers: list[Callable[[str, str, int, Headers, float], None]] = []
        self._metrics: Metrics | None = None
        if chosen.log_json:
            self._observers.append(log_request)
        if chosen.metrics or chosen.metrics_token:
            from scorekeeper.web.middleware.metrics import Metrics  # noqa: PLC0415 - a server that nobody measures does not load it

            self._metrics = Metrics(app, chosen)
            self._observers.append(self._metrics.note)
            self._answers["/metrics"] = self._metrics.answer

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        number = self._number_of(environ)
        logs.request_id.set(number)
        here = self._answers.get(environ["PATH_INFO"])
        if here is not None and (said := here(environ)) is not None:
            return send_text(said, number, environ, start_response)
        if self._observers:
            return self._observe(environ, start_response, number)

        def start(status: str, headers: Headers, *failed: Any) -> Callable[[bytes], object]:
            return start_response(status, [*headers, (ID_HEADER, number)], *failed)

        return self._app(environ, start)

    def _number_of(self, environ: WSGIEnvironment) -> str:
        """Return the number of a request: a new one, unless a trusted proxy sent one."""
        given = environ.get("HTTP_X_REQUEST_ID", "") if self._trusts_proxy else ""
        return given if REQUEST_ID.fullmatch(given) else secrets.token_hex(ID_BYTES)

    # ------------------------------------------------------------ where somebody wants to know

    def _observe(self, environ: WSGIEnvironment, start_response: StartResponse, number: str) -> Iterable[bytes]:
        began = time.perf_counter()
        status, headers = "500", PLAIN_HEADERS

        def start(said: str, along: Headers, *failed: Any) -> Callable[[bytes], object]:
            nonlocal status, headers
            status, headers = said, along
            return start_response(said, [*along, (ID_HEADER, number)], *failed)

        body = self._app(environ, start)
        seconds = time.perf_counter() - began
        method, route = environ["REQUEST_METHOD"], self._route_of(environ)
        for note in self._observers:
            note(method if method in METHODS else OTHER, route, int(status[:3]), headers, seconds)
        if self._metrics and any(name == "Content-Type" and said.startswith(STREAM) for name, said in headers):
            return CountedStream(body, self._metrics)
        return body

    def _route_of(self, environ: WSGIEnvironment) -> str:
        """Return the route of a request, never its address; also for what was answered in front of Flask."""
        request = environ.get("werkzeug.request")
        if isinstance(request, Request):
            return request.url_rule.rule if request.url_rule else NO_ROUTE
        try:
            rule, _ = self._routes.match(environ["PATH_INFO"], environ["REQUEST_METHOD"], return_rule=True)
        except HTTPException:
            return NO_ROUTE
        return rule.rule


def send_text(
    said: tuple[str, str], number: str, environ: WSGIEnvironment, start_response: StartResponse
) -> Iterable[bytes]:
    """Send a status and a text."""
    status, text = said
    body = text.encode()
    start_response(status, [*PLAIN_HEADERS, ("Content-Length", str(len(body))), (ID_HEADER, number)])
    return [b"" if environ["REQUEST_METHOD"] == "HEAD" else body]


def log_request(method: str, route: str, status: int, _headers: Headers, seconds: float) -> None:
    """Log a request, except polls that found nothing new, which come every two seconds."""
    if status != NO_CONTENT:
        about = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        log.info("%s %s %d", method, route, status, extra=about)


class CountedStream:
    """The body of a stream, counted as open until it is closed."""

    def __init__(self, body: Iterable[bytes], metrics: Metrics) -> None:
        self._body, self._metrics = body, metrics
        metrics.streams.inc()

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._body)

    def close(self) -> None:
        """Called by the server once, however the connection ended."""
        self._metrics.streams.dec()
        if hasattr(self._body, "close"):
            self._body.close()


class HealthChecks:
    """`answers`: address -> function that returns a status and a text."""

    def __init__(self, app: Flask, chosen: Settings) -> None:
        with app.app_context():
            self._engine = db.engine
        self._schedule = schedule_of(chosen) if chosen.backup_every else None
        self.answers: Answers = {
            "/healthz": self._is_alive,
            "/readyz": self._is_ready,
        }

    @staticmethod
    def _is_alive(environ: WSGIEnvironment) -> tuple[str, str]:
        """Return OK without asking the database."""
        return (OK, "ok\n") if environ["REQUEST_METHOD"] in READ_METHODS else (NOT_ALLOWED, "Use GET.\n")

    def _is_ready(self, environ: WSGIEnvironment) -> tuple[str, str]:
        """Return whether the server is ready; a failed backup is reported, but does not make it unready."""
        if environ["REQUEST_METHOD"] not in READ_METHODS:
            return NOT_ALLOWED, "Use GET.\n"
        if word := why_not_ready(self._engine):
            return UNAVAILABLE, f"not ready: {word}\n"
        if self._schedule and has_failed(self._schedule, wall_clock()):
            return OK, "ready, but the last backup failed, or is overdue\n"
        return OK, "ready\n"
