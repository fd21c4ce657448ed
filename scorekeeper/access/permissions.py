"""Who may do what: a route names the least role that may (`@bp.post("/undo", role=SCORER)`), checked before its view.

A route with `code` belongs to that game's league, one with `league` to that league, any other to the league its phone
keeps score in.  A phone that isn't a member there, or was shut out, gets 404, whatever lies at the address; a member
whose role is too low gets 403.
HEAD goes with GET.  OPTIONS needs no role: it returns no data.
"""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from flask import Flask, abort, current_app, g, request
from werkzeug.routing import Rule

from scorekeeper.access.guests import GUEST_ENDPOINTS, current_guest, guest_card
from scorekeeper.access.lookup import NOT_FOUND, count_guess, find_access, missing_status
from scorekeeper.access.roles import Access, Role, recheck_access
from scorekeeper.core.extensions import db
from scorekeeper.core.transaction import GUEST, RECHECK
from scorekeeper.games.store import OpenGame
from scorekeeper.tournaments.table_games import check_table_open

ANYONE = None
READER, VIEWER, SCORER, KEEPER, OWNER = Role.READER, Role.VIEWER, Role.SCORER, Role.KEEPER, Role.OWNER


class RouteWithRole(Rule):
    """A route as every blueprint adds it: `role` stands beside Flask's own options, `methods` and `endpoint`."""

    def __init__(self, string: str, *args: Any, **options: Any) -> None:
        """Raise LookupError for a route without a role: the app does not start."""
        if "role" not in options:
            raise LookupError(f"The route {string} ({options['endpoint']}) has no role (access/permissions.py).")
        self.role: Role | None = options.pop("role")
        super().__init__(string, *args, **options)


def init_app(app: Flask) -> None:
    """Check every request; must come before the first blueprint.  Only Flask's route of static files has no role."""
    app.url_rule_class = RouteWithRole
    app.before_request(check_access)
    app.jinja_env.globals["can"] = can
    app.jinja_env.globals["guest_card"] = guest_card


# ---------------------------------------------------------------- each request


def check_access() -> None:
    """Abort a request that is not allowed.

    404 for another league, 410 for one that was deleted, 403 for a member whose role is too low.
    """
    rule = cast("RouteWithRole | None", request.url_rule)
    if rule is None or rule.endpoint == "static" or request.method == "OPTIONS" or rule.role is ANYONE:
        return
    access = find_access(rule)
    if access is None:
        status = missing_status()
        if status == NOT_FOUND:
            count_guess()
        abort(status)
    g.access = access
    if g.access.role < rule.role:
        abort(403)
    if (guest := current_guest()) is not None:
        check = partial(check_table_open, target=guest.target, game_id=guest.game_id)
        db.session.info[RECHECK] = db.session.info[GUEST] = check
    elif g.access.device is not None:
        db.session.info[RECHECK] = partial(recheck_access, access=g.access)


# ---------------------------------------------------------------- used by views and templates


def current_access() -> Access:
    """Return the access of the current device to this page's league; only for routes whose rule names a role."""
    found: Access = g.access
    return found


def current_game(code: str) -> OpenGame:
    """Return the game of this page as `check_access` read it."""
    game = current_access().game
    if game is None or game.row.code != code:
        raise LookupError("That is not the game of this page.")
    return game


def current_link() -> str | None:
    """Return the read link this page is shown through, None for a member."""
    return str(g.read_link[1]) if "read_link" in g else None


def can(endpoint: str) -> bool:
    """Return whether the current role may use `endpoint`: a template offers no link that would be refused."""
    access: Access | None = g.get("access")
    for rule in current_app.url_map.iter_rules(endpoint):
        least = cast("RouteWithRole", rule).role
        if least is ANYONE or (access and access.role >= least and current_guest() is None):
            return True
    return current_guest() is not None and endpoint in GUEST_ENDPOINTS


def current_person() -> int | None:
    """Return the id of the person who holds the current phone, None if not known."""
    found: Access | None = g.get("access")
    return found.person_id if found else None
