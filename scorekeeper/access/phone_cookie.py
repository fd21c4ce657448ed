"""The device that sends a request: a secret in a cookie, stored with the first thing it writes."""

from __future__ import annotations

import re

from flask import Response, abort, after_this_request, current_app, g, request

from scorekeeper.access.devices import AnyDevice, KnownDevice, find_device, new_device, new_token
from scorekeeper.core.extensions import db
from scorekeeper.games.table_state import GameSummary, recent_games
from scorekeeper.league.leagues import LeagueLink, leagues_of_device, scoring_league, scoring_leagues

COOKIE, SECURE_COOKIE = "phone", "__Host-phone"
COOKIE_MAX_AGE = 10 * 365 * 24 * 3600

BROWSER_KINDS = (
    ("iPad", "iPad"), ("iPhone", "iPhone"), (r"Android.*Mobile", "Android phone"), ("Android", "Android tablet"),
    ("CrOS", "Chromebook"), ("Windows", "Windows computer"), ("Macintosh", "Mac"), ("Linux", "Linux computer"),
)  # fmt: skip


def current_device() -> KnownDevice | None:
    """Return the current device, None if it has never written anything."""
    if "device" not in g:
        g.device = find_device(db.session, device_token())
    phone: KnownDevice | None = g.device
    return phone


def scoring_league_id() -> int:
    """Return the id of the league the current device keeps score in, 0 if there is none."""
    phone = current_device()
    return (scoring_league(db.session.connection(), phone) if phone else None) or 0


def can_write_game() -> bool:
    """Return whether the current device may use `/variants/new`: not if it only scores in a league that others keep."""
    phone = current_device()
    found = scoring_leagues(db.session.connection(), phone) if phone else ()
    return not found or found[0].is_kept


def recent_tables() -> list[GameSummary]:
    """Return the latest games of the current device, newest first."""
    phone = current_device()
    return recent_games(db.session, phone) if phone else []


def known_leagues() -> tuple[LeagueLink, ...]:
    """Return the leagues the current device is in."""
    phone = current_device()
    return leagues_of_device(db.session, phone) if phone else ()


def require_device() -> KnownDevice:
    """Return the current device; 404 if it is unknown."""
    return current_device() or abort(404)


def current_or_new_device() -> AnyDevice:
    """Return the current device, or a new one.

    A new one gets its cookie with this response, and is stored with the first thing it writes.
    """
    known = current_device()
    if known is not None:
        return known
    device = new_device(browser_kind(request.headers.get("User-Agent", "")), device_token())
    _set_cookie(device.token)
    return device


def ensure_device_cookie() -> None:
    """Set the cookie of a new phone before its first form, so that a double tap comes from one device.

    Nothing is stored until the form comes back.
    """
    if not device_token():
        _set_cookie(new_token())


def _set_cookie(token: str) -> None:
    @after_this_request
    def with_cookie(response: Response) -> Response:
        response.set_cookie(
            _cookie_name(),
            token,
            max_age=COOKIE_MAX_AGE,
            path="/",
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
        return response


def browser_kind(user_agent: str) -> str:
    """Return the name of a device until somebody gives it a better one."""
    return next((name for pattern, name in BROWSER_KINDS if re.search(pattern, user_agent)), "A browser")


def device_token() -> str | None:
    """Return the token in the request's cookie, if any; in the demo that of its one device, whatever the cookie is."""
    demo: str = current_app.config["SETTINGS"].demo_device
    return demo or request.cookies.get(_cookie_name())


def _cookie_name() -> str:
    """Return the cookie's name: nobody else can set a `__Host-` cookie, which browsers allow over HTTPS only."""
    return SECURE_COOKIE if request.is_secure else COOKIE
