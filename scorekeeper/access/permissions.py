"""Who sends a request, and who may do what: checked before each view.  In a closed night see `league/nights.py`.

A route names the least role that may: `@bp.post("/undo", role=SCORER)`.  One with `code` belongs to that game's league,
one with `league` to that league, any other to the league its phone keeps score in.  A phone that isn't a member there,
or was shut out, gets 404, whatever lies at the address; a member whose role is too low gets 403.
HEAD goes with GET.  OPTIONS needs no role: it returns no data.

A phone is known by its cookies: a device's secret, stored with the first thing it writes.  A guest is a phone that is
no member but, by the card of a tournament's table, may score the hands of that table.
"""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, TypeVar, cast

import segno
from flask import Flask, abort, after_this_request, current_app, g, request, url_for
from sqlalchemy import Connection
from werkzeug.routing import BaseConverter, Rule, ValidationError
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.codes import (
    AnyDevice,
    KnownDevice,
    find_device,
    format_join_code,
    league_by_link,
    new_device,
    new_token,
    normalize_code,
    read_link,
)
from scorekeeper.access.rate_limits import FOUNDING, Budget, address_key, count_failure, is_local, spend
from scorekeeper.access.roles import (
    Access,
    Role,
    device_access,
    events_access,
    game_access,
    league_access,
    link_access,
    recheck_access,
)
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.transaction import GUEST, RECHECK, FoundingClosed, NotFound, must_exist
from scorekeeper.games.game_view import ListedGame, recent_games
from scorekeeper.games.store import OpenGame, load_game
from scorekeeper.league.leagues import is_deleted_address, scoring_league, scoring_leagues
from scorekeeper.models import DOOR
from scorekeeper.tournaments.table_games import (
    LinkedTournament,
    card_of_pass,
    check_table_open,
    find_board,
    find_card,
    game_pass,
    may_be_link,
)

R = TypeVar("R", bound=AnyResponse)
COOKIE_MAX_AGE = 10 * 365 * 24 * 3600

BROWSER_KINDS = (
    ("iPad", "iPad"), ("iPhone", "iPhone"), (r"Android.*Mobile", "Android phone"), ("Android", "Android tablet"),
    ("CrOS", "Chromebook"), ("Windows", "Windows computer"), ("Macintosh", "Mac"), ("Linux", "Linux computer"),
)  # fmt: skip


def current_device() -> KnownDevice | None:
    if "device" not in g:
        g.device = find_device(db.session, device_token())
    return cast("KnownDevice | None", g.device)


def scoring_league_id() -> int:
    return scoring_league(db.session.connection(), current_device()) or 0


def can_write_game() -> bool:
    """Return whether the current device may use `/variants/new`: not if it only scores in a league that others keep."""
    found = scoring_leagues(db.session.connection(), current_device())
    return not found or found[0].is_kept


def known_games() -> list[ListedGame]:
    return recent_games(db.session, current_device())


def require_device() -> KnownDevice:
    return current_device() or abort(404)


def current_or_new_device() -> AnyDevice:
    """Return the current device, or a new one.

    A new one gets its cookie with this response, and is stored with the first thing it writes.
    """
    known = current_device()
    if known is not None:
        return known
    user_agent = request.headers.get("User-Agent", "")
    kind = next((name for pattern, name in BROWSER_KINDS if re.search(pattern, user_agent)), "A browser")
    device = new_device(kind, device_token())
    _send_token(device[0])
    return device


def ensure_device_cookie() -> None:
    """Set the cookie of a new phone before its first form, so that a double tap comes from one device.

    Nothing is stored until the form comes back.
    """
    if not device_token():
        _send_token(new_token())


def _send_token(token: str) -> None:
    after_this_request(lambda response: with_cookie(response, _cookie_name(), token))


def with_cookie(response: R, name: str, value: str, *, max_age: int = COOKIE_MAX_AGE, path: str = "/") -> R:
    """Add a cookie that no script reads and no other site's form sends; over HTTPS, over HTTPS only."""
    response.set_cookie(
        name, value, max_age=max_age, path=path, secure=request.is_secure, httponly=True, samesite="Lax"
    )
    return response


def device_token() -> str | None:
    """Return the token in the request's cookie, if any; in the demo that of its one device, whatever the cookie is."""
    demo: str = current_app.config["SETTINGS"].demo_device
    return demo or request.cookies.get(_cookie_name())


