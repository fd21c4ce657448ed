"""The web: pages and forms.  It translates between a browser and the services, and decides nothing itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.web import (
    carrying,
    changes,
    home,
    house,
    joining,
    league,
    live,
    log,
    looking,
    members,
    money,
    new_game,
    offline,
    owner,
    permissions,
    rulebook,
    screen,
    sheets,
    table,
    terms,
)
from scorekeeper.web.filters import register_filters

if TYPE_CHECKING:
    from flask import Flask

AREAS = (
    home, new_game, table, live, log, money, rulebook, sheets, changes, house, offline, screen, joining, members, owner,
    terms, league, carrying,
)  # fmt: skip


def register_blueprints(app: Flask) -> None:
    """Add every area's pages."""
    register_filters(app)
    looking.add_read_links(app)
    for area in AREAS:
        app.register_blueprint(area.bp)
    permissions.guard(app)
