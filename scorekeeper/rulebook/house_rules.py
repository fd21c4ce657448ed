"""A league's house rules: stored under a name, each saving a new version, none ever changed.

`id` and `number` count within the league.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Select, and_, func, insert, select, update
from sqlalchemy import Row as SqlRow
from sqlalchemy.orm import Session

from scorekeeper.core.clock import Clock
from scorekeeper.core.errors import HouseRulesNotFound
from scorekeeper.core.text import checked_name
from scorekeeper.core.transaction import Submission, Write, write_transaction, writing
from scorekeeper.games.insert import find_or_add_rulebook
from scorekeeper.games.store import canonical_json, load_game
from scorekeeper.league.leagues import league_for_game
from scorekeeper.models import Device, GameHouseRules, HouseRules, HouseRulesVersion, League, Rulebook
from scorekeeper.rulebook.questions import changes_in_words, rules_summary
from scorekeeper.rules.documents import name_key
from scorekeeper.rules.errors import SettingsError, unreadable
from scorekeeper.rules.settings import SETTINGS
from scorekeeper.rules.snapshot import variant_from_json, variant_to_json
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import say_setting
from scorekeeper.variants.own import over_base


@dataclass(frozen=True)
class RulesVersion:
    """What a name stands for, or once stood for: a variant, and the settings the league changed."""

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
    def version(self) -> tuple[int, int]:
        return self.id, self.number

    @property
    def is_own_variant(self) -> bool:
        """Return whether this is a variant the league wrote itself, and not house rules over some variant."""
        return self.variant.is_own and self.variant.name == self.name


@dataclass(frozen=True)
class RulesDraft:
    """The rules to be stored."""

    name: str
    variant: Variant
    settings: Mapping[str, Value]


# ---------------------------------------------------------------- save


def save_house_rules(form: Submission, draft: RulesDraft) -> tuple[int, int]:
    """Save rules under a name in a league, the device's own where none is given; return the version's id and number.

    A name in use gets a new version, unless its last one says exactly this.  Raises UnreadableSheet (field "name") for
    an invalid name and that of a variant the league wrote itself, SettingsError for settings that fit no size of the
    variant, OpIdReused for the same op_id with other rules.
    """
    wanted = replace(draft, name=checked_rules_name(draft.name))
    check_settings(wanted)
    with writing(form) as write:
        if done := write.answered("house rules", wanted.name, variant_to_json(wanted.variant), wanted.settings):
            return done[0], done[1]
        if not write.league_id:
            league_for_game(write)
        return write.answer(insert_version(write, wanted))


def insert_version(write: Write, wanted: RulesDraft) -> tuple[int, int]:
    """Insert a version inside a transaction that holds the league already; return its id and number."""
    connection, league_id = write.connection, write.league_id
    rulebook_id = find_or_add_rulebook(connection, league_id, wanted.variant)
    last = _latest_called(connection, league_id, wanted.name)
    if last is not None:
        _refuse_another_kind(last, wanted)
        if last.rulebook_id == rulebook_id and canonical_json(last.settings) == canonical_json(dict(wanted.settings)):
            return last.house_id, last.number
    house_id = last.house_id if last is not None else _new_name(connection, league_id, wanted.name)
    number = last.number + 1 if last is not None else 1
    connection.execute(
        insert(HouseRulesVersion),
        {
            "league_id": league_id,
            "house_id": house_id,
            "number": number,
            "rulebook_id": rulebook_id,
            "settings": dict(wanted.settings),
            "device_id": write.device.id,
            "saved_at": write.now,
        },
    )
    return house_id, number


def checked_rules_name(name: str) -> str:
    """Return a name with its white space normalized.  Raises UnreadableSheet (field "name")."""
    return checked_name(name, "Give these rules a name.")


def check_settings(wanted: RulesDraft) -> None:
    """Check that the rules fit some size of the variant.  Raises SettingsError."""
    if not list(playable_sizes(wanted.variant, wanted.settings)):
        wanted.variant.ruleset(next(iter(wanted.variant.sizes)), wanted.settings)


def playable_sizes(variant: Variant, settings: Mapping[str, Value]) -> Iterator[int]:
    """Return the table sizes these rules can be played at: a setting may suit six and not four."""
    for size in variant.sizes:
        with suppress(SettingsError):
            variant.ruleset(size, settings)
            yield size


def _latest_called(connection: Connection, league_id: int, name: str) -> SqlRow[Any] | None:
    """Return the last version under that name, in any spelling of it; archived names do not count."""
    found = connection.execute(_latest(league_id).where(HouseRules.archived_at.is_(None)).order_by(HouseRules.id)).all()
    return next((row for row in found if name_key(row.name) == name_key(name)), None)


def _refuse_another_kind(last: SqlRow[Any], wanted: RulesDraft) -> None:
    """Raise UnreadableSheet for house rules under the name of a variant the league wrote itself, or the reverse."""
    was_own, is_own = _version(last).is_own_variant, wanted.variant.is_own and wanted.variant.name == last.name
    if was_own and (wanted.settings or not is_own):
        raise unreadable("name", f"{last.name} is a game your league wrote. Give these rules another name.")
    if is_own and not was_own:
        raise unreadable("name", f"You have house rules called {last.name}. Give the game another name.")


def _new_name(connection: Connection, league_id: int, name: str) -> int:
    last = connection.scalar(select(func.max(HouseRules.id)).where(HouseRules.league_id == league_id))
    house_id = (last or 0) + 1
    connection.execute(insert(HouseRules), {"league_id": league_id, "id": house_id, "name": name})
    return house_id


# ---------------------------------------------------------------- look


def house_rules_of(session: Session, league_id: int, *, archived: bool = False) -> list[RulesVersion]:
    """Return the last version under each name of a league, the one saved last first."""
    put_away = HouseRules.archived_at.is_not(None) if archived else HouseRules.archived_at.is_(None)
    found = session.connection().execute(_latest(league_id).where(put_away)).all()
    versions = [_version(row) for row in found]
    return sorted(versions, key=lambda version: (version.saved_at, version.id), reverse=True)


def read_house_rules(session: Session, league_id: int, house_id: int) -> list[RulesVersion]:
    """Return every version under a name, the newest first.  Raises HouseRulesNotFound."""
    found = (
        session.connection()
        .execute(
            _versions()
            .where(HouseRulesVersion.league_id == league_id, HouseRulesVersion.house_id == house_id)
            .order_by(HouseRulesVersion.number.desc())
        )
        .all()
    )
    if not found:
        raise HouseRulesNotFound
    return [_version(row) for row in found]


def read_version(session: Session, league_id: int, house_id: int, number: int | None = None) -> RulesVersion:
    """Return one version, the last where no number is given.  Raises HouseRulesNotFound."""
    versions = read_house_rules(session, league_id, house_id)
    if number is None:
        return versions[0]
    found = next((version for version in versions if version.number == number), None)
    if found is None:
        raise HouseRulesNotFound
    return found


def version_of_game(session: Session, code: str) -> tuple[str, int] | None:
    """Return the name and the number of the version a game was begun under, or None.  Raises GameNotFound."""
    connection = session.connection()
    game = load_game(connection, code)
    row = connection.execute(
        select(HouseRules.name, GameHouseRules.number)
        .join(
            GameHouseRules,
            and_(GameHouseRules.league_id == HouseRules.league_id, GameHouseRules.house_id == HouseRules.id),
        )
        .where(GameHouseRules.league_id == game.row.league_id, GameHouseRules.game_id == game.row.id)
    ).one_or_none()
    return (row.name, row.number) if row else None


# ---------------------------------------------------------------- in words


def summary_and_sizes(version: RulesVersion) -> tuple[RulesVersion, str, list[int]]:
    """Return a name of the list with its summary, and how many players its rules go with."""
    variant, sizes = version.variant, list(playable_sizes(version.variant, version.settings))
    summary = variant.summary if version.is_own_variant else rules_summary(variant, sizes[0], version.settings)
    return version, summary, sizes


def smallest_size(version: RulesVersion) -> int:
    """Return the smallest table these rules go with."""
    return next(playable_sizes(version.variant, version.settings))


def versions_page(league: League, versions: Sequence[RulesVersion]) -> dict[str, Any]:
    """Return what the page of one name prints; `versions` come newest first, and there is at least one."""
    newest, befores = versions[0], [*versions[1:], None]
    size = smallest_size(newest)
    base, settings = _compared_with(newest, size)
    return {
        "league": league,
        "newest": newest,
        "rules": changes_in_words(base, size, settings),  # what differs from the game of the catalogue now
        "sizes": list(playable_sizes(newest.variant, newest.settings)),
        "versions": [_shown(version, before) for version, before in zip(versions, befores, strict=True)],
        "base": base.name,
    }


def _compared_with(version: RulesVersion, size: int) -> tuple[Variant, Mapping[str, Value]]:
    """Return the game of the catalogue that rules are compared with, and the settings that differ from it."""
    return over_base(version.variant, size) if version.is_own_variant else (version.variant, version.settings)


def _shown(version: RulesVersion, before: RulesVersion | None) -> tuple[RulesVersion, str, list[tuple[str, str]]]:
    """Return a version, its game where the one before had another, and (before, after) of each rule that changed.

    Changes of the game itself are among them; the first version of a game is compared with the standard.
    """
    size = smallest_size(version)
    if before is None or before.variant.key != version.variant.key:
        base, now = _compared_with(version, size)
        own = base.settings_at(size)
        changed = [(key, own.get(key, unsaid), now[key]) for key, (_, unsaid) in SETTINGS.items() if key in now]
        return version, base.name, [(say_setting(key, old), say_setting(key, new)) for key, old, new in changed]
    now = version.variant.settings_at(size, version.settings)
    then = before.variant.settings_at(size, before.settings) if size in before.variant.sizes else now
    pairs = ((key, then.get(key, unsaid), now.get(key, unsaid)) for key, (_, unsaid) in SETTINGS.items())
    return version, "", [(say_setting(key, old), say_setting(key, new)) for key, old, new in pairs if old != new]


# ---------------------------------------------------------------- archive


def archive_house_rules(
    session: Session, clock: Clock, league_id: int, house_id: int, *, archived: bool = True
) -> None:
    """Archive a name, so that it is no longer offered, or bring it back; its versions stay.

    Doing it again changes nothing.  Raises HouseRulesNotFound.
    """
    now = clock()
    with write_transaction(session) as connection:
        changed = connection.execute(
            update(HouseRules)
            .where(HouseRules.league_id == league_id, HouseRules.id == house_id)
            .values(archived_at=func.coalesce(HouseRules.archived_at, now) if archived else None)
        )
        if changed.rowcount == 0:
            raise HouseRulesNotFound


# ---------------------------------------------------------------- statements


def _versions() -> Select[Any]:
    return (
        select(
            HouseRulesVersion.house_id,
            HouseRulesVersion.number,
            HouseRulesVersion.rulebook_id,
            HouseRulesVersion.settings,
            HouseRulesVersion.saved_at,
            HouseRules.name,
            HouseRules.archived_at,
            Rulebook.variant,
            Device.name.label("phone"),
        )
        .join(
            HouseRules,
            and_(HouseRules.league_id == HouseRulesVersion.league_id, HouseRules.id == HouseRulesVersion.house_id),
        )
        .join(
            Rulebook,
            and_(Rulebook.league_id == HouseRulesVersion.league_id, Rulebook.id == HouseRulesVersion.rulebook_id),
        )
        .join(Device, Device.id == HouseRulesVersion.device_id)
    )


def _latest(league_id: int) -> Select[Any]:
    newest = (
        select(func.max(HouseRulesVersion.number))
        .where(HouseRulesVersion.league_id == league_id, HouseRulesVersion.house_id == HouseRules.id)
        .correlate(HouseRules)
        .scalar_subquery()
    )
    return _versions().where(HouseRulesVersion.league_id == league_id, HouseRulesVersion.number == newest)


def _version(row: SqlRow[Any]) -> RulesVersion:
    return RulesVersion(
        id=row.house_id,
        number=row.number,
        name=row.name,
        variant=variant_from_json(row.variant),
        settings=row.settings,
        saved_at=row.saved_at,
        phone=row.phone,
        archived=row.archived_at is not None,
    )
