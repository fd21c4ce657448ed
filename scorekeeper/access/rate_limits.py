"""Rate limits, counted by address in the database: wrong codes and passphrases, leagues made, files in and out.

After too many in ten minutes an address has to wait.  Leagues made and files in are counted for the whole server too,
files out for their league.  A whole bar may share one address, so only phones that aren't members are limited in
guessing, and nothing people do at the table is limited.  Addresses in the server's own network are never
counted.
"""

import datetime as dt
import hmac
import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, or_, select
from sqlalchemy.orm import Session

from scorekeeper.core.clock import Clock
from scorekeeper.core.transaction import BudgetSpent, TooManyFailures, write_transaction
from scorekeeper.models import Failure

MAX_FAILURES = 10
MAX_WRONG_JOINS = 200
"""At this rate, guessing one of 500 table codes takes years, but ten typos won't lock out a bar."""
WINDOW = dt.timedelta(minutes=10)
KEPT_FOR = dt.timedelta(hours=1)
SITE_BITS = 64
"""The part of an IPv6 address that belongs to one household or phone, which can change the rest at will."""


def address_key(secret: str, address: str | None, what: str = "failures") -> str:
    """Return a keyed hash of an address, so that the table does not show who tried.  `what` is hashed with it."""
    return hmac.new(secret.encode(), f"{what} {_network_of(address or '')}".encode(), "sha256").hexdigest()


WITH_PORT = re.compile(r"\[(.*)\](?::\d+)?|([^:]+):\d+")
"""An address as some proxies write it: "203.0.113.5:40123", "[2001:db8::1]:40123"."""


def _read(address: str) -> IPv4Address | IPv6Address:
    if written := WITH_PORT.fullmatch(address):
        address = written[1] or written[2]
    return ip_address(address.partition("%")[0])


def _network_of(address: str) -> str:
    try:
        known = _read(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and known.ipv4_mapped:
        known = known.ipv4_mapped
    return str(known) if known.version == 4 else str(ip_network((known, SITE_BITS), strict=False))  # noqa: PLR2004 - IPv4


class Budget(NamedTuple):
    """How often strangers may do something in ten minutes; each `what` is counted separately."""

    what: str
    most: int
    """From one address."""
    server: int
    """From all addresses together; of FILES_OUT and ANSWERS for each league."""


FOUNDING = Budget("founding", 20, 200)
SHEETS_IN = Budget("sheets", 30, 120)
"""A use is a sheet of up to SHEET_USE bytes; a longer one takes several."""
SHEET_USE = 256 * 1024
LEAGUES_IN = Budget("imports", 6, 12)
FILES_OUT = Budget("downloads", 30, 120)
ANSWERS = Budget("answers", 300, 600)
"""Taps on a night's page or at the door, where a hall full of people shares one address."""


def is_local(address: str | None) -> bool:
    """Return whether an address is of this machine or of a private network: a laptop's guests, not strangers."""
    try:
        return _read(address or "").is_private
    except ValueError:
        return False


def spend(session: Session, clock: Clock, budget: Budget, keys: tuple[str, str], uses: int = 1) -> None:
    """Count uses of a budget under two keys: an address's, and the server's or a league's.  Raises BudgetSpent."""
    now = clock()
    with write_transaction(session) as connection:
        try:
            for key, most in zip(keys, (budget.most, budget.server), strict=True):
                check_failures(connection, key, now, max(1, most - uses + 1))
        except TooManyFailures as spent:
            raise BudgetSpent(spent.seconds) from spent
        for key in keys * uses:
            add_failure(connection, key, now)


def check_failures(connection: Connection, address: str, now: dt.datetime, most: int = MAX_FAILURES) -> None:
    """Raise TooManyFailures for an address that failed so often in the last ten minutes.

    A clock that was set back leaves failures in the future: those more than ten minutes ahead do not count.  Other
    requests from the same address wait until the transaction ends, so that requests sent at the same time are all
    counted.
    """
    if connection.dialect.name == "postgresql":  # on SQLite the write lock already has
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(address, 0))))
    failed = connection.scalars(
        select(Failure.failed_at)
        .where(Failure.address == address, Failure.failed_at > now - WINDOW, Failure.failed_at < now + WINDOW)
        .order_by(Failure.failed_at.desc())
        .limit(most)
    ).all()
    if len(failed) == most:
        raise TooManyFailures(max(1, round((failed[-1] + WINDOW - now).total_seconds())))


def add_failure(connection: Connection, address: str, now: dt.datetime) -> int:
    """Store a failure; return its number.  Those older than an hour are deleted."""
    connection.execute(
        delete(Failure).where(or_(Failure.failed_at < now - KEPT_FOR, Failure.failed_at > now + KEPT_FOR))
    )
    return connection.scalar(insert(Failure).returning(Failure.id), {"address": address, "failed_at": now}) or 0


def count_failure(session: Session, clock: Clock, address: str, most: int = MAX_FAILURES) -> int:
    """Store a wrong code in a transaction of its own; return its number.

    Raises TooManyFailures if there were too many before.
    """
    now = clock()
    with write_transaction(session) as connection:
        check_failures(connection, address, now, most)
        return add_failure(connection, address, now)


def remove_failure(connection: Connection, failure: int) -> None:
    """Delete a failure that was stored before the secret was checked and found right."""
    connection.execute(delete(Failure).where(Failure.id == failure))