def _cookie_name() -> str:
    """Return the cookie's name: nobody else can set a `__Host-` cookie, which browsers allow over HTTPS only."""
    return "__Host-phone" if request.is_secure else "phone"


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
    return cast("Guest | None", g.get("guest"))


def guest_card() -> str:
    """Return the card that let the current phone in, "" for a phone that isn't a guest's."""
    guest = current_guest()
    return guest[0] if guest else ""


def let_in(answer: AnyResponse, card: str, code: str) -> AnyResponse:
    until = int(wall_clock().timestamp()) + TABLE_MAX_AGE
    its_pass = game_pass(current_app.config["SECRET_KEY"], card, code, until)
    return with_cookie(answer, TABLE_COOKIE, its_pass, max_age=TABLE_MAX_AGE, path=f"{request.root_path}/t/{code}")


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
    return Access(target.league_id, Role.SCORER, device, game=game)


def pass_check(code: str) -> Callable[[Connection], bool]:
    """Return a function that tells, after this request is over, whether the phone's pass still opens the game."""
    given, secret = request.cookies.get(TABLE_COOKIE, ""), current_app.config["SECRET_KEY"]

    def still_opens(connection: Connection) -> bool:
        card = card_of_pass(secret, given, code, wall_clock())
        return card is not None and find_card(connection, secret, card) is not None

    return still_opens


# ---------------------------------------------------------------- the role of a route

NOT_FOUND, GONE = 404, 410
ANYONE = None
EVENTS_ENDPOINT = "transfer.events"
"""What a league shows other programs: its address has a link in place of the league."""
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
    app.jinja_env.globals |= {"can": can, "guest_card": guest_card}
    app.jinja_env.filters |= {"join_code": format_join_code, "qr_code": qr_code}
    app.url_map.converters["read"] = ReadLinkConverter
    for endpoint, path in READ_PAGES.items():  # their second address, before they get their first
        app.add_url_rule(f"/s/<read:code>{path}", endpoint=endpoint, role=READER)


# ---------------------------------------------------------------- each request


def check_access() -> None:
    """Abort a request that is not allowed.

    404 for another league, 410 for one that was deleted, 403 for a member whose role is too low.  A link that leads
    nowhere is counted; raises TooManyFailures.
    """
    rule = cast("RouteWithRole | None", request.url_rule)
    if rule is None or rule.endpoint == "static" or request.method == "OPTIONS" or rule.role is ANYONE:
        return
    access = find_access(rule)
    if access is None:
        status = missing_status()
        link = _link() if status == NOT_FOUND else None
        if link is not None and (request.path.startswith(("/s/", "/n/", "/d/")) or may_be_link(link)):
            # separately from wrong codes: a screen keeps polling a link that was closed
            count_failure(db.session, wall_clock, client_key("links"))
        abort(status)
    g.access = access
    if g.access.role < rule.role:
        abort(403)
    if (guest := current_guest()) is not None:
        _, target, game_id = guest
        check = partial(check_table_open, target=target, game_id=game_id)
        db.session.info[RECHECK] = db.session.info[GUEST] = check
    elif g.access.device is not None:
        db.session.info[RECHECK] = partial(recheck_access, access=g.access)
    elif "door" in rule.arguments:
        db.session.info[RECHECK] = lambda connection: must_exist(league_by_link(connection, _link() or "", DOOR))


def find_access(rule: Rule) -> Access | None:
    """Return the access of the current device to what the address names; a read link is replaced by its game's code.

    Of a tournament's board or table card `g.tournament_link` says what it leads to.
    """
    arguments, connection = request.view_args or {}, db.session.connection()
    if rule.endpoint == EVENTS_ENDPOINT:
        access = events_access(connection, arguments["league"])
    elif "league" in rule.arguments:
        access = league_access(connection, arguments["league"], device_token())
    elif "board" in rule.arguments or "card" in rule.arguments:
        link, secret = arguments.get("board") or arguments.get("card", ""), current_app.config["SECRET_KEY"]
        found = find_board(connection, link) if "board" in arguments else find_card(connection, secret, link)
        if found is None:
            return None
        g.tournament_link = found
        return Access(found.league_id, Role.READER)
    elif "door" in rule.arguments:
        its_league = league_by_link(connection, _link() or "", DOOR)
        access = Access(its_league, Role.READER) if its_league else None
    elif "code" not in rule.arguments:
        phone = current_device()
        league_id = scoring_league(connection, phone)
        return device_access(connection, league_id, phone) if league_id and phone else None
    elif rule.rule.startswith("/s/"):
        link = arguments["code"]
        if access := link_access(connection, link):
            arguments["code"] = access.code
            g.read_link = (access.code, link)
        return access
    else:
        access = game_access(connection, arguments["code"], device_token())
        if (access is None or access.role < Role.SCORER) and (guest := guest_access(rule.endpoint, arguments["code"])):
            return guest
    g.device = access.device if access else None  # so that it is not looked up again
    return access


