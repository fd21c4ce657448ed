"""Deleting a league: all of it in one transaction; hashes of its addresses stay, to say that it is gone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from sqlalchemy import Column, Connection, Table, delete, func, insert, select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from scorekeeper.access.devices import hash_secret
from scorekeeper.core.clock import Clock
from scorekeeper.core.transaction import check_phone, lock_league, write_transaction
from scorekeeper.games.store import CODE
from scorekeeper.models import Base
from scorekeeper.models.tables import (
    deleted_addresses,
    devices,
    games,
    league_deletions,
    leagues,
    links,
    members,
    nights,
    people,
    tournaments,
)
from scorekeeper.rules.documents import name_key
from scorekeeper.rules.errors import impossible, unreadable

DELETED_PHONE = "A phone"
"""The name of a phone that was in no other league."""
GIVES_WAY = "SET LOCAL lock_timeout = '250ms'"
"""Less than PostgreSQL takes to look for a deadlock (a second): of two that wait for each other the deletion goes back,
never a hand."""
LOCK_NOT_AVAILABLE = "55P03"
"""PostgreSQL's SQLSTATE for a lock that took longer than that."""
ATTEMPTS = 60
NOT_COPIED = ("answers", "members", "links")
"""Tables that an exported league leaves out, and that may change without making its file incomplete."""
RowCounts = dict[str, int]
"""How many rows a league has in each table."""


def league_size(session: Session, league_id: int) -> tuple[int, int, int]:
    """Return how many games, nights and people a league holds; somebody merged into another is not counted."""
    connection = session.connection()
    mine = select(func.count()).where(people.c.league_id == league_id, people.c.merged_into.is_(None))
    return (
        connection.scalar(select(func.count()).where(games.c.league_id == league_id)) or 0,
        connection.scalar(select(func.count()).where(nights.c.league_id == league_id)) or 0,
        connection.scalar(mine) or 0,
    )


def count_rows(connection: Connection, league_id: int) -> RowCounts:
    """Return how many rows of a league its file holds, by table: nothing is saved without adding one."""
    tables = [table for table in _tables_of_leagues() if table.name not in NOT_COPIED]
    counts = {each.name: select(func.count()).select_from(each).where(each.c.league_id == league_id) for each in tables}
    return {name: connection.scalar(count) or 0 for name, count in counts.items()}


def delete_league(
    session: Session, clock: Clock, league_id: int, typed: str, *, exported: RowCounts | None = None
) -> None:
    """Delete a league and everything in it for good; `typed` is its name, typed again.

    Backups made before keep it.  `exported` is what the file holds that was just written.  Raises UnreadableSheet
    (field "name") for another name, ImpossibleFact (field "export") where something was saved since that file,
    LeagueNotFound.
    """
    for left in reversed(range(ATTEMPTS)):
        try:
            _delete_now(session, clock(), league_id, typed, exported)
        except OperationalError as error:
            if left == 0 or getattr(error.orig, "sqlstate", None) != LOCK_NOT_AVAILABLE:
                raise
        else:
            return


def _delete_now(session: Session, now: dt.datetime, league_id: int, typed: str, exported: RowCounts | None) -> None:
    """Delete it in one transaction.  Raises OperationalError if that waits too long for somebody who saves."""
    with write_transaction(session, recheck=False) as connection:
        _lock_all(connection, league_id)
        check_phone(session, connection)  # only now: a save locks the game before the phone
        name = connection.scalar(select(leagues.c.name).where(leagues.c.id == league_id)) or ""
        if not _names(typed, name):
            raise unreadable("name", f"Type the league's name to delete it: {name}")
        if exported is not None and count_rows(connection, league_id) != exported:
            raise impossible("export", "Something was saved after the file was written, so nothing was deleted.")
        _remember_addresses(connection, league_id, now)
        phones = _phones_of(connection, league_id)
        connection.execute(insert(league_deletions), {"league_id": league_id})
        for table in _tables_of_leagues():
            connection.execute(delete(table).where(table.c.league_id == league_id))
        connection.execute(delete(league_deletions).where(league_deletions.c.league_id == league_id))
        connection.execute(delete(leagues).where(leagues.c.id == league_id))
        _forget_phones(connection, phones)


def _names(typed: str, name: str) -> bool:
    """Return whether the name was typed, in any spelling; an invisible name has to match exactly."""
    key = name_key(name)
    return typed == name or (key != "" and name_key(typed) == key)


def _lock_all(connection: Connection, league_id: int) -> None:
    """On PostgreSQL wait for saves to end and let none begin, in their order: the game, the phone, the league.

    Raises LeagueNotFound.
    """
    if connection.dialect.name == "postgresql":  # on SQLite the write lock already has
        connection.exec_driver_sql(GIVES_WAY)
    _lock_rows(connection, games.c.id, league_id)
    _lock_rows(connection, members.c.device_id, league_id)
    lock_league(connection, league_id, key_share=False)
    _lock_rows(connection, games.c.id, league_id)  # those that began meanwhile


def _lock_rows(connection: Connection, number: Column[int], league_id: int) -> None:
    connection.execute(select(number).where(number.table.c.league_id == league_id).order_by(number).with_for_update())


def _tables_of_leagues() -> Iterator[Table]:
    """Yield every table with rows of a league, those first that refer to others."""
    for table in reversed(Base.metadata.sorted_tables):
        if "league_id" in table.c and table is not league_deletions:
            yield table


# ---------------------------------------------------------------- what stays


def _remember_addresses(connection: Connection, league_id: int, now: dt.datetime) -> None:
    codes = [connection.scalar(select(leagues.c.code).where(leagues.c.id == league_id))]
    for column in (games.c.code, tournaments.c.code, tournaments.c.board_code):
        codes += connection.scalars(select(column).where(column.table.c.league_id == league_id))
    codes += connection.scalars(
        select(links.c.code).where(links.c.league_id == league_id, links.c.game_id.is_not(None))
    )
    rows = [{"hash": hash_secret(code), "deleted_at": now} for code in codes if code is not None]
    connection.execute(insert(deleted_addresses), rows)


def is_deleted_address(connection: Connection, code: str) -> bool:
    """Return whether an address's code belonged to a deleted league."""
    if not CODE.fullmatch(code):
        return False
    wanted = hash_secret(code)
    return connection.scalar(select(deleted_addresses.c.hash).where(deleted_addresses.c.hash == wanted)) is not None


# ---------------------------------------------------------------- phones


def _phones_of(connection: Connection, league_id: int) -> set[int]:
    """Return the devices that are in a league or its log, and in no other league's."""
    found: set[int] = set()
    for column in _device_columns():
        of_league = column.table.c.league_id == league_id
        found.update(connection.scalars(select(column).where(of_league, column.is_not(None)).distinct()))
    for column in _device_columns():
        elsewhere = select(column).where(column.table.c.league_id != league_id, column.in_(found)).distinct()
        found.difference_update(connection.scalars(elsewhere).all())
    return found


def _device_columns() -> Iterator[Column[int]]:
    for table in _tables_of_leagues():
        for key in table.foreign_keys:
            if key.column.table is devices:
                yield key.parent


def _forget_phones(connection: Connection, phones: set[int]) -> None:
    """Remove the names that phones were given in a deleted league: they contain people's names."""
    if phones:
        connection.execute(update(devices).where(devices.c.id.in_(phones)).values(name=DELETED_PHONE))
