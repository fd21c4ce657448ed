"""Who may do what: one table, checked before every view.

A route with `code` belongs to that game's league, one with `league` to that league, any other to the league its phone
keeps score in.  A phone that isn't a member there, or was shut out, gets 404, whatever lies at the address; a member
whose role is too low gets 403.
A route without a rule is refused, and the app does not start.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flask import abort, current_app, g, request

from scorekeeper.extensions import db
from scorekeeper.services.access.roles import Access, Role, recheck_access
from scorekeeper.services.tournaments.table_games import check_table_open
from scorekeeper.services.transaction import GUEST, RECHECK
from scorekeeper.web.access_lookup import NOT_FOUND, count_guess, find_access, missing_status
from scorekeeper.web.guests import GUEST_ENDPOINTS, current_guest, guest_card

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from werkzeug.routing import Rule

    from scorekeeper.services.games.store import OpenGame

ANYONE = None
READER, VIEWER, SCORER, KEEPER, OWNER = Role.READER, Role.VIEWER, Role.SCORER, Role.KEEPER, Role.OWNER

REQUIRED_ROLE: dict[tuple[str, str], Role | None] = {
    # ---- anybody
    ("GET", "/"): ANYONE,
    ("GET", "/static/<path:filename>"): ANYONE,
    ("GET", "/new"): ANYONE,
    ("GET", "/new/<variant>/<int:size>"): ANYONE,
    ("POST", "/new/<variant>/<int:size>"): ANYONE,
    ("GET", "/tournaments/new"): ANYONE,  # a phone that keeps no league founds its own
    ("POST", "/tournaments/new"): ANYONE,
    ("GET", "/import"): ANYONE,
    ("POST", "/import"): ANYONE,
    ("GET", "/import/league"): ANYONE,  # it becomes a league of their own
    ("POST", "/import/league"): ANYONE,
    ("GET", "/import/league/progress"): ANYONE,
    ("GET", "/rules"): ANYONE,
    ("GET", "/rules/<variant>/<int:size>"): ANYONE,
    ("GET", "/rules/<variant>/<int:size>/ask"): ANYONE,
    ("GET", "/rules/<variant>/<int:size>/compare"): ANYONE,
    ("GET", "/sw.js"): ANYONE,
    ("GET", "/manifest.webmanifest"): ANYONE,
    ("GET", "/offline"): ANYONE,
    ("GET", "/screen"): ANYONE,
    ("POST", "/screen"): ANYONE,
    ("GET", "/house-rules"): ANYONE,  # redirects to those of the league a phone keeps score in
    ("GET", "/variants/new"): ANYONE,
    ("POST", "/variants/new"): ANYONE,  # creates a first league; else only for keepers (web/variants/routes.py)
    ("GET", "/join"): ANYONE,
    ("POST", "/join"): ANYONE,
    ("GET", "/claim"): ANYONE,
    ("POST", "/claim"): ANYONE,
    # ---- anybody with a link that shows a game
    ("GET", "/s/<read:code>"): READER,
    ("GET", "/s/<read:code>/board"): READER,
    ("GET", "/s/<read:code>/log"): READER,
    ("GET", "/s/<read:code>/picture.png"): READER,
    ("GET", "/s/<read:code>/race"): READER,
    ("GET", "/s/<read:code>/seal"): READER,
    ("GET", "/s/<read:code>/rules"): READER,
    ("GET", "/s/<read:code>/rules/ask"): READER,
    ("GET", "/s/<read:code>/rules/compare"): READER,
    ("GET", "/s/<read:code>/stream"): READER,
    ("GET", "/s/<read:code>/watch"): READER,
    # ---- anybody with a link to the board of a tournament, or the card of one of its tables
    ("GET", "/b/<board>"): READER,
    ("GET", "/c/<card>"): READER,
    ("POST", "/c/<card>"): READER,
    ("POST", "/c/<card>/hands"): READER,  # begins the game of that table, which this phone may then write
    ("POST", "/c/<card>/says"): READER,
    # ---- watching
    ("GET", "/t/<code>"): VIEWER,
    ("GET", "/t/<code>/board"): VIEWER,
    ("GET", "/t/<code>/stream"): VIEWER,
    ("GET", "/t/<code>/watch"): VIEWER,
    ("GET", "/t/<code>/log"): VIEWER,
    ("GET", "/t/<code>/seal"): VIEWER,
    ("GET", "/t/<code>/picture.png"): VIEWER,
    ("GET", "/t/<code>/race"): VIEWER,
    ("GET", "/t/<code>/said"): VIEWER,
    ("GET", "/t/<code>/rules"): VIEWER,
    ("GET", "/t/<code>/rules/ask"): VIEWER,
    ("GET", "/t/<code>/rules/compare"): VIEWER,
    ("GET", "/t/<code>/whatif"): VIEWER,
    ("GET", "/t/<code>/sheet.toml"): VIEWER,
    ("GET", "/t/<code>/sheet.json"): VIEWER,
    ("GET", "/t/<code>/house"): VIEWER,
    ("GET", "/t/<code>/settle"): VIEWER,
    ("GET", "/t/<code>/settle/game"): VIEWER,
    ("GET", "/t/<code>/settle/ledger"): VIEWER,
    ("GET", "/t/<code>/settle/people/<int:person>"): VIEWER,
    ("GET", "/t/<code>/invite"): VIEWER,
    ("GET", "/t/<code>/who"): VIEWER,
    ("POST", "/t/<code>/who"): VIEWER,
    ("POST", "/t/<code>/ask"): VIEWER,
    ("GET", "/t/<code>/asking"): VIEWER,
    ("GET", "/l/<league>"): VIEWER,
    ("GET", "/l/<league>/watch"): VIEWER,
    ("GET", "/l/<league>/standings"): VIEWER,
    ("GET", "/l/<league>/awards"): VIEWER,
    ("GET", "/l/<league>/seasons"): VIEWER,
    ("GET", "/l/<league>/nights"): VIEWER,
    ("GET", "/l/<league>/nights/<int(max=999999999):night>"): VIEWER,
    ("GET", "/l/<league>/games"): VIEWER,
    ("GET", "/l/<league>/search"): VIEWER,
    ("GET", "/l/<league>/people"): VIEWER,
    ("GET", "/l/<league>/changes"): VIEWER,
    ("GET", "/l/<league>/house-rules"): VIEWER,
    ("GET", "/l/<league>/house-rules/<int(max=999999999):house_id>"): VIEWER,
    ("GET", "/l/<league>/variants/<int(max=999999999):house_id>/variant.toml"): VIEWER,
    ("GET", "/l/<league>/house-rules/<int(max=999999999):house_id>/rules/<int:size>"): VIEWER,
    ("GET", "/l/<league>/house-rules/<int(max=999999999):house_id>/rules/<int:size>/ask"): VIEWER,
    ("GET", "/l/<league>/house-rules/<int(max=999999999):house_id>/rules/<int:size>/compare"): VIEWER,
    ("GET", "/l/<league>/people/<int(max=999999999):person>"): VIEWER,
    ("GET", "/l/<league>/people/<int(max=999999999):person>/with/<int(max=999999999):other>"): VIEWER,
    ("GET", "/l/<league>/people/<int(max=999999999):person>/rating/<game>"): VIEWER,
    ("GET", "/l/<league>/tournaments"): VIEWER,
    ("GET", "/l/<league>/tournaments/<int(max=99999):tournament>"): VIEWER,
    ("GET", "/l/<league>/tournaments/<int(max=99999):tournament>/log"): VIEWER,
    ("GET", "/l/<league>/tournaments/<int(max=99999):tournament>/board"): VIEWER,
    ("GET", "/l/<league>/tournaments/<int(max=99999):tournament>/results"): VIEWER,
    ("GET", "/l/<league>/tournaments/<int(max=99999):tournament>/results.csv"): VIEWER,
    ("POST", "/t/<code>/lines/<int:seq>/says"): VIEWER,
    # ---- keeping score
    # after the close of a night services/league/closing.py lets only keepers and owners save, undo and correct
    ("POST", "/t/<code>/hands"): SCORER,
    ("POST", "/t/<code>/preview"): SCORER,
    ("POST", "/t/<code>/undo"): SCORER,
    ("POST", "/t/<code>/rematch"): SCORER,
    ("GET", "/t/<code>/stamp"): SCORER,
    ("GET", "/t/<code>/lines/<int:seq>"): SCORER,
    ("POST", "/t/<code>/lines/<int:seq>"): SCORER,
    ("POST", "/t/<code>/night/close"): SCORER,
    ("POST", "/t/<code>/night/open"): SCORER,  # half an hour after the close KEEPER (services/league/closing.py)
    ("GET", "/t/<code>/rule"): SCORER,
    ("GET", "/t/<code>/rule/<key>"): SCORER,
    ("POST", "/t/<code>/rule/<key>"): SCORER,
    ("GET", "/t/<code>/vote"): SCORER,
    ("POST", "/t/<code>/vote"): SCORER,
    ("GET", "/t/<code>/vote/<int:seq>"): SCORER,
    ("POST", "/t/<code>/vote/<int:seq>"): SCORER,
    ("GET", "/t/<code>/seats"): SCORER,
    ("POST", "/t/<code>/seats"): SCORER,
    ("GET", "/t/<code>/exits"): SCORER,
    ("POST", "/t/<code>/exits"): SCORER,
    ("POST", "/t/<code>/settle/mark"): SCORER,
    ("POST", "/t/<code>/settle/pay"): SCORER,
    ("POST", "/t/<code>/settle/back"): SCORER,
    ("POST", "/t/<code>/house"): SCORER,  # a name in use gets another version and keeps its old ones
    ("GET", "/t/<code>/phones"): SCORER,
    ("POST", "/t/<code>/phones/<int:phone>/admit"): SCORER,
    ("POST", "/t/<code>/phones/<int:phone>/later"): SCORER,
    ("POST", "/t/<code>/share"): SCORER,
    ("GET", "/l/<league>/tournaments/<int(max=99999):tournament>/cards"): SCORER,
    ("GET", "/l/<league>/tournaments/<int(max=99999):tournament>/slips/<int:number>/<int:at>"): SCORER,
    ("POST", "/l/<league>/tournaments/<int(max=99999):tournament>/slips/<int:number>/<int:at>"): SCORER,
    ("POST", "/l/<league>/tournaments/<int(max=99999):tournament>/slips/<int:number>/<int:at>/says"): SCORER,
    # ---- keeping the league; nobody takes anything from a phone of their own role or above (services/access/phones.py)
    ("POST", "/t/<code>/phones/<int:phone>/role"): KEEPER,
    ("POST", "/t/<code>/phones/<int:phone>/out"): KEEPER,
    ("POST", "/t/<code>/phones/<int:phone>/back"): KEEPER,
    ("POST", "/t/<code>/invite/replace"): KEEPER,
    ("POST", "/t/<code>/share/close"): KEEPER,
    ("GET", "/t/<code>/limit"): KEEPER,
    ("POST", "/t/<code>/limit"): KEEPER,
    ("POST", "/l/<league>/name"): KEEPER,
    ("POST", "/l/<league>/house-rules/<int(max=999999999):house_id>/archive"): KEEPER,
    ("GET", "/l/<league>/variants/new"): KEEPER,
    ("POST", "/l/<league>/variants/new"): KEEPER,
    ("GET", "/l/<league>/variants/import"): KEEPER,
    ("POST", "/l/<league>/variants/import"): KEEPER,
    ("GET", "/l/<league>/files"): KEEPER,
    ("GET", "/l/<league>/files/<table>.csv"): KEEPER,
    ("GET", "/l/<league>/seasons/new"): KEEPER,
    ("POST", "/l/<league>/seasons/new"): KEEPER,
    ("GET", "/l/<league>/seasons/<int(max=999999999):season>"): KEEPER,
    ("POST", "/l/<league>/seasons/<int(max=999999999):season>"): KEEPER,
    ("POST", "/l/<league>/seasons/<int(max=999999999):season>/archive"): KEEPER,
    ("GET", "/l/<league>/people/<int(max=999999999):person>/edit"): KEEPER,
    ("POST", "/l/<league>/people/<int(max=999999999):person>/name"): KEEPER,
    ("POST", "/l/<league>/people/<int(max=999999999):person>/guest"): KEEPER,
    ("POST", "/l/<league>/people/<int(max=999999999):person>/archive"): KEEPER,
    ("GET", "/l/<league>/people/<int(max=999999999):person>/merge"): KEEPER,
    ("POST", "/l/<league>/people/<int(max=999999999):person>/merge"): KEEPER,
    ("POST", "/l/<league>/people/<int(max=999999999):person>/split"): KEEPER,
    ("GET", "/l/<league>/tournaments/new"): KEEPER,
    ("POST", "/l/<league>/tournaments/new"): KEEPER,
    ("GET", "/l/<league>/tournaments/<int(max=99999):tournament>/settings"): KEEPER,
    ("POST", "/l/<league>/tournaments/<int(max=99999):tournament>/settings"): KEEPER,
    ("GET", "/l/<league>/tournaments/<int(max=99999):tournament>/players"): KEEPER,
    ("POST", "/l/<league>/tournaments/<int(max=99999):tournament>/players"): KEEPER,
    ("POST", "/l/<league>/tournaments/<int(max=99999):tournament>/leave"): KEEPER,
    ("POST", "/l/<league>/tournaments/<int(max=99999):tournament>/fee"): KEEPER,
    ("POST", "/l/<league>/tournaments/<int(max=99999):tournament>/draw"): KEEPER,
    ("POST", "/l/<league>/tournaments/<int(max=99999):tournament>/undo"): KEEPER,
    ("POST", "/l/<league>/tournaments/<int(max=99999):tournament>/finish"): KEEPER,
    ("POST", "/l/<league>/tournaments/<int(max=99999):tournament>/link"): KEEPER,
    # ---- owning it
    ("GET", "/t/<code>/passphrase"): OWNER,
    ("POST", "/t/<code>/passphrase"): OWNER,
    ("GET", "/l/<league>/files/league.json"): OWNER,
    ("GET", "/l/<league>/people/<int(max=999999999):person>/erase"): OWNER,
    ("POST", "/l/<league>/people/<int(max=999999999):person>/erase"): OWNER,
    ("GET", "/l/<league>/delete"): OWNER,
    ("POST", "/l/<league>/delete"): OWNER,
}
"""(method, route) → the least role that may.  HEAD goes with GET.  OPTIONS needs no role: it returns no data."""
IN_DEBUGGING: dict[tuple[str, str], Role | None] = {("GET", "/dev/looks"): ANYONE}
"""The same for routes that only a debugging app has; they show no one's data."""


