"""What the address of a request leads to, what its phone may do there, and how often strangers may use the server."""

from __future__ import annotations

from flask import current_app, g, request
from werkzeug.routing import Rule

from scorekeeper.access.guests import guest_access
from scorekeeper.access.phone_cookie import current_device, device_token
from scorekeeper.access.rate_limits import FOUNDING, Budget, address_key, count_failure, is_local, spend
from scorekeeper.access.roles import Access, Role, device_access, game_access, league_access, link_access
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.errors import FoundingClosed
from scorekeeper.core.extensions import db
from scorekeeper.league.deletion import is_deleted_address
from scorekeeper.league.leagues import scoring_league
from scorekeeper.tournaments.links import CardTarget, find_board, find_card, may_be_link

NOT_FOUND, GONE = 404, 410


def find_access(rule: Rule) -> Access | None:
    """Return the access of the current device to what the address names; a read link is replaced by its game's code."""
    arguments = request.view_args or {}
    if "league" in rule.arguments:
        return _remember_device(league_access(db.session.connection(), arguments["league"], device_token()))
    if "board" in rule.arguments or "card" in rule.arguments:
        return _tournament_access(arguments)
    if "code" not in rule.arguments:
        return _scoring_access()
    if rule.rule.startswith("/s/"):
        return _read_link_access(arguments)
    access = game_access(db.session.connection(), arguments["code"], device_token())
    if (access is None or access.role < Role.SCORER) and (guest := guest_access(rule.endpoint, arguments["code"])):
        return guest
    return _remember_device(access)


def _remember_device(access: Access | None) -> Access | None:
    """Remember the device of `access`, so that it is not looked up again, and return it."""
    g.device = access.device if access else None
    return access


def _scoring_access() -> Access | None:
    phone, connection = current_device(), db.session.connection()
    league_id = scoring_league(connection, phone) if phone else None
    return device_access(connection, league_id, phone) if league_id and phone else None


def _read_link_access(arguments: dict[str, str]) -> Access | None:
    link = arguments["code"]
    access = link_access(db.session.connection(), link)
    if access is None:
        return None
    arguments["code"] = access.code
    g.read_link = (access.code, link)
    return access


def _tournament_access(arguments: dict[str, str]) -> Access | None:
    """Return access to the board that a link shows, or to the table of a card: `g.tournament_link` says which."""
    connection, secret = db.session.connection(), current_app.config["SECRET_KEY"]
    link = arguments.get("board") or arguments.get("card", "")
    found = find_board(connection, link) if "board" in arguments else find_card(connection, secret, link)
    if found is None:
        return None
    g.tournament_link = found
    tournament = found.tournament if isinstance(found, CardTarget) else found
    return Access(tournament.league_id, Role.READER, "", 0, None, None)


# ---------------------------------------------------------------- an address that leads nowhere


def missing_status() -> int:
    """Return 410 for an address that led into a deleted league, else 404; either takes the same lookup.

    Nothing is looked up for a request without a phone's secret or a link.
    """
    named = {"league": g.get("league"), **(request.view_args or {})}  # the blueprint of a league moves it to g
    code = _link() or (named["league"] or named.get("code") if device_token() else None)
    return GONE if code and is_deleted_address(db.session.connection(), code.partition(".")[0]) else NOT_FOUND


def _link() -> str | None:
    """Return the link in the address: to read a game, a board or a card; None if it is no link."""
    arguments = request.view_args or {}
    link: str | None = arguments.get("board") or arguments.get("card")
    return arguments.get("code") if link is None and request.path.startswith("/s/") else link


def count_guess() -> None:
    """Count a link that leads nowhere, separately from wrong codes: a screen keeps polling a link that was closed.

    Raises TooManyFailures.
    """
    link = _link()
    if link is not None and (request.path.startswith("/s/") or may_be_link(link)):
        count_failure(db.session, wall_clock, client_key("links"))


def client_key(what: str = "failures") -> str:
    """Return the key under which failures of this address are counted."""
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
    """Check that the sender of this request may make a league.  Raises FoundingClosed, BudgetSpent."""
    if not current_app.config["SETTINGS"].open:
        raise FoundingClosed
    spend_budget(FOUNDING)
