"""The outermost WSGI layer: /healthz and /readyz.

It has no session and no cookie, and does not check the host name: a monitoring program asks by IP address.
"""

from __future__ import annotations

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from werkzeug import Response

from scorekeeper.core import settings
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.security import HEADERS
from scorekeeper.core.settings import Settings
from scorekeeper.models.engine import found_revisions
from scorekeeper.operations.backup import is_overdue


class Monitoring:
    """A WSGI middleware around everything else."""

    def __init__(self, app: Flask, chosen: Settings) -> None:
        self._app, self._chosen = app.wsgi_app, chosen
        with app.app_context():
            self._engine = db.engine

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
        if path in {"/healthz", "/readyz"}:
            status, words = 405, "Use GET."
            if method in {"GET", "HEAD"}:
                status, words = self._readiness() if path == "/readyz" else (200, "ok")
            headers = {**HEADERS, "Cache-Control": "no-store"}
            return Response(f"{words}\n", status, headers, mimetype="text/plain")(environ, start_response)
        return self._app(environ, start_response)

    def _readiness(self) -> tuple[int, str]:
        """Return whether requests should be sent here; an overdue backup is said, but turns nobody away."""
        if why := why_not_ready(self._engine):
            return 503, f"not ready: {why}"
        if is_overdue(self._chosen, wall_clock()):
            return 200, "ready, but the last backup is overdue"
        return 200, "ready"


def why_not_ready(engine: Engine) -> str | None:
    """Return in a few words why requests should not be sent here; None where all is well."""
    try:
        with engine.connect() as connection:
            found = found_revisions(connection)
    except SQLAlchemyError:
        return "the database does not answer"
    if not found:
        return "the database is empty"
    return None if found == {settings.revisions()[-1]} else "the database is from another version"
