"""A league's house rules: kept under a name, each saving a new version, none ever changed.

`id` and `number` count in their league: what is another's does not exist for it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, insert, select, update

from scorekeeper.models import Device, GameHouse, HouseRules, HouseVersion, Rulebook
from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.snapshot import variant_from_json
from scorekeeper.services.book import read_row
from scorekeeper.services.chain import canonical
from scorekeeper.services.errors import HouseNotFound, OpIdReused
from scorekeeper.services.founding import lock_league, rulebook_for
from scorekeeper.services.kept_leagues import league_for
from scorekeeper.services.text import checked_name, checked_op_id
from scorekeeper.services.writing import writing

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Mapping

    from sqlalchemy import Connection, Select
    from sqlalchemy import Row as SqlRow
    from sqlalchemy.orm import Session

    from scorekeeper.rules.values import Value
    from scorekeeper.rules.variant import Variant
    from scorekeeper.services.clock import Clock
    from scorekeeper.services.devices import KnownDevice


@dataclass(frozen=True)
class Version:
    """What a name means, or meant: a variant, and what the league plays otherwise."""

    id: int
    number: int
    name: str
    variant: Variant
    """As it was when this was saved."""
    settings: Mapping[str, Value]
    saved_at: dt.datetime
    phone: str
    archived: bool

    @property
    def kept(self) -> tuple[int, int]:
        return self.id, self.number


@dataclass(frozen=True)
class Wanted:
    """What is to be kept, and the form that asks for it."""

    name: str
    variant: Variant
    settings: Mapping[str, Value]
    op_id: str


# ---------------------------------------------------------------- save


def save_house_rules(  # noqa: PLR0913 - what a form carries
    session: Session,
    clock: Clock,
    device: KnownDevice,
    *,
    league_id: int | None = None,
    name: str,
    variant: Variant,
    settings: Mapping[str, Value],
    op_id: str,
) -> tuple[int, int]:
    """Keep rules under a name in a league, in the device's own where none is named; give the version's id and number.

    A name in use gets a new version, unless its last one says exactly this.  The same op_id gives the same version.
    Raises UnreadableSheet (field "name") for no name or one that cannot be kept, SettingsError for settings no size of
    the variant goes with, OpIdReused for the same op_id with other rules.
    """
    wanted, now = Wanted(checked_rules_name(name), variant, settings, checked_op_id(op_id)), clock()
    check_settings(wanted)
    with writing(session) as connection:
        league_id = lock_league(connection, league_id) if league_id else league_for(connection, device, now)
        return keep(connection, league_id, device, wanted, now)


def keep(
    connection: Connection, league_id: int, device: KnownDevice, wanted: Wanted, now: dt.datetime
) -> tuple[int, int]:
    """Do it inside a transaction that holds the league already."""
    rulebook_id = rulebook_for(connection, league_id, wanted.variant)
    if said := _said_before(connection, league_id, wanted, rulebook_id):
        return said
    last = _latest_called(connection, league_id, wanted.name)
    if last is not None and _same(last, wanted, rulebook_id):
        return last.house_id, last.number
    house_id = last.house_id if last is not None else _new_name(connection, league_id, wanted.name)
    number = last.number + 1 if last is not None else 1
    connection.execute(
        insert(HouseVersion),
        {
            "league_id": league_id,
            "house_id": house_id,
            "number": number,
            "rulebook_id": rulebook_id,
            "settings": dict(wanted.settings),
            "op_id": wanted.op_id,
            "device_id": device.id,
            "saved_at": now,
        },
    )
    return house_id, number


def checked_rules_name(name: str) -> str:
    """Give a name with its blanks tidied.  Raises UnreadableSheet (field "name")."""
    return checked_name(name, "Rules are kept under a name: give them one.")


def check_settings(wanted: Wanted) -> None:
    """Look whether the rules go together at some table.  Raises SettingsError."""
    if not list(sizes_of(wanted.variant, wanted.settings)):
        wanted.variant.ruleset(next(iter(wanted.variant.sizes)), wanted.settings)


def sizes_of(variant: Variant, settings: Mapping[str, Value]) -> Iterator[int]:
    """Give the table sizes these rules can be played at: a setting may suit six and not four."""
    for size in variant.sizes:
        with suppress(SettingsError):
            variant.ruleset(size, settings)
            yield size


def _said_before(connection: Connection, league_id: int, wanted: Wanted, rulebook_id: int) -> tuple[int, int] | None:
    done = connection.execute(
        _versions().where(HouseVersion.league_id == league_id, HouseVersion.op_id == wanted.op_id)
    ).one_or_none()
    if done is None:
        return None
    if done.name != wanted.name or not _same(done, wanted, rulebook_id):
        raise OpIdReused
    return done.house_id, done.number


def _same(row: SqlRow[Any], wanted: Wanted, rulebook_id: int) -> bool:
    return row.rulebook_id == rulebook_id and canonical(row.settings) == canonical(dict(wanted.settings))


def _latest_called(connection: Connection, league_id: int, name: str) -> SqlRow[Any] | None:
    """Give the last version under that name, however it is capitalised; what was put away does not count."""
    found = connection.execute(_latest(league_id).where(HouseRules.archived_at.is_(None)).order_by(HouseRules.id)).all()
    return next((row for row in found if row.name.casefold() == name.casefold()), None)


def _new_name(connection: Connection, league_id: int, name: str) -> int:
    last = connection.scalar(select(func.max(HouseRules.id)).where(HouseRules.league_id == league_id))
    house_id = (last or 0) + 1
    connection.execute(insert(HouseRules), {"league_id": league_id, "id": house_id, "name": name})
    return house_id


# ---------------------------------------------------------------- look


def house_rules_of(session: Session, league_id: int, *, archived: bool = False) -> list[Version]:
    """Give the last version under each name of a league, the name saved last first."""
    put_away = HouseRules.archived_at.is_not(None) if archived else HouseRules.archived_at.is_(None)
    found = session.connection().execute(_latest(league_id).where(put_away)).all()
    versions = [_version(row) for row in found]
    return sorted(versions, key=lambda version: (version.saved_at, version.id), reverse=True)


def read_house_rules(session: Session, league_id: int, house_id: int) -> list[Version]:
    """Give every version under a name, the newest first.  Raises HouseNotFound."""
    found = (
        session.connection()
        .execute(
            _versions()
            .where(HouseVersion.league_id == league_id, HouseVersion.house_id == house_id)
            .order_by(HouseVersion.number.desc())
        )
        .all()
    )
    if not found:
        raise HouseNotFound
    return [_version(row) for row in found]


def read_version(session: Session, league_id: int, house_id: int, number: int | None = None) -> Version:
    """Give one version, the last where no number is given.  Raises HouseNotFound."""
    versions = read_house_rules(session, league_id, house_id)
    if number is None:
        return versions[0]
    found = next((version for version in versions if version.number == number), None)
    if found is None:
        raise HouseNotFound
    return found


def version_of_game(session: Session, code: str) -> tuple[str, int] | None:
    """Give the name and the number of the version a game was begun under, None for none.  Raises GameNotFound."""
    connection = session.connection()
    game = read_row(connection, code)
    row = connection.execute(
        select(HouseRules.name, GameHouse.number)
        .join(GameHouse, and_(GameHouse.league_id == HouseRules.league_id, GameHouse.house_id == HouseRules.id))
        .where(GameHouse.league_id == game.row.league_id, GameHouse.game_id == game.row.id)
    ).one_or_none()
    return (row.name, row.number) if row else None


# ---------------------------------------------------------------- put away


def archive_house_rules(
    session: Session, clock: Clock, league_id: int, house_id: int, *, archived: bool = True
) -> None:
    """Put a name away, so that it is no longer offered, or bring it back; its versions stay.

    Doing it again changes nothing.  Raises HouseNotFound.
    """
    now = clock()
    with writing(session) as connection:
        changed = connection.execute(
            update(HouseRules)
            .where(HouseRules.league_id == league_id, HouseRules.id == house_id)
            .values(archived_at=now if archived else None)
        )
        if changed.rowcount == 0:
            raise HouseNotFound


# ---------------------------------------------------------------- statements


def _versions() -> Select[Any]:
    return (
        select(
            HouseVersion.house_id,
            HouseVersion.number,
            HouseVersion.rulebook_id,
            HouseVersion.settings,
            HouseVersion.saved_at,
            HouseRules.name,
            HouseRules.archived_at,
            Rulebook.variant,
            Device.name.label("phone"),
        )
        .join(
            HouseRules,
            and_(HouseRules.league_id == HouseVersion.league_id, HouseRules.id == HouseVersion.house_id),
        )
        .join(
            Rulebook,
            and_(Rulebook.league_id == HouseVersion.league_id, Rulebook.id == HouseVersion.rulebook_id),
        )
        .join(Device, Device.id == HouseVersion.device_id)
    )


def _latest(league_id: int) -> Select[Any]:
    newest = (
        select(func.max(HouseVersion.number))
        .where(HouseVersion.league_id == league_id, HouseVersion.house_id == HouseRules.id)
        .correlate(HouseRules)
        .scalar_subquery()
    )
    return _versions().where(HouseVersion.league_id == league_id, HouseVersion.number == newest)


def _version(row: SqlRow[Any]) -> Version:
    return Version(
        id=row.house_id,
        number=row.number,
        name=row.name,
        variant=variant_from_json(row.variant),
        settings=row.settings,
        saved_at=row.saved_at,
        phone=row.phone,
        archived=row.archived_at is not None,
    )