# ---------------------------------------------------------------- an address that leads nowhere


def missing_status() -> int:
    """Return 410 for an address that led into a deleted league, else 404; either takes the same lookup.

    Nothing is looked up for a request without a phone's secret or a link.
    """
    named = {"league": g.get("league"), **(request.view_args or {})}  # the blueprint of a league moves it to g
    code = _link() or (named["league"] or named.get("code") if device_token() else None)
    return GONE if code and is_deleted_address(db.session.connection(), code.partition(".")[0]) else NOT_FOUND


def _link() -> str | None:
    """Return the link in the address: to read a game, events, a board, a card or a door; None if it is no link."""
    arguments = request.view_args or {}
    if "door" in arguments:
        return normalize_code(arguments["door"])
    link: str | None = arguments.get("board") or arguments.get("card")
    if request.endpoint == EVENTS_ENDPOINT:
        return str(arguments["league"])
    return arguments.get("code") if link is None and request.path.startswith("/s/") else link


def client_key(what: str = "failures") -> str:
    return address_key(current_app.config["SECRET_KEY"], request.remote_addr, what)


# ---------------------------------------------------------------- a server that is open to strangers


def spend_budget(budget: Budget, uses: int = 1, league: int | None = None) -> None:
    """Count uses of a budget by the address of this request, and by a league or else by the server.

    Raises BudgetSpent.
    """
    if not is_local(request.remote_addr):
        together = address_key(current_app.config["SECRET_KEY"], None, f"{budget.what} of {league or 'all'}")
        spend(db.session, wall_clock, budget, (client_key(budget.what), together), uses)


def check_founding() -> None:
    if not current_app.config["SETTINGS"].open:
        raise FoundingClosed
    spend_budget(FOUNDING)


# ---------------------------------------------------------------- read links

READ_PAGES = {
    "table.show": "", "table.board": "/board", "log.index": "/log",
    "rulebook.table_sheet": "/rules", "rulebook.ask_table": "/rules/ask", "rulebook.compare_table": "/rules/compare",
    "rulebook.differs_table": "/rules/differs", "rulebook.pad_table": "/rules/pad",
    "table.stream": "/stream", "table.watch": "/watch", "table.picture": "/picture.png", "table.race": "/race",
}  # fmt: skip
"""What a read link shows: the same views under a second address."""


class LinkCode(str):
    """The code of a read link, to make an address of: `url_for("log.index", code=LinkCode(link))`."""

    __slots__ = ()


class ReadLinkConverter(BaseConverter):
    """The `code` of a page that is shown through a read link.

    While it is, the addresses of that game's pages are made of the link.
    """

    regex = "[A-Za-z0-9_-]{22}"

    def to_url(self, value: str) -> str:
        """Raise ValidationError if a member's address is wanted: the other rule of that view is taken."""
        if isinstance(value, LinkCode):
            return value
        shown = g.get("read_link") if g else None
        if shown is None or shown[0] != value:
            raise ValidationError
        return str(shown[1])


def share_url(endpoint: str) -> str:
    """Return the address of a page of this game through its read link, "" if it has none.

    QR codes and "share" use this, never a member's own address.
    """
    access = current_access()
    link = current_link() or read_link(db.session.connection(), access.league_id, access.game_id)
    return url_for(endpoint, code=LinkCode(link), _external=True) if link else ""


@lru_cache(maxsize=256)
def qr_code(address: str) -> str:
    return segno.make(address, error="m", micro=False).svg_data_uri(border=2, light="#fff")


# ---------------------------------------------------------------- used by views and templates


def current_access() -> Access:
    return cast("Access", g.access)


def current_game(code: str) -> OpenGame:
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
    found: Access | None = g.get("access")
    return found.person_id if found else None
