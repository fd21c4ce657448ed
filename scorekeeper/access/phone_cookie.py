"""The phone that sends a request, by its cookies: a device's secret, stored with the first thing it writes.

And guests: phones that aren't members but, by the card of a tournament's table, may score the hands of that table.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from flask import Response, abort, after_this_request, current_app, g, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.codes import AnyDevice, KnownDevice, find_device, new_device, new_token
from scorekeeper.access.roles import Access, Role
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.errors import NotFound
from scorekeeper.core.extensions import db
from scorekeeper.games.game_view import ListedGame, recent_games
from scorekeeper.games.store import load_game
from scorekeeper.league.leagues import scoring_league, scoring_leagues
from scorekeeper.tournaments.table_games import LinkedTournament, card_of_pass, find_card, game_pass

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
    return cast("KnownDevice | None", g.device)


def scoring_league_id() -> int:
    """Return the id of the league the current device keeps score in, 0 if there is none."""
    return scoring_league(db.session.connection(), current_device()) or 0


def can_write_game() -> bool:
    """Return whether the current device may use `/variants/new`: not if it only scores in a league that others keep."""
    found = scoring_leagues(db.session.connection(), current_device())
    return not found or found[0].is_kept


def recent_tables() -> list[ListedGame]:
    """Return the latest games of the current device, newest first."""
    return recent_games(db.session, current_device())


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
    _set_cookie(device[0])
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
        set_cookie(response, _cookie_name(), token)
        return response


def set_cookie(response: AnyResponse, name: str, value: str, *, max_age: int = COOKIE_MAX_AGE, path: str = "/") -> None:
    """Set a cookie that no script reads and no other site's form sends; over HTTPS, over HTTPS only."""
    response.set_cookie(
        name, value, max_age=max_age, path=path, secure=request.is_secure, httponly=True, samesite="Lax"
    )


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


# ---------------------------------------------------------------- guests

GUEST_ENDPOINTS = frozenset({
    "table.show", "table.board", "table.save", "table.preview", "table.undo", "table.race", "table.picture",
    "table.stream", "table.watch", "log.index", "log.line", "log.correct", "offline.new_form_meta",
    "rulebook.table_sheet", "rulebook.ask_table", "rulebook.compare_table", "rulebook.differs_table",
    "rulebook.pad_table",
})  # fmt: skip
"""What a guest may do, at that table alone; of the lines only with those that are hands."""
TABLE_COOKIE = "table"
TABLE_MAX_AGE = 24 * 3600
"""Seconds that a phone may score a table's hands without its card: an evening, and no more."""


Guest = tuple[str, LinkedTournament, int]
"""The card that let a guest in, the table it leads to, and the number of the game they may write."""


def current_guest() -> Guest | None:
    """Return the guest who holds the current phone, None for members of the league and everybody else."""
    return cast("Guest | None", g.get("guest"))


def guest_card() -> str:
    """Return the card that let the current phone in, "" for a phone that isn't a guest's."""
    guest = current_guest()
    return guest[0] if guest else ""


def let_in(answer: AnyResponse, card: str, code: str) -> AnyResponse:
    """Return an answer with the cookie that lets a phone with this card write the game of its table."""
    until = int(wall_clock().timestamp()) + TABLE_MAX_AGE
    its_pass = game_pass(current_app.config["SECRET_KEY"], card, code, until)
    set_cookie(answer, TABLE_COOKIE, its_pass, max_age=TABLE_MAX_AGE, path=f"{request.root_path}/t/{code}")
    return answer


def guest_access(endpoint: str, code: str) -> Access | None:
    """Return the access of a guest to the game of their table, None if the phone has no pass to it.

    Whether the round still goes on is asked when something is written.
    """
    given = request.cookies.get(TABLE_COOKIE)
    if not given or endpoint not in GUEST_ENDPOINTS:
        return None
    connection, secret = db.session.connection(), current_app.config["SECRET_KEY"]
    card = card_of_pass(secret, given, code, wall_clock())
    target, device = find_card(connection, secret, card) if card else None, current_device()
    if card is None or target is None or device is None:
        return None
    try:
        game = load_game(connection, code)
    except NotFound:
        return None
    g.guest = (card, target, game.row.id)
    return Access(target.league_id, Role.SCORER, code, game.seq, device, None, game)


def pass_check(code: str) -> Callable[[Connection], bool]:
    """Return a function that tells, after this request is over, whether the phone's pass still opens the game."""
    given, secret = request.cookies.get(TABLE_COOKIE, ""), current_app.config["SECRET_KEY"]

    def still_opens(connection: Connection) -> bool:
        card = card_of_pass(secret, given, code, wall_clock())
        return card is not None and find_card(connection, secret, card) is not None

    return still_opens
