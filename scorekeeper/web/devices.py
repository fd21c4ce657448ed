"""The device that sends a request: a secret in a cookie, stored with the first thing it writes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import abort, after_this_request, g, request

from scorekeeper.extensions import db
from scorekeeper.services.access.devices import find_device, new_device, new_token
from scorekeeper.services.games.view import recent_games
from scorekeeper.services.league.leagues import scoring_league

if TYPE_CHECKING:
    from flask import Response

    from scorekeeper.services.access.devices import AnyDevice, KnownDevice
    from scorekeeper.services.games.view import GameSummary


COOKIE, SECURE_COOKIE = "phone", "__Host-phone"
COOKIE_MAX_AGE = 10 * 365 * 24 * 3600

BROWSER_KINDS = (
    ("iPad", "iPad"), ("iPhone", "iPhone"), (r"Android.*Mobile", "Android phone"), ("Android", "Android tablet"),
    ("CrOS", "Chromebook"), ("Windows", "Windows computer"), ("Macintosh", "Mac"), ("Linux", "Linux computer"),
)  # fmt: skip


def current_device() -> KnownDevice | None:
    """Give the device that asks, None for one that never wrote anything."""
    if "phone" not in g:
        g.phone = find_device(db.session, device_token())
    phone: KnownDevice | None = g.phone
    return phone


def scoring_league_id() -> int:
    """Give the league the device that asks keeps score in, 0 for none: there nothing lies."""
    phone = current_device()
    return (scoring_league(db.session.connection(), phone) if phone else None) or 0


def recent_tables() -> list[GameSummary]:
    """Give the latest games of the device that asks, newest first."""
    phone = current_device()
    return recent_games(db.session, phone) if phone else []


def require_device() -> KnownDevice:
    """Give the device that asks, for a page that only members reach."""
    return current_device() or abort(404)


def current_or_new_device() -> AnyDevice:
    """Give the device that asks, for a page that anybody reaches.

    A new one is told its secret with this answer, and becomes a device only with what it writes.
    """
    known = current_device()
    if known is not None:
        return known
    device = new_device(browser_kind(request.headers.get("User-Agent", "")), device_token())
    _set_cookie(device.token)
    return device


def ensure_device_cookie() -> None:
    """Give a phone that was never here its secret before its first form: two taps on that are then one phone's.

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
    """Give the name a device has in the log until somebody gives it a better one."""
    return next((name for pattern, name in BROWSER_KINDS if re.search(pattern, user_agent)), "A browser")


def device_token() -> str | None:
    """Give the secret the device brought along, if any."""
    return request.cookies.get(_cookie_name())


def _cookie_name() -> str:
    """Browsers keep `__Host-` cookies from being set by anybody else; they allow them over HTTPS only."""
    return SECURE_COOKIE if request.is_secure else COOKIE
