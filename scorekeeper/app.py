"""The app in four steps: settings, extensions, blueprints, errors; and /healthz and /readyz around it."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from werkzeug import Response
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.access import permissions
from scorekeeper.access import views as access
from scorekeeper.core import assets, offline, pages, preferences, security, settings
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import csrf, db
from scorekeeper.core.filters import register_filters
from scorekeeper.core.live import MAX_STREAMS, LiveUpdates
from scorekeeper.core.security import HEADERS
from scorekeeper.core.settings import BODY_LIMIT, Settings
from scorekeeper.games import change_views, log_views, new_game_views
from scorekeeper.games import views as table
from scorekeeper.league import (
    night_views,
    people_views,  # noqa: F401 - it registers its routes on `bp`
)
from scorekeeper.league import views as league
from scorekeeper.models.engine import found_revisions
from scorekeeper.money import views as money
from scorekeeper.operations.backup import is_overdue
from scorekeeper.rulebook import views as rulebook
from scorekeeper.tournaments import views as tournaments
from scorekeeper.transfer import views as transfer

ROOM = 64 * 1024
"""Bytes free on the disk of an SQLite file without which no hand may be saved: its pages and its journal."""
BLUEPRINTS = (
    pages.bp, new_game_views.bp, new_game_views.home, table.bp, log_views.bp, money.bp, rulebook.bp, rulebook.own_games,
    change_views.bp, offline.bp, preferences.bp, access.bp, league.bp, night_views.public, tournaments.bp,
    tournaments.public, transfer.bp,
)  # fmt: skip


def create_app(chosen: Settings | None = None) -> Flask:
    """Make the app; `chosen` replaces the environment's settings.  Raises ConfigurationError."""
    chosen = chosen or settings.from_environment()
    static = settings.resources("static")
    app = Flask(
        "scorekeeper",
        instance_path=str(chosen.instance),
        template_folder=settings.resources("templates"),
        static_folder=static,
        static_url_path="/static" if chosen.debug else f"/static/{assets.digest_of(static)}",
    )
    app.config.from_mapping(
        DEBUG=chosen.debug,
        SECRET_KEY=chosen.secret_key,
        TRUSTED_HOSTS=list(chosen.trusted_hosts),
        SQLALCHEMY_DATABASE_URI=chosen.database_url,
        MAX_CONTENT_LENGTH=BODY_LIMIT,
        MAX_FORM_MEMORY_SIZE=BODY_LIMIT,
        SESSION_COOKIE_SAMESITE="Lax",
        WTF_CSRF_TIME_LIMIT=None,  # an evening is longer than the usual hour
        SETTINGS=chosen,
    )
    register_filters(app)
    # In this order: the guard sets how long a body may be, and CSRF protection reads it.
    for part in (security, csrf, db, assets, permissions):
        part.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    with app.app_context():
        app.extensions["live_updates"] = LiveUpdates(db.engine, MAX_STREAMS)
    app.log_exception = pages.log_exception  # type: ignore[method-assign]  # Flask's own writes the address down
    app.wsgi_app = Monitoring(app, chosen)  # type: ignore[method-assign]
    if chosen.trusted_proxies:
        n = chosen.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]
    return app


class Monitoring:
    """The outermost WSGI layer: /healthz and /readyz.

    It has no session and no cookie, and does not check the host name: a monitoring program asks by IP address.
    """

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
    file = engine.url.database if engine.dialect.name == "sqlite" else None
    if file and not Path(file).exists():
        return "the database's file was deleted"
    if file and shutil.disk_usage(Path(file).parent).free < ROOM:
        return "the disk is full"
    return None if found == {settings.revisions()[-1]} else "the database is from another version"
