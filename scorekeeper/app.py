"""The app in four steps: settings, extensions, blueprints, errors."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.access import permissions
from scorekeeper.access import views as access
from scorekeeper.core import assets, looks, offline, pages, security, settings
from scorekeeper.core.extensions import csrf, db
from scorekeeper.core.filters import TemplateEnvironment, register_filters
from scorekeeper.core.settings import Settings
from scorekeeper.games import change_views, log_views, new_game_views
from scorekeeper.games import views as table
from scorekeeper.league import people_views  # noqa: F401 - it registers its routes on `bp`
from scorekeeper.league import views as league
from scorekeeper.money import views as money
from scorekeeper.operations.monitoring import Monitoring
from scorekeeper.rulebook import views as rulebook
from scorekeeper.tournaments import views as tournaments
from scorekeeper.transfer import views as transfer

ROOMS = (
    pages, new_game_views, table, log_views, money, rulebook, change_views, offline, looks,
    access, league, tournaments, transfer,
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
    app.jinja_environment = TemplateEnvironment  # before anything asks for it
    app.config.from_mapping(chosen.for_flask())
    add_extensions(app)
    register_blueprints(app)
    app.log_exception = pages.log_exception  # type: ignore[method-assign]  # Flask's own writes the address down
    app.wsgi_app = Monitoring(app, chosen)  # type: ignore[method-assign]
    if chosen.trusted_proxies:
        n = chosen.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]
    return app


def add_extensions(app: Flask) -> None:
    """Bind the extensions, the guard first: it sets how long a body may be, and CSRF protection reads it."""
    security.init_app(app)
    csrf.init_app(app)
    db.init_app(app)
    assets.init_app(app)


def register_blueprints(app: Flask) -> None:
    """Register the blueprints of every room."""
    register_filters(app)
    permissions.init_app(app)
    for room in ROOMS:
        app.register_blueprint(room.bp)
    app.register_blueprint(tournaments.public)
    app.register_blueprint(new_game_views.home)
    app.register_blueprint(rulebook.own_games)
    if app.debug:
        app.register_blueprint(looks.dev)
