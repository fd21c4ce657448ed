"""Leagues: by address or name, those a phone is in, and those it keeps score in; found, rename, delete one.

A league is deleted in one transaction; hashes of its addresses stay, to say that it is gone.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    CompoundSelect,
    Connection,
    Row,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    union_all,
    update,
)
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import QueryableAttribute, Session

from scorekeeper.access.codes import LENGTHS, AnyDevice, KnownDevice, hash_secret, new_short_link, recovery_code
from scorekeeper.access.roles import Role
from scorekeeper.core.text import checked_name
from scorekeeper.core.transaction import (
    NotFound,
    Submission,
    Write,
    check_phone,
    lock_league,
    must_exist,
    write_transaction,
    writing,
)
from scorekeeper.games.store import CODE
from scorekeeper.league.change_log import LEAGUE_RENAMED, log_change
from scorekeeper.models import (
    DOOR,
    JOIN,
    Base,
    DeletedAddress,
    Device,
    Game,
    League,
    LeagueDeletion,
    Link,
    Member,
    Night,
    Person,
    RecoveryCode,
    Tournament,
)
from scorekeeper.rules.documents import name_key
from scorekeeper.rules.errors import unreadable

LeagueRow = Row[Any, Any, Any, Any]


def read_league(session: Session, league_id: int) -> League:
    """Return a league by its id.  Raises NotFound."""
    return must_exist(session.get(League, league_id, populate_existing=True))


def find_league(session: Session, text: str) -> League:
    """Return the league with that number, address, or name if no other has it.  Raises NotFound."""
    known = all_leagues(session)
    meant = [league for league in known if text in {str(league.id), league.code}]
    meant = meant or [league for league in known if name_key(league.name) == name_key(text)]
    if len(meant) != 1:
        raise NotFound
    return meant[0]


def all_leagues(session: Session) -> Sequence[League]:
    """Return every league of this database, oldest first."""
    return session.scalars(select(League).order_by(League.id)).all()


def rename_league(form: Submission, name: str) -> None:
    """Rename the league.  Raises UnreadableSheet (field "name")."""
    name = checked_name(name, "A league needs a name.")
    with writing(form) as write:
        if not write.answered(LEAGUE_RENAMED, name):
            write.connection.execute(update(League).where(League.id == write.league_id).values(name=name))
            log_change(write, LEAGUE_RENAMED, {"name": name})


def leagues_of_device(session: Session, device: KnownDevice | None) -> Sequence[LeagueRow]:
    """Return the leagues a device is in, the one that met last first: id, code, name.

    `last` is the day of the last night, None before the first.
    """
    last = select(func.max(Night.day)).where(Night.league_id == League.id).correlate(League).scalar_subquery()
    return session.execute(
        select(League.id, League.code, League.name, last.label("last"))
        .join(Member, Member.league_id == League.id)
        .where(Member.device_id == (device.id if device else None), Member.revoked_at.is_(None))
        .order_by(last.is_(None), last.desc(), League.id)
    ).all()


def newest_game(session: Session, league_id: int) -> str | None:
    return session.scalar(select(Game.code).where(Game.league_id == league_id).order_by(Game.id.desc()).limit(1))


SCORING_ROLES = [role.word for role in Role if role >= Role.SCORER]
DEFAULT_LEAGUE_NAME = "Our league"
"""The name of a league until somebody names it."""

_LAST_PLAYED = (
    select(Game.touched_at)
    .where(Game.league_id == Member.league_id)
    .order_by(Game.id.desc())
    .limit(1)
    .correlate(Member)
    .scalar_subquery()
)
_SCORING_LEAGUES = (
    select(League.id, League.code, League.name, Member.role.in_([Role.KEEPER.word, Role.OWNER.word]).label("is_kept"))
    .join(Member, Member.league_id == League.id)
    .where(Member.device_id == bindparam("device_id"), Member.role.in_(SCORING_ROLES), Member.revoked_at.is_(None))
    .order_by(_LAST_PLAYED.is_(None), _LAST_PLAYED.desc(), League.id)
)


def scoring_leagues(connection: Connection, device: AnyDevice | None) -> Sequence[LeagueRow]:
    """Return the leagues a device keeps score in, the one that was played in last first: id, code, name.

    `is_kept` says whether the phone is an admin or the owner, so that it may change the league's rules.
    """
    number = device.id if isinstance(device, KnownDevice) else None
    return connection.execute(_SCORING_LEAGUES, {"device_id": number}).all()


def scoring_league(connection: Connection, device: AnyDevice | None, code: str | None = None) -> int | None:
    """Return the league of that address, or else the one played in last; None if a device keeps no score."""
    return next((it.id for it in scoring_leagues(connection, device) if code in (None, it.code)), None)


def league_for_game(write: Write, *, code: str | None = None, new_league: str | None = None) -> int:
    """Return the league that something new is for, locked until the transaction ends; it is the write's from now on.

    `code` is the address of one the device keeps score in, `new_league` the name of one to create.  With neither it is
    the one played in last; a device without one gets a new one.  Raises NotFound.
    """
    found = scoring_league(write.connection, write.device, code) if new_league is None else None
    if found is not None:
        write.league_id = lock_league(write.connection, found)
    elif code is not None and new_league is None:
        raise NotFound
    else:
        name = DEFAULT_LEAGUE_NAME if new_league is None else new_league
        write.league_id, _ = create_league(write, {"name": name})
    return write.league_id


def begin_league(form: Submission, name: str) -> str:
    """Found a league of this name, the device its owner; return its address.

    Raises UnreadableSheet (field "name"); OpIdReused for the same op_id with another name.
    """
    name = checked_name(name, "A league needs a name.")
    with writing(form) as write:
        if done := write.answered("found", name):
            return str(done)
        write.league_id, code = create_league(write, {"name": name})
        log_change(write, LEAGUE_RENAMED, {"name": name})
        return write.answer(code)


def create_league(write: Write, values: Mapping[str, Any]) -> tuple[int, str]:
    """Insert a league that the device owns, with a code to join by; return its number and its address."""
    league = {"created_at": write.now, **values}
    league_id, code = write.connection.execute(insert(League).returning(League.id, League.code), league).one()
    owner = {"league_id": league_id, "device_id": write.device.id, "role": Role.OWNER.word, "since": write.now}
    write.connection.execute(insert(Member), owner)
    new_short_link(write.connection, league_id, write.device.id, write.now)
    if write.owner_seed:
        code_hash = hash_secret(recovery_code(league_id, write.owner_seed))
        its_owners = {"league_id": league_id, "code_hash": code_hash, "made_at": write.now}
        write.connection.execute(insert(RecoveryCode), its_owners)
    return league_id, code


# ---------------------------------------------------------------- gone for good

DELETED_PHONE = "A phone"
"""The name of a phone that was in no other league."""
GIVES_WAY = "SET LOCAL lock_timeout = '250ms'"
"""Less than PostgreSQL takes to look for a deadlock (a second): of two that wait for each other the deletion goes back,
never a hand."""
LOCK_NOT_AVAILABLE = "55P03"
"""PostgreSQL's SQLSTATE for a lock that took longer than that."""
ATTEMPTS = 60


