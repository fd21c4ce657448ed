"""Secrets that let a phone in: its own, in a cookie; a league's join code, a link that shows one game, recovery codes.

People read codes to each other: they use thirty symbols that are hard to confuse: no 0 or O, no 1, I or L, and no U
beside V.  Of a phone's secret and of a recovery code only the hash is in the database.
"""

import datetime as dt
import re
import secrets
import unicodedata
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import refuse_unwritable
from scorekeeper.models import DOOR, EVENTS, JOIN, READ, Device, Link

SYMBOLS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOKS_LIKE = {"0": "Q", "O": "Q", "1": "7", "I": "J", "L": "J", "U": "V"}
"""Symbols that no code has -> the symbol each was most likely misread from."""

LENGTHS = {JOIN: 7, DOOR: 10}
"""Symbols of the short codes of a league: of seven there are 21,870,000,000, and an address has ten wrong guesses in
ten minutes.  Wrong codes of doors are not counted for all addresses together, so these are longer."""
RECOVERY_LENGTH = 27
"""Symbols of a recovery code after its league: 132 bits."""
RECOVERY_GROUP = 4
MAX_TYPED = 100


def new_short_code(kind: str) -> str:
    return "".join(secrets.choice(SYMBOLS) for _ in range(LENGTHS[kind]))


def format_join_code(code: str) -> str:
    return f"{code[:3]}-{code[3:]}"


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
    head, rest = code[:-RECOVERY_LENGTH], code[-RECOVERY_LENGTH:]
    return "-".join([head, *(rest[at : at + RECOVERY_GROUP] for at in range(0, len(rest), RECOVERY_GROUP))])


def _in_symbols(number: int) -> str:
    written = ""
    while number:
        number, rest = divmod(number, len(SYMBOLS))
        written = SYMBOLS[rest] + written
    return written or SYMBOLS[0]


LINK_BYTES = 16


def new_short_link(connection: Connection, league_id: int, device_id: int, now: dt.datetime, kind: str = JOIN) -> str:
    """Insert a short code of a league and return it; the one it had before must be revoked."""
    code = new_short_code(kind)
    while connection.scalar(select(Link.id).where(Link.code == code)) is not None:
        code = new_short_code(kind)
    return _insert_link(connection, league_id=league_id, kind=kind, code=code, device_id=device_id, made_at=now)


def new_read_link(connection: Connection, league_id: int, game_id: int | None, device_id: int, now: dt.datetime) -> str:
    """Insert a link of 128 random bits that shows a game, or with None the league's events, and return it."""
    by = {"game_id": game_id, "kind": READ if game_id else EVENTS, "device_id": device_id, "made_at": now}
    return _insert_link(connection, league_id=league_id, code=secrets.token_urlsafe(LINK_BYTES), **by)


SELECT_SHORT_CODE = select(Link.code).where(
    Link.league_id == bindparam("league_id"), Link.kind == bindparam("kind", JOIN), Link.revoked_at.is_(None)
)


def short_code_of(connection: Connection, league_id: int, kind: str = JOIN) -> str | None:
    """Return the code of a league that works now, to join by or of its door; None if there is none."""
    return connection.scalar(SELECT_SHORT_CODE, {"league_id": league_id, "kind": kind})


def read_link(connection: Connection, league_id: int, game_id: int | None) -> str | None:
    """Return the link that shows a game now, or with None the league's events; None if it was closed or never made."""
    its = [Link.league_id == league_id, Link.kind == (READ if game_id else EVENTS), Link.game_id == game_id]
    return connection.scalar(select(Link.code).where(*its, Link.revoked_at.is_(None)).order_by(Link.id.desc()).limit(1))


def _insert_link(connection: Connection, *, league_id: int, code: str, **values: Any) -> str:
    row = {"league_id": league_id, "code": code, "id": Link.next_id(connection, league_id), "game_id": None, **values}
    connection.execute(insert(Link), row)
    return code


def league_by_link(connection: Connection, code: str, kind: str = JOIN) -> int | None:
    """Return the league of a short code as `normalize_code` returns it, or of an events link; None if it is closed."""
    live = [Link.code == code, Link.kind == kind, Link.revoked_at.is_(None)]
    return connection.scalar(select(Link.league_id).where(*live))


# ---------------------------------------------------------------- phones


TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")

_BY_TOKEN = select(Device.id, Device.name).where(Device.token_hash == bindparam("token_hash"))


@dataclass(frozen=True)
class KnownDevice:
    id: int
    name: str


NewDevice = tuple[str, str]
"""Secret and name of a device that hasn't written anything yet.  Its first write enrolls it, unless it is refused."""
AnyDevice = KnownDevice | NewDevice


def find_device(session: Session, token: str | None) -> KnownDevice | None:
    if not token:
        return None
    row = session.execute(_BY_TOKEN, {"token_hash": hash_secret(token)}).one_or_none()
    return KnownDevice(row.id, row.name) if row else None


def new_token() -> str:
    return secrets.token_urlsafe(32)  # 256 random bits


def hash_secret(secret: str) -> str:
    """Return the hash that is stored of a secret too long to guess."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def enroll(connection: Connection, device: AnyDevice, now: dt.datetime) -> KnownDevice:
    """Return the device as stored; a new one is inserted in the transaction of the caller.

    Two first taps of one phone send the same secret: the second gets the device that the first one made.
    """
    if isinstance(device, KnownDevice):
        return device
    token, name = device
    values = {"token_hash": hash_secret(token), "name": name, "created_at": now}
    known = connection.execute(_BY_TOKEN, {"token_hash": values["token_hash"]}).one_or_none()
    if known is not None:
        return KnownDevice(known.id, known.name)
    return KnownDevice(connection.scalar(insert(Device).returning(Device.id), values) or 0, name)


def new_device(name: str, token: str | None = None) -> NewDevice:
    """Return a device with this secret, or with a new one if it is not one of `new_token`.

    Raises UnreadableSheet (field "name") for a name that cannot be written down.
    """
    refuse_unwritable(name, "name")
    return token if token and TOKEN.fullmatch(token) else new_token(), name
