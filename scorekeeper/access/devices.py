"""Devices: a secret in a cookie, its hash in the database."""

from __future__ import annotations

import datetime as dt
import re
import secrets
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import refuse_unwritable
from scorekeeper.models import Device

TOKEN_BYTES = 32
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")

_BY_TOKEN = select(Device.id, Device.name).where(Device.token_hash == bindparam("token_hash"))


@dataclass(frozen=True)
class KnownDevice:
    """A device that is in the database."""

    id: int
    name: str


NewDevice = tuple[str, str]
"""Secret and name of a device that hasn't written anything yet.  Its first write enrolls it, unless it is refused."""
AnyDevice = KnownDevice | NewDevice


def find_device(session: Session, token: str | None) -> KnownDevice | None:
    """Return the device that holds this secret, None for an unknown one."""
    if not token:
        return None
    row = session.execute(_BY_TOKEN, {"token_hash": hash_secret(token)}).one_or_none()
    return KnownDevice(row.id, row.name) if row else None


def new_token() -> str:
    """Return a secret for a new device: 256 random bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


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
