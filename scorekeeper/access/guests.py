"""Guests: phones that aren't members but, by the card of a tournament's table, may score the hands of that table."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flask import current_app, g, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.phone_cookie import current_device
from scorekeeper.access.roles import Access, Role
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.errors import GameNotFound
from scorekeeper.core.extensions import db
from scorekeeper.games.store import load_game
from scorekeeper.tournaments.links import CardTarget, card_of_pass, find_card, game_pass

GUEST_ENDPOINTS = frozenset({
    "table.show", "table.board", "table.save", "table.preview", "table.undo", "table.race", "table.picture",
    "table.stream", "table.watch", "log.index", "log.line", "log.correct", "offline.new_form_meta",
    "rulebook.table_sheet", "rulebook.ask_table", "rulebook.compare_table",
})  # fmt: skip
"""What a guest may do, at that table alone; of the lines only with those that are hands."""
COOKIE_NAME = "table"
MAX_AGE = 24 * 3600
"""Seconds that a phone may score a table's hands without its card: an evening, and no more."""


class Guest(NamedTuple):
    """The card that let a guest in, the table it leads to, and the number of the game they may write."""

    card: str
    target: CardTarget
    game_id: int


def current_guest() -> Guest | None:
    """Return the guest who holds the current phone, None for members of the league and everybody else."""
    found: Guest | None = g.get("guest")
    return found


def guest_card() -> str:
    """Return the card that let the current phone in, "" for a phone that isn't a guest's."""
    guest = current_guest()
    return guest.card if guest else ""


def let_in(answer: AnyResponse, card: str, code: str) -> AnyResponse:
    """Return an answer with the cookie that lets a phone with this card write the game of its table."""
    answer.set_cookie(
        COOKIE_NAME,
        game_pass(current_app.config["SECRET_KEY"], card, code, int(wall_clock().timestamp()) + MAX_AGE),
        max_age=MAX_AGE,
        path=f"{request.root_path}/t/{code}",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer


def guest_access(endpoint: str, code: str) -> Access | None:
    """Return the access of a guest to the game of their table, None if the phone has no pass to it.

    Whether the round still goes on is asked when something is written.
    """
    given = request.cookies.get(COOKIE_NAME)
    if not given or endpoint not in GUEST_ENDPOINTS:
        return None
    connection, secret = db.session.connection(), current_app.config["SECRET_KEY"]
    card = card_of_pass(secret, given, code, wall_clock())
    target, device = find_card(connection, secret, card) if card else None, current_device()
    if card is None or target is None or device is None:
        return None
    try:
        game = load_game(connection, code)
    except GameNotFound:
        return None
    g.guest = Guest(card, target, game.row.id)
    return Access(target.tournament.league_id, Role.SCORER, code, game.seq, device, None, game)


def pass_check(code: str) -> Callable[[Connection], bool]:
    """Return a function that tells, after this request is over, whether the phone's pass still opens the game."""
    given, secret = request.cookies.get(COOKIE_NAME, ""), current_app.config["SECRET_KEY"]

    def still_opens(connection: Connection) -> bool:
        card = card_of_pass(secret, given, code, wall_clock())
        return card is not None and find_card(connection, secret, card) is not None

    return still_opens
