"""The app in four steps: settings, extensions, blueprints, errors."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import paths, settings
from scorekeeper.extensions import csrf, db
from scorekeeper.settings import Settings
from scorekeeper.web import assets, compression, errors, register_blueprints, security
from scorekeeper.web.filters import TemplateEnvironment
from scorekeeper.web.middleware.monitoring import Monitoring


def create_app(chosen: Settings | None = None) -> Flask:
    """Make the app; `chosen` replaces the environment's settings.  Raises ConfigurationError."""
    chosen = chosen or settings.from_environment()
    static = paths.resources("static")
    app = Flask(
        "scorekeeper",
        instance_path=str(chosen.instance),
        template_folder=paths.resources("templates"),
        static_folder=static,
        static_url_path="/static" if chosen.debug else f"/static/{assets.digest_of(static)}",
    )
    app.jinja_environment = TemplateEnvironment  # before anything asks for it
    app.config.from_mapping(chosen.for_flask())
    add_extensions(app)
    register_blueprints(app)
    errors.register_errors(app)
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
    compression.compress_responses(app)
    assets.init_app(app)