def league_size(session: Session, league_id: int) -> tuple[int, int, int]:
    """Return how many games, nights and people a league holds; somebody merged into another is not counted."""
    mine = select(func.count()).where(Person.league_id == league_id, Person.merged_into.is_(None))
    return (
        session.scalar(select(func.count()).where(Game.league_id == league_id)) or 0,
        session.scalar(select(func.count()).where(Night.league_id == league_id)) or 0,
        session.scalar(mine) or 0,
    )


def delete_league(form: Submission, typed: str) -> None:
    """Delete a league and everything in it for good; `typed` is its name, typed again.

    Backups made before keep it.  Raises UnreadableSheet (field "name") for another name, NotFound.
    """
    for left in reversed(range(ATTEMPTS)):
        try:
            _delete_now(form, typed)
        except OperationalError as error:
            if left == 0 or getattr(error.orig, "sqlstate", None) != LOCK_NOT_AVAILABLE:
                raise
        else:
            return


def _delete_now(form: Submission, typed: str) -> None:
    """Delete it in one transaction.  Raises OperationalError if that waits too long for somebody who saves."""
    league_id, now = form.league_id, form.clock()
    with write_transaction(form.session, recheck=False) as connection:
        if connection.dialect.name == "postgresql":  # on SQLite the write lock already has
            connection.exec_driver_sql(GIVES_WAY)
        # Saves end and none begins, in their order: the game, the phone, the league; then games that began meanwhile.
        _lock_rows(connection, Game.id, Game.league_id == league_id)
        _lock_rows(connection, Member.device_id, Member.league_id == league_id)
        lock_league(connection, league_id, key_share=False)
        _lock_rows(connection, Game.id, Game.league_id == league_id)
        check_phone(form.session, connection)  # only now: a save locks the game before the phone
        name = connection.scalar(select(League.name).where(League.id == league_id)) or ""
        key = name_key(name)  # in any spelling; an invisible name has to match exactly
        if typed != name and not (key and name_key(typed) == key):
            raise unreadable("name", f"Type the league's name to delete it: {name}")
        _remember_addresses(connection, league_id, now)
        phones = _phones_of(connection, league_id)
        connection.execute(insert(LeagueDeletion), {"league_id": league_id})
        for table in _tables_of_leagues():
            connection.execute(delete(table).where(table.c.league_id == league_id))
        connection.execute(delete(LeagueDeletion).where(LeagueDeletion.league_id == league_id))
        connection.execute(delete(League).where(League.id == league_id))
        if phones:  # the names that they were given contain people's names
            connection.execute(update(Device).where(Device.id.in_(phones)).values(name=DELETED_PHONE))


def _lock_rows(connection: Connection, number: QueryableAttribute[int], of_league: ColumnElement[bool]) -> None:
    connection.execute(select(number).where(of_league).order_by(number).with_for_update())


def _tables_of_leagues() -> Iterator[Table]:
    """Yield every table with rows of a league, those first that refer to others."""
    for table in reversed(Base.metadata.sorted_tables):
        if "league_id" in table.c and table.name != LeagueDeletion.__tablename__:
            yield table


def _remember_addresses(connection: Connection, league_id: int, now: dt.datetime) -> None:
    codes: CompoundSelect[str] = union_all(
        select(League.code).where(League.id == league_id),
        select(Game.code).where(Game.league_id == league_id),
        select(Tournament.code).where(Tournament.league_id == league_id),
        select(Tournament.board_code).where(Tournament.league_id == league_id, Tournament.board_code.is_not(None)),
        select(Link.code).where(Link.league_id == league_id, Link.kind != JOIN),
    )
    rows = [{"hash": hash_secret(code), "deleted_at": now} for code in connection.scalars(codes)]
    connection.execute(insert(DeletedAddress), rows)


def is_deleted_address(connection: Connection, code: str) -> bool:
    """Return whether an address's code belonged to a deleted league."""
    if not CODE.fullmatch(code) and len(code) != LENGTHS[DOOR]:
        return False
    return connection.scalar(select(DeletedAddress.hash).where(DeletedAddress.hash == hash_secret(code))) is not None


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
            if key.column.table.name == Device.__tablename__:
                yield key.parent
