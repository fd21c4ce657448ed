"""Links of a tournament: one shows its board to anybody, others may write the slip of one table of one round.

A board's link is 128 random bits, stored, and revoked by being replaced.  A table's is made of the tournament's code,
the line that drew the round, the table, and a key over the three under the server's secret: nothing is stored, and
drawing the round again makes all of its links others.  A phone that scores the hands of a table has a pass to their
game in a cookie, made of its card, when it expires, and a key over the three.
"""

from __future__ import annotations

import base64
import datetime as dt
import hmac
import re
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, select, update

from scorekeeper.core.transaction import Submission, writing
from scorekeeper.games.store import CODE
from scorekeeper.models import Tournament
from scorekeeper.models.league import new_code
from scorekeeper.tournaments.state import RoundState

CARD = re.compile(r"([A-Za-z0-9_-]{22})\.([0-9]{1,9})\.([0-9]{1,3})\.([A-Za-z0-9_-]{22})")
PASS = re.compile(rf"(?P<card>{CARD.pattern})\.(?P<expires>[0-9]{{1,12}})\.(?P<key>[A-Za-z0-9_-]{{22}})")
KEY_BYTES = 16


class LinkedTournament(NamedTuple):
    """What a link leads to: a tournament's board, or on a card `table` of the round that the line `drawn` drew."""

    league_id: int
    tournament_id: int
    drawn: int = 0
    table: int = 0


def may_be_link(text: str) -> bool:
    """Return whether a text is written as the links are: only such a one counts as a guess."""
    return bool(CODE.fullmatch(text) or CARD.fullmatch(text))


def find_board(connection: Connection, link: str) -> LinkedTournament | None:
    """Return the tournament whose board a link shows, None for an unknown link and for a closed one."""
    return _find(connection, Tournament.board_code == link) if CODE.fullmatch(link) else None


def _find(connection: Connection, which: ColumnElement[bool]) -> LinkedTournament | None:
    row = connection.execute(select(Tournament.league_id, Tournament.id).where(which)).one_or_none()
    return LinkedTournament(*row) if row else None


def open_board(form: Submission, tournament_id: int, *, closed: bool = False) -> None:
    """Make a public link of the board unless there is one; with `closed` revoke the one there is."""
    with writing(form) as write:
        its = (Tournament.league_id == write.league_id, Tournament.id == tournament_id)
        known = write.connection.scalar(select(Tournament.board_code).where(*its))
        if not write.answered("board", tournament_id, closed) and (closed or known is None):
            write.connection.execute(update(Tournament).where(*its).values(board_code=None if closed else new_code()))


def card_link(secret: str, code: str, drawn: RoundState, table: int) -> str:
    """Return what the link of a table's card ends with; `code` is that of the tournament."""
    return f"{code}.{drawn.seq}.{table}.{_key(secret, code, drawn.seq, table)}"


def find_card(connection: Connection, secret: str, card: str) -> LinkedTournament | None:
    """Return what a card's link leads to, None for one that was never printed."""
    parts = CARD.fullmatch(card)
    if parts is None:
        return None
    code, drawn, table = parts[1], int(parts[2]), int(parts[3])
    if not hmac.compare_digest(_key(secret, code, drawn, table), parts[4]):
        return None
    tournament = _find(connection, Tournament.code == code)
    return tournament._replace(drawn=drawn, table=table) if tournament else None


def _key(secret: str, code: str, drawn: int, table: int) -> str:
    return _sign(secret, f"tournament card {code} {drawn} {table}")


def _sign(secret: str, text: str) -> str:
    signed = hmac.new(secret.encode(), text.encode(), sha256).digest()
    return base64.urlsafe_b64encode(signed[:KEY_BYTES]).decode().rstrip("=")


# ---------------------------------------------------------------- the game of a table


def game_pass(secret: str, card: str, code: str, expires: int) -> str:
    """Return what lets a phone with this card write the game of its table until `expires`, in Unix time."""
    return f"{card}.{expires}.{_pass_key(secret, card, code, expires)}"


def card_of_pass(secret: str, given: str, code: str, now: dt.datetime) -> str | None:
    """Return the card that a pass to a game was made of.

    None for a pass to another game, an expired one, and a forged one.
    """
    parts = PASS.fullmatch(given)
    if parts is None:
        return None
    card, expires = parts["card"], int(parts["expires"])
    if not hmac.compare_digest(_pass_key(secret, card, code, expires), parts["key"]) or expires <= now.timestamp():
        return None
    return card


def _pass_key(secret: str, card: str, code: str, expires: int) -> str:
    return _sign(secret, f"tournament game {card} {code} {expires}")