def init_app(app: Flask) -> None:
    """Check every request against the table.  Raises LookupError for a route without a rule."""
    if open_doors := sorted(" ".join(key) for key in set(route_keys(app)) - set(REQUIRED_ROLE | IN_DEBUGGING)):
        raise LookupError(f"web/permissions.py has no rule for: {', '.join(open_doors)}")
    app.before_request(check_access)
    app.jinja_env.globals["can"] = can
    app.jinja_env.globals["guest_card"] = guest_card
    app.extensions["required_roles"] = required_roles(app)


def route_keys(app: Flask) -> Iterator[tuple[str, str]]:
    """Yield each (method, route) that the table must have a rule for."""
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            yield method, rule.rule


def required_roles(app: Flask) -> dict[str, Role | None]:
    """Return endpoint -> the least role that may use it with any method."""
    required: dict[str, Role | None] = {}
    rules = REQUIRED_ROLE | IN_DEBUGGING
    for rule in app.url_map.iter_rules():
        roles = [rules[method, rule.rule] for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}]
        for role in roles:
            known = required.get(rule.endpoint, role)
            required[rule.endpoint] = None if role is None or known is None else min(role, known)
    return required


# ---------------------------------------------------------------- each request


def check_access() -> None:
    """Abort a request that is not allowed.

    404 for another league, 410 for one that was deleted, 403 for a member whose role is too low.
    """
    rule = request.url_rule
    if rule is None or request.method == "OPTIONS":
        return
    required = _required_role(rule)
    if required is ANYONE:
        return
    access = find_access(rule)
    if access is None:
        status = missing_status()
        if status == NOT_FOUND:
            count_guess()
        abort(status)
    g.access = access
    if g.access.role < required:
        abort(403)
    if (guest := current_guest()) is not None:
        check = partial(check_table_open, target=guest.target, game_id=guest.game_id)
        db.session.info[RECHECK] = db.session.info[GUEST] = check
    elif g.access.device is not None:
        db.session.info[RECHECK] = partial(recheck_access, access=g.access)


def _required_role(rule: Rule) -> Role | None:
    """Return the least role of a route.  Raises LookupError for one without a rule."""
    key = ("GET" if request.method == "HEAD" else request.method, rule.rule)
    for rules in (REQUIRED_ROLE, IN_DEBUGGING):
        if key in rules:
            return rules[key]
    raise LookupError(f"web/permissions.py has no rule for {' '.join(key)}")


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
    required: Role | None = current_app.extensions["required_roles"][endpoint]
    if required is ANYONE:
        return True
    if current_guest() is not None:
        return endpoint in GUEST_ENDPOINTS
    access: Access | None = g.get("access")
    return access is not None and access.role >= required


def current_person() -> int | None:
    """Return the id of the person who holds the current phone, None if not known."""
    found: Access | None = g.get("access")
    return found.person_id if found else None
