"""Codes and links that let somebody in: a league's join code, a link that shows one game, an owner's recovery codes.

People read codes to each other: they use thirty symbols that are hard to confuse: no 0 or O, no 1, I or L, and no U
beside V.
"""

from __future__ import annotations

import datetime as dt
import secrets
import unicodedata
from hashlib import sha256

from sqlalchemy import Connection, bindparam, func, insert, select, update

from scorekeeper.core.transaction import Submission, Write, writing
from scorekeeper.models import Link
from scorekeeper.models.league import JOIN, READ

SYMBOLS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOKS_LIKE = {"0": "Q", "O": "Q", "1": "7", "I": "J", "L": "J", "U": "V"}
"""Symbols that no code has -> the symbol each was most likely misread from."""

JOIN_LENGTH = 7
SHOWN_FIRST = 3
RECOVERY_LENGTH = 27
"""Symbols of a recovery code after its league: 132 bits."""
RECOVERY_GROUP = 4
MAX_TYPED = 100


def new_join_code() -> str:
    """Return seven symbols, one of 21,870,000,000: an address has ten wrong guesses in ten minutes."""
    return "".join(secrets.choice(SYMBOLS) for _ in range(JOIN_LENGTH))


def format_join_code(code: str) -> str:
    """Write a join code as it is read aloud: "K7P-4RWX"."""
    return f"{code[:SHOWN_FIRST]}-{code[SHOWN_FIRST:]}"


def normalize_code(text: str) -> str:
    """Return the symbols that were meant, ignoring case, dashes, spaces and look-alikes."""
    plain = unicodedata.normalize("NFKC", text[:MAX_TYPED]).upper()
    meant = (LOOKS_LIKE.get(character, character) for character in plain)
    return "".join(symbol for symbol in meant if symbol in SYMBOLS)


def recovery_code(league_id: int, seed: bytes) -> str:
    """Return a league's recovery code for a seed of 256 bits, in symbols alone: the league, then 132 bits."""
    return _in_symbols(league_id) + _in_symbols(int.from_bytes(sha256(seed).digest()))[-RECOVERY_LENGTH:]


def recovery_league(code: str) -> int | None:
    """Return the league that a typed recovery code names, None if it isn't a recovery code."""
    head = code[:-RECOVERY_LENGTH]
    number = 0
    for symbol in head:
        number = number * len(SYMBOLS) + SYMBOLS.index(symbol)
    return number if head and number < 2**31 else None


def format_recovery_code(code: str) -> str:
    """Write a recovery code in groups: what names the league, then fours."""
    head, rest = code[:-RECOVERY_LENGTH], code[-RECOVERY_LENGTH:]
    return "-".join([head, *(rest[at : at + RECOVERY_GROUP] for at in range(0, len(rest), RECOVERY_GROUP))])


def _in_symbols(number: int) -> str:
    written = ""
    while number:
        number, rest = divmod(number, len(SYMBOLS))
        written = SYMBOLS[rest] + written
    return written or SYMBOLS[0]


LINK_BYTES = 16


def new_join_link(connection: Connection, league_id: int, device_id: int, now: dt.datetime) -> str:
    """Insert a join code for a league and return it; the one it had before must be revoked."""
    code = new_join_code()
    while connection.scalar(select(Link.id).where(Link.code == code)) is not None:
        code = new_join_code()
    _insert_link(
        connection, {"league_id": league_id, "kind": JOIN, "code": code, "device_id": device_id, "made_at": now}
    )
    return code


def new_read_link(connection: Connection, league_id: int, game_id: int, device_id: int, now: dt.datetime) -> str:
    """Insert a link of 128 random bits that shows a game to anyone who has it, and return it."""
    values = {"league_id": league_id, "kind": READ, "game_id": game_id, "device_id": device_id, "made_at": now}
    code = secrets.token_urlsafe(LINK_BYTES)
    _insert_link(connection, {**values, "code": code})
    return code


JOIN_CODE = select(Link.code).where(
    Link.league_id == bindparam("league_id"), Link.kind == JOIN, Link.revoked_at.is_(None)
)


def join_code_of(connection: Connection, league_id: int) -> str | None:
    """Return the join code of a league that works now, None if there is none."""
    return connection.scalar(JOIN_CODE, {"league_id": league_id})


def read_link(connection: Connection, league_id: int, game_id: int) -> str | None:
    """Return the link that shows a game now, None if it was closed or never made."""
    its = [Link.league_id == league_id, Link.kind == READ, Link.game_id == game_id]
    return connection.scalar(select(Link.code).where(*its, Link.revoked_at.is_(None)).order_by(Link.id.desc()).limit(1))


def _revoke_links(write: Write, kind: str, game_id: int | None = None) -> None:
    """Revoke the links of a kind, only those of a game where one is given."""
    those = [Link.league_id == write.league_id, Link.kind == kind, Link.revoked_at.is_(None)]
    if game_id is not None:
        those.append(Link.game_id == game_id)
    write.connection.execute(update(Link).where(*those).values(revoked_at=write.now))


def _insert_link(connection: Connection, values: dict[str, object]) -> None:
    last = connection.scalar(select(func.max(Link.id)).where(Link.league_id == values["league_id"]))
    connection.execute(insert(Link), {"game_id": None, **values, "id": (last or 0) + 1})


def league_by_join_code(connection: Connection, code: str) -> int | None:
    """Return the league of a join code as `normalize_code` returns it; None for an unknown or a replaced one."""
    if len(code) != JOIN_LENGTH:
        code = ""
    live = [Link.code == code, Link.kind == JOIN, Link.revoked_at.is_(None)]
    return connection.scalar(select(Link.league_id).where(*live))


def replace_join_code(form: Submission, old: str) -> None:
    """Replace the join code of a league; the old one no longer works.

    `old` is the code the form was printed with, "" if there is none: one that was replaced meanwhile is not again.
    """
    with writing(form) as write:
        if not write.answered("join code", old) and (join_code_of(write.connection, write.league_id) or "") == old:
            _revoke_links(write, JOIN)
            new_join_link(write.connection, write.league_id, write.device.id, write.now)


def open_read_link(form: Submission, game_id: int) -> None:
    """Make the link that shows a game, if it has none."""
    with writing(form) as write:
        if not write.answered("link", game_id) and read_link(write.connection, write.league_id, game_id) is None:
            new_read_link(write.connection, write.league_id, game_id, write.device.id, write.now)


def close_read_links(form: Submission, game_id: int | None) -> None:
    """Close the links that show a game, or with None all games of the league."""
    with writing(form) as write:
        if not write.answered("close links", game_id):
            _revoke_links(write, READ, game_id)
