"""Which phone is this?  A secret in a cookie, known from the first thing a phone writes."""

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

COOKIE, SAFE_COOKIE = "phone", "__Host-phone"
TEN_YEARS = 10 * 365 * 24 * 3600

KINDS = (
    ("iPad", "iPad"), ("iPhone", "iPhone"), (r"Android.*Mobile", "Android phone"), ("Android", "Android tablet"),
    ("CrOS", "Chromebook"), ("Windows", "Windows computer"), ("Macintosh", "Mac"), ("Linux", "Linux computer"),
)  # fmt: skip


def this_phone() -> KnownDevice | None:
    """Give the device that asks, None for one that never wrote anything."""
    if "phone" not in g:
        g.phone = find_device(db.session, phone_secret())
    phone: KnownDevice | None = g.phone
    return phone


def kept_league_here() -> int:
    """Give the league the device that asks keeps score in, 0 for none: there nothing lies."""
    phone = this_phone()
    return (scoring_league(db.session.connection(), phone) if phone else None) or 0


def tables_here() -> list[GameSummary]:
    """Give the latest games of the device that asks, newest first."""
    phone = this_phone()
    return recent_games(db.session, phone) if phone else []


def writing_phone() -> KnownDevice:
    """Give the device that asks, for a page that only members reach."""
    return this_phone() or abort(404)


def arriving_phone() -> AnyDevice:
    """Give the device that asks, for a page that anybody reaches.

    A new one is told its secret with this answer, and becomes a device only with what it writes.
    """
    known = this_phone()
    if known is not None:
        return known
    device = new_device(kind_of_phone(request.headers.get("User-Agent", "")), phone_secret())
    _hand_over(device.token)
    return device


def expect_a_phone() -> None:
    """Give a phone that was never here its secret before its first form: two taps on that are then one phone's.

    Nothing is stored until the form comes back.
    """
    if not phone_secret():
        _hand_over(new_token())


def _hand_over(token: str) -> None:
    @after_this_request
    def with_cookie(response: Response) -> Response:
        response.set_cookie(
            _cookie(), token, max_age=TEN_YEARS, path="/", secure=request.is_secure, httponly=True, samesite="Lax"
        )
        return response


def kind_of_phone(user_agent: str) -> str:
    """Give the name a device has in the log until somebody gives it a better one."""
    return next((name for pattern, name in KINDS if re.search(pattern, user_agent)), "A browser")


def phone_secret() -> str | None:
    """Give the secret the device brought along, if any."""
    return request.cookies.get(_cookie())


def _cookie() -> str:
    """Browsers keep `__Host-` cookies from being set by anybody else; they allow them over HTTPS only."""
    return SAFE_COOKIE if request.is_secure else COOKIE
