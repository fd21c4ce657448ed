"""The web: pages and forms.  It translates between a browser and the services, and decides nothing itself."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web import (
    access,
    changes,
    home,
    house_rules,
    league,
    league_limits,
    live,
    log,
    looks,
    money,
    new_game,
    offline,
    permissions,
    preferences,
    rulebook,
    share_links,
    table,
    tournaments,
    transfer,
    variants,
)
from scorekeeper.web.filters import register_filters

AREAS = (
    home, new_game, table, live, log, money, rulebook, changes, house_rules, offline, preferences, access,
    league_limits, league, tournaments, transfer, variants,
)  # fmt: skip


def register_blueprints(app: Flask) -> None:
    """Register the blueprint of every area."""
    register_filters(app)
    permissions.init_app(app)
    share_links.register_read_links(app)
    for area in AREAS:
        app.register_blueprint(area.bp)
    app.register_blueprint(tournaments.public)
    if app.debug:
        app.register_blueprint(looks.bp)
